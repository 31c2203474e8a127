"""API keys: how one is made and recognised, what it may do, and what is wrong with one that is not."""

import hashlib
import re
import zlib
from dataclasses import dataclass
from typing import Final, Literal

from followups.domain.base62 import encoded
from followups.domain.errors import Unauthorized
from followups.domain.instants import Instant, hour_to_note

Role = Literal["reader", "agent", "coordinator"]

ROLES: Final[tuple[Role, ...]] = ("reader", "agent", "coordinator")
"""From the least to the most; each may what the ones before it may."""

RANDOM_BYTES: Final = 32
"""How many random bytes a key takes."""

SHOWN_CHARACTERS: Final = 10
"""How many characters of a key stay readable, so that an owner tells keys apart. The other 42 stay unknown."""

_BODY_DIGITS: Final = 43
"""256 bits in base62."""
_CHECKSUM_DIGITS: Final = 6
"""32 bits in base62."""

_SHAPE: Final = re.compile(rf"fu_([0-9A-Za-z]{{{_BODY_DIGITS}}})([0-9A-Za-z]{{{_CHECKSUM_DIGITS}}})")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_PLACEHOLDER: Final = re.compile(r"\$|[{}<>%\u2026]|\.\.\.|your[-_ ]", re.IGNORECASE)
"""What configuration formats leave behind when nothing was put in: `${KEY}`, `{env:KEY}`, `<key>`, `%KEY%`, `fu_...`"""
_NOTHING: Final = frozenset({"undefined", "null", "none", "nil"})
"""How programs spell a variable that was not set."""

_HOW_TO_SEND: Final = "Send it as `Authorization: Bearer fu_...`."
_WHERE_FROM: Final = "Copy the key again, or make a new one."


@dataclass(frozen=True, kw_only=True)
class ApiKey:
    """What an owner lets one program do. The key itself is shown once and kept nowhere."""

    id: str
    """`digest` of the key."""
    owner_id: str
    name: str
    prefix: str
    """The first `SHOWN_CHARACTERS` of the key."""
    role: Role
    list_id: str | None = None
    """The one list it is bound to; None: all of the owner's."""
    created_at: Instant
    last_used_at: Instant | None = None
    """To the hour."""
    expires_at: Instant | None = None
    write_id: str = ""
    """Names the write that made it, so that a retry of it is known."""

    def is_live(self, now: Instant) -> bool:
        """Whether it has not expired."""
        return self.expires_at is None or now < self.expires_at

    def reaches(self, list_id: str) -> bool:
        """Whether the list is inside its binding. Whether the list is this owner's is another question."""
        return self.list_id is None or self.list_id == list_id

    def may(self, needed: Role) -> bool:
        """Whether its role reaches as far as the needed one."""
        return ROLES.index(self.role) >= ROLES.index(needed)

    def used_at(self, now: Instant) -> Instant | None:
        """The hour to note as its last use; None when that hour, or a later one, is noted already."""
        return hour_to_note(self.last_used_at, now)


def secret(random_bits: bytes) -> str:
    """The key made of 32 random bytes: `fu_`, 43 characters of base62, 6 of checksum.

    Raises:
        ValueError: another number of bytes.
    """
    if len(random_bits) != RANDOM_BYTES:
        raise ValueError(f"a key takes {RANDOM_BYTES} random bytes, not {len(random_bits)}")
    body = encoded(int.from_bytes(random_bits, "big"), _BODY_DIGITS)
    return f"fu_{body}{_checksum(body)}"


def is_well_formed(text: str) -> bool:
    """Whether the text has the shape of a key and its checksum holds, so that a typo needs no look-up."""
    shape = _SHAPE.fullmatch(text)
    return shape is not None and _checksum(shape[1]) == shape[2]


def digest(secret: str) -> str:
    """The SHA-256 of a key in hex: what is stored and looked up. A key is random enough to need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_digest(text: str) -> bool:
    """Whether the text could be the digest of a key: anything else is not found without a look-up."""
    return _DIGEST.fullmatch(text) is not None


def prefix(secret: str) -> str:
    """What of a key may be shown."""
    return secret[:SHOWN_CHARACTERS]


def bearer(header: str | None) -> str:
    """The key in an Authorization header (RFC 6750 2.1), well formed. Nothing of a wrong one is repeated.

    Raises:
        Unauthorized: there is none, or what is there cannot be one; the text says which.
    """
    if header is None or not header.strip():
        raise Unauthorized(f"There is no API key in this call. {_HOW_TO_SEND}")
    scheme, _, credentials = header.strip().partition(" ")
    credentials = credentials.strip()
    if scheme.lower() != "bearer":
        if scheme.startswith("fu_"):
            raise Unauthorized(f"The word Bearer is missing before the API key. {_HOW_TO_SEND}")
        raise Unauthorized(f"The Authorization header is not of the Bearer kind. {_HOW_TO_SEND}")
    if not credentials or credentials.lower() in _NOTHING:
        raise Unauthorized(
            "The API key is empty: the setting or environment variable it comes from is not set. "
            "Set it, and start the program again."
        )
    if is_well_formed(credentials):
        return credentials
    raise Unauthorized(_what_is_wrong(credentials))


def _what_is_wrong(credentials: str) -> str:
    if _PLACEHOLDER.search(credentials):
        return (
            "The API key is a placeholder that was not substituted. Set the variable or setting that it names, "
            "or put the key itself in its place, and start the program again."
        )
    if credentials.lower().startswith("bearer"):
        return "The word Bearer stands twice before the API key. Leave one out."
    if credentials[0] in "\"'`":
        return "The API key stands in quotation marks. Leave them out."
    if not credentials.startswith("fu_"):
        return f"This is not an API key of Follow-ups: those start with fu_. {_WHERE_FROM}"
    length = len("fu_") + _BODY_DIGITS + _CHECKSUM_DIGITS
    if len(credentials) != length:
        return f"The API key has {len(credentials)} characters instead of {length}. {_WHERE_FROM}"
    return f"The API key is mistyped: its checksum does not hold. {_WHERE_FROM}"


def _checksum(body: str) -> str:
    return encoded(zlib.crc32(body.encode()), _CHECKSUM_DIGITS)
