"""The change log of each list: what a page that was away reads."""

from collections.abc import Sequence
from dataclasses import replace

from followups.domain.instants import Instant, to_text
from followups.domain.limits import CHANGES_SECONDS
from followups.services.change_log import Change
from followups.storage import keys
from followups.storage.contract import Item, Query, Table


class TableChangeLog:
    def __init__(self, table: Table) -> None:
        self._table = table

    def record(self, changes: Sequence[Change], now: Instant, sequence: str) -> list[Change]:
        # One by one: a transaction would cost twice as much, and rows that are missing come with the stream's retry. A
        # retry may write a row twice, which says the same again: its key starts with the time of writing, because a
        # reader passes over what comes late under an older time; and to look first would cost a read for every change.
        placed: list[Change] = []
        for at, change in enumerate(changes):
            item = _item(change, now, f"{sequence}.{at:04d}")
            self._table.put(item)
            placed.append(replace(change, position=item["SK"]))
        return placed

    def since(self, list_id: str, position: str, *, limit: int) -> Sequence[Change]:
        page = self._table.query(
            Query(partition=keys.changes(list_id), low=f"{position}\x00", limit=limit, consistent=True)
        )
        return [_change(item) for item in page.items]

    def newest(self, list_id: str) -> str | None:
        page = self._table.query(Query(partition=keys.changes(list_id), forward=False, limit=1, consistent=True))
        return page.items[0]["SK"] if page.items else None


def _item(change: Change, now: Instant, sequence: str) -> Item:
    return {
        "PK": keys.changes(change.list_id),
        "SK": f"{to_text(now)}#{sequence}",
        "type": "change",
        "owner_id": change.owner_id,
        "list_id": change.list_id,
        "todo_id": change.todo_id,
        "version": change.version,
        "deleted": change.deleted,
        "expires": int(now.timestamp()) + CHANGES_SECONDS,
    }


def _change(item: Item) -> Change:
    return Change(
        list_id=item["list_id"],
        owner_id=item["owner_id"],
        todo_id=item["todo_id"],
        version=item["version"],
        deleted=item["deleted"],
        position=item["SK"],
    )
