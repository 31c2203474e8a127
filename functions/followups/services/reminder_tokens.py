"""What a notification's actions show instead of signing in: it names one ring on one device, and holds a secret.

Only the secret's digest is kept, in the marker of that push: nothing has to be signed, nobody holds a key that makes
such tokens, and the marker says whether it was used.
"""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from followups.domain.base62 import encoded

TOKEN_CHARACTERS: Final = 600
"""Longest token that is read at all."""

_DIGITS: Final = 43
"""256 bits in base62."""
_SHAPE: Final = re.compile(rf"([A-Za-z0-9_-]+)\.([0-9A-Za-z]{{{_DIGITS}}})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a token names."""

    todo_id: str
    occurrence: str
    device: str
    digest: str


def token(*, todo_id: str, occurrence: str, device: str, random_bits: bytes) -> tuple[str, str]:
    """A token for one push, of 32 random bytes, and its digest."""
    secret = encoded(int.from_bytes(random_bits, "big"), _DIGITS)
    named = json.dumps([todo_id, occurrence, device], separators=(",", ":")).encode()
    return f"{urlsafe_b64encode(named).rstrip(b'=').decode()}.{secret}", _digest(secret)


def shown(text: str) -> Shown | None:
    """What the text names; None where it is no token of ours."""
    match = _SHAPE.fullmatch(text) if len(text) <= TOKEN_CHARACTERS else None
    if match is None:
        return None
    try:
        named = json.loads(urlsafe_b64decode(match[1] + "=" * (-len(match[1]) % 4)))
    except ValueError:
        return None
    match named:
        case [str(todo_id), str(occurrence), str(device)] if f"{todo_id}{occurrence}{device}".isascii():
            return Shown(todo_id=todo_id, occurrence=occurrence, device=device, digest=_digest(match[2]))
    return None


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
