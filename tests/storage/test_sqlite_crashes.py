"""The local table over every way to stop: a write is there with its rows and its change, or not at all."""

import itertools
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from followups.storage.contract import (
    Item,
    Query,
    Unavailable,
)
from local.sqlite_file import NewerFile
from local.sqlite_table import SqliteTable
from tests.storage.killed_write import BEFORE, item, row, write_all


def images(table: SqliteTable, after: int = 0) -> list[tuple[Item | None, Item | None]]:
    return [(change.old, change.new) for change in table.changes_after(after, 1_000)]


def state(table: SqliteTable) -> dict[str, Any]:
    """Everything that a write changes together."""
    return {
        "items": list(table.query(Query(partition="P")).items),
        "rows": list(table.query(Query(partition="Q", index="GSI1")).items),
        "changes": images(table),
    }


def attempts(folder: Path) -> Iterator[Path]:
    """A fresh file with the items of `BEFORE` for each attempt."""
    for number in itertools.count():
        place = folder / f"{number}.db"
        table = SqliteTable(place)
        for each in BEFORE:
            table.put(each)
        table.close()
        yield place


def after_all(folder: Path) -> dict[str, Any]:
    place = next(attempts(folder))
    table = SqliteTable(place)
    write_all(table)
    return state(table)


def test_a_process_killed_before_any_statement_leaves_all_or_nothing(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    whole = after_all(tmp_path / "whole")
    killed = 0
    for place in attempts(tmp_path):
        before = state(SqliteTable(place))
        command = [sys.executable, "-m", "tests.storage.killed_write", str(place), str(killed)]
        died = subprocess.run(command, env={"PYTHONPATH": ":".join(sys.path)}, check=False).returncode != 0
        assert state(SqliteTable(place)) == (before if died else whole)
        if not died:
            break
        killed += 1
    assert killed > 12


class Failing(sqlite3.Connection):
    """Fails at one statement, as a disk does, and works again after it."""

    left: int | None = None

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if self.left is not None and statement != "ROLLBACK":
            if self.left == 0:
                self.left = None
                raise sqlite3.OperationalError("disk I/O error")
            self.left -= 1
        return super().execute(statement, *values)


def test_a_statement_that_fails_undoes_the_others_and_the_table_goes_on(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    whole = after_all(tmp_path / "whole")
    failed = 0
    for place in attempts(tmp_path):
        connection = sqlite3.connect(place, factory=Failing)
        table = SqliteTable(connection)
        before = state(table)
        connection.left = failed
        try:
            write_all(table)
        except Unavailable:
            assert state(table) == before
            write_all(table)
            failed += 1
            assert state(table) == whole
        else:
            break
    assert failed > 12


def test_closing_in_the_middle_of_a_write_leaves_nothing_of_it(tmp_path: Path) -> None:
    table = SqliteTable(tmp_path / "table.db")
    table.put(item("a"))
    connection = sqlite3.connect(tmp_path / "table.db", isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE items SET body = '{}'")
    connection.execute("DELETE FROM changes")
    connection.close()
    assert state(SqliteTable(tmp_path / "table.db")) == {
        "items": [item("a")],
        "rows": [],
        "changes": [(None, item("a"))],
    }


def test_a_full_disk_is_unavailable_and_nothing_is_written(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "table.db")
    table = SqliteTable(connection)
    table.put(item("a"))
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    before = state(table)
    with pytest.raises(Unavailable, match="full"):
        table.put(row("b", notes="x" * 100_000))
    assert state(table) == before


def test_commits_wait_for_the_disk_also_after_a_reader_advanced(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "table.db")
    table = SqliteTable(connection)

    def setting(name: str) -> Any:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]

    assert (setting("journal_mode"), setting("synchronous")) == ("wal", 2)
    table.advance("live", 1)
    assert setting("synchronous") == 2


def test_a_file_of_a_newer_version_is_not_opened(tmp_path: Path) -> None:
    SqliteTable(tmp_path / "table.db").close()
    connection = sqlite3.connect(tmp_path / "table.db", isolation_level=None)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(NewerFile, match="version 99"):
        SqliteTable(tmp_path / "table.db")
