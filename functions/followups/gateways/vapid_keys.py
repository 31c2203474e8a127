"""Key pairs on the curve P-256, in the form that push libraries take: base64url without padding."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SCALAR_BYTES: Final = 32
"""Of a private key."""


class VapidKeys:
    """A private key is the text of its number, big-endian; a public key that of its point, uncompressed (65 bytes)."""

    def new(self) -> str:
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return _text(number.to_bytes(SCALAR_BYTES, "big"))

    def public_key(self, private_key: str) -> str | None:
        try:
            scalar = urlsafe_b64decode(private_key + "=" * (-len(private_key) % 4))
            if len(scalar) != SCALAR_BYTES:
                return None
            key = ec.derive_private_key(int.from_bytes(scalar, "big"), ec.SECP256R1())
        except ValueError:  # No base64, or no number of this curve.
            return None
        return _text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")
