"""The local table's log: what the stream of DynamoDB would have told, and the sweep that adds to it."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from followups.storage.contract import (
    Absent,
    Changes,
    Check,
    ConditionFailed,
    Delete,
    Item,
    Key,
    Present,
    Put,
    Query,
    TransactionRefused,
    Update,
)
from local.sqlite_table import SWEEP_ITEMS, SqliteTable


def item(sk: str, **attributes: Any) -> Item:
    return {"PK": "P", "SK": sk, **attributes}


def row(sk: str, **attributes: Any) -> Item:
    return item(sk, GSI1PK="Q", GSI1SK=sk, **attributes)


def key(sk: str) -> Key:
    return Key("P", sk)


def images(table: SqliteTable, after: int = 0) -> list[tuple[Item | None, Item | None]]:
    return [(change.old, change.new) for change in table.changes_after(after, 1_000)]


def state(table: SqliteTable) -> dict[str, Any]:
    """Everything that a write changes together."""
    return {
        "items": list(table.query(Query(partition="P")).items),
        "rows": list(table.query(Query(partition="Q", index="GSI1")).items),
        "changes": images(table),
    }


def test_every_write_leaves_its_images_in_order(sqlite_table: SqliteTable) -> None:
    sqlite_table.put(item("a", n=1, tags=frozenset({"x"})))
    sqlite_table.update(key("a"), Changes(add={"n": 1}))
    sqlite_table.update(key("b"), Changes(set={"m": True}))
    sqlite_table.transact([Delete(key("a")), Put(item("c")), Update(key("b"), Changes(remove=frozenset({"m"})))])
    one, two = item("a", n=1, tags=frozenset({"x"})), item("a", n=2, tags=frozenset({"x"}))
    assert images(sqlite_table) == [
        (None, one),
        (one, two),
        (None, item("b", m=True)),
        (two, None),
        (None, item("c")),
        (item("b", m=True), item("b")),
    ]
    assert [change.key.sk for change in sqlite_table.changes_after(0, 9)] == ["a", "a", "b", "a", "c", "b"]
    assert [change.position for change in sqlite_table.changes_after(0, 9)] == [1, 2, 3, 4, 5, 6]


def test_what_changes_nothing_is_not_in_the_log(sqlite_table: SqliteTable) -> None:
    sqlite_table.put(item("a", n=1, yes=True))
    sqlite_table.put(item("a", n=1, yes=True))
    sqlite_table.update(key("a"), Changes(set={"n": 1}, remove=frozenset({"other"})))
    sqlite_table.delete(key("never there"))
    sqlite_table.transact([Check(key("a"), Present()), Delete(key("never there"))])
    with pytest.raises(ConditionFailed):
        sqlite_table.put(item("a", n=2), condition=Absent())
    with pytest.raises(TransactionRefused):
        sqlite_table.transact([Put(item("b")), Check(key("c"), Present())])
    with pytest.raises(ValueError, match="no number"):
        sqlite_table.transact([Put(item("b")), Update(key("a"), Changes(add={"yes": 1}))])
    assert len(images(sqlite_table)) == 1
    sqlite_table.put(item("a", n=True, yes=True))
    assert len(images(sqlite_table)) == 2


def test_a_reader_goes_on_where_it_stopped_over_a_restart(tmp_path: Path) -> None:
    table = SqliteTable(tmp_path / "table.db")
    for sk in "abc":
        table.put(item(sk))
    assert table.position_of("live") == 0
    table.advance("live", 2)
    table.advance("schedules", 3)
    table.close()
    table = SqliteTable(tmp_path / "table.db")
    assert [change.key.sk for change in table.changes_after(table.position_of("live"), 10)] == ["c"]
    assert table.position_of("schedules") == 3
    table.advance("live", 1)
    assert table.position_of("live") == 2


def test_changes_come_in_parts(sqlite_table: SqliteTable) -> None:
    for sk in "abcde":
        sqlite_table.put(item(sk))
    parts = [[change.key.sk for change in sqlite_table.changes_after(at, 2)] for at in (0, 2, 4, 5)]
    assert parts == [["a", "b"], ["c", "d"], ["e"], []]


def test_a_position_is_never_given_twice_even_when_all_is_forgotten(tmp_path: Path) -> None:
    table = SqliteTable(tmp_path / "table.db")
    assert table.last_position() == 0
    for sk in "abc":
        table.put(item(sk))
    table.forget_changes(2)
    assert [change.position for change in table.changes_after(0, 10)] == [3]
    table.forget_changes(3)
    table.close()
    table = SqliteTable(tmp_path / "table.db")
    assert table.last_position() == 3
    table.put(item("d"))
    assert [change.position for change in table.changes_after(0, 10)] == [4]


def test_a_change_carries_the_time_of_the_clock_given(tmp_path: Path) -> None:
    times = iter([1_800_000_000.1234, 1_800_000_001.0])
    table = SqliteTable(tmp_path / "table.db", now=lambda: next(times))
    table.put(item("a"))
    table.delete(key("a"))
    assert [change.written_at for change in table.changes_after(0, 9)] == [1_800_000_000_123, 1_800_000_001_000]


def test_who_waits_is_told_after_each_commit_that_changed_something(tmp_path: Path) -> None:
    told: list[int] = []
    other = sqlite3.connect(tmp_path / "table.db", isolation_level=None)

    def on_change() -> None:
        # Another connection sees what is committed, and nothing else.
        told.extend(other.execute("SELECT count(*) FROM changes").fetchone())

    table = SqliteTable(tmp_path / "table.db", on_change=on_change)
    table.put(item("a", expires=5))
    table.put(item("a", expires=5))
    table.transact([Put(item("b")), Put(item("c"))])
    table.transact([Check(key("b"), Present())])
    table.update(key("b"), Changes(set={"n": 1}))
    assert table.sweep_expired(now=5) == 1
    assert table.sweep_expired(now=5) == 0
    assert told == [1, 3, 4, 5]


def test_expired_items_go_in_batches_with_their_rows_and_into_the_log(sqlite_table: SqliteTable) -> None:
    due = [row(f"{number:03}", expires=100 + number) for number in range(SWEEP_ITEMS + 20)]
    for each in due:
        sqlite_table.put(each)
    sqlite_table.put(row("later", expires=1_000))
    sqlite_table.put(row("never"))
    sqlite_table.put(row("no time", expires="100"))
    sqlite_table.put(row("beyond SQLite", expires=10**30))
    before = sqlite_table.last_position()
    assert sqlite_table.sweep_expired(now=99) == 0
    assert [sqlite_table.sweep_expired(now=999) for _ in range(3)] == [SWEEP_ITEMS, 20, 0]
    left = ["beyond SQLite", "later", "never", "no time"]
    assert [each["SK"] for each in state(sqlite_table)["items"]] == left
    assert [each["SK"] for each in state(sqlite_table)["rows"]] == left
    assert images(sqlite_table, before) == [(each, None) for each in due]
    assert sqlite_table.sweep_expired(now=1_000) == 1


def test_an_item_whose_time_was_taken_away_stays(sqlite_table: SqliteTable) -> None:
    sqlite_table.put(item("a", expires=1))
    sqlite_table.update(key("a"), Changes(remove=frozenset({"expires"})))
    assert sqlite_table.sweep_expired(now=10) == 0
