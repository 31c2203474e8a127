"""The functions as Lambda runs them, on a metered table: what each call uses, with all that follows from it."""

import io
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final

from bench.around_functions import Devices, KeptReminders, KeptSchedules, NoChores, OpenPages
from bench.lambda_events import Event, queue_event, stream_event
from bench.outcomes import NotMeasured
from bench.use import Use
from followups.edges.agent.app import build_app as build_agent
from followups.edges.lambda_http import lambda_handler
from followups.edges.reminder_queue import reminder_handler
from followups.edges.schedule_stream import schedule_handler
from followups.edges.sign_in import ClaimsSignIn
from followups.edges.socket_events import socket_handler
from followups.edges.sweep import sweep_handler
from followups.edges.table_stream import stream_handler
from followups.edges.web.app import build_app as build_web
from followups.gateways.system import SystemChance, SystemClock
from followups.services import chore_messages, reminder_messages
from followups.services.chores import Chore
from followups.services.reminder_queue import Align, Ring
from followups.services.schedules import Schedule
from followups.storage.assembly import ports_over
from followups.storage.behind import behind_over, row_of
from followups.storage.contract import Item
from followups.storage.schedule_ports import schedule_ports_over
from followups.storage.socket_ports import sockets_over
from followups.storage.units import Meter
from followups.storage.wire import from_wire
from local.sqlite_table import SqliteTable

FOLLOWED: Final = frozenset({"todo", "list", "owner", "repository"})
"""The types of items whose writes the stream hands to live_sync."""
LOOKED_AT: Final = frozenset({"todo", "owner"})
"""Those of schedule."""

RING: Final = "ring"
"""A schedule fired. Of several devices each gets a message of its own then."""
PUSH: Final = "push to a device"
REPAIR: Final = "repair of schedules"

CLIENT: Final = "site"
"""That whose tokens the API takes."""

_ORIGIN: Final = "https://todo.example.com"
_CONTEXT: Final = SimpleNamespace(aws_request_id="4d9be1ba-36f1-4d2c-8c69-ce5b0a3b9c8f")
_ALL_CHANGES: Final = 1_000

Function = Callable[[Event, Any], Any]


class CountedFunctions:
    """All but setup, which runs once for a stack."""

    def __init__(self, table: SqliteTable, meter: Meter, now: Callable[[], datetime], log: io.StringIO) -> None:
        """`meter` is the table's, and `log` gets all log lines."""
        self._table = table
        self._meter = meter
        self._log = log
        clock = SystemClock(now)
        self.ports = ports_over(table, clock, SystemChance())
        self.schedules, self._reminders = KeptSchedules(), KeptReminders()
        self.devices, self._pages = Devices(), OpenPages()
        agent = build_agent(self.ports, origin=_ORIGIN)
        schedules, reminders, chores = self.schedules, self._reminders, NoChores()
        self._functions: dict[str, Function] = {
            "agent": lambda_handler(agent, agent.running),
            "web": lambda_handler(build_web(self.ports, ClaimsSignIn(self.ports, CLIENT), _ORIGIN)),
            "socket": socket_handler(sockets_over(table, clock)),
            "live_sync": stream_handler(behind_over(table, clock), chores, from_wire, self._pages, row_of),
            "schedule": schedule_handler(schedule_ports_over(table, clock), schedules, reminders, from_wire),
            "remind": reminder_handler(self.ports, schedules, reminders, self.devices, _ORIGIN),
            "sweep": sweep_handler(self.ports, chores, reminders),
        }
        self._position = table.last_position()
        self.tally: defaultdict[str, dict[str, Use]] = defaultdict(dict)
        """By the function, then by the kind of call."""

    def call(self, function: str, kind: str, event: Event) -> Any:
        """Call a function, and those behind its writes. What all of them use goes to the kind of call."""
        self._log.seek(0)
        self._log.truncate()
        self._meter.reset()
        answer = self._functions[function](event, _CONTEXT)
        followed, looked_at = self._follow("live_sync", FOLLOWED), self._follow("schedule", LOOKED_AT)
        self._position = self._table.last_position()
        spent = self._meter.total
        logged = len(self._log.getvalue().encode())
        self.add(
            function,
            kind,
            Use(requests=1, read=spent.read, write=spent.write, logged=logged, followed=followed, looked_at=looked_at)
            + self._pages.taken(),
        )
        return answer

    def add(self, function: str, kind: str, use: Use) -> None:
        uses = self.tally[function]
        uses[kind] = uses.get(kind, Use()) + use

    def ring(self, schedule: Schedule) -> None:
        """Let a schedule fire that is due."""
        self._reminders.put([schedule.ring])
        self._remind()

    def sweep(self, chore: Chore) -> None:
        self._take("sweep", "sweep", chore_messages.written(chore))
        self._remind()

    def _remind(self) -> None:
        """Hand over what waits for the reminders' function, one message at a time, until none does."""
        while (text := self._reminders.taken()) is not None:
            match reminder_messages.read(text):
                case Align():
                    kind = REPAIR
                case Ring(device=device):
                    kind = RING if device is None else PUSH
                case _:
                    raise NotMeasured("On a usual day the owner does not move.")
            self._take("remind", kind, text)

    def _take(self, function: str, kind: str, text: str) -> None:
        answer = self.call(function, kind, queue_event(text))
        assert not answer["batchItemFailures"], text

    def _follow(self, function: str, types: frozenset[str]) -> int:
        """Let the function follow each write since the last call, one by one. Answers how many there were."""
        changes = self._table.changes_after(self._position, _ALL_CHANGES)
        followed = [change for change in changes if _passes(change.old, types) or _passes(change.new, types)]
        for change in followed:
            answer = self._functions[function](stream_event(change), _CONTEXT)
            assert not answer["batchItemFailures"], change.key
        return len(followed)


def _passes(image: Item | None, types: frozenset[str]) -> bool:
    """Whether the stream's filter lets it through."""
    return image is not None and image["type"] in types
