"""Whoever takes a chore from the queue has it done here."""

from datetime import timedelta

from followups.services import purging, sweeping
from followups.services.chores import Chore, Chores, SweepOwners
from followups.services.ports import Ports
from followups.services.reminder_queue import ReminderQueue


def do(
    ports: Ports,
    chores: Chores,
    chore: Chore,
    *,
    overdue: timedelta = sweeping.OVERDUE,
    reminders: ReminderQueue | None = None,
) -> None:
    """Do one page of it, and put the rest. `overdue` is after how long a purge counts as lost; `reminders` takes what
    rings soon, where schedules are to be repaired.

    Raises: Unavailable: do it again.
    """
    if isinstance(chore, SweepOwners):
        sweeping.sweep(ports, chores, chore, overdue=overdue, reminders=reminders)
    else:
        purging.purge(ports, chores, chore)
