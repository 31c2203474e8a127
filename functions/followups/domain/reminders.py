"""Reminders: when a todo rings, and what names that one ring."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from followups.domain import dues
from followups.domain.dues import DueDate, DueTime
from followups.domain.instants import Instant, to_text
from followups.domain.owners import Owner
from followups.domain.todos import Todo

GOOD_FOR: Final = timedelta(hours=24)
"""How late a reminder may still ring by itself; what is later joins one summary. A push service keeps it as long."""

SINGLE_PER_DAY: Final = 3
"""How many reminders of calendar dates ring one by one at a day's start; more become one."""


def rings_at(todo: Todo, owner: Owner) -> Instant | None:
    """When it rings, or rang: at its time, or at the owner's day-start on its date, or at the end of its snooze where
    that is later. A snooze that ends before it is due moves nothing.
    """
    if not todo.is_open:
        return None
    due = _due_rings_at(todo, owner)
    return max((at for at in (due, todo.snoozed_until) if at is not None), default=None)


def _due_rings_at(todo: Todo, owner: Owner) -> Instant | None:
    if isinstance(todo.due, DueDate):
        return day_rings_at(todo.due.date, owner)
    return None if todo.due is None else dues.instant(todo.due)


def day_rings_at(day: date, owner: Owner) -> Instant:
    """The owner's day-start on this day. One that a clock change skips counts by the offset before it."""
    start = datetime.combine(day, time.fromisoformat(owner.day_start))
    at = dues.instant(DueTime(at=start, time_zone=owner.time_zone))
    assert at is not None  # noqa: S101 - a wall-clock time has an instant
    return at


def day_of(now: Instant, owner: Owner) -> date:
    """The owner's calendar date."""
    zone = owner.time_zone if dues.zone_is_known(owner.time_zone) else "UTC"
    return now.astimezone(ZoneInfo(zone)).date()


def rings_with_its_day(todo: Todo, owner: Owner) -> date | None:
    """The day at whose start it rings, where that is what it rings at."""
    if not isinstance(todo.due, DueDate) or rings_at(todo, owner) != day_rings_at(todo.due.date, owner):
        return None
    return todo.due.date


def dated(before: Todo | None, after: Todo, now: Instant) -> Todo:
    """The todo as this write leaves it, which says when it came to ring for what it rings for now."""
    if after.due is None and after.snoozed_until is None:
        return replace(after, dated_at=None)
    rings = _rings_for(after)
    if rings == "" or (before is not None and rings == _rings_for(before)):
        return after
    return replace(after, dated_at=now)


def was_ahead(todo: Todo, at: Instant) -> bool:
    """Whether this instant was still to come when the todo came to ring at it."""
    return at > (todo.dated_at or todo.created_at)


def _rings_for(todo: Todo) -> str:
    return occurrence(todo) if todo.is_open else ""


def occurrence(todo: Todo) -> str:
    """Names one ring: the due as written, with its zone, and the end of the snooze while there is one.

    A calendar date is the date alone, so that it does not ring twice for an owner who moves to another zone.
    """
    return occurrence_of(_written(todo.due), None if todo.snoozed_until is None else to_text(todo.snoozed_until))


def occurrence_of(due: str | None, snoozed_until: str | None) -> str:
    """That, made of what is stored of the two: `2027-01-31T09:00 Europe/Berlin+2027-01-31T10:00:00.000Z`."""
    return (due or "") if snoozed_until is None else f"{due or ''}+{snoozed_until}"


def _written(due: dues.Due | None) -> str | None:
    if due is None:
        return None
    return dues.occurrence(due) if isinstance(due, DueDate) else f"{dues.occurrence(due)} {due.time_zone}"
