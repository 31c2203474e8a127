"""An owner's days start at another instant: what rings with a day gets its schedule anew, a page at a time.

A day that has begun by the new clock and not by the old one rings at once; markers keep quiet what has rung.
"""

from datetime import timedelta
from typing import Final

from followups.domain import reminders
from followups.services import scheduling
from followups.services.ports import Ports
from followups.services.reminder_queue import MoveDays, ReminderQueue
from followups.services.schedules import Schedules

PAGE: Final = 50
"""Todos that one page looks at."""
BEHIND: Final = timedelta(days=1)
"""How far back from today: no two zones are further apart than a day and a bit, and what is older has rung."""


def move(ports: Ports, schedules: Schedules, queue: ReminderQueue, message: MoveDays) -> None:
    """Do one page, and put the next. Raises: Unavailable: do it again."""
    owner = ports.owners.get(message.owner_id)
    if owner is None or owner.deleted_at is not None:
        return
    first = reminders.day_of(ports.clock.now(), owner) - BEHIND
    page = ports.dated.on_days(owner.id, first, None, limit=PAGE, after=message.after)
    for each in page.todos:
        scheduling.align(ports, schedules, queue, each.todo_id)
    if page.next is not None:
        queue.put([MoveDays(owner_id=owner.id, after=page.next)])
