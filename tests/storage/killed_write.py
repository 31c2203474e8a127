"""A write in which every kind of statement has a part, and a program that dies before one of them.

python -m tests.storage.killed_write FILE STATEMENTS
"""

import os
import signal
import sqlite3
import sys
from typing import Any

from followups.storage.contract import Changes, Check, Delete, Equals, Item, Key, Present, Put, Table, Update
from local.sqlite_table import SqliteTable


def item(sk: str, **attributes: Any) -> Item:
    return {"PK": "P", "SK": sk, **attributes}


def row(sk: str, **attributes: Any) -> Item:
    return item(sk, GSI1PK="Q", GSI1SK=sk, **attributes)


BEFORE = [row("changed", n=1), row("deleted"), item("checked")]


def write_all(table: Table) -> None:
    table.transact(
        [
            Put(row("new", row_title="t")),
            Update(Key("P", "changed"), Changes(add={"n": 1}, set={"GSI1SK": "moved"}), Equals("n", 1)),
            Delete(Key("P", "deleted")),
            Check(Key("P", "checked"), Present()),
        ]
    )


class DyingConnection(sqlite3.Connection):
    left: int | None = None

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if self.left is not None:
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            self.left -= 1
        return super().execute(statement, *values)


if __name__ == "__main__":
    connection = sqlite3.connect(sys.argv[1], factory=DyingConnection)
    table = SqliteTable(connection)
    connection.left = int(sys.argv[2])
    write_all(table)
