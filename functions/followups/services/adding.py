"""The owner adds a todo."""

from followups.domain import text
from followups.domain.dues import Due
from followups.domain.errors import KeyConflict
from followups.domain.ids import named
from followups.domain.instants import kept
from followups.domain.todos import Todo
from followups.services import changing, marking, ordering, repository_ids
from followups.services.access import ReachedList
from followups.services.ports import Ports, StaleWrite


def add(
    ports: Ports,
    reached: ReachedList,
    *,
    title: str,
    notes: str = "",
    starred: bool = False,
    due: Due | None = None,
    repository: str | None = None,
    before: str | None = None,
    after: str | None = None,
    write_id: str | None = None,
) -> Todo:
    """Add a todo at the foot, or between the neighbours named; with a repository it is a follow-up.

    The same write id in the same list is the same todo, however often it comes.

    Raises:
        Invalid, TooLarge: a field is not what it takes.
        KeyConflict: the write id came with another title before.
    """
    moment = ports.clock.now()
    now = kept(moment)
    todo_id = ports.chance.id(now) if write_id is None else id_of_write(reached, write_id)
    if write_id is not None and not (before is None and after is None):
        # Before the neighbours are asked for: they may be gone by now.
        there = ports.todos.get(todo_id)
        if there is not None:
            return _again(ports, there, text.title(title))
    todo = Todo(
        id=todo_id,
        list_id=reached.id,
        owner_id=reached.owner_id,
        title=text.title(title),
        notes=text.notes(notes),
        starred=starred,
        due=due,
        order=ordering.order_between(ports, reached, before=before, after=after, now=moment),
        created_at=now,
        updated_at=now,
        version=1,
        write_id=write_id or ports.chance.base62(22),
    )
    if repository is not None:
        name = repository_ids.registered(ports, reached, repository)
        todo = todo.assigned(name.filed, name.id)
    changing.check_fits(ports, todo)
    try:
        added = ports.todos.add(todo)
    except StaleWrite:
        added = ports.todos.get(todo.id) or todo
    return _again(ports, added, todo.title)


def id_of_write(reached: ReachedList, write_id: str, position: int = 0) -> str:
    """The id that this write makes in this list."""
    return named(reached.owner_id, reached.id, write_id, str(position))


def _again(ports: Ports, there: Todo, title: str) -> Todo:
    """The todo of this write, just stored or before; its title may have been edited since."""
    if there.version == 1 and there.title != title:
        raise KeyConflict("This write id was used for another todo. Use a new one.", field="write_id")
    marking.mark_again(ports, there)
    return there
