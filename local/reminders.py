"""Reminders on one machine: looks at what is due instead of keeping schedules, and remembers how far it has looked.

What fell due between its last look and now rings, also across a restart: the end of each look is kept in the table.
"""

import heapq
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from followups.domain import reminders
from followups.domain.instants import FIRST, Instant, from_text, to_text
from followups.domain.owners import Owner
from followups.edges.reminder_queue import is_done
from followups.services.dated_todos import all_pages
from followups.services.ports import Ports
from followups.services.pushing import Gateway
from followups.services.reminder_messages import written
from followups.services.reminder_queue import ReminderMessage, Ring
from followups.services.reminding import Reminding
from followups.services.schedules import Schedule
from followups.storage.contract import Key
from local.sign_in import ISSUER, SUBJECT
from local.sqlite_table import SqliteTable

AHEAD: Final = timedelta(hours=1)
"""How far ahead a look goes; at least as often it looks."""
SAVED: Final = timedelta(minutes=1)
"""How often the end of the looks is kept where nothing rings. A crash repeats so much, which markers keep quiet."""
MOVED: Final = timedelta(hours=26)
"""How far back the days of an owner are looked at who changed when they begin: so far apart lie the zones."""
_LOOKED_JUST_NOW: Final = timedelta(seconds=1)
_PAUSE_SECONDS: Final = 60
"""When a message is tried again that failed, in seconds."""
_PAGE: Final = 500
_PLACE: Final = Key("LOCAL#REMINDERS", "LOOKED")


@dataclass(frozen=True, slots=True)
class _Ringing:
    """A todo that rings at an instant, as the index of dated todos says."""

    todo_id: str
    at: Instant


class _Waiting:
    """The schedules of one machine: what rings later than the index says waits with the messages."""

    def __init__(self, queue: "LocalReminders") -> None:
        self._queue = queue

    def put(self, schedule: Schedule) -> None:
        self._queue.put_at(schedule.at, [schedule.ring])

    def delete(self, name: str) -> None: ...

    def time_of(self, name: str) -> Instant | None:
        return None


class LocalReminders:
    """The queue of reminders, for one thread: what is due is put into it when it is, and what waits is in memory."""

    def __init__(self, ports: Ports, table: SqliteTable, gateway: Gateway, origin: str) -> None:
        self._ports = ports
        self._table = table
        self._remind = Reminding(ports=ports, schedules=_Waiting(self), queue=self, gateway=gateway, origin=origin)
        self._waiting: list[tuple[Instant, int, str]] = []
        self._turns = itertools.count()
        self._looked: Instant | None = None
        self._upcoming: Instant = FIRST
        """When the next thing falls due, as the last look found."""
        self._saved: Instant | None = None
        self._worked = False
        """Whether something was done since it was kept."""
        self._owner: Owner | None = None
        self._days: tuple[str, str] | None = None
        """Zone and day-start at the last look."""

    def put(self, messages: Sequence[ReminderMessage], *, after_seconds: int = 0) -> None:
        self.put_at(self._ports.clock.now() + timedelta(seconds=after_seconds), messages)

    def put_at(self, ready: Instant, messages: Sequence[ReminderMessage]) -> None:
        for message in messages:
            heapq.heappush(self._waiting, (ready, next(self._turns), written(message)))

    def step(self) -> float:
        """Look what has fallen due, and do one message that is ready. Answers the seconds until there is more to do."""
        with self._table.not_waiting():
            upcoming = self._upcoming if self._is_busy() else self._look()
            self._do_one()
            self._keep()
        now = self._ports.clock.now()
        ready = self._waiting[0][0] if self._waiting else now + AHEAD
        return max(0.0, (min(ready, upcoming, now + AHEAD) - now).total_seconds())

    def _is_busy(self) -> bool:
        """Whether there is something to do, and the last look was just now: those that ring at once share it."""
        now = self._ports.clock.now()
        is_new = self._looked is not None and timedelta(0) <= now - self._looked < _LOOKED_JUST_NOW
        return is_new and bool(self._waiting) and self._waiting[0][0] <= now

    def _look(self) -> Instant:
        """Put what has fallen due since the last look into the queue. Answers when the next thing falls due."""
        now = self._ports.clock.now()
        since = self._since(now)
        owner = self._owner = _owner(self._ports)
        ringing: list[_Ringing] = []
        if owner is not None:
            days = (owner.time_zone, owner.day_start)
            moved = self._days is not None and self._days != days
            self._days = days
            ringing = list(self._ringing(owner, since, now + AHEAD, now - MOVED if moved else since))
        self.put([ring for each in ringing if each.at <= now and (ring := self._ring(each)) is not None])
        self._looked = now
        self._upcoming = min((each.at for each in ringing if each.at > now), default=now + AHEAD)
        return self._upcoming

    def _keep(self) -> None:
        """Let the next start look from where everything before is done: it finds again what still waits."""
        owner, looked, saved = self._owner, self._looked, self._saved
        if owner is None or looked is None or self._waiting:
            return
        if saved is None or self._worked or not timedelta(0) <= looked - saved < SAVED:
            place = {"PK": _PLACE.pk, "SK": _PLACE.sk, "type": "local-reminders", "owner_id": owner.id}
            self._table.put({**place, "looked_at": to_text(looked)})
            self._saved, self._worked = looked, False

    def _since(self, now: Instant) -> Instant:
        """Where the last look ended; never after now, to which the clock may have been set back."""
        if self._looked is None:
            item = self._table.get(_PLACE)
            self._looked = now if item is None else from_text(item["looked_at"])
        return min(self._looked, now)

    def _ringing(self, owner: Owner, since: Instant, until: Instant, days_since: Instant) -> Iterator[_Ringing]:
        """What rings after the one instant and by the other."""
        dated = self._ports.dated
        first = reminders.day_of(days_since, owner) - timedelta(days=1)
        last = reminders.day_of(until, owner)
        for each in all_pages(lambda after: dated.on_days(owner.id, first, last, limit=_PAGE, after=after)):
            at = each.at if isinstance(each.at, datetime) else reminders.day_rings_at(each.at, owner)
            if days_since < at <= until:
                yield _Ringing(each.todo_id, at)
        for each in all_pages(lambda after: dated.at_times(owner.id, since, until, limit=_PAGE, after=after)):
            if isinstance(each.at, datetime) and since < each.at <= until:
                yield _Ringing(each.todo_id, each.at)

    def _ring(self, ringing: _Ringing) -> Ring | None:
        """Nothing for what was past already when it was written."""
        todo = self._ports.todos.get(ringing.todo_id)
        if todo is None or not reminders.was_ahead(todo, ringing.at):
            return None
        return Ring(todo_id=todo.id, occurrence=reminders.occurrence(todo))

    def _do_one(self) -> None:
        if not self._waiting or self._waiting[0][0] > self._ports.clock.now():
            return
        _, turn, text = heapq.heappop(self._waiting)
        self._worked = True
        if not is_done(self._remind, text, message_id=str(turn)):
            ready = self._ports.clock.now() + timedelta(seconds=_PAUSE_SECONDS)
            heapq.heappush(self._waiting, (ready, turn, text))


def _owner(ports: Ports) -> Owner | None:
    owner_id = ports.owners.signed_in(ISSUER, SUBJECT)
    owner = None if owner_id is None else ports.owners.get(owner_id)
    return None if owner is None or owner.deleted_at is not None else owner
