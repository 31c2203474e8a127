"""What a calendar shows of a list: its open todos that are due, and whether anything changed since it looked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from followups.domain import dues
from followups.domain.dues import Due
from followups.domain.instants import Instant, from_text, to_text
from followups.domain.repeats import Repeat
from followups.services.access import ReachedList
from followups.services.ports import Ports
from followups.services.reading_changes import REREAD_SECONDS

_PAGE: Final = 100
"""Todos that are read at once: they come with their notes, which nobody needs here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An open todo with a due."""

    todo_id: str
    title: str
    due: Due
    updated_at: Instant
    repeat: Repeat | None = None


def entries(ports: Ports, reached: ReachedList) -> Sequence[Entry]:
    """All of them, what is due first at the front."""
    todo_ids = ports.todos.dated(reached.owner_id, reached.id)
    found: list[Entry] = []
    for start in range(0, len(todo_ids), _PAGE):
        page = ports.todos.get_many(todo_ids[start : start + _PAGE], consistent=False)
        found.extend(
            Entry(todo_id=todo.id, title=todo.title, due=todo.due, repeat=todo.repeat, updated_at=todo.updated_at)
            for todo in page.values()
            if todo.is_open and todo.due is not None and (todo.list_id, todo.owner_id) == (reached.id, reached.owner_id)
        )
    return sorted(found, key=lambda entry: (dues.occurrence(entry.due), entry.todo_id))


def state(ports: Ports, reached: ReachedList) -> str | None:
    """A text that stays the same while the entries do: asked before them, it costs one read instead of all of theirs.

    It changes with every write in the list, and once a day whatever happens, so that nothing stays missed: not even
    what the change log lost, or forgot since. None within a minute of a change: until then the indexes that the entries
    are read by may show the time before it, and the log may lack its neighbours.
    """
    now = ports.clock.now()
    newest = ports.changes.newest(reached.id)
    if newest is not None and now < from_text(newest.partition("#")[0]) + timedelta(seconds=REREAD_SECONDS):
        return None
    return f"{to_text(now)[:10]} {reached.list.version} {newest or 'quiet'}"
