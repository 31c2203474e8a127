"""What a crash left in the SQLite file, looked at in a copy so that the server finds it as it was."""

import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from followups.storage.contract import Item, Key
from followups.storage.indexes import PROJECTIONS, place_in, projected
from local.data_folder import TABLE
from local.item_text import decode
from local.sqlite_table import SqliteTable

IndexRow = tuple[str, str, str, str, str]
"""Index, its partition and sort key, the item's PK and SK."""

TodoVersion = tuple[str, int]

_PAGE = 1_000


class FollowedLog:
    """Replays the change log from empty, as far as it has come each time."""

    def __init__(self) -> None:
        self.items: dict[Key, Item] = {}
        self.position = 0
        self.written: set[TodoVersion] = set()
        """Every version of every todo that was ever stored."""
        self.told: set[TodoVersion] = set()
        """Those that the lists' own change logs have a row for."""

    def follow(self, table: SqliteTable) -> None:
        """Raises: AssertionError: a change is of another image than the changes before it left."""
        while changes := table.changes_after(self.position, _PAGE):
            for change in changes:
                assert change.old == self.items.get(change.key), f"{change.key} was something else before"
                if change.new is None:
                    self.items.pop(change.key, None)
                else:
                    self.items[change.key] = change.new
                    self._count(change.new)
                self.position = change.position

    def _count(self, item: Item) -> None:
        if item["type"] == "todo":
            self.written.add((item["id"], item["version"]))
        elif item["type"] == "change":
            self.told.add((item["todo_id"], item["version"]))

    def todo_ids(self) -> set[str]:
        """Those that are there now."""
        return {item["id"] for item in self.items.values() if item["type"] == "todo"}


def taken_from(data: Path, into: Path) -> Path:
    """A copy of the file as it is on the disk, with what was not written back into it yet."""
    into.mkdir()
    for suffix in ("", "-wal"):
        source = data / f"{TABLE}{suffix}"
        if source.exists():
            shutil.copyfile(source, into / source.name)
    return into / TABLE


def check_file(file: Path, log: FollowedLog) -> None:
    """The log leads to exactly the items, and the rows of the indexes are exactly those that the items give.

    Raises: AssertionError
    """
    table = SqliteTable(file)
    try:
        log.follow(table)
    finally:
        table.close()
    items, rows = _contents(file)
    assert items == log.items
    assert rows == _rows_of(items)


def _contents(file: Path) -> tuple[Mapping[Key, Item], Mapping[IndexRow, Any]]:
    connection = sqlite3.connect(file)
    try:
        items = connection.execute("SELECT pk, sk, body FROM items").fetchall()
        rows = connection.execute("SELECT name, ipk, isk, pk, sk, body FROM index_rows").fetchall()
    finally:
        connection.close()
    return (
        {Key(pk, sk): decode(body) for pk, sk, body in items},
        {(name, ipk, isk, pk, sk): decode(body) for name, ipk, isk, pk, sk, body in rows},
    )


def _rows_of(items: Mapping[Key, Item]) -> Mapping[IndexRow, Any]:
    """The rows of all indexes, built anew from the items."""
    return {
        (index, *place, key.pk, key.sk): projected(item, index)
        for key, item in items.items()
        for index in PROJECTIONS
        if (place := place_in(index, item)) is not None
    }
