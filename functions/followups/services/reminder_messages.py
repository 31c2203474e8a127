"""What the reminders' queue holds, as text: one JSON object each, with the kind under `reminder`.

Versions that run at once read each other: what is not known beside the members of a kind is ignored.
"""

import json
from typing import Any

from followups.domain.instants import Instant, from_text, to_text
from followups.services.reminder_queue import Align, MoveDays, ReminderMessage, Ring


class UnreadableReminder(ValueError):
    """A message that holds nothing that this version knows."""


def written(message: ReminderMessage) -> str:
    return json.dumps({name: value for name, value in _members(message).items() if value is not None})


def _members(message: ReminderMessage) -> dict[str, Any]:
    match message:
        case Ring():
            return {
                "reminder": "ring",
                "todo_id": message.todo_id,
                "occurrence": message.occurrence,
                "device": message.device,
                "tries": message.tries or None,
                "not_before": message.not_before and to_text(message.not_before),
            }
        case Align():
            return {"reminder": "align", "todo_ids": list(message.todo_ids)}
        case MoveDays():
            after = None if message.after is None else dict(message.after)
            return {"reminder": "move_days", "owner_id": message.owner_id, "after": after}


def read(text: str) -> ReminderMessage:
    """Raises: UnreadableReminder."""
    try:
        members = json.loads(text)
    except ValueError:
        members = None
    if not isinstance(members, dict):
        raise UnreadableReminder("The message is no JSON object, so it is no reminder. Delete it where it ends up.")
    try:
        found = _read(members)
    except ValueError:
        found = None
    if found is None:
        raise UnreadableReminder(
            f"This version knows no reminder {str(members.get('reminder'))[:40]!r} with the members "
            f"{sorted(map(str, members))[:10]}. If a newer version put it, send it again once that one runs."
        )
    return found


def _read(members: dict[str, Any]) -> ReminderMessage | None:
    """Raises: ValueError: an instant that is none."""
    match members:
        case {"reminder": "ring", "todo_id": str(todo_id), "occurrence": str(occurrence)}:
            device, tries = members.get("device"), members.get("tries", 0)
            if not isinstance(device, str | None) or not isinstance(tries, int):
                return None
            return Ring(
                todo_id=todo_id,
                occurrence=occurrence,
                device=device,
                tries=tries,
                not_before=_instant(members.get("not_before")),
            )
        case {"reminder": "align", "todo_ids": [*todo_ids]} if all(isinstance(each, str) for each in todo_ids):
            return Align(todo_ids=tuple(todo_ids))
        case {"reminder": "move_days", "owner_id": str(owner_id)} if _is_place(members.get("after")):
            return MoveDays(owner_id=owner_id, after=members.get("after"))
    return None


def _instant(value: object) -> Instant | None:
    """Raises: ValueError."""
    return None if value is None else from_text(str(value))


def _is_place(after: object) -> bool:
    return after is None or (isinstance(after, dict) and all(isinstance(value, str) for value in after.values()))
