"""The owner adds a todo."""

from followups.domain import text
from followups.domain.dues import Due
from followups.domain.errors import KeyConflict, TooLarge
from followups.domain.filing import fingerprint
from followups.domain.ids import RANDOM_BYTES, uuid7
from followups.domain.instants import from_text, to_text
from followups.domain.limits import TODO_BYTES
from followups.domain.todos import Todo
from followups.services import marking, ordering, repository_ids
from followups.services.access import ReachedList
from followups.services.ports import Ports, StaleWrite, TodoTooLarge


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
    now = from_text(to_text(ports.clock.now()))
    todo = Todo(
        id=ports.chance.id(now) if write_id is None else id_of_write(reached, write_id),
        list_id=reached.id,
        owner_id=reached.owner_id,
        title=text.title(title),
        notes=text.notes(notes),
        starred=starred,
        due=due,
        order=ordering.order_between(ports, reached, before=before, after=after, now=now),
        created_at=now,
        updated_at=now,
        version=1,
        write_id=write_id or ports.chance.base62(22),
    )
    if repository is not None:
        name = repository_ids.registered(ports, reached, repository)
        todo = todo.assigned(name.filed, name.id)
    added = _stored(ports, todo)
    marking.mark_again(ports, added)
    return added


def id_of_write(reached: ReachedList, write_id: str, position: int = 0) -> str:
    """The id that this write makes in this list: a UUIDv7 of the year 1970, so that it meets no other."""
    digest = bytes.fromhex(fingerprint([reached.owner_id, reached.id, write_id, position]))
    return uuid7(int.from_bytes(digest[:4], "big"), digest[4 : 4 + RANDOM_BYTES])


def _stored(ports: Ports, todo: Todo) -> Todo:
    try:
        return ports.todos.add(todo)
    except TodoTooLarge:
        raise TooLarge(
            f"The whole todo would be over {TODO_BYTES:,} bytes. Nothing was added: shorten the notes.",
            limit=TODO_BYTES,
            unit="bytes",
        ) from None
    except StaleWrite:
        there = ports.todos.get(todo.id)
        if there is None or there.title != todo.title:
            raise KeyConflict("This write id was used for another todo. Use a new one.", field="write_id") from None
        return there
