"""Title marks: what makes a second follow-up of the same title a duplicate."""

from followups.domain.filing import title_mark
from followups.domain.todos import Todo
from followups.services.ports import Ports


def holds_its_title(todo: Todo | None, list_id: str, repository_id: str) -> bool:
    """Whether a todo that a mark points at still counts: open, in this list and in this repository."""
    return (
        todo is not None
        and todo.is_open
        and todo.list_id == list_id
        and todo.origin is not None
        and todo.origin.repository_id == repository_id
    )


def mark_again(ports: Ports, todo: Todo) -> None:
    """Let its title's mark point at this follow-up, unless another open one holds it."""
    if todo.origin is None or not todo.is_open:
        return
    mark = title_mark(todo.origin.repository_id, todo.title)
    holder_id = ports.filings.mark(todo, mark)
    if holder_id is None:
        return
    holder = ports.todos.get(holder_id)
    if not holds_its_title(holder, todo.list_id, todo.origin.repository_id):
        ports.filings.mark(todo, mark, displaces=holder_id)
