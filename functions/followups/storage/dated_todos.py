"""The index of dated todos: what rings for an owner, in the order in which it does."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from followups.domain.instants import Instant, from_text, to_text
from followups.services.dated_todos import Dated, DatedPage
from followups.storage import keys
from followups.storage.contract import Item, Query, Table
from followups.storage.todo_items import id_of

_DAY: Final = "D#"
_TIME: Final = "T#"
_LAST_DAY: Final = date.max.isoformat()


class TableDatedTodos:
    def __init__(self, table: Table) -> None:
        self._table = table

    def on_days(
        self, owner_id: str, first: date, last: date | None, *, limit: int, after: Mapping[str, str] | None = None
    ) -> DatedPage:
        low, high = first.isoformat(), _LAST_DAY if last is None else last.isoformat()
        return self._page(owner_id, _DAY + low, _DAY + high, limit, after)

    def at_times(
        self, owner_id: str, since: Instant, until: Instant, *, limit: int, after: Mapping[str, str] | None = None
    ) -> DatedPage:
        return self._page(owner_id, _TIME + to_text(since), _TIME + to_text(until), limit, after)

    def _page(self, owner_id: str, low: str, high: str, limit: int, after: Mapping[str, str] | None) -> DatedPage:
        page = self._table.query(
            Query(partition=keys.due_index(owner_id), index="GSI3", low=low, high=high, limit=limit, after=after)
        )
        return DatedPage([_dated(item) for item in page.items], page.after)


def _dated(item: Item) -> Dated:
    place: str = item["GSI3SK"]
    at = date.fromisoformat(place[2:]) if place.startswith(_DAY) else from_text(place[2:])
    return Dated(todo_id=id_of(item), list_id=item["list_id"], at=at)
