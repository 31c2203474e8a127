"""Cursors: where a page ended, as one opaque word."""

import base64
import json
from typing import Any, Final

from followups.domain.errors import Invalid
from followups.domain.ids import is_id
from followups.domain.limits import ORDER_KEY_BYTES
from followups.services.ports import Cursor

_FIELDS: Final = frozenset({"order", "id"})


def encoded(cursor: Cursor) -> str:
    """Base64url without padding."""
    text = json.dumps(dict(cursor), separators=(",", ":"), sort_keys=True)
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def decoded(word: str) -> Cursor:
    """Raises: Invalid: this is no cursor that `encoded` made."""
    try:
        padded = word.encode("ascii") + b"=" * (-len(word) % 4)
        cursor: Any = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, RecursionError):
        cursor = None
    if not isinstance(cursor, dict) or cursor.keys() != _FIELDS or not _is_place(cursor["order"], cursor["id"]):
        raise Invalid(
            "cursor is none that read_follow_ups answered. Pass next_cursor as it came, or leave cursor out to begin "
            "at the first page.",
            field="cursor",
        )
    return {"order": cursor["order"], "id": cursor["id"]}


def _is_place(order: Any, id: Any) -> bool:
    return (
        isinstance(order, str)
        and order.isascii()
        and order.isalnum()
        and len(order) <= 2 * ORDER_KEY_BYTES
        and isinstance(id, str)
        and is_id(id)
    )
