"""What changed in the local table, in the order it happened, for readers that go on where they stopped."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final

from followups.storage.contract import Item, Key, Unavailable
from local.item_text import decode
from local.sqlite_file import prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One item's image before and after one write. An item that was made has no old one, one that went no new one."""

    position: int
    """Rises with every change, from 1. A position is never given twice, but some may be left out."""
    key: Key
    old: Item | None
    new: Item | None
    written_at: int
    """Epoch milliseconds."""


class ChangeLog:
    """The log and its readers. Only a table's writes add to it, each in its own transaction."""

    def __init__(self, place: str | Path | sqlite3.Connection, now: Callable[[], float] = time.time) -> None:
        """`now` answers epoch seconds."""
        self._connection = prepared(place)
        self._now = now

    def changes_after(self, position: int, limit: int) -> list[Change]:
        """The next changes, oldest first."""
        with ENGINE_ERRORS:
            rows = self._connection.execute(
                "SELECT position, pk, sk, old, new, written_at FROM changes"
                " WHERE position > ? ORDER BY position LIMIT ?",
                (position, limit),
            ).fetchall()
        return [
            Change(position=at, key=Key(pk, sk), old=_image(old), new=_image(new), written_at=written_at)
            for at, pk, sk, old, new, written_at in rows
        ]

    def last_position(self) -> int:
        """Where the newest change is, or was if it is forgotten; 0 before the first."""
        with ENGINE_ERRORS:
            row = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'changes'").fetchone()
        return row[0] if row else 0

    def forget_changes(self, up_to: int) -> None:
        """Drop the changes up to this position, itself included."""
        with ENGINE_ERRORS, self._transaction():
            self._connection.execute("DELETE FROM changes WHERE position <= ?", (up_to,))

    def position_of(self, reader: str) -> int:
        """How far the reader has come; 0 for one that has never advanced."""
        with ENGINE_ERRORS:
            row = self._connection.execute("SELECT position FROM readers WHERE name = ?", (reader,)).fetchone()
        return row[0] if row else 0

    def advance(self, reader: str, position: int) -> None:
        """Remember how far the reader has come; never backwards. It does not wait for the disk."""
        with ENGINE_ERRORS, self.not_waiting():
            self._connection.execute(
                "INSERT INTO readers (name, position) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET position = max(position, excluded.position)",
                (reader, position),
            )

    @contextmanager
    def not_waiting(self) -> Iterator[None]:
        """For what follows from the log: writes in here survive `kill -9` but do not wait for the disk.

        A power cut may take the last of them back, never one without those behind it. The reader then meets the
        changes again that they came from, as it must be ready to do anyway.
        """
        (before,) = self._connection.execute("PRAGMA synchronous").fetchone()
        self._connection.execute("PRAGMA synchronous = NORMAL")
        try:
            yield
        finally:
            self._connection.execute(f"PRAGMA synchronous = {before}")

    def close(self) -> None:
        self._connection.close()

    def _log(self, key: Key, old: str | None, new: str | None) -> None:
        self._connection.execute(
            "INSERT INTO changes (pk, sk, old, new, written_at) VALUES (?, ?, ?, ?, ?)",
            (key.pk, key.sk, old, new, int(self._now() * 1000)),
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing, also when committing fails."""
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _image(text: str | None) -> Item | None:
    return None if text is None else decode(text)


class _EngineErrors:
    """Turns a disk that fails, is full or is locked into the contract's error. Misuse of the connection passes."""

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.ProgrammingError):
            raise Unavailable(f"the local table failed: {error}") from error


ENGINE_ERRORS: Final = _EngineErrors()
