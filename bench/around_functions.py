"""What stands around the functions while their calls are counted: Scheduler, queues, push services and open pages."""

import json
from collections.abc import Sequence

from bench.outcomes import NotMeasured
from bench.use import Use
from followups.domain.instants import Instant
from followups.domain.push import Subscription
from followups.services.chores import Chore
from followups.services.pushing import Delivered, Message
from followups.services.reminder_messages import written
from followups.services.reminder_queue import ReminderMessage
from followups.services.schedules import Schedule


class KeptSchedules:
    """`services.schedules.Schedules`. Whoever lets time pass takes those that fire."""

    def __init__(self) -> None:
        self._kept: dict[str, Schedule] = {}

    def put(self, schedule: Schedule) -> None:
        self._kept[schedule.name] = schedule

    def delete(self, name: str) -> None:
        self._kept.pop(name, None)

    def time_of(self, name: str) -> Instant | None:
        kept = self._kept.get(name)
        return None if kept is None else kept.at

    def fired(self, until: Instant) -> Schedule | None:
        """The first that fires until then; it is there no more."""
        first = min(self._kept.values(), key=lambda schedule: schedule.at, default=None)
        if first is None or first.at > until:
            return None
        return self._kept.pop(first.name)


class KeptReminders:
    """`services.reminder_queue.ReminderQueue`."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def put(self, messages: Sequence[ReminderMessage], *, after_seconds: int = 0) -> None:
        if after_seconds:
            raise NotMeasured("A usual day puts nothing off.")
        self._texts += map(written, messages)

    def taken(self) -> str | None:
        """The next message; it waits no more."""
        return self._texts.pop(0) if self._texts else None


class NoChores:
    """`services.chores.Chores`."""

    def put(self, chores: Sequence[Chore], *, after_seconds: int = 0) -> None:
        raise NotMeasured("A usual day deletes nothing.")


class Devices:
    """`services.pushing.Gateway`: push services that take everything, and what the devices show."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}
        """By todo: of the notification that came last."""

    def send(self, subscription: Subscription, message: Message, *, deadline_seconds: float) -> Delivered:
        pushed = json.loads(message.body)
        self._tokens[pushed["todo_id"]] = pushed["token"]
        return Delivered()

    def pressed(self) -> str | None:
        """The token of a notification whose button is pressed; it is shown no more."""
        return self._tokens.popitem()[1] if self._tokens else None


class OpenPages:
    """`services.telling_pages.Gateway`: counts what goes over sockets."""

    def __init__(self) -> None:
        self._messages = 0
        self._bytes = 0

    def send(self, socket_id: str, message: str) -> None:
        self.count(message)

    def count(self, message: str) -> None:
        """One message in either direction."""
        self._messages += 1
        self._bytes += len(message.encode())

    def taken(self) -> Use:
        """What went over them since the last time."""
        use = Use(messages=self._messages, message_bytes=self._bytes)
        self._messages = self._bytes = 0
        return use
