"""The owner reads the pages of a list, filtered and searched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from followups.domain import dues, text
from followups.domain.errors import Invalid
from followups.domain.instants import to_text
from followups.domain.limits import SEARCH_BYTES
from followups.domain.repositories import folded
from followups.domain.repositories import repository as canonical
from followups.services.access import ReachedList
from followups.services.ports import Cursor, Ports, Row, Rows, Shelf

_SCAN_ROWS: Final = 200
"""Rows read at once while a filter or a search passes over some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which todos a page shall show."""

    shelf: Shelf = Shelf.OPEN
    repository: str | None = None
    completed_since: str | None = None
    """A date in the owner's zone or an instant, inclusive."""
    completed_until: str | None = None
    """A date in the owner's zone, that day included, or an instant, exclusive."""
    search: str | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    rows: Sequence[Row]
    repositories: Mapping[str, str]
    """What the repositories of the rows are called now, by the folded name they were filed under."""
    next: Cursor | None
    searched_all: bool
    """False when a search or filter stopped at its limit of reading; the cursor goes on from there."""

    def repository_of(self, row: Row) -> str | None:
        return None if row.repository is None else self.repositories.get(folded(row.repository), row.repository)


def page(
    ports: Ports, reached: ReachedList, wanted: Wanted, *, limit: int, after: Cursor | None, time_zone: str
) -> Listed:
    """A page of todos.

    Raises: Invalid: a bound is neither a date nor an instant.
    """
    since = _bound(wanted.completed_since, "completed_since", time_zone, days_later=0)
    until = _bound(wanted.completed_until, "completed_until", time_zone, days_later=1)
    rows, following, searched_all = _collect(
        ports,
        reached,
        wanted,
        limit=limit,
        after=after,
        since=since,
        until=until,
    )
    names: dict[str, str] = {}
    if any(row.repository is not None for row in rows):
        names = {folded(name.filed): name.name for name in ports.repositories.all(reached.id)}
    return Listed(rows, names, following, searched_all)


def _collect(
    ports: Ports,
    reached: ReachedList,
    wanted: Wanted,
    *,
    limit: int,
    after: Cursor | None,
    since: str | None,
    until: str | None,
) -> tuple[Sequence[Row], Cursor | None, bool]:
    """Rows that match, at most `limit` and from at most 1 MB read; where to go on; whether all was looked at."""
    matcher = _Matcher(ports, reached, wanted)
    found: list[Row] = []
    while True:
        step = limit - len(found) if matcher.takes_all else min(_SCAN_ROWS, max(limit - len(found), 50))
        rows = ports.todos.shelf(
            reached.id, wanted.shelf, limit=step, after=after, since=since, until=until
        )
        found.extend(matcher.matching(rows))
        after = rows.next
        if after is None or len(found) >= limit:
            return found, after, True
        if matcher.read_bytes >= SEARCH_BYTES:
            return found, after, False


def _bound(raw: str | None, field: str, time_zone: str, *, days_later: int) -> str | None:
    """The instant that a date in the owner's zone, or an instant, names."""
    if raw is None:
        return None
    try:
        if len(raw) == len("2026-11-30"):
            return to_text(dues.start_of_day(date.fromisoformat(raw) + timedelta(days=days_later), time_zone))
        at = datetime.fromisoformat(raw)
    except (ValueError, OverflowError):
        at = None
    if at is None or at.tzinfo is None:
        raise Invalid(f"{field} is a date such as 2026-11-30, or an instant such as 2026-11-30T12:00:00Z.", field=field)
    return to_text(at)


class _Matcher:
    """What of the rows a page shows. Reads the whole of a todo only where its row does not say enough."""

    def __init__(self, ports: Ports, reached: ReachedList, wanted: Wanted) -> None:
        self._ports = ports
        self._repository_ids: frozenset[str] | None = None
        self._words = text.search_form(wanted.search or "").split()
        self.read_bytes = 0
        if wanted.repository is not None:
            known = ports.repositories.find(reached.id, canonical(wanted.repository))
            self._repository_ids = frozenset() if known is None else frozenset(known.ids)

    @property
    def takes_all(self) -> bool:
        return self._repository_ids is None and not self._words

    def matching(self, page: Rows) -> Sequence[Row]:
        rows = page.rows
        if self._repository_ids is not None:
            self.read_bytes += sum(row.size for row in rows)
            rows = [row for row in rows if row.repository_id in self._repository_ids]
        return rows if not self._words else self._found(rows)

    def _found(self, rows: Sequence[Row]) -> Sequence[Row]:
        hits = {row.id for row in rows if self._in(f"{row.title}\n{row.notes}")}
        unsure = [row.id for row in rows if row.id not in hits and (row.notes_shortened or row.title_shortened)]
        self.read_bytes += sum(row.size for row in rows)
        for todo_id, todo in self._ports.todos.get_many(unsure, consistent=False).items():
            self.read_bytes += len(todo.notes.encode())
            if self._in(f"{todo.title}\n{todo.notes}"):
                hits.add(todo_id)
        return [row for row in rows if row.id in hits]

    def _in(self, where: str) -> bool:
        form = text.search_form(where)
        return all(word in form for word in self._words)
