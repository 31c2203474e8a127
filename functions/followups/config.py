"""How the functions on AWS are set up: the environment before the default."""

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from followups.domain.push import Pushes


class BadSetting(Exception):
    """A setting that cannot be used; the text says what it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One variable of the environment."""

    field: str
    """Where `Settings` keeps it."""
    variable: str
    default: str
    meaning: str


SETTINGS: Final = (
    Setting(
        field="table_name",
        variable="FOLLOW_UPS_TABLE",
        default="follow-ups",
        meaning="The DynamoDB table that holds everything.",
    ),
    Setting(
        field="region",
        variable="AWS_REGION",
        default="us-east-1",
        meaning="The AWS region of the table. Lambda sets it by itself.",
    ),
    Setting(
        field="origin",
        variable="FOLLOW_UPS_ORIGIN",
        default="http://127.0.0.1:8765",
        meaning="The public origin, https://todo.example: every absolute URL starts with it, whatever Host says.",
    ),
    Setting(
        field="client_id",
        variable="FOLLOW_UPS_CLIENT_ID",
        default="",
        meaning="The site's app client in the user pool: only its access tokens sign an owner in.",
    ),
    Setting(
        field="plugin_source",
        variable="FOLLOW_UPS_PLUGIN",
        default="OWNER/REPO",
        meaning="Where the plugin's marketplace is, owner/name on github.com or a URL, for whoever connects an agent.",
    ),
    Setting(
        field="chores_queue",
        variable="FOLLOW_UPS_CHORES_QUEUE",
        default="",
        meaning="The address of the queue that holds what is done later, in pages.",
    ),
    Setting(
        field="reminders_queue",
        variable="FOLLOW_UPS_REMINDERS_QUEUE",
        default="",
        meaning="The address of the queue of reminders.",
    ),
    Setting(
        field="reminders_arn",
        variable="FOLLOW_UPS_REMINDERS_ARN",
        default="",
        meaning="The ARN of that queue, which schedules fire into.",
    ),
    Setting(
        field="failed_reminders_arn",
        variable="FOLLOW_UPS_FAILED_REMINDERS_ARN",
        default="",
        meaning="The ARN of the queue for what a schedule could not put there.",
    ),
    Setting(
        field="schedules",
        variable="FOLLOW_UPS_SCHEDULES",
        default="",
        meaning="The group that holds the schedules of reminders.",
    ),
    Setting(
        field="scheduler_role",
        variable="FOLLOW_UPS_SCHEDULER_ROLE",
        default="",
        meaning="The ARN of the role in which schedules put messages into that queue.",
    ),
    Setting(
        field="live_url",
        variable="FOLLOW_UPS_LIVE_URL",
        default="",
        meaning="Where pages open their sockets, wss://todo.example/live. Without it, /live at the origin.",
    ),
    Setting(
        field="sockets_endpoint",
        variable="FOLLOW_UPS_SOCKETS_ENDPOINT",
        default="",
        meaning="The https:// address of the WebSocket API's stage, to send to open pages. Without it nothing is sent.",
    ),
    Setting(
        field="push_public_key",
        variable="FOLLOW_UPS_PUSH_PUBLIC_KEY",
        default="",
        meaning="What browsers subscribe to pushes with, base64url. Without it none can.",
    ),
    Setting(
        field="push_key_parameter",
        variable="FOLLOW_UPS_PUSH_KEY_PARAMETER",
        default="",
        meaning="The parameter that holds the private key of pushes. Without it none are sent.",
    ),
    Setting(
        field="push_subject",
        variable="FOLLOW_UPS_PUSH_SUBJECT",
        default="",
        meaning="Whom push services turn to, mailto:you@your.domain or an https:// address. Without it none are sent.",
    ),
    Setting(
        field="push_private",
        variable="FOLLOW_UPS_PUSH_PRIVATE",
        default="",
        meaning="1 lets pushes go to http:// and to hosts of this machine and its network. For tests alone.",
    ),
    Setting(
        field="stack",
        variable="FOLLOW_UPS_STACK",
        default="",
        meaning="The name that metrics are counted under. Without one none are.",
    ),
    Setting(
        field="log_level",
        variable="FOLLOW_UPS_LOG_LEVEL",
        default="INFO",
        meaning="DEBUG, INFO, WARNING or ERROR. At INFO every call leaves one line.",
    ),
)
"""Every setting of the functions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    table_name: str
    region: str
    origin: str
    """Scheme and host, without a slash at the end."""
    client_id: str
    """Empty where nobody signs in."""
    plugin_source: str
    chores_queue: str
    reminders_queue: str
    reminders_arn: str
    failed_reminders_arn: str
    schedules: str
    scheduler_role: str
    live_url: str
    """Empty where it follows from the origin."""
    sockets_endpoint: str
    """Empty where nobody is told."""
    push_public_key: str
    """Empty where nobody can subscribe."""
    push_key_parameter: str
    push_subject: str
    """Empty where no pushes are sent."""
    push_private: bool
    stack: str
    """Empty where nobody counts metrics."""
    log_level: str

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Raises: BadSetting."""
        read = {setting.field: environment.get(setting.variable) or setting.default for setting in SETTINGS}
        return cls(
            table_name=read["table_name"],
            region=read["region"],
            origin=_origin(read["origin"]),
            client_id=read["client_id"],
            plugin_source=read["plugin_source"],
            chores_queue=read["chores_queue"],
            reminders_queue=read["reminders_queue"],
            reminders_arn=read["reminders_arn"],
            failed_reminders_arn=read["failed_reminders_arn"],
            schedules=read["schedules"],
            scheduler_role=read["scheduler_role"],
            live_url=_url("FOLLOW_UPS_LIVE_URL", read["live_url"], {"ws", "wss"}),
            sockets_endpoint=_url("FOLLOW_UPS_SOCKETS_ENDPOINT", read["sockets_endpoint"], {"http", "https"}),
            push_public_key=read["push_public_key"],
            push_key_parameter=read["push_key_parameter"],
            push_subject=push_subject(read["push_subject"], allows_private=push_private(read["push_private"])),
            push_private=push_private(read["push_private"]),
            stack=read["stack"],
            log_level=_log_level(read["log_level"]),
        )

    @property
    def reminders(self) -> tuple[str, str]:
        """Where messages go that make reminders: region and queue."""
        return self.region, self.reminders_queue

    @property
    def scheduler(self) -> Mapping[str, Any]:
        """What schedules are made with, by the names that their gateway takes."""
        return {
            "group": self.schedules,
            "queue_arn": self.reminders_arn,
            "failed_arn": self.failed_reminders_arn,
            "role_arn": self.scheduler_role,
        }

    @property
    def sender(self) -> Mapping[str, Any]:
        """What pushes are sent with, by the names that their gateway takes."""
        return {
            "key_parameter": self.push_key_parameter,
            "subject": self.push_subject,
            "allows_private": self.push_private,
        }

    @property
    def pushes(self) -> "Pushes":
        # Here, as most functions push nothing: what it loads is a part of their start.
        from followups.domain.push import Pushes

        return Pushes(public_key=self.push_public_key, allows_private=self.push_private)


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"} or parts.query:
        raise BadSetting(f"FOLLOW_UPS_ORIGIN is a scheme and a host such as https://todo.example, not {text!r}.")
    return f"{parts.scheme}://{parts.netloc}".lower()


def _url(variable: str, text: str, schemes: set[str]) -> str:
    parts = urlsplit(text)
    if text and (parts.scheme not in schemes or not parts.hostname or parts.query or parts.fragment):
        raise BadSetting(f"{variable} is an address that begins with {max(schemes)}://, not {text!r}.")
    return text


def push_private(text: str) -> bool:
    """Raises: BadSetting."""
    if text not in {"", "0", "1"}:
        raise BadSetting(f"FOLLOW_UPS_PUSH_PRIVATE is 1 or nothing, not {text!r}.")
    return text == "1"


def push_subject(text: str, *, allows_private: bool) -> str:
    """Empty stays empty. Raises: BadSetting."""
    if not text:
        return ""
    # Here, for the same reason as above.
    from followups.domain.push import is_subject

    if not is_subject(text, allows_private=allows_private):
        raise BadSetting(
            f"FOLLOW_UPS_PUSH_SUBJECT is mailto: with your address or https:// with your site, at a name that the "
            f"internet knows, not {text!r}. Push services refuse others."
        )
    return text


def _log_level(text: str) -> str:
    level = text.strip().upper()
    if level not in logging.getLevelNamesMapping():
        raise BadSetting(f"FOLLOW_UPS_LOG_LEVEL is DEBUG, INFO, WARNING or ERROR, not {text!r}.")
    return level
