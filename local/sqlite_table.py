"""The table in one SQLite file, with the log of its changes.

An answered write survives `kill -9` and a power cut. Items, index rows and the log change in one transaction. The log
stands in for the stream of DynamoDB: it has both images of each change, and nothing of a write that changed nothing.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, cast

from followups.storage.contract import (
    MAX_PAGE_BYTES,
    Action,
    Changes,
    Condition,
    ConditionFailed,
    Delete,
    Item,
    Key,
    Page,
    Put,
    Query,
    TransactionRefused,
    Update,
)
from followups.storage.definition import TTL_ATTRIBUTE
from followups.storage.evaluation import changed_names, holds, is_integer, key_of, outcome
from followups.storage.indexes import key_attributes
from followups.storage.legality import (
    check_actions,
    check_batch,
    check_changes,
    check_condition,
    check_key,
    check_new_item,
)
from followups.storage.ranges import check_query, is_empty
from followups.storage.sizes import check_item, check_transaction_size, item_size
from followups.storage.units import (
    Meter,
    Operation,
    attempted,
    read_units,
    refused_transaction_units,
    refused_units,
    transaction_units,
    write_units,
)
from local import index_rows
from local.change_log import ENGINE_ERRORS, ChangeLog
from local.item_text import decode, decode_all, encode
from local.sqlite_pages import Row, page_statement

SWEEP_ITEMS: Final = 100
"""Expired items that one sweep deletes, so that nothing waits long for it."""

_MAX_SQLITE_INTEGER: Final = 2**63 - 1


class SqliteTable(ChangeLog):
    """The contract's `Table`, and the log of what it wrote. It belongs to the thread that made it."""

    def __init__(
        self,
        place: str | Path | sqlite3.Connection,
        meter: Meter | None = None,
        *,
        now: Callable[[], float] = time.time,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_change` is called after each commit that added to the log."""
        super().__init__(place, now)
        self._meter = meter
        self._on_change = on_change

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        check_key(key)
        with ENGINE_ERRORS:
            item = _image(self._text(key))
        if self._meter:
            self._meter.count("get", read=read_units(item_size(item or {}), consistent=consistent))
        return item

    def put(self, item: Item, *, condition: Condition | None = None) -> None:
        check_new_item(item)
        check_condition(condition)
        self._write("put", Put(item, condition))

    def update(self, key: Key, changes: Changes, *, condition: Condition | None = None) -> Item:
        check_key(key)
        check_changes(changes)
        check_condition(condition)
        # An update always leaves an item.
        return cast("Item", self._write("update", Update(key, changes, condition)))

    def delete(self, key: Key, *, condition: Condition | None = None) -> None:
        check_key(key)
        check_condition(condition)
        self._write("delete", Delete(key, condition))

    def query(self, query: Query) -> Page:
        check_query(query)
        if is_empty(query):
            return Page(items=[], count=0, after=None)
        with ENGINE_ERRORS:
            rows, size, whole = self._rows(query)
        if self._meter:
            self._meter.count("query", read=read_units(size, consistent=query.consistent))
        return Page(
            items=[] if query.count_only else _items(query, rows),
            count=len(rows),
            after=None if whole else _place(query, rows[-1]),
        )

    def _rows(self, query: Query) -> tuple[list[Row], int, bool]:
        """A page's rows, their size, and whether they are all there were."""
        cursor = self._connection.execute(*page_statement(query))
        rows: list[Row] = []
        size = 0
        for row in cursor:
            if size + row[0] > MAX_PAGE_BYTES:
                # A statement left open would keep SQLite from writing its log back into the file.
                cursor.close()
                return rows, size, False
            size += row[0]
            rows.append(row)
        return rows, size, len(rows) != query.limit

    def batch_get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Item]:
        check_batch(keys)
        with ENGINE_ERRORS:
            items = [_image(self._text(key)) for key in keys]
        if self._meter:
            units = [read_units(item_size(item or {}), consistent=consistent) for item in items]
            self._meter.count("batch_get", read=sum(units))
        return [item for item in items if item is not None]

    def transact(self, actions: Sequence[Action]) -> None:
        check_actions(actions)
        olds: list[Item | None] = []
        try:
            with ENGINE_ERRORS, self._transaction():
                texts = [self._text(key_of(action)) for action in actions]
                olds = [_image(text) for text in texts]
                pairs = list(zip(actions, olds, strict=True))
                refusals = {at: old for at, (action, old) in enumerate(pairs) if not holds(action.condition, old)}
                if refusals:
                    raise TransactionRefused(refusals)
                news = [outcome(action, old) for action, old in pairs]
                check_transaction_size([item_size(new) for new in news if new is not None])
                stored = zip(actions, texts, olds, news, strict=True)
                changed = [self._store(key_of(action), text, old, new) for action, text, old, new in stored]
        except TransactionRefused:
            if self._meter:
                images = [(old, attempted(action, old)) for action, old in zip(actions, olds, strict=True)]
                self._meter.count("transact", write=refused_transaction_units(images))
            raise
        if self._meter:
            self._meter.count("transact", write=transaction_units(list(zip(olds, news, strict=True))))
        if any(changed):
            self._on_change()

    def sweep_expired(self, now: int, limit: int = SWEEP_ITEMS) -> int:
        """Delete items whose time is over, as the engine on AWS does by itself, and answer how many.

        `now` is in epoch seconds. There may be more when as many went as one sweep may delete.
        """
        with ENGINE_ERRORS, self._transaction():
            found = self._connection.execute(
                "SELECT pk, sk, body FROM items WHERE expires <= ? ORDER BY expires LIMIT ?", (now, limit)
            ).fetchall()
            for pk, sk, text in found:
                self._store(Key(pk, sk), text, decode(text), None)
        if found:
            self._on_change()
        return len(found)

    def _write(self, operation: Operation, action: Action) -> Item | None:
        key = key_of(action)
        old: Item | None = None
        try:
            with ENGINE_ERRORS, self._transaction():
                text = self._text(key)
                old = _image(text)
                if not holds(action.condition, old):
                    raise ConditionFailed(old)
                new = outcome(action, old)
                changed = self._store(key, text, old, new)
        except ConditionFailed:
            if self._meter:
                self._meter.count(operation, write=refused_units(old, attempted(action, old)))
            raise
        if self._meter:
            self._meter.count(operation, write=write_units(old, new))
        if changed:
            self._on_change()
        return new

    def _text(self, key: Key) -> str | None:
        row = self._connection.execute("SELECT body FROM items WHERE pk = ? AND sk = ?", (key.pk, key.sk)).fetchone()
        return row[0] if row else None

    def _store(self, key: Key, old_text: str | None, old: Item | None, new: Item | None) -> bool:
        """Bring the item, its index rows and the log to the new image. Answers whether that changed anything."""
        changed = (old or new or {}).keys() if old is None or new is None else changed_names(old, new)
        if not changed:
            return False
        new_text = None
        if new is None:
            self._connection.execute("DELETE FROM items WHERE pk = ? AND sk = ?", (key.pk, key.sk))
        else:
            new_text = encode(new)
            self._connection.execute(
                "REPLACE INTO items (pk, sk, size, expires, body) VALUES (?, ?, ?, ?, ?)",
                (key.pk, key.sk, check_item(new), _expiry(new), new_text),
            )
        index_rows.follow(self._connection, key, old, new, changed)
        self._log(key, old_text, new_text)
        return True


def _image(text: str | None) -> Item | None:
    return None if text is None else decode(text)


def _expiry(item: Item) -> int | None:
    """Only a time that an integer of SQLite holds can come."""
    expires = item.get(TTL_ATTRIBUTE)
    return expires if is_integer(expires) and 0 <= expires <= _MAX_SQLITE_INTEGER else None


def _items(query: Query, rows: Sequence[Row]) -> list[Item]:
    items = decode_all([row[1] for row in rows])
    if query.index is not None:
        for item, row in zip(items, rows, strict=True):
            item.update(_place(query, row))
    return items


def _place(query: Query, row: Row) -> dict[str, str]:
    partition, sort = key_attributes(query.index)
    return {"PK": row[3], "SK": row[4], partition: query.partition, sort: row[2]}
