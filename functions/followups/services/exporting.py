"""The owner takes a whole list out, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from followups.domain.errors import Invalid
from followups.domain.repositories import folded
from followups.domain.todos import Todo
from followups.services.access import ReachedList
from followups.services.ports import Cursor, Ports, Report, Row, Rows, Shelf

FORMAT: Final = "follow-ups/1"
"""Names the shape of an export, in every page of it."""

PAGE_BYTES: Final = 1024 * 1024
"""A page of whole todos ends before it outgrows this, in bytes: escaped as JSON it still fits into a request body."""

_SHELVES: Final = (Shelf.OPEN, Shelf.COMPLETED)
_REPORTS: Final = 100
"""Reports read at once."""


@dataclass(frozen=True, slots=True)
class ExportedTodo:
    todo: Todo
    repository: str | None
    """What its repository is called now."""
    reports: Sequence[Report]


@dataclass(frozen=True, slots=True)
class Exported:
    todos: Sequence[ExportedTodo]
    next: Cursor | None


def export(ports: Ports, reached: ReachedList, *, limit: int, after: Cursor | None) -> Exported:
    """A page of whole todos: the open ones in the owner's order, then the completed ones.

    Raises: Invalid: this was never a cursor of an export.
    """
    shelf, within = _place(after)
    rows = ports.todos.shelf(reached.id, shelf, limit=limit, after=within)
    page, following = _cut(ports, shelf, rows)
    whole = ports.todos.get_many([row.id for row in page])
    names = {folded(name.filed): name.name for name in ports.repositories.all(reached.id)}
    todos = [
        ExportedTodo(todo, _shown(names, todo), _reports(ports, todo))
        for row in page
        if (todo := whole.get(row.id)) is not None and todo.deleted_at is None and todo.list_id == reached.id
    ]
    return Exported(todos, _following(shelf, following))


def _cut(ports: Ports, shelf: Shelf, rows: Rows) -> tuple[Sequence[Row], Cursor | None]:
    """The first rows, as many as fit into an answer and into the import that takes it; at least one."""
    weight = 0
    for position, row in enumerate(rows.rows):
        weight += row.size + row.whole_bytes
        if position and weight > PAGE_BYTES:
            return rows.rows[:position], ports.todos.place_of(rows.rows[position - 1], shelf)
    return rows.rows, rows.next


def _place(after: Cursor | None) -> tuple[Shelf, Cursor | None]:
    if after is None:
        return _SHELVES[0], None
    try:
        shelf = Shelf(after["shelf"])
    except (KeyError, ValueError):
        raise Invalid("cursor is one that the page before answered.", field="cursor") from None
    return shelf, {name: value for name, value in after.items() if name != "shelf"} or None


def _following(shelf: Shelf, within: Cursor | None) -> Cursor | None:
    if within is not None:
        return {"shelf": shelf.value, **within}
    at = _SHELVES.index(shelf) + 1
    return {"shelf": _SHELVES[at].value} if at < len(_SHELVES) else None


def _shown(names: dict[str, str], todo: Todo) -> str | None:
    return None if todo.origin is None else names.get(folded(todo.origin.repository), todo.origin.repository)


def _reports(ports: Ports, todo: Todo) -> Sequence[Report]:
    found: list[Report] = []
    after: Cursor | None = None
    while todo.reports:
        page, after = ports.todos.reports(todo.id, limit=_REPORTS, after=after)
        found.extend(page)
        if after is None:
            break
    return found
