"""A reminder rings on the owner's devices: each ring once on each, whatever comes twice, late or in between.

A marker for each device goes from leased to sent. A crash between the push and its marker may push again; topic and tag
let the second one replace the first without a sound.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from followups.domain import reminders
from followups.domain.instants import FIRST, Instant
from followups.domain.owners import Owner
from followups.domain.push import Subscription
from followups.domain.todos import Todo
from followups.services import reminder_texts, reminder_tokens, scheduling, sent_markers
from followups.services.ports import Ports
from followups.services.pushing import Delivered, Gateway, Gone, Later, Message, Outcome, Refused, TooLarge
from followups.services.reminder_queue import LONGEST_DELAY_SECONDS, ReminderQueue, Ring
from followups.services.schedules import Schedules
from followups.services.sent_markers import LEASE_SECONDS, Mark, State

SEND_SECONDS: Final = 10.0
"""How long one push service has for one push, in seconds: much less than the lease on it."""
LATE: Final = timedelta(seconds=60)
"""What rings later than this is counted as late."""
FIRST_PAUSE_SECONDS: Final = 30
"""How long a push that was put off waits before its second try, in seconds; twice as long before each further one."""
LONGEST_PAUSE_SECONDS: Final = 2 * 60 * 60
TRIES: Final = 20
"""After how many tries a push is given up in any case: a day's worth of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminding:
    """What reminders are made with."""

    ports: Ports
    schedules: Schedules
    queue: ReminderQueue
    gateway: Gateway
    origin: str


@dataclass(slots=True)
class Rung:
    """What came of one message."""

    sent: int = 0
    late: int = 0
    """Of those, how many came over a minute late."""
    dropped: int = 0
    """Given up: refused, too large in any form, or put off for too long."""
    why: str | None = None
    """Of what was put off or dropped; holds nothing that anybody wrote."""


def ring(remind: Reminding, message: Ring) -> Rung:
    """Push to the owner's devices, if the todo is there, open and due as it was; else do nothing.

    Raises: Unavailable: do it again.
    """
    now = remind.ports.clock.now()
    if message.not_before is not None and message.not_before > now:
        _put_off(remind, message, message.not_before, now)
        return Rung()
    due = _due(remind, message)
    if due is None:
        return Rung()
    if due.at > now:
        # Fired for what it was due at before: what is due later gets its schedule anew.
        scheduling.align(remind.ports, remind.schedules, remind.queue, message.todo_id)
        return Rung()
    devices = _devices(remind.ports, due.owner, message)
    if len(devices) > 1:
        # Each in a message of its own: none waits for another, or fails with it.
        remind.queue.put([replace(message, device=device.id) for device in devices])
        return Rung()
    rung = Rung()
    for device in devices:
        _ring_on(remind, due, device, replace(message, device=device.id), rung)
    return rung


def _devices(ports: Ports, owner: Owner, message: Ring) -> Sequence[Subscription]:
    if message.device is None:
        return ports.subscriptions.of_owner(owner.id)
    found = ports.subscriptions.get(message.device)
    return [] if found is None or found.owner_id != owner.id else [found]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Due:
    todo: Todo
    owner: Owner
    list_name: str
    at: Instant


def _due(remind: Reminding, message: Ring) -> _Due | None:
    """The todo that the message rings for, as it is now; None where there is nothing to ring for any more."""
    todo = remind.ports.todos.get(message.todo_id)
    if todo is None or not todo.is_open or reminders.occurrence(todo) != message.occurrence:
        return None
    owner = remind.ports.owners.get(todo.owner_id)
    if owner is None or owner.deleted_at is not None:
        return None
    found = remind.ports.lists.get(owner.id, todo.list_id)
    if found is None or found.deleted_at is not None:
        return None
    at = reminders.rings_at(todo, owner)
    return None if at is None else _Due(todo=todo, owner=owner, list_name=found.name, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Push:
    """What goes to one device, and what is marked by it."""

    mark: Mark
    payload: bytes
    topic: str
    short: bytes | None = None
    """What a push service gets that found the payload too large."""
    token: str | None = None
    """The digest of what its actions show."""
    keeps: timedelta = reminders.GOOD_FOR
    """For how long it may still arrive."""


def _ring_on(remind: Reminding, due: _Due, device: Subscription, message: Ring, rung: Rung) -> None:
    now = remind.ports.clock.now()
    single = Mark(owner_id=due.owner.id, what=sent_markers.ring_of(due.todo.id, message.occurrence), device=device.id)
    push = _push(remind, due, device, single, now)
    if push is None:
        return
    holder = remind.ports.chance.base62(22)
    state = remind.ports.sent.begin(push.mark, holder=holder, token=push.token, now=now)
    if state is State.SENDING:
        _put_off(remind, message, now + timedelta(seconds=LEASE_SECONDS), now)
    if state is State.BEGUN:
        outcome = _sent(remind, device, push)
        _settle(remind, due, device, message, push, holder, outcome, rung)
    if state is not State.SENDING and push.mark != single and now - due.at > reminders.GOOD_FOR:
        # Told with the others: it does not join another day's summary.
        remind.ports.sent.finish(single, now=now)


def _push(remind: Reminding, due: _Due, device: Subscription, single: Mark, now: Instant) -> _Push | None:
    """What to push; None where that ring has been heard already."""
    ports, owner = remind.ports, due.owner
    today = reminders.day_of(now, owner)
    day = reminders.rings_with_its_day(due.todo, owner)
    if now - due.at > reminders.GOOD_FOR:
        if ports.sent.is_sent(single):
            return None
        mark = replace(single, what=sent_markers.late_of(owner.id, today.isoformat()))
        payload = reminder_texts.overdue(_overdue(ports, owner, now, today), origin=remind.origin)
        return _summary(mark, payload)
    if day is not None:
        mark = replace(single, what=sent_markers.day_of(owner.id, day.isoformat()))
        if ports.sent.is_sent(mark) or ports.sent.is_sent(single):
            return None
        count = _open_on(ports, owner, day)
        if count > reminders.SINGLE_PER_DAY:
            payload = reminder_texts.due_on(day, today, count, origin=remind.origin)
            return replace(_summary(mark, payload), keeps=due.at + reminders.GOOD_FOR - now)
    token, digest = reminder_tokens.token(
        todo_id=due.todo.id,
        occurrence=reminders.occurrence(due.todo),
        device=device.id,
        random_bits=ports.chance.bits(),
    )
    return _Push(
        mark=single,
        payload=reminder_texts.single(due.todo, list_name=due.list_name, origin=remind.origin, token=token),
        topic=reminder_texts.topic(due.todo.id),
        short=reminder_texts.short(due.todo, origin=remind.origin),
        token=digest,
        keeps=due.at + reminders.GOOD_FOR - now,
    )


def _summary(mark: Mark, payload: bytes) -> _Push:
    return _Push(mark=mark, payload=payload, topic=reminder_texts.topic(mark.what))


def _sent(remind: Reminding, device: Subscription, push: _Push) -> Outcome:
    outcome = _send(remind, device, push, push.payload)
    if isinstance(outcome, TooLarge) and push.short is not None:
        return _send(remind, device, push, push.short)
    return outcome


def _send(remind: Reminding, device: Subscription, push: _Push, payload: bytes) -> Outcome:
    message = Message(body=payload, topic=push.topic, ttl_seconds=max(0, int(push.keeps.total_seconds())))
    return remind.gateway.send(device, message, deadline_seconds=SEND_SECONDS)


def _settle(
    remind: Reminding,
    due: _Due,
    device: Subscription,
    message: Ring,
    push: _Push,
    holder: str,
    outcome: Outcome,
    rung: Rung,
) -> None:
    """Mark what came of a push, and put off what may still come of it."""
    ports, now = remind.ports, remind.ports.clock.now()
    match outcome:
        case Delivered():
            ports.sent.finish(push.mark, now=now)
            rung.sent += 1
            rung.late += now - due.at > LATE
        case Gone():
            # Only the endpoint that answered: the device may have registered another one meanwhile.
            ports.subscriptions.delete(device)
        case TooLarge() | Refused():
            ports.sent.finish(push.mark, now=now)
            rung.dropped += 1
            rung.why = outcome.cause if isinstance(outcome, Refused) else "too large in any form"
        case Later():
            again = now + timedelta(seconds=_pause_seconds(remind, message, outcome))
            rung.why = outcome.cause
            if again > now + push.keeps or message.tries + 1 >= TRIES:
                ports.sent.finish(push.mark, now=now)
                rung.dropped += 1
                return
            # The message first: a lease that nobody gives back ends by itself.
            _put_off(remind, replace(message, tries=message.tries + 1), again, now)
            ports.sent.release(push.mark, holder=holder)


def _pause_seconds(remind: Reminding, message: Ring, outcome: Later) -> float:
    """As long as the push service asks for, or twice as long at each try; a part of it at random, so that what was put
    off together does not come back together.
    """
    pause: int = min(FIRST_PAUSE_SECONDS << min(message.tries, 16), LONGEST_PAUSE_SECONDS)
    share = remind.ports.chance.bits()[0] / 255
    return max(outcome.after_seconds or 0, pause / 2) + pause / 2 * share


def _put_off(remind: Reminding, message: Ring, until: Instant, now: Instant) -> None:
    """Put it again; what waits longer than a queue holds anything back is put again when it comes."""
    seconds = min(int((until - now).total_seconds()) + 1, LONGEST_DELAY_SECONDS)
    remind.queue.put([replace(message, not_before=until)], after_seconds=seconds)


def _open_on(ports: Ports, owner: Owner, day: date) -> int:
    """How many ring with this day, as far as a summary counts; those in deleted lists do not."""
    page = ports.dated.on_days(owner.id, day, day, limit=reminder_texts.COUNTED + 1)
    return _in_live_lists(ports, owner, [each.list_id for each in page.todos])


def _overdue(ports: Ports, owner: Owner, now: Instant, today: date) -> int:
    """How many rang before now, as far as a summary counts; at least the one that is told of."""
    limit = reminder_texts.COUNTED + 1
    last = today if reminders.day_rings_at(today, owner) <= now else today - timedelta(days=1)
    days = ports.dated.on_days(owner.id, date.min, last, limit=limit).todos
    times = ports.dated.at_times(owner.id, FIRST, now, limit=limit).todos
    return max(1, min(limit, _in_live_lists(ports, owner, [each.list_id for each in (*days, *times)])))


def _in_live_lists(ports: Ports, owner: Owner, list_ids: Sequence[str]) -> int:
    if not list_ids:
        return 0
    live = {each.id for each in ports.lists.of_owner(owner.id) if each.deleted_at is None}
    return sum(list_id in live for list_id in list_ids)
