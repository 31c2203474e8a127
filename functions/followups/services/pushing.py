"""One message to one browser, through whatever push service it subscribed at."""

import re
from dataclasses import dataclass
from typing import Final, Protocol

from followups.domain.limits import PUSH_BYTES
from followups.domain.push import Subscription

LONGEST_TTL_SECONDS: Final = 28 * 24 * 60 * 60
"""Services keep nothing for longer, in seconds."""

_TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What is sent. Raises: ValueError: no service would take it."""

    body: bytes
    """At most `PUSH_BYTES`; `reminder_texts` writes them."""
    topic: str
    """Of two messages on one topic, a service that still has the first delivers the second alone: 1..32 characters of
    base64url (RFC 8030 5.4)."""
    ttl_seconds: int
    """How long a service keeps trying, in seconds; at 0 it tries once (RFC 8030 5.2)."""

    def __post_init__(self) -> None:
        if len(self.body) > PUSH_BYTES:
            raise ValueError(f"a message has at most {PUSH_BYTES} bytes, not {len(self.body)}")
        if not _TOPIC.fullmatch(self.topic):
            raise ValueError(f"a topic is 1..32 characters of base64url, not {self.topic!r}")
        if not 0 <= self.ttl_seconds <= LONGEST_TTL_SECONDS:
            raise ValueError(f"a message is kept 0..{LONGEST_TTL_SECONDS} seconds, not {self.ttl_seconds}")


@dataclass(frozen=True, slots=True)
class Delivered:
    """The push service has it."""


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no such subscription any more (RFC 8030 7.3): delete it."""


@dataclass(frozen=True, slots=True)
class TooLarge:
    """The service takes less: try once more with `reminder_texts.short`."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The same message again would be refused again. The subscription stays."""

    status: int | None
    """What the service answered; None where it was not asked, since nothing may be sent to its address."""
    cause: str


@dataclass(frozen=True, slots=True)
class Later:
    """No answer, or one that asks to wait. The subscription stays."""

    after_seconds: int | None
    """How long the service asks to wait, in seconds; None where it does not say."""
    cause: str


Outcome = Delivered | Gone | TooLarge | Refused | Later


class Gateway(Protocol):
    def send(self, subscription: Subscription, message: Message, *, deadline_seconds: float) -> Outcome:
        """Hand a message to the subscription's push service, once. Whatever a service does, this answers in time."""
