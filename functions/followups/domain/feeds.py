"""Calendar feeds: an address of its own for one list, that a calendar reads and that can do nothing else."""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from followups.domain.base62 import encoded
from followups.domain.instants import Instant, hour_to_note

RANDOM_BYTES: Final = 32
"""How many random bytes a token takes."""

_DIGITS: Final = 43
"""256 bits in base62."""

_TOKEN: Final = re.compile(rf"[0-9A-Za-z]{{{_DIGITS}}}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class Feed:
    """What an owner lets one calendar read. Its token is shown once and kept nowhere."""

    id: str
    """`digest` of the token."""
    owner_id: str
    list_id: str
    """The one list that it shows."""
    name: str | None = None
    created_at: Instant
    last_used_at: Instant | None = None
    """To the hour."""
    write_id: str = ""
    """Names the write that made it, so that a retry of it is known."""

    def used_at(self, now: Instant) -> Instant | None:
        """The hour to note as its last use; None when that hour, or a later one, is noted already."""
        return hour_to_note(self.last_used_at, now)


def token(random_bits: bytes) -> str:
    """The token made of 32 random bytes: 43 characters of base62.

    Raises:
        ValueError: another number of bytes.
    """
    if len(random_bits) != RANDOM_BYTES:
        raise ValueError(f"a token takes {RANDOM_BYTES} random bytes, not {len(random_bits)}")
    return encoded(int.from_bytes(random_bits, "big"), _DIGITS)


def is_token(text: str) -> bool:
    """Whether the text could be a token: anything else is not found without a look-up."""
    return _TOKEN.fullmatch(text) is not None


def digest(token: str) -> str:
    """The SHA-256 of a token in hex: what is stored and looked up."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_digest(text: str) -> bool:
    """Whether the text could name a feed."""
    return _DIGEST.fullmatch(text) is not None
