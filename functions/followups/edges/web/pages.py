"""Cursors: where a page ended, as an opaque text that fits only the question it was answered to."""

import hashlib
import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from followups.domain.errors import Invalid
from followups.services.ports import Cursor

CURSOR_CHARACTERS: Final = 4_000
"""Longest cursor that is read, in characters; ours stay under half of it."""

ROWS: Final = 50
"""Rows in a page unless the request says otherwise."""

_MARK_BYTES: Final = 12

Thing = TypeVar("Thing")


class Question:
    """What a page answers: whose, of what, filtered how. Another question's cursor does not fit.

    A cursor is sealed with the owner's id, which no answer shows: one that was made up is told from ours, and nothing
    behind this has to expect it.
    """

    def __init__(self, owner_id: str, *parts: str | None) -> None:
        self._owner_id = owner_id
        self._parts = parts

    def cursor(self, place: Cursor | None) -> str | None:
        if place is None:
            return None
        text = json.dumps(dict(place), separators=(",", ":")).encode()
        return urlsafe_b64encode(self._mark(text) + text).rstrip(b"=").decode()

    def place(self, cursor: str | None) -> Cursor | None:
        """Raises: Invalid: no cursor of ours, or another question's."""
        if cursor is None:
            return None
        try:
            sealed = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        except (UnicodeEncodeError, NotBase64):
            sealed = b""
        mark, text = sealed[:_MARK_BYTES], sealed[_MARK_BYTES:]
        if not hmac.compare_digest(mark, self._mark(text)):
            raise Invalid(
                "cursor is what the page before answered as next_cursor, with the same filters. Begin without it.",
                field="cursor",
            )
        place: dict[str, str] = json.loads(text)
        return place

    def _mark(self, text: bytes) -> bytes:
        asked = json.dumps(self._parts, separators=(",", ":")).encode()
        return hmac.digest(self._owner_id.encode(), asked + b"\x00" + text, hashlib.sha256)[:_MARK_BYTES]


def part_of(
    things: Sequence[Thing], name: Callable[[Thing], str], *, limit: int, after: Cursor | None
) -> tuple[Sequence[Thing], Cursor | None]:
    """A page of what is read as a whole, in the order of its names."""
    ordered = sorted(things, key=name)
    if after is not None:
        ordered = [thing for thing in ordered if name(thing) > after["name"]]
    page = ordered[:limit]
    return page, {"name": name(page[-1])} if len(ordered) > limit else None
