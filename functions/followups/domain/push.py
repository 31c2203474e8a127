"""Web push: what a browser subscribes with, and where pushes may go."""

import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from followups.domain.errors import Invalid, TooLarge
from followups.domain.instants import Instant
from followups.domain.limits import PUSH_ENDPOINT_CHARACTERS

AUTH_BYTES: Final = 16
"""Of the secret that a browser shares with us (RFC 8291 3.2)."""

_ID: Final = re.compile(r"[0-9a-f]{64}")
_ENDPOINT: Final = re.compile(r"[!-~]+")
"""Visible ASCII: browsers write every other character in its escaped form."""
_HOST_NAME: Final = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_ADDRESS_LIKE: Final = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)\.?")
"""What readers of URLs take for an IPv4 address: its last part is a number, in any of the three bases (WHATWG URL)."""
_BASE64URL: Final = re.compile(r"[A-Za-z0-9_-]+={0,2}")

_NAMES_OF_INSIDE: Final = ("localhost", "local", "internal", "intranet", "lan", "home.arpa", "localdomain")
"""What names of this machine or of its own network end in (RFC 6761, RFC 6762, RFC 8375)."""

_RESERVED_NAMES: Final = ("example", "invalid", "test")
"""What no name that is in use ends in (RFC 2606)."""
_MAILBOX: Final = re.compile(r"[A-Za-z0-9.!#$'*+/=^_{|}~-]+@([A-Za-z0-9.-]+)")

_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
_PROTOCOL: Final = IPv4Network("192.0.0.0/24")
_DOCUMENTATION: Final = IPv6Network("3fff::/20")
"""For protocols (RFC 6890) and documents (RFC 9637), not for hosts: some versions of Python take them for public."""
"""IPv4 as networks without it reach it (RFC 6052)."""

# The curve P-256 (SEC 2 2.4.2): y² = x³ - 3x + b, modulo p.
_P: Final = 2**256 - 2**224 + 2**192 + 2**96 - 1
_B: Final = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_POINT_BYTES: Final = 65


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushes:
    """What browsers have to know to subscribe, and where they may."""

    public_key: str = ""
    """Of the key that signs pushes: a point of P-256, uncompressed, base64url. Empty where none are sent."""
    allows_private: bool = False
    """Whether pushes may go to http:// and to hosts of this machine and its network."""


@dataclass(frozen=True, kw_only=True)
class Subscription:
    """One browser that takes an owner's pushes."""

    id: str
    """`id_of` its endpoint."""
    owner_id: str
    endpoint: str
    """Where its push service takes messages. Whoever knows it may send some, so it is shown to nobody."""
    p256dh: str
    """The browser's public key: a point of P-256, uncompressed, base64url."""
    auth: str
    """16 bytes that it shares with us, base64url."""
    name: str | None = None
    created_at: Instant

    @property
    def endpoint_host(self) -> str:
        return urlsplit(self.endpoint).hostname or ""


def id_of(endpoint: str) -> str:
    """The SHA-256 of an endpoint in hex."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def is_id(text: str) -> bool:
    """Whether the text could name a subscription."""
    return _ID.fullmatch(text) is not None


def endpoint(raw: str, *, allows_private: bool = False) -> str:
    """The address as it is kept and sent to, exactly as it came.

    `allows_private` takes http:// too, and hosts of this machine and its network.

    Raises:
        Invalid: no https:// address of a public host.
        TooLarge: longer than `PUSH_ENDPOINT_CHARACTERS`.
    """
    if len(raw) > PUSH_ENDPOINT_CHARACTERS:
        raise TooLarge(
            f"endpoint has {len(raw):,} characters; at most {PUSH_ENDPOINT_CHARACTERS:,} fit.",
            field="endpoint",
            limit=PUSH_ENDPOINT_CHARACTERS,
            unit="characters",
        )
    try:
        parts = urlsplit(raw)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _no_endpoint("is no address") from None
    if not _ENDPOINT.fullmatch(raw) or "\\" in raw or port == 0:
        raise _no_endpoint("is no address")
    if parts.scheme != "https" and not (allows_private and parts.scheme == "http"):
        raise _no_endpoint("does not begin with https://")
    if "@" in parts.netloc or "#" in raw:
        raise _no_endpoint("holds a password or a fragment")
    if not host or not (allows_private or is_public_host(host)):
        raise _no_endpoint("is not of a public host")
    return raw


def is_public_host(host: str) -> bool:
    """Whether a host, as URLs hold it, is a public address or may be the name of one. What a name stands for may
    change: its addresses are looked at whenever something is sent.
    """
    host = host.lower()
    try:
        return is_public_address(ip_address(host))
    except ValueError:
        pass  # A name, or an address in a form that some readers take and others do not.
    if len(host) > 253 or _ADDRESS_LIKE.fullmatch(host) or not _HOST_NAME.fullmatch(host):
        return False
    return not _ends_in(host, _NAMES_OF_INSIDE)


def _ends_in(host: str, names: tuple[str, ...]) -> bool:
    return any(f".{host.lower()}".endswith(f".{name}") for name in names)


def is_public_address(address: IPv4Address | IPv6Address) -> bool:
    """Whether anybody on the internet may be there: no loopback, private, link-local, shared, multicast or reserved
    address, and none of those in the clothes of IPv6.
    """
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast and not address.is_reserved and address not in _PROTOCOL
    if address.ipv4_mapped is not None:
        return is_public_address(address.ipv4_mapped)
    if address in _TRANSLATED:
        return is_public_address(IPv4Address(int(address) & 0xFFFFFFFF))
    # Tunnels hold an IPv4 address that others may not look at, and no push service is behind one.
    is_tunnel = address.sixtofour is not None or address.teredo is not None
    is_reserved = is_tunnel or address in _DOCUMENTATION
    return address in _GLOBAL_UNICAST and address.is_global and not is_reserved and address.scope_id is None


def is_subject(text: str, *, allows_private: bool = False) -> bool:
    """Whether push services take this for somebody to turn to (RFC 8292 2.1): `mailto:` or `https:` at a public name.

    A service may refuse every message of one that it takes for none, as Apple's does for localhost.
    """
    scheme, _, rest = text.partition(":")
    if scheme == "mailto":
        match = _MAILBOX.fullmatch(rest)
        host = match[1] if match is not None else ""
    else:
        try:
            host = urlsplit(endpoint(text, allows_private=allows_private)).hostname or ""
        except (Invalid, TooLarge):
            return False
    if allows_private:
        return bool(host)
    last = host.rpartition(".")[2]
    is_name = is_public_host(host) and ":" not in host and last[0].isalpha() and last[-1].isalpha()
    return is_name and not _ends_in(host, _RESERVED_NAMES)


def public_key(raw: str) -> str:
    """A browser's public key as it is kept: base64url without padding.

    Raises:
        Invalid: no uncompressed point of P-256.
    """
    point = _bytes(raw, "keys.p256dh")
    if len(point) == _POINT_BYTES and point[0] == 4:
        x, y = int.from_bytes(point[1:33], "big"), int.from_bytes(point[33:], "big")
        if x < _P and y < _P and (y * y - (x * x * x - 3 * x + _B)) % _P == 0:
            return base64url(point)
    raise Invalid(
        "keys.p256dh is no public key of P-256: 65 bytes in base64url, as PushSubscription.toJSON() gives it.",
        field="keys.p256dh",
    )


def auth_secret(raw: str) -> str:
    """The shared secret as it is kept: base64url without padding.

    Raises:
        Invalid: not 16 bytes.
    """
    secret = _bytes(raw, "keys.auth")
    if len(secret) != AUTH_BYTES:
        raise Invalid(
            f"keys.auth is {AUTH_BYTES} bytes in base64url, as PushSubscription.toJSON() gives it.", field="keys.auth"
        )
    return base64url(secret)


def base64url(raw: bytes) -> str:
    """Without padding (RFC 4648 5)."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def from_base64url(text: str) -> bytes:
    """With padding or without. Raises: ValueError."""
    if not _BASE64URL.fullmatch(text):
        raise ValueError("no base64url")
    bare = text.rstrip("=")
    return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def _bytes(raw: str, field: str) -> bytes:
    try:
        return from_base64url(raw)
    except ValueError:
        raise Invalid(f"{field} is a text of base64url (RFC 4648 5).", field=field) from None


def _no_endpoint(what: str) -> Invalid:
    return Invalid(
        f"endpoint {what}. It is the https:// address of a push service, as PushSubscription.toJSON() gives it.",
        field="endpoint",
    )
