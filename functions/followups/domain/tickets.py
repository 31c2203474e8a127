"""Tickets: what opens one socket of a page, once and soon, so that no URL holds a secret that lasts."""

import hashlib
import re
from typing import Final

from followups.domain.base62 import encoded

_DIGITS: Final = 43
"""256 bits in base62."""
_SHAPE: Final = re.compile(rf"[0-9A-Za-z]{{{_DIGITS}}}")


def ticket(random_bits: bytes) -> str:
    """The ticket made of 32 random bytes."""
    return encoded(int.from_bytes(random_bits, "big"), _DIGITS)


def digest(ticket: str) -> str:
    """What is kept of a ticket."""
    return hashlib.sha256(ticket.encode()).hexdigest()


def is_ticket(text: str) -> bool:
    """Whether the text could be one of ours at all: anything else is refused without a read."""
    return _SHAPE.fullmatch(text) is not None
