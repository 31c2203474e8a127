"""The owner opens a todo: whole, and what agents reported beside it."""

from collections.abc import Sequence

from followups.domain.errors import NotFound
from followups.domain.todos import Todo
from followups.services import changing
from followups.services.access import ReachedList
from followups.services.ports import Cursor, Ports, Report


def whole(ports: Ports, reached: ReachedList, todo_id: str) -> Todo:
    """Raises: NotFound: there is no such todo in this list, or it was deleted."""
    todo = changing.get(ports, reached, todo_id)
    if todo.deleted_at is not None:
        raise NotFound("This todo was deleted. Restore it first.")
    return todo


def reports(
    ports: Ports, reached: ReachedList, todo_id: str, *, limit: int, after: Cursor | None
) -> tuple[Sequence[Report], Cursor | None]:
    """A page of its reports, oldest first. Raises: NotFound."""
    todo = whole(ports, reached, todo_id)
    return ports.todos.reports(todo.id, limit=limit, after=after) if todo.reports else ((), None)
