"""Where a todo stands in the indexes, by what it is."""

from followups.domain import dues
from followups.domain.dues import DueDate
from followups.domain.instants import to_text
from followups.domain.todos import Todo
from followups.storage import keys


def todo_indexes(todo: Todo) -> dict[str, str]:
    """Where a todo stands in the indexes, by what it is now."""
    return {**_page_of(todo), **_reach_of(todo), **_due_of(todo)}


def _page_of(todo: Todo) -> dict[str, str]:
    if todo.deleted_at is not None:
        return {"GSI1PK": keys.deleted_index(todo.list_id), "GSI1SK": to_text(todo.deleted_at)}
    if todo.completed_at is not None:
        return {"GSI1PK": keys.done_index(todo.list_id), "GSI1SK": to_text(todo.completed_at)}
    return {"GSI1PK": keys.open_index(todo.list_id), "GSI1SK": todo.order}


def _reach_of(todo: Todo) -> dict[str, str]:
    origin = todo.origin
    if origin is None or not todo.is_open:
        return {}
    if origin.with_owner and origin.handed_back is not None:
        return {"GSI2PK": keys.handed_back_index(todo.list_id), "GSI2SK": to_text(origin.handed_back.at)}
    if origin.proposed:
        place = keys.proposed_place(origin.session_id or "", todo.id)
        return {"GSI2PK": keys.proposed_index(todo.list_id), "GSI2SK": place}
    return {"GSI2PK": keys.repository_index(todo.list_id, origin.repository_id), "GSI2SK": todo.order}


def _due_of(todo: Todo) -> dict[str, str]:
    if not todo.is_open:
        return {}
    partition = keys.due_index(todo.owner_id)
    earliest = None if todo.due is None else dues.earliest(todo.due)
    if todo.snoozed_until is not None and (earliest is None or todo.snoozed_until >= earliest):
        return {"GSI3PK": partition, "GSI3SK": f"T#{to_text(todo.snoozed_until)}"}
    if todo.due is None:
        return {}
    if isinstance(todo.due, DueDate):
        return {"GSI3PK": partition, "GSI3SK": f"D#{todo.due.date.isoformat()}"}
    return {} if earliest is None else {"GSI3PK": partition, "GSI3SK": f"T#{to_text(earliest)}"}
