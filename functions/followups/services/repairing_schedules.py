"""What rings soon gets its schedule anew, once a day: whatever was lost behind a write is there before its time."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from followups.domain import reminders
from followups.domain.instants import Instant
from followups.domain.owners import Owner
from followups.services.dated_todos import all_pages
from followups.services.ports import Ports
from followups.services.reminder_queue import Align

AHEAD: Final = timedelta(hours=26)
"""How far ahead one look repairs: to the next day's, and the time that a look takes."""
PAGE: Final = 50
"""Todos in one message."""


def repairs(ports: Ports, owner: Owner) -> list[Align]:
    """What is to be looked at for this owner."""
    now = ports.clock.now()
    soon = list(_ringing(ports, owner, now, now + AHEAD))
    return [Align(todo_ids=tuple(soon[start : start + PAGE])) for start in range(0, len(soon), PAGE)]


def _ringing(ports: Ports, owner: Owner, since: Instant, until: Instant) -> Iterator[str]:
    first, last = reminders.day_of(since, owner), reminders.day_of(until, owner)
    for each in all_pages(lambda after: ports.dated.on_days(owner.id, first, last, limit=PAGE, after=after)):
        # A day's own start decides.
        if not isinstance(each.at, datetime) and since < reminders.day_rings_at(each.at, owner) <= until:
            yield each.todo_id
    for each in all_pages(lambda after: ports.dated.at_times(owner.id, since, until, limit=PAGE, after=after)):
        yield each.todo_id
