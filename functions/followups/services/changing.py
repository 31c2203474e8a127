"""Every change of a todo: read, decide, and one conditional write at the version read; when stale, decide again."""

from collections.abc import Callable
from dataclasses import replace

from followups.domain import reminders
from followups.domain.errors import ChangedMeanwhile, NotFound, TooLarge
from followups.domain.ids import is_id
from followups.domain.instants import kept
from followups.domain.limits import ATTEMPTS, TODO_BYTES
from followups.domain.notes import Note
from followups.domain.todos import NO_SUCH_TODO, Todo
from followups.services.access import ReachedList
from followups.services.ports import Ports, Report, StaleWrite, TodoTooLarge, Versioned

Decide = Callable[[Todo], Todo]


def get(ports: Ports, reached: ReachedList, todo_id: str, *, missing: str = NO_SUCH_TODO) -> Todo:
    """The todo as it is, deleted or not. Raises: NotFound: it is not in this list."""
    todo = ports.todos.get(todo_id) if is_id(todo_id) else None
    if todo is None or todo.list_id != reached.id or todo.owner_id != reached.owner_id:
        raise NotFound(missing)
    if todo.deleted_at is not None and todo.is_gone(ports.clock.now()):
        # The engine takes it away some time after; until then it only looks as if it were there.
        raise NotFound(missing)
    return todo


def has_landed(there: Versioned, write_id: str | None, version: int | None) -> bool:
    """Whether this very write was the last one. One that is made from what is there now is another, whatever its id."""
    return write_id is not None and there.write_id == write_id and (version is None or version < there.version)


def change(
    ports: Ports,
    reached: ReachedList,
    todo_id: str,
    decide: Decide,
    *,
    note: Note | None = None,
    missing: str = NO_SUCH_TODO,
) -> Todo:
    """Let `decide` turn the todo into what it should be; a decision that changes nothing writes nothing.

    Raises:
        NotFound: it is not in this list.
        ChangedMeanwhile: others changed it at every attempt.
        TooLarge: the whole todo would not fit.
    """
    for _ in range(ATTEMPTS):
        before = get(ports, reached, todo_id, missing=missing)
        after = decide(before)
        if after == before:
            return before
        try:
            return save(ports, before, after, note=note)
        except StaleWrite:
            continue
    raise ChangedMeanwhile(
        "Others changed this todo at the same moment, again and again. Read it again, then try once more."
    )


def save(ports: Ports, before: Todo, after: Todo, *, note: Note | None = None, write_id: str | None = None) -> Todo:
    """One write at the version of `before`, the note in its notes or, when they are full, in a report.

    Raises:
        StaleWrite: somebody else's write came in between.
        TooLarge: the whole todo would not fit.
    """
    now = kept(ports.clock.now())
    dated = reminders.dated(before, after, now)
    stamped = replace(dated, version=before.version + 1, updated_at=now, write_id=write_id or ports.chance.base62(22))
    report: Report | None = None
    if note is not None:
        stamped, report = _noted(ports, stamped, note)
    elif (after.title, after.notes) != (before.title, before.notes):
        check_fits(ports, stamped)
    try:
        return ports.todos.save(before, stamped, report)
    except TodoTooLarge:
        raise too_large() from None


def check_fits(ports: Ports, todo: Todo) -> None:
    """Raises: TooLarge: what is written in the todo leaves no room for what is noted beside it later."""
    if not ports.todos.fits(todo):
        raise too_large()


def too_large() -> TooLarge:
    return TooLarge(
        f"The whole todo has to fit into {TODO_BYTES:,} bytes, with some room for what is noted beside it. "
        "Nothing was written: shorten the notes.",
        limit=TODO_BYTES,
        unit="bytes",
    )


def _noted(ports: Ports, todo: Todo, note: Note) -> tuple[Todo, Report | None]:
    try:
        with_note = todo.noted(note)
    except TooLarge:
        with_note = None
    if with_note is not None and ports.todos.fits(with_note):
        return with_note, None
    reported = todo.reported()
    report = Report(
        todo_id=todo.id,
        owner_id=todo.owner_id,
        number=reported.reports,
        text=str(note),
        created_at=reported.updated_at,
    )
    return reported, report
