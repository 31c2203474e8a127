"""The owner reads the pages of a list, filtered and searched."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from followups.domain import dues, instants, text
from followups.domain.errors import Invalid
from followups.domain.instants import to_text
from followups.domain.limits import DELETED_SECONDS, SEARCH_BYTES
from followups.domain.repositories import folded
from followups.domain.repositories import repository as canonical
from followups.services.access import ReachedList
from followups.services.ports import Cursor, Ports, Row, Shelf

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

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

    Raises: Invalid: a bound is neither a date nor an instant, or bounds what was not completed.
    """
    since = _bound(wanted.completed_since, "completed_since", time_zone, days_later=0)
    until = _bound(wanted.completed_until, "completed_until", time_zone, days_later=1)
    if wanted.shelf is not Shelf.COMPLETED and not (since is None and until is None):
        raise Invalid("completed_since and completed_until go with state=completed.", field="completed_since")
    if wanted.shelf is Shelf.DELETED:
        # What can no longer be restored is gone, though the engine takes it away some time after.
        since = to_text(ports.clock.now() - timedelta(seconds=DELETED_SECONDS) + timedelta(milliseconds=1))
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
        room = limit - len(found)
        step = room if matcher.takes_all else min(_SCAN_ROWS, max(room, 50))
        page = ports.todos.shelf(reached.id, wanted.shelf, limit=step, after=after, since=since, until=until)
        matching, looked_at = matcher.look(page.rows)
        found.extend(matching[:room])
        if len(matching) > room:
            return found, ports.todos.place_of(matching[room - 1], wanted.shelf), True
        if looked_at < len(page.rows):
            return found, ports.todos.place_of(page.rows[looked_at - 1], wanted.shelf) if looked_at else after, False
        after = page.next
        if after is None or len(found) >= limit:
            return found, after, True
        if matcher.read_bytes >= SEARCH_BYTES:
            return found, after, False


def _bound(raw: str | None, field: str, time_zone: str, *, days_later: int) -> str | None:
    """The instant that a date in the owner's zone, or an instant, names."""
    if raw is None:
        return None
    if not _DATE.fullmatch(raw):
        return to_text(instants.given(raw, field, or_else="a date such as 2026-11-30"))
    try:
        day = date.fromisoformat(raw) + timedelta(days=days_later)
    except (ValueError, OverflowError):
        raise Invalid(
            f"{field} {raw} is not a day that there is. Give a date such as 2026-11-30.", field=field
        ) from None
    return to_text(dues.start_of_day(max(day, date(1970, 1, 2)), time_zone))


class _Matcher:
    """What of the rows a page shows. Reads the whole of a todo only where its row does not say enough."""

    def __init__(self, ports: Ports, reached: ReachedList, wanted: Wanted) -> None:
        self._ports = ports
        self._repository_ids: frozenset[str] | None = None
        self._words = text.search_form(wanted.search or "").split()
        self.read_bytes = 0
        self._has_read_whole = False
        if wanted.repository is not None:
            known = ports.repositories.find(reached.id, canonical(wanted.repository))
            self._repository_ids = frozenset() if known is None else frozenset(known.ids)

    @property
    def takes_all(self) -> bool:
        return self._repository_ids is None and not self._words

    def look(self, rows: Sequence[Row]) -> tuple[Sequence[Row], int]:
        """Those that match, and how many were looked at before the limit of reading was met."""
        if self.takes_all:
            return rows, len(rows)
        self.read_bytes += sum(row.size for row in rows)
        candidates = [row for row in rows if self._repository_ids is None or row.repository_id in self._repository_ids]
        if not self._words:
            return candidates, len(rows)
        hits: set[str] = set()
        unsure: list[str] = []
        stopped_at: Row | None = None
        for row in candidates:
            if self._in(f"{row.title}\n{row.notes}"):
                hits.add(row.id)
            elif row.notes_shortened or row.title_shortened:
                if self._has_read_whole and self.read_bytes + row.whole_bytes > SEARCH_BYTES:
                    stopped_at = row
                    break
                self._has_read_whole = True
                self.read_bytes += row.whole_bytes
                unsure.append(row.id)
        for todo_id, todo in self._ports.todos.get_many(unsure, consistent=False).items():
            if self._in(f"{todo.title}\n{todo.notes}"):
                hits.add(todo_id)
        looked_at = len(rows) if stopped_at is None else rows.index(stopped_at)
        return [row for row in candidates if row.id in hits], looked_at

    def _in(self, where: str) -> bool:
        form = text.search_form(where)
        return all(word in form for word in self._words)
