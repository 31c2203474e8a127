"""A push service finds out who sends."""

import json
from datetime import timedelta

import pytest

from followups.gateways.vapid import Vapid
from followups.gateways.vapid_keys import VapidKeys
from tests.builders import NOON
from tests.gateways.test_vapid_keys import decoded, verify

PRIVATE_KEY = VapidKeys().new()
SUBJECT = "mailto:owner@example.com"


def sent(endpoint, now=NOON):
    """The token and the key in the header."""
    scheme, _, rest = Vapid(PRIVATE_KEY, SUBJECT).authorization(endpoint, now).partition(" ")
    assert scheme == "vapid"
    token, key = (part.split("=", 1)[1] for part in rest.split(", "))
    return token, key


def claims(token):
    return json.loads(decoded(token.split(".")[1]))


def test_a_token_is_signed_by_the_key_that_browsers_subscribe_with():
    token, key = sent("https://push.example.com/send/1")
    assert key == Vapid(PRIVATE_KEY, SUBJECT).public_key == VapidKeys().public_key(PRIVATE_KEY)
    verify(token, key)
    assert json.loads(decoded(token.split(".")[0])) == {"typ": "JWT", "alg": "ES256"}


@pytest.mark.parametrize(
    ("endpoint", "origin"),
    [
        ("https://push.example.com/send/1", "https://push.example.com"),
        ("https://push.example.com:443/send", "https://push.example.com"),
        ("https://PUSH.example.com/send?x=1", "https://push.example.com"),
        ("https://push.example.com:8443/send", "https://push.example.com:8443"),
        ("https://[2606:4700::1111]/send", "https://[2606:4700::1111]"),
        ("http://127.0.0.1:8000/send", "http://127.0.0.1:8000"),
    ],
)
def test_a_token_is_for_one_push_service_alone(endpoint, origin):
    assert claims(sent(endpoint)[0])["aud"] == origin


def test_a_token_is_good_for_twelve_hours_and_names_whom_to_turn_to():
    found = claims(sent("https://push.example.com/1")[0])
    assert found["exp"] == int((NOON + timedelta(hours=12)).timestamp())
    assert found["sub"] == SUBJECT


@pytest.mark.parametrize("private_key", ["", "x", "pässwort", "AAAA"])
def test_what_is_no_key_is_refused_at_the_start_and_not_told(private_key):
    with pytest.raises(ValueError, match="no private key") as refusal:
        Vapid(private_key, SUBJECT)
    assert not private_key or private_key not in str(refusal.value)


def test_without_a_subject_there_are_no_pushes():
    with pytest.raises(ValueError, match="subject"):
        Vapid(PRIVATE_KEY, "")
