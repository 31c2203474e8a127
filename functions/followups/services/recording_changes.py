"""Behind every write of a todo: one row in the change log of its list."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from followups.services.change_log import Behind, Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A todo on one side of a write, as far as the change log cares."""

    todo_id: str
    list_id: str
    owner_id: str
    version: int
    is_deleted: bool


def record(behind: Behind, writes: Iterable[tuple[Seen | None, Seen | None]], sequence: str) -> list[Change]:
    """Write the rows of one batch, each write as (before, after). Writing a batch again does no harm.

    Answers them with their places in the log.
    """
    changes = [change for before, after in writes for change in _changes(before, after)]
    return behind.changes.record(changes, behind.clock.now(), sequence) if changes else []


def _changes(before: Seen | None, after: Seen | None) -> Iterator[Change]:
    if before is not None and after is None and not before.is_deleted:
        # It went without having been deleted first: with its list, whose log nobody reads any more.
        return
    if before is not None and (after is None or after.list_id != before.list_id):
        yield Change(
            list_id=before.list_id,
            owner_id=before.owner_id,
            todo_id=before.todo_id,
            version=before.version if after is None else after.version,
            deleted=True,
        )
    if after is not None:
        yield Change(
            list_id=after.list_id,
            owner_id=after.owner_id,
            todo_id=after.todo_id,
            version=after.version,
            deleted=after.is_deleted,
        )
