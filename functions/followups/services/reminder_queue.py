"""What is done for reminders, by whoever takes it from their queue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from followups.domain.instants import Instant

LONGEST_DELAY_SECONDS: Final = 900
"""How long a queue holds a message back at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """Ring for this todo, if it still is open and due as it was."""

    todo_id: str
    occurrence: str
    device: str | None = None
    """On this device alone; None for each of the owner's."""
    tries: int = 0
    """How often that device's push service has put it off."""
    not_before: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Align:
    """Make the schedules of these todos equal to them."""

    todo_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDays:
    """The owner's days start at another instant: make the schedules of a page of calendar dates equal to them."""

    owner_id: str
    after: Mapping[str, str] | None = None
    """Where the page before ended."""


ReminderMessage = Ring | Align | MoveDays


class ReminderQueue(Protocol):
    def put(self, messages: Sequence[ReminderMessage], *, after_seconds: int = 0) -> None:
        """Have them done, each at least once and no earlier than that, `LONGEST_DELAY_SECONDS` at most.

        Raises: Unavailable: some may have been taken, put them all again.
        """
