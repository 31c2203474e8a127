"""S12: a simulated day of reminders over the real services, with everything delivered twice, lost and moved at times.

Time, the schedules, the queue and the push service are simulated; what decides is the product's own code on SQLite in
memory. Many small worlds make up the whole, each an owner with a device and a day of todos.
"""

import heapq
import json
import os
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import Final

from bench.outcomes import Amount, Bound, Limit, Line
from bench.stage import Stage
from followups.domain.base62 import BASE, encoded
from followups.domain.dues import DueTime
from followups.domain.ids import RANDOM_BYTES, uuid7
from followups.domain.instants import Instant, epoch_milliseconds
from followups.domain.push import Subscription
from followups.domain.todos import Todo
from followups.edges.schedule_stream import looked_at
from followups.services import access, adding, doing_reminders, editing, managing_lists, scheduling, signing_in
from followups.services.pushing import Delivered, Later, Message, Outcome
from followups.services.reminder_messages import read, written
from followups.services.reminder_queue import ReminderMessage
from followups.services.reminding import Reminding
from followups.services.schedules import Schedule
from followups.storage.assembly import ports_over
from followups.storage.todo_items import to_item
from local.sqlite_table import SqliteTable

REMINDERS: Final = 1_000_000
QUICKLY: Final = 10_000
_OF_A_WORLD: Final = 500
TITLE: Final = "reminders of a simulated day, delivered twice, cut off by crashes, moved and completed before"

START: Final = datetime(2027, 1, 4, tzinfo=UTC)
_DAY: Final = timedelta(hours=24)
_VISIBLE_AGAIN: Final = timedelta(seconds=360)
"""After how long the queue gives out a message again whose worker died, as the template has it."""

# How often, of all.
TWICE: Final = 0.05
"""A message or a record of the stream that comes once more."""
CRASHES: Final = 0.003
"""Pushes at which the process dies: half of them before the push, half before it is marked."""
PUT_OFF: Final = 0.002
"""Pushes that the service answers with 503."""
MOVED: Final = 0.2
COMPLETED: Final = 0.1


class Crash(BaseException):
    """The process is gone."""


class _Clock:
    def __init__(self) -> None:
        self.at = START

    def now(self) -> Instant:
        self.at += timedelta(microseconds=1)
        return self.at


class _Chance:
    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def id(self, now: Instant) -> str:
        return uuid7(epoch_milliseconds(now), self._dice.randbytes(RANDOM_BYTES))

    def base62(self, characters: int) -> str:
        return encoded(self._dice.randrange(BASE**characters), characters)

    def bits(self) -> bytes:
        return self._dice.randbytes(32)


@dataclass(slots=True)
class Seen:
    """What came of it, over all worlds."""

    expected: int = 0
    """Times that came while their todo stood open at them."""
    lost: int = 0
    shown_twice: int = 0
    """Rings of one time that a device heard again, other than a crash's, which replaces the first without a sound."""
    uncalled: int = 0
    """Rings for what was done or due at another time."""
    late_seconds: list[float] = field(default_factory=list)

    def add(self, other: "Seen") -> None:
        self.expected += other.expected
        self.lost += other.lost
        self.shown_twice += other.shown_twice
        self.uncalled += other.uncalled
        self.late_seconds += other.late_seconds


def measure(stage: Stage) -> Iterator[Line]:
    wanted = QUICKLY if stage.quick else REMINDERS
    whole = Seen()
    worlds = -(-wanted // _OF_A_WORLD)
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for seen in processes.map(a_day, range(worlds), chunksize=4):
            whole.add(seen)
    whole.late_seconds.sort()
    late = whole.late_seconds[min(len(whole.late_seconds) - 1, int(len(whole.late_seconds) * 0.99))]
    yield Line(what="reminders that fell due", figure=Amount(whole.expected, ""))
    none = Limit(Bound.AT_MOST, 0)
    yield Line(what="lost", figure=Amount(whole.lost, ""), limit=none)
    yield Line(what="shown twice", figure=Amount(whole.shown_twice, ""), limit=none)
    yield Line(what="for what was moved or done", figure=Amount(whole.uncalled, ""), limit=none)
    yield Line(what="lateness, 99th of 100", figure=Amount(late, "s"), limit=Limit(Bound.AT_MOST, 60))


def a_day(seed: int) -> Seen:
    """One world, from its first todo to the end of its day."""
    world = _World(random.Random(seed))  # noqa: S311 - chance in a simulation
    world.plan(_OF_A_WORLD)
    world.run()
    return world.seen()


class _World:
    """An owner with one device; schedules, queue and push service are its own."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.clock = _Clock()
        self.ports = ports_over(SqliteTable(":memory:"), self.clock, _Chance(dice))
        owner = signing_in.sign_in(self.ports, "local", "owner")
        self.reached = access.reach_list(self.ports, owner, managing_lists.lists_of(self.ports, owner)[0].id)
        self.ports.subscriptions.keep(
            Subscription(
                id="0" * 64,
                owner_id=owner.owner_id,
                endpoint="https://push.example.com/1",
                p256dh="",
                auth="",
                name="phone",
                created_at=START,
            )
        )
        self.schedules = _Schedules(self)
        self.queue = _Queue(self)
        self.remind = Reminding(
            ports=self.ports,
            schedules=self.schedules,
            queue=self.queue,
            gateway=self,
            origin="https://todo.example.com",
        )
        self._turn = count()
        self._agenda: list[tuple[Instant, int, object]] = []
        """What happens when: an action, the name of a schedule that may fire, or the text of a message."""
        self.rung: dict[tuple[str, str], list[Instant]] = defaultdict(list)
        self.repeated_by_crash: dict[tuple[str, str], int] = defaultdict(int)
        self.stood: dict[tuple[str, str], Instant] = {}
        """The times that todos are due at, as long as they stand; with them those that came."""
        self.uncalled = 0

    # The plan: what the owner does

    def plan(self, todos: int) -> None:
        for number in range(todos):
            made = START + self.dice.random() * timedelta(hours=1)
            due = made + timedelta(seconds=2) + self.dice.random() * _DAY
            self.at(made, partial(self._add, f"Todo {number}", due))

    def _add(self, title: str, due: Instant) -> None:
        todo = adding.add(self.ports, self.reached, title=title, due=_due(due))
        self._follow(None, todo)
        self._stands(todo)
        chance = self.dice.random()
        # At any moment before, some of them in the very second that it is due in.
        left = (due - self.clock.at) * (self.dice.random() if self.dice.random() < 0.9 else 1)
        if chance < MOVED:
            self.at(self.clock.at + left, partial(self._move, todo.id))
        elif chance < MOVED + COMPLETED:
            self.at(self.clock.at + left, partial(self._complete, todo.id))

    def _move(self, todo_id: str) -> None:
        before = self._get(todo_id)
        later = self.clock.at + timedelta(seconds=2) + self.dice.random() * timedelta(hours=6)
        self._falls(before)
        after = editing.edit(
            self.ports, self.reached, editing.Seen(id=todo_id, version=None), editing.Edit(due=_due(later))
        )
        self._follow(before, after)
        self._stands(after)

    def _complete(self, todo_id: str) -> None:
        before = self._get(todo_id)
        self._falls(before)
        self._follow(before, editing.complete(self.ports, self.reached, editing.Seen(id=todo_id, version=None)))

    def _get(self, todo_id: str) -> Todo:
        todo = self.ports.todos.get(todo_id)
        if todo is None:
            raise LookupError(todo_id)
        return todo

    def _follow(self, before: Todo | None, after: Todo) -> None:
        """The stream brings word of it, at least once."""
        old, new = (None if each is None else looked_at(to_item(each)) for each in (before, after))
        for _ in range(self.times()):
            scheduling.follow(self.ports, self.schedules, self.queue, old, new)

    def _stands(self, todo: Todo) -> None:
        self.stood[_ring_of(todo)] = _instant(todo)

    def _falls(self, todo: Todo) -> None:
        """It is due no more. Whether it still rings when that is so in the same moment is a matter of luck."""
        if _instant(todo) > self.clock.at - timedelta(seconds=1):
            self.stood.pop(_ring_of(todo), None)

    # The world: time, schedules, queue, push service

    def run(self) -> None:
        while self._agenda:
            at, _, what = heapq.heappop(self._agenda)
            self.clock.at = max(self.clock.at, at)
            if isinstance(what, Schedule):
                self._fire(what)
            elif isinstance(what, str):
                self._work(what)
            elif callable(what):
                what()

    def at(self, at: Instant, what: object) -> None:
        heapq.heappush(self._agenda, (at, next(self._turn), what))

    def times(self) -> int:
        return 2 if self.dice.random() < TWICE else 1

    def _fire(self, schedule: Schedule) -> None:
        if self.schedules.drop(schedule):
            for _ in range(self.times()):
                self.queue.put([schedule.ring], after_seconds=self.dice.randrange(3))

    def _work(self, text: str) -> None:
        try:
            doing_reminders.do(self.remind, read(text))
        except Crash:
            self.at(self.clock.at + _VISIBLE_AGAIN, text)

    def send(self, subscription: Subscription, message: Message, *, deadline_seconds: float) -> Outcome:
        """The push service, and the device behind it."""
        fate = self.dice.random()
        if fate < CRASHES / 2:
            raise Crash
        if fate > 1 - PUT_OFF:
            return Later(after_seconds=None, cause="503")
        todo = self._get(json.loads(message.body)["todo_id"])
        ring = _ring_of(todo)
        if not todo.is_open:
            self.uncalled += 1
        self.rung[ring].append(self.clock.at)
        if fate < CRASHES:
            self.repeated_by_crash[ring] += 1
            raise Crash
        return Delivered()

    def seen(self) -> Seen:
        seen = Seen(uncalled=self.uncalled)
        for ring, due in self.stood.items():
            heard = self.rung.get(ring, [])
            seen.expected += 1
            seen.lost += not heard
            if heard:
                seen.late_seconds.append(max(0.0, (heard[0] - due).total_seconds()))
        for ring, heard in self.rung.items():
            seen.shown_twice += max(0, len(heard) - 1 - self.repeated_by_crash[ring])
        return seen


class _Schedules:
    """Fires each at its time, once at least."""

    def __init__(self, world: _World) -> None:
        self._world = world
        self._kept: dict[str, Schedule] = {}

    def put(self, schedule: Schedule) -> None:
        self._kept[schedule.name] = schedule
        self._world.at(schedule.at, schedule)

    def delete(self, name: str) -> None:
        self._kept.pop(name, None)

    def time_of(self, name: str) -> Instant | None:
        kept = self._kept.get(name)
        return None if kept is None else kept.at

    def drop(self, schedule: Schedule) -> bool:
        """Whether it was still there, to fire now."""
        if self._kept.get(schedule.name) is not schedule:
            return False
        del self._kept[schedule.name]
        return True


class _Queue:
    """Hands each message out at least once."""

    def __init__(self, world: _World) -> None:
        self._world = world

    def put(self, messages: Sequence[ReminderMessage], *, after_seconds: int = 0) -> None:
        world = self._world
        for message in messages:
            for _ in range(world.times()):
                world.at(world.clock.at + timedelta(seconds=after_seconds), written(message))


def _due(at: Instant) -> DueTime:
    return DueTime(at=at.replace(microsecond=0, tzinfo=None), time_zone="UTC")


def _instant(todo: Todo) -> Instant:
    if not isinstance(todo.due, DueTime):
        raise TypeError("every todo here has a time")
    return todo.due.at.replace(tzinfo=UTC)


def _ring_of(todo: Todo) -> tuple[str, str]:
    return todo.id, _instant(todo).isoformat()
