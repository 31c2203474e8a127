"""Ids: UUIDv7, so that their text sorts by the time they were made."""

import hashlib
import re
from typing import Final

RANDOM_BYTES: Final = 10
"""How many random bytes an id takes; 74 of their 80 bits go into it."""

_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")

_LAST_MILLISECOND: Final = (1 << 48) - 1
"""The largest time an id can hold (RFC 9562 5.7), in milliseconds since 1970: the year 10889."""


def uuid7(milliseconds: int, random_bytes: bytes) -> str:
    """The id made at this time (milliseconds since 1970) with these 10 random bytes (RFC 9562 5.7).

    Raises:
        ValueError: a time that does not fit into 48 bits, or another number of bytes.
    """
    if not 0 <= milliseconds <= _LAST_MILLISECOND:
        raise ValueError(f"the time of an id is 0..{_LAST_MILLISECOND} ms since 1970, not {milliseconds}")
    if len(random_bytes) != RANDOM_BYTES:
        raise ValueError(f"an id takes {RANDOM_BYTES} random bytes, not {len(random_bytes)}")
    bits = int.from_bytes(random_bytes, "big")
    number = milliseconds << 80 | 0x7 << 76 | (bits >> 62 & 0xFFF) << 64 | 0b10 << 62 | bits & (1 << 62) - 1
    digits = f"{number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def named(*parts: str) -> str:
    """The id that these parts always make: of the year 1970, so that it meets none that was made of the time."""
    digest = hashlib.sha256("\x00".join(parts).encode()).digest()
    return uuid7(int.from_bytes(digest[:4], "big"), digest[4 : 4 + RANDOM_BYTES])


def is_id(text: str) -> bool:
    """Whether the text could be one of our ids at all: anything else is not found without a read."""
    return _ID.fullmatch(text) is not None
