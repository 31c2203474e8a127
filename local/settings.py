"""How the local server is set up: an option before the environment before the default."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from followups import config

DEFAULT_PORT: Final = 8765

SETTINGS: Final[Mapping[str, str]] = {
    "FOLLOW_UPS_DATA": "The folder that holds everything; --data. Default: follow-ups in the XDG data folder.",
    "FOLLOW_UPS_PORT": "The port to listen on; --port. Default: 8765; 0 takes any that is free.",
    "FOLLOW_UPS_HOST": "The address to listen on; --host. Default: 127.0.0.1, which other machines do not reach.",
    "FOLLOW_UPS_ORIGIN": "The origin that browsers use when a proxy with HTTPS stands in front, https://todo.example.",
    "FOLLOW_UPS_PUSH_SUBJECT": "Whom push services turn to, mailto:you@your.domain. Default: the origin.",
    "FOLLOW_UPS_PUSH_PRIVATE": "1 lets pushes go to http:// and to private hosts. For tests alone.",
}
"""Every setting of the local server."""


class BadSetting(Exception):
    """A setting that cannot be used; the text says what it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    data: Path
    host: str
    port: int
    origin: str | None
    """The public origin, where it is not the address listened on."""
    push_subject: str = ""
    """Empty where none was set."""
    push_private: bool = False

    @classmethod
    def read(
        cls,
        environment: Mapping[str, str],
        *,
        data: str | None = None,
        host: str | None = None,
        port: str | None = None,
    ) -> "Settings":
        """Raises: BadSetting."""
        if data == "":
            raise BadSetting("--data names a folder; it is empty here.")
        folder = data or environment.get("FOLLOW_UPS_DATA")
        push_subject, push_private = _push(environment)
        return cls(
            data=Path(folder).expanduser().resolve() if folder else _data_home(environment) / "follow-ups",
            host=host or environment.get("FOLLOW_UPS_HOST") or "127.0.0.1",
            port=_port(port or environment.get("FOLLOW_UPS_PORT") or str(DEFAULT_PORT)),
            origin=_origin(environment.get("FOLLOW_UPS_ORIGIN")),
            push_subject=push_subject,
            push_private=push_private,
        )


def _data_home(environment: Mapping[str, str]) -> Path:
    """The XDG data folder, or where Windows keeps such things."""
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    home = environment.get("XDG_DATA_HOME")
    # The XDG base directory specification: a relative path is to be ignored.
    return Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "share"


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise BadSetting(f"The port is a number from 0 to 65535, not {text!r}. Set --port or FOLLOW_UPS_PORT.")


def _push(environment: Mapping[str, str]) -> tuple[str, bool]:
    try:
        private = config.push_private(environment.get("FOLLOW_UPS_PUSH_PRIVATE") or "")
        subject = environment.get("FOLLOW_UPS_PUSH_SUBJECT") or ""
        return config.push_subject(subject, allows_private=private), private
    except config.BadSetting as refusal:
        raise BadSetting(str(refusal)) from None


def _origin(text: str | None) -> str | None:
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"} or parts.query:
        raise BadSetting(f"FOLLOW_UPS_ORIGIN is a scheme and a host such as https://todo.example, not {text!r}.")
    return f"{parts.scheme}://{parts.netloc}".lower()
