"""What follows one write of the table, whoever made it. Every step is safe to repeat."""

from dataclasses import dataclass
from typing import Final

from followups.services import recording_changes
from followups.services.change_log import Behind, Change
from followups.services.chores import Chores, PurgeAccount, PurgeList
from followups.services.recording_changes import Seen as SeenTodo

SETTLED_SECONDS: Final = 900
"""How long after a delete its purge begins, in seconds: whatever had passed the door before has landed by then."""
_PAGE: Final = 100
"""Items that are deleted between two looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenList:
    """A list on one side of a write."""

    owner_id: str
    list_id: str
    version: int
    is_deleted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenOwner:
    """An account on one side of a write."""

    owner_id: str
    is_deleted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenRepository:
    """A name of a repository on one side of a write."""

    owner_id: str
    list_id: str


Seen = SeenTodo | SeenList | SeenOwner | SeenRepository


def follow(behind: Behind, chores: Chores, before: Seen | None, after: Seen | None, sequence: str) -> list[Change]:
    """Do what follows from this write, and answer the rows that it left in a list's change log.

    `sequence` is the write's place in the stream; the order of its text is the order of the writes.

    Raises: Unavailable: the same call again finishes it.
    """
    match before, after:
        case SeenTodo(), None:
            while behind.removals.beside_todo(before.todo_id, limit=_PAGE):
                pass
        case _, SeenList() if after.is_deleted and not _was_deleted(before):
            purge = PurgeList(owner_id=after.owner_id, list_id=after.list_id, version=after.version)
            chores.put([purge], after_seconds=SETTLED_SECONDS)
        case _, SeenOwner() if after.is_deleted and not _was_deleted(before):
            chores.put([PurgeAccount(owner_id=after.owner_id)], after_seconds=SETTLED_SECONDS)
    # Last: what is tried again after a step that failed does not leave a second row.
    return recording_changes.record(behind, [(_todo(before), _todo(after))], sequence)


def _was_deleted(before: Seen | None) -> bool:
    return isinstance(before, SeenList | SeenOwner) and before.is_deleted


def _todo(seen: Seen | None) -> SeenTodo | None:
    return seen if isinstance(seen, SeenTodo) else None
