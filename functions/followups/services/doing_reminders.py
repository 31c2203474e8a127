"""Whoever takes a message from the reminders' queue has it done here."""

from followups.services import moving_days, reminding, scheduling
from followups.services.reminder_queue import Align, MoveDays, ReminderMessage
from followups.services.reminding import Reminding, Rung


def do(remind: Reminding, message: ReminderMessage) -> Rung:
    """Do it, or one page of it. Raises: Unavailable: do it again."""
    match message:
        case Align():
            for todo_id in message.todo_ids:
                scheduling.align(remind.ports, remind.schedules, remind.queue, todo_id)
        case MoveDays():
            moving_days.move(remind.ports, remind.schedules, remind.queue, message)
        case _:
            return reminding.ring(remind, message)
    return Rung()
