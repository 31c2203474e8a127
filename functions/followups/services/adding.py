"""The owner adds a todo."""

from dataclasses import dataclass

from followups.domain import reminders, repeats, text
from followups.domain.dues import Due
from followups.domain.errors import KeyConflict
from followups.domain.ids import named
from followups.domain.instants import kept
from followups.domain.repeats import Asked, Repeat
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
    repeat: Asked | None = None,
    repository: str | None = None,
    before: str | None = None,
    after: str | None = None,
    write_id: str | None = None,
) -> Todo:
    """Add a todo at the foot, or between the neighbours named; with a repository it is a follow-up.

    The same write id in the same list is the same todo, however often it comes.

    Raises:
        Invalid, TooLarge: a field is not what it takes.
        KeyConflict: the write id made another todo before, or one that was deleted since.
    """
    moment = ports.clock.now()
    now = kept(moment)
    repeats_by = None if repeat is None else repeats.changed(None, repeat, due)
    todo_id = ports.chance.id(now) if write_id is None else id_of_write(reached, write_id)
    if write_id is not None and not (before is None and after is None):
        # Before the neighbours are asked for: they may be gone by now.
        there = ports.todos.get(todo_id)
        if there is not None:
            return _again(ports, there, _Asked(text.title(title), text.notes(notes), starred, due, repeats_by))
    todo = Todo(
        id=todo_id,
        list_id=reached.id,
        owner_id=reached.owner_id,
        title=text.title(title),
        notes=text.notes(notes),
        starred=starred,
        due=due,
        repeat=repeats_by,
        order=ordering.order_between(ports, reached, before=before, after=after, now=moment),
        created_at=now,
        updated_at=now,
        version=1,
        write_id=write_id or ports.chance.base62(22),
    )
    if repository is not None:
        name = repository_ids.registered(ports, reached, repository)
        todo = todo.assigned(name.filed, name.id)
    todo = reminders.dated(None, todo, now)
    changing.check_fits(ports, todo)
    try:
        added = ports.todos.add(todo)
    except StaleWrite:
        added = ports.todos.get(todo.id) or todo
    return _again(ports, added, _Asked(todo.title, todo.notes, starred, due, repeats_by))


def id_of_write(reached: ReachedList, write_id: str, *position: str) -> str:
    """The id that this write makes in this list; where it makes several, at this position."""
    return named(reached.owner_id, reached.id, write_id, *position)


@dataclass(frozen=True, slots=True)
class _Asked:
    title: str
    notes: str
    starred: bool
    due: Due | None
    repeat: Repeat | None


def _again(ports: Ports, there: Todo, asked: _Asked) -> Todo:
    """The todo of this write, just stored or before; it may have been edited since.

    Raises: KeyConflict: the write made another one, or one that was deleted since.
    """
    stored = _Asked(there.title, there.notes, there.starred, there.due, there.repeat)
    if there.deleted_at is not None or (there.version == 1 and stored != asked):
        raise KeyConflict("This write id was used for another todo. Use a new one.", field="write_id")
    marking.mark_again(ports, there)
    return there
