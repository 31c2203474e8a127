"""Reminders as tests need them: schedules and a queue in memory, push services that answer as told, and a device."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from followups.domain.instants import Instant
from followups.domain.push import Subscription, id_of
from followups.domain.reminders import occurrence
from followups.domain.todos import Todo
from followups.edges.schedule_stream import looked_at
from followups.services import doing_reminders, scheduling
from followups.services.ports import Ports
from followups.services.pushing import Delivered, Message, Outcome
from followups.services.reminder_messages import read, written
from followups.services.reminder_queue import ReminderMessage, Ring
from followups.services.reminding import Reminding, Rung
from followups.services.schedules import Schedule, name_of
from followups.storage.todo_items import to_item
from tests.builders import FakeClock, Home

ORIGIN = "https://todo.example"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""The example key of RFC 8291, appendix A."""
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


@dataclass
class KeptSchedules:
    """Keeps schedules, and refuses what is past as a service may."""

    clock: FakeClock
    kept: dict[str, Schedule] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)

    def put(self, schedule: Schedule) -> None:
        assert schedule.at > self.clock.now(), "a schedule for the past"
        assert schedule.at.microsecond == 0
        self.calls.append("put")
        self.kept[schedule.name] = schedule

    def delete(self, name: str) -> None:
        self.calls.append("delete")
        self.kept.pop(name, None)

    def time_of(self, name: str) -> Instant | None:
        found = self.kept.get(name)
        return None if found is None else found.at

    def at(self, todo: Todo) -> Instant | None:
        return self.time_of(name_of(todo.id))


@dataclass
class KeptReminders:
    """Keeps what is put, as text, with the instant from which it may be taken."""

    clock: FakeClock
    waiting: list[tuple[Instant, str]] = field(default_factory=list)

    def put(self, messages: Sequence[ReminderMessage], *, after_seconds: int = 0) -> None:
        assert 0 <= after_seconds <= 900
        ready = self.clock.now() + timedelta(seconds=after_seconds)
        self.waiting += [(ready, written(message)) for message in messages]

    @property
    def messages(self) -> list[ReminderMessage]:
        return [read(text) for _, text in self.waiting]


class Services:
    """Push services that answer what was told for a device, one after the other, the last again and again."""

    def __init__(self) -> None:
        self.pushed: list[tuple[str, Message]] = []
        self.answers: dict[str, list[Outcome | BaseException]] = {}
        self.before_answer: Callable[[], None] = lambda: None

    def send(self, subscription: Subscription, message: Message, *, deadline_seconds: float) -> Outcome:
        assert 0 < deadline_seconds < 60
        self.pushed.append((subscription.name or "", message))
        self.before_answer()
        answers = self.answers.get(subscription.name or "", [])
        answer = (answers.pop(0) if len(answers) > 1 else answers[0]) if answers else Delivered()
        if isinstance(answer, BaseException):
            raise answer
        return answer


@dataclass
class Bell:
    """A home with devices, and all that makes them ring."""

    home: Home
    schedules: KeptSchedules
    queue: KeptReminders
    services: Services

    @property
    def ports(self) -> Ports:
        return self.home.ports

    @property
    def remind(self) -> Reminding:
        return Reminding(
            ports=self.ports,
            schedules=self.schedules,
            queue=self.queue,
            gateway=self.services,
            origin=ORIGIN,
        )

    def device(self, name: str, endpoint: str | None = None) -> Subscription:
        endpoint = endpoint or f"https://push.example/{name}"
        made = Subscription(
            id=id_of(endpoint),
            owner_id=self.home.owner.owner_id,
            endpoint=endpoint,
            p256dh=P256DH,
            auth=AUTH,
            name=name,
            created_at=self.home.clock.now(),
        )
        self.ports.subscriptions.keep(made)
        return made

    def look(self, before: Todo | None, after: Todo | None) -> None:
        """Word of one write, as the stream brings it."""
        scheduling.follow(self.ports, self.schedules, self.queue, seen(before), seen(after))

    def written(self, todo: Todo) -> Todo:
        """A todo that was just made, with what follows."""
        self.look(None, todo)
        return todo

    def run(self, **span: float) -> Rung:
        """Let time pass: schedules fire, and the queue is worked until nothing is ready."""
        until = self.home.clock.now() + timedelta(**span)
        total = Rung()
        while True:
            ready = min((at for at, _ in self.queue.waiting), default=None)
            fires = min((each.at for each in self.schedules.kept.values()), default=None)
            following = min((at for at in (ready, fires) if at is not None), default=None)
            if following is None or following > until:
                break
            if following > self.home.clock.now():
                self.home.clock.turn_to(following)
            self._step(total)
        self.home.clock.turn_to(max(until, self.home.clock.now()))
        return total

    def _step(self, total: Rung) -> None:
        now = self.home.clock.now()
        for name, each in list(self.schedules.kept.items()):
            if each.at <= now:
                del self.schedules.kept[name]
                self.queue.put([each.ring])
        for entry in [entry for entry in self.queue.waiting if entry[0] <= now]:
            self.queue.waiting.remove(entry)
            self.do(read(entry[1]), total)

    def do(self, message: ReminderMessage, total: Rung | None = None) -> Rung:
        rung = doing_reminders.do(self.remind, message)
        if total is not None:
            total.sent += rung.sent
            total.late += rung.late
            total.dropped += rung.dropped
        return rung

    @property
    def heard(self) -> list[str]:
        """The devices that were pushed to, in order."""
        return [name for name, _ in self.services.pushed]

    def payloads(self) -> list[dict[str, Any]]:

        return [json.loads(message.body) for _, message in self.services.pushed]


def seen(todo: Todo | None) -> scheduling.Seen | None:
    """As the stream's edge sees its item."""
    return None if todo is None else looked_at(to_item(todo))


def ring_for(todo: Todo) -> Ring:
    return Ring(todo_id=todo.id, occurrence=occurrence(todo))


def a_bell(home: Home) -> Bell:
    clock = home.clock
    return Bell(home=home, schedules=KeptSchedules(clock), queue=KeptReminders(clock), services=Services())
