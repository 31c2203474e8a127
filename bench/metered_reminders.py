"""What reminders cost: schedules behind writes, a ring on a device, its button, and what repeats."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from typing import Final

from bench.around_functions import Devices, KeptReminders, KeptSchedules
from bench.metered_calls import BESIDE, ITS_TODO, Cost
from bench.metering import Desk
from followups.domain import reminders
from followups.domain.dues import Due, DueDate, DueTime
from followups.domain.instants import Instant
from followups.domain.repeats import Asked
from followups.domain.todos import Todo
from followups.edges.schedule_stream import looked_at
from followups.services import completing, editing, reminder_actions, reminding, scheduling, subscribing
from followups.services.editing import Edit, Seen
from followups.services.ports import Ports
from followups.services.reminder_queue import Ring
from followups.services.reminding import Reminding
from followups.storage.todo_items import to_item
from followups.storage.units import Spent

_NOW: Final = datetime(2027, 1, 31, 9, 0, 30, tzinfo=UTC)
_TODAY: Final = DueDate(date=date(2027, 1, 31))
_AT_NINE: Final = DueTime(at=datetime(2027, 1, 31, 9), time_zone="UTC")  # noqa: DTZ001 - a wall-clock time
_LONG_AGO: Final = DueDate(date=date(2026, 1, 5))

_RINGING: Final = 3.0
"""What a ring reads before anything else: the todo, its owner, its list."""
_DEVICE: Final = 1.5
"""The owner's only device: its row, then itself."""
_DAY: Final = 3.5
"""Whether the day's push or the todo's own was sent, how many ring with the day, and in which lists."""
_ALIGNED: Final = 4.0
"""The todo and its owner, before and after its schedule is made equal."""


class _Clock:
    def now(self) -> Instant:
        return _NOW


def _then(desk: Desk) -> Ports:
    """The ports at the time of the ring."""
    return replace(desk.ports, clock=_Clock())


def _dated(desk: Desk, due: Due, repeat: Asked | None = None) -> Todo:
    seen = Seen(id=desk.fresh(), version=None)
    return editing.edit(desk.ports, desk.owner(), seen, Edit(due=due, repeat=repeat))


def _repeating(desk: Desk) -> Seen:
    return Seen(id=_dated(desk, _LONG_AGO, Asked(rrule="FREQ=DAILY")).id, version=None)


def _roll(desk: Desk) -> Spent:
    seen = _repeating(desk)
    return desk.spent(lambda: editing.complete(desk.ports, desk.owner(), seen))


def _roll_by_agent(desk: Desk) -> Spent:
    todo_id = _repeating(desk).id
    return desk.spent(lambda: completing.complete(desk.ports, desk.agent(), todo_id=todo_id, summary="Done."))


def _skip(desk: Desk) -> Spent:
    seen = _repeating(desk)
    return desk.spent(lambda: editing.skip(desk.ports, desk.owner(), seen))


def _snooze(desk: Desk) -> Spent:
    seen = Seen(id=desk.fresh(), version=None)
    return desk.spent(lambda: editing.snooze(desk.ports, desk.owner(), seen, until=datetime(2027, 2, 1, tzinfo=UTC)))


def _schedule(desk: Desk) -> Spent:
    after = looked_at(to_item(_dated(desk, _AT_NINE)))
    return desk.spent(lambda: scheduling.follow(desk.ports, KeptSchedules(), KeptReminders(), None, after))


def _schedule_other(desk: Desk) -> Spent:
    before = _dated(desk, _AT_NINE)
    starred = editing.edit(desk.ports, desk.owner(), Seen(id=before.id, version=None), Edit(starred=True))
    old, new = looked_at(to_item(before)), looked_at(to_item(starred))
    return desk.spent(lambda: scheduling.follow(desk.ports, KeptSchedules(), KeptReminders(), old, new))


def _subscribe(desk: Desk) -> None:
    """The same browser again writes nothing, so that there is one."""
    subscribing.subscribe(
        desk.ports,
        desk.owner().caller,
        endpoint="https://push.example.com/send/1",
        p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth="BTBZMqHH6r4Tts7J_aSIgg",
    )


def _first_subscription(desk: Desk) -> Spent:
    for each in desk.ports.subscriptions.of_owner(desk.opened.owner.owner_id):
        desk.ports.subscriptions.delete(each)
    return desk.spent(lambda: _subscribe(desk))


def _rung(desk: Desk, due: Due) -> tuple[Callable[[], object], Devices]:
    """What lets a todo with this due ring, and where it rings."""
    _subscribe(desk)
    todo, devices = _dated(desk, due), Devices()
    remind = Reminding(
        ports=_then(desk),
        schedules=KeptSchedules(),
        queue=KeptReminders(),
        gateway=devices,
        origin="https://todo.example.com",
    )
    return partial(reminding.ring, remind, Ring(todo_id=todo.id, occurrence=reminders.occurrence(todo))), devices


def _ring(due: Due, desk: Desk, *, is_second: bool = False) -> Spent:
    ring, devices = _rung(desk, due)
    if is_second:
        ring()
    spent = desk.spent(ring)
    _press(desk, devices)
    return spent


def _done(desk: Desk) -> Spent:
    ring, devices = _rung(desk, _AT_NINE)
    ring()
    return desk.spent(lambda: _press(desk, devices))


def _press(desk: Desk, devices: Devices) -> None:
    """Done: it rings with no other any more."""
    token = devices.pressed()
    assert token is not None
    reminder_actions.act(_then(desk), token, "done")


COSTS: Final = (
    Cost(what="roll forward", spend=_roll, writes=5, reads=ITS_TODO + BESIDE),
    # What is kept of an agent's call lets the item outgrow 1 kB.
    Cost(what="roll forward by an agent", spend=_roll_by_agent, writes=6, reads=ITS_TODO + BESIDE),
    Cost(what="skip", spend=_skip, writes=5, reads=ITS_TODO + BESIDE),
    Cost(what="snooze, no date", spend=_snooze, writes=4, reads=ITS_TODO + BESIDE),
    Cost(what="schedule behind a date", spend=_schedule, writes=0, reads=_ALIGNED),
    Cost(what="schedule behind a star", spend=_schedule_other, writes=0, reads=0),
    Cost(what="a browser subscribes", spend=_first_subscription, writes=2, reads=BESIDE),
    Cost(what="ring at a time", spend=partial(_ring, _AT_NINE), writes=2, reads=_RINGING + _DEVICE),
    Cost(what="ring with a day", spend=partial(_ring, _TODAY), writes=2, reads=_RINGING + _DEVICE + _DAY),
    Cost(
        what="the same ring once more",
        spend=partial(_ring, _AT_NINE, is_second=True),
        writes=1,
        reads=_RINGING + _DEVICE,
    ),
    Cost(what="Done on a notification", spend=_done, writes=6, reads=ITS_TODO + BESIDE),
)
