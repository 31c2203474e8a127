"""Markers: what was pushed to which device, so that nothing rings twice."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from followups.domain.instants import Instant

LEASE_SECONDS: Final = 60
"""How long one that sends has a push for itself, in seconds. A crash may push it once more after that."""

TOKEN_SECONDS: Final = 24 * 60 * 60
"""How long the actions of a notification work, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One push to one device."""

    owner_id: str
    what: str
    """Of a todo's ring: the todo and the occurrence. Of a summary: what it sums up."""
    device: str


class State(Enum):
    BEGUN = "begun"
    """It is the caller's to send."""
    SENDING = "sending"
    """Somebody else is at it, or was a moment ago."""
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class Used:
    """What the notification's actions were used for."""

    action: str
    at: Instant
    before: bool
    """By an earlier call."""


class SentMarkers(Protocol):
    def begin(self, mark: Mark, *, holder: str, token: str | None, now: Instant) -> State:
        """Lease the push, unless it was sent or another lease is live.

        `token` is the digest of what the notification's actions show; those of earlier tries stay good.
        """

    def finish(self, mark: Mark, *, now: Instant) -> None:
        """It was sent, or given up: it is not tried again."""

    def release(self, mark: Mark, *, holder: str) -> None:
        """It was not sent: whoever comes next may begin at once. Another's lease stays."""

    def is_sent(self, mark: Mark) -> bool: ...

    def use(self, mark: Mark, *, token: str, action: str, now: Instant) -> Used | None:
        """Use the notification's actions for this one, once. None: this digest is none of its, or too old."""


def ring_of(todo_id: str, occurrence: str) -> str:
    return f"{todo_id}#{occurrence}"


def day_of(owner_id: str, day: str) -> str:
    """The one push for all that rings with a day."""
    return f"{owner_id}#day#{day}"


def late_of(owner_id: str, day: str) -> str:
    """The one push of this day for all that is more than a day late."""
    return f"{owner_id}#late#{day}"
