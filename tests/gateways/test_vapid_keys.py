"""The key pairs are what push services and browsers take."""

import base64
import hashlib
import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from followups.gateways.vapid_keys import VapidKeys

KEYS = VapidKeys()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def signed(private_key, claims):
    """A token as RFC 8292 asks for: ES256 of RFC 7518, whose signature is two numbers of 32 bytes."""
    key = ec.derive_private_key(int.from_bytes(decoded(private_key), "big"), ec.SECP256R1())
    head = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    numbers = decode_dss_signature(key.sign(head.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{head}.{encoded(b''.join(number.to_bytes(32, 'big') for number in numbers))}"


def verify(token, public_key):
    """As a push service does, which knows the public key alone. Raises: InvalidSignature."""
    head, _, signature = token.rpartition(".")
    raw = decoded(signature)
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public_key))
    key.verify(encode_dss_signature(*numbers), head.encode(), ec.ECDSA(hashes.SHA256()))


def test_what_the_private_key_signs_the_public_key_verifies_and_no_other():
    private_key, another = KEYS.new(), KEYS.new()
    token = signed(private_key, {"aud": "https://push.test", "exp": 1_900_000_000, "sub": "mailto:owner@site.test"})
    verify(token, KEYS.public_key(private_key))
    with pytest.raises(InvalidSignature):
        verify(token, KEYS.public_key(another))


def test_a_public_key_is_what_browsers_subscribe_with():
    public_key = KEYS.public_key(KEYS.new()) or ""
    assert len(decoded(public_key)) == 65
    assert decoded(public_key)[0] == 4
    assert "=" not in public_key


def test_the_same_private_key_has_the_same_public_key():
    private_key = encoded(hashlib.sha256(b"a number of the curve").digest())
    assert KEYS.public_key(private_key) == KEYS.public_key(f"{private_key}=") == KEYS.public_key(private_key)


@pytest.mark.parametrize(
    "text",
    ["", "x", "pässwort", "-----BEGIN PRIVATE KEY-----", encoded(bytes(32)), encoded(b"\xff" * 32), encoded(bytes(31))],
)
def test_what_is_no_private_key_has_no_public_key(text):
    assert KEYS.public_key(text) is None
