"""Who sends: each push carries a token that our key signed (RFC 8292), of the kind ES256 (RFC 7515, RFC 7518 3.4)."""

import json
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from followups.domain.instants import Instant
from followups.domain.push import base64url, from_base64url
from followups.gateways.vapid_keys import SCALAR_BYTES, VapidKeys

LIFE: Final = timedelta(hours=12)
"""How long a token is good for; services refuse those of more than 24 hours, and clocks differ."""

_DEFAULT_PORTS: Final = {"https": 443, "http": 80}


class Vapid:
    """The key of this product's pushes, and whom push services turn to."""

    def __init__(self, private_key: str, subject: str) -> None:
        """`private_key` as `VapidKeys` writes it. Raises: ValueError: it is none, or there is no subject."""
        public_key = VapidKeys().public_key(private_key)
        if public_key is None:
            raise ValueError("this is no private key of pushes")
        if not subject:
            raise ValueError("push services want somebody to turn to: a subject")
        self.public_key: Final = public_key
        """What browsers subscribe with."""
        self._subject = subject
        self._key = ec.derive_private_key(int.from_bytes(from_base64url(private_key), "big"), ec.SECP256R1())

    def authorization(self, endpoint: str, now: Instant) -> str:
        """The value of the header, for the push service of this endpoint."""
        claims = {
            "aud": _origin(endpoint),
            "exp": int((now + LIFE).timestamp()),
            "sub": self._subject,
        }
        return f"vapid t={self._signed(claims)}, k={self.public_key}"

    def _signed(self, claims: dict[str, Any]) -> str:
        head = ".".join(base64url(_json(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        numbers = decode_dss_signature(self._key.sign(head.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{head}.{base64url(b''.join(number.to_bytes(SCALAR_BYTES, 'big') for number in numbers))}"


def _origin(url: str) -> str:
    """Scheme, host and a port that is not the usual one (RFC 6454 6.2)."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    name = f"[{host}]" if ":" in host else host
    if parts.port is None or parts.port == _DEFAULT_PORTS.get(parts.scheme):
        return f"{parts.scheme}://{name}"
    return f"{parts.scheme}://{name}:{parts.port}"


def _json(part: dict[str, Any]) -> bytes:
    return json.dumps(part, separators=(",", ":")).encode()
