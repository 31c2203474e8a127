"""The key that signs this machine's pushes: made once, kept in the data folder, for the owner's eyes alone."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

from followups.domain import push
from followups.gateways.vapid import Vapid
from followups.gateways.vapid_keys import VapidKeys
from local.data_folder import UnusableFolder
from local.settings import Settings

KEY: Final = "vapid-private-key"
"""The file. A backup of the folder has to hold it: with another key every browser has to subscribe again."""


GIT_SECONDS: Final = 2


def vapid_of(settings: Settings, folder: Path, origin: str) -> Vapid | None:
    """None where push services would have nobody to turn to: then browsers are told that none are sent.

    Raises: UnusableFolder.
    """
    # The site itself will do where the internet knows it; else whoever works on this machine, as git knows them.
    known = (text for text in (origin, git_mailbox()) if push.is_subject(text, allows_private=settings.push_private))
    subject = settings.push_subject or next(known, "")
    return vapid_in(folder, subject=subject) if subject else None


def git_mailbox() -> str:
    """`mailto:` and the address that git signs commits with; empty where there is none."""
    asked = ["git", "config", "--get", "user.email"]
    with suppress(OSError, subprocess.SubprocessError):
        told = subprocess.run(asked, capture_output=True, check=True, text=True, timeout=GIT_SECONDS)
        return f"mailto:{told.stdout.strip()}"
    return ""


def vapid_in(folder: Path, *, subject: str) -> Vapid:
    """Raises: UnusableFolder: what is there is no key, or cannot be read or written."""
    file = folder / KEY
    try:
        private_key = _read(file)
        if private_key is None:
            private_key = _made(file)
    except (OSError, UnicodeError) as error:
        raise UnusableFolder(f"The key of pushes, {file}, cannot be used: {error}.") from error
    if VapidKeys().public_key(private_key) is None:
        raise UnusableFolder(
            f"{file} holds something that is no key of pushes. Put the file of a backup there; or delete it, and every "
            "browser has to subscribe to reminders again."
        )
    return Vapid(private_key, subject)


def _read(file: Path) -> str | None:
    try:
        return file.read_text("ascii").strip()
    except FileNotFoundError:
        return None


def _made(file: Path) -> str:
    """A new key in a file that is whole from its first moment on."""
    private_key = VapidKeys().new()
    fresh = file.with_suffix(".new")
    with suppress(FileNotFoundError):
        fresh.unlink()
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
        opened.write(private_key)
        opened.flush()
        os.fsync(opened.fileno())
    fresh.replace(file)
    return private_key
