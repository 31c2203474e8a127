"""The schedules of reminders: at most one for each todo, which puts a ring into the reminders' queue at its time."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from followups.domain.instants import Instant
from followups.services.reminder_queue import Ring


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """One ring at one time, gone once it has fired."""

    name: str
    at: Instant
    """To the second."""
    ring: Ring


class Schedules(Protocol):
    """Raises, from any call: Unavailable: it may have landed; the same call again finishes it."""

    def put(self, schedule: Schedule) -> None:
        """Let there be this one under its name, in place of another. Its time is to come."""

    def delete(self, name: str) -> None:
        """Let there be none. One that is not there is fine."""

    def time_of(self, name: str) -> Instant | None:
        """When the one of this name fires; None where there is none."""


def name_of(todo_id: str) -> str:
    """The schedule's name, the same in every process: whoever makes it again replaces it."""
    return f"todo-{todo_id}"


def to_second(at: Instant) -> Instant:
    """The whole second that it comes in or, so that nothing fires early, after it."""
    down = at.replace(microsecond=0)
    return down if down == at else down + timedelta(seconds=1)
