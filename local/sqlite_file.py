"""The file behind the local table: its settings, its tables and its version."""

import sqlite3
from pathlib import Path
from typing import Final

SCHEMA_VERSION: Final = 1
CACHE_KIB: Final = 64 * 1024
"""Pages kept in memory, at most. With 10,000 todos all of them are, so they read like a hundred."""

_SCHEMA: Final = """
CREATE TABLE items (
    pk TEXT NOT NULL, sk TEXT NOT NULL, size INTEGER NOT NULL, expires INTEGER, body TEXT NOT NULL,
    PRIMARY KEY (pk, sk)
) WITHOUT ROWID;
CREATE INDEX items_by_expiry ON items (expires) WHERE expires IS NOT NULL;
CREATE TABLE index_rows (
    name TEXT NOT NULL, ipk TEXT NOT NULL, isk TEXT NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL,
    size INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (name, ipk, isk, pk, sk)
) WITHOUT ROWID;
CREATE TABLE changes (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    pk TEXT NOT NULL, sk TEXT NOT NULL, old TEXT, new TEXT, written_at INTEGER NOT NULL
);
CREATE TABLE readers (name TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
"""
"""`body`, `old` and `new` are items as `item_text` writes them; `size` is by `storage.sizes`, in bytes; `expires` is in
epoch seconds, `written_at` in epoch milliseconds. Keys compare by their UTF-8 bytes (the BINARY collation)."""


class NewerFile(Exception):
    """The file was written by a newer version of this program, which has to be used to open it."""


def prepared(place: str | Path | sqlite3.Connection) -> sqlite3.Connection:
    """A connection whose commits survive a power cut, to a file that has the tables.

    Transactions are begun and ended by the caller alone. The connection belongs to the thread that opened it.

    Raises:
        NewerFile
        sqlite3.Error: the file cannot be opened or is no such file.
    """
    connection = place if isinstance(place, sqlite3.Connection) else sqlite3.connect(place)
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise NewerFile(f"the data is of version {version}, this program knows {SCHEMA_VERSION}: use a newer one")
    if version == 0:
        # One transaction: a start that is cut short leaves an empty file behind, not half of the tables.
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
    return connection
