"""The schedule of a todo is made equal to the todo, whoever changed it.

Word of a change only says where to look. The todo is read, its schedule made equal, and the todo read again, until it
did not change in between: of two that work on one todo, the last to write a schedule reads after the last to write the
todo. So word may come late, twice and in any order.
"""

import math
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Protocol

from followups.domain import reminders
from followups.domain.errors import Unavailable
from followups.domain.instants import Instant
from followups.domain.owners import Owner
from followups.domain.todos import Todo
from followups.services.reminder_queue import MoveDays, ReminderQueue, Ring
from followups.services.schedules import Schedule, Schedules, name_of, to_second
from followups.services.time_and_chance import Clock

STRAIGHT: Final = timedelta(seconds=60)
"""What rings sooner goes straight into the queue: a schedule fires to the minute, and none is made for the past."""
FARTHEST: Final = timedelta(days=366)
"""What rings later gets its schedule when it is near, by the daily sweep."""
LOOKS: Final = 5
"""How often a todo that changes all the time is looked at before the work is put off."""


class _Todos(Protocol):
    def get(self, todo_id: str, *, consistent: bool = True) -> Todo | None: ...


class _Owners(Protocol):
    def get(self, owner_id: str) -> Owner | None: ...


class SchedulePorts(Protocol):
    """What schedules are made with; `ports.Ports` has it too."""

    @property
    def clock(self) -> Clock: ...
    @property
    def todos(self) -> _Todos: ...
    @property
    def owners(self) -> _Owners: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTodo:
    """A todo on one side of a write, as far as its reminder goes."""

    todo_id: str
    occurrence: str
    """Empty where it has nothing to ring for."""
    is_open: bool

    @property
    def rings(self) -> str:
        """What it rings for, if it does."""
        return self.occurrence if self.is_open else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenOwner:
    """An account on one side of a write."""

    owner_id: str
    days: str
    """Its zone and when its days start."""
    is_deleted: bool


Seen = SeenTodo | SeenOwner


def follow(
    ports: SchedulePorts, schedules: Schedules, queue: ReminderQueue, before: Seen | None, after: Seen | None
) -> None:
    """Do what follows from this write. Raises: Unavailable: the same call again finishes it."""
    match before, after:
        case SeenOwner(), SeenOwner() if before.days != after.days and not after.is_deleted:
            queue.put([MoveDays(owner_id=after.owner_id)])
        case (SeenTodo() | None, SeenTodo()) if after.rings != ("" if before is None else before.rings):
            align(ports, schedules, queue, after.todo_id)
        case SeenTodo(), None if before.rings:
            align(ports, schedules, queue, before.todo_id)


def align(ports: SchedulePorts, schedules: Schedules, queue: ReminderQueue, todo_id: str) -> None:
    """Make the schedule of this todo equal to it. What was past when it was written never rings.

    Raises: Unavailable: do it again.
    """
    wanted = _wanted(ports, todo_id)
    for _ in range(LOOKS):
        _make(ports.clock.now(), schedules, queue, todo_id, wanted)
        looked = _wanted(ports, todo_id)
        if looked.is_same_as(wanted):
            return
        wanted = looked
    raise Unavailable from _Restless(f"todo {todo_id} changed at each of {LOOKS} looks")


class _Restless(Exception):
    """A todo that changes faster than its schedule."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    at: Instant | None = None
    occurrence: str = ""
    was_ahead: bool = False
    """Whether it was still to come when it was written."""

    def is_same_as(self, other: "_Wanted") -> bool:
        return (self.at, self.occurrence) == (other.at, other.occurrence)


def _wanted(ports: SchedulePorts, todo_id: str) -> _Wanted:
    todo = ports.todos.get(todo_id)
    if todo is None or not todo.is_open or (todo.due is None and todo.snoozed_until is None):
        return _Wanted()
    owner = ports.owners.get(todo.owner_id)
    if owner is None or owner.deleted_at is not None:
        return _Wanted()
    at = reminders.rings_at(todo, owner)
    return _Wanted(at, reminders.occurrence(todo), at is not None and reminders.was_ahead(todo, at))


def _make(
    now: Instant,
    schedules: Schedules,
    queue: ReminderQueue,
    todo_id: str,
    wanted: _Wanted,
) -> None:
    name = name_of(todo_id)
    if wanted.at is None or wanted.at > now + FARTHEST:
        schedules.delete(name)
        return
    ring = Ring(todo_id=todo_id, occurrence=wanted.occurrence)
    if wanted.at > now + STRAIGHT:
        schedules.put(Schedule(name=name, at=to_second(wanted.at), ring=ring))
    elif wanted.at <= now and schedules.time_of(name) == to_second(wanted.at):
        # It is about to fire: the write changed something else.
        return
    elif wanted.was_ahead:
        queue.put([ring], after_seconds=max(0, math.ceil((wanted.at - now).total_seconds())))
        schedules.delete(name)
    else:
        schedules.delete(name)
