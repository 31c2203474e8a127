"""Calendar feeds: their tokens, and when they were last used."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain import feeds
from followups.domain.feeds import Feed

NOON = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)


def feed(**more) -> Feed:
    usual = {"id": "0" * 64, "owner_id": "o", "list_id": "l", "created_at": NOON}
    return Feed(**{**usual, **more})


@given(st.binary(min_size=32, max_size=32))
def test_a_token_is_43_letters_and_digits_that_an_address_takes_as_they_are(random_bits):
    made = feeds.token(random_bits)
    assert len(made) == 43
    assert made.isascii()
    assert made.isalnum()
    assert feeds.is_token(made)
    assert feeds.is_digest(feeds.digest(made))


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_all_of_the_bits_are_in_it(one, other):
    assert (feeds.token(one) == feeds.token(other)) == (one == other)


@pytest.mark.parametrize("count", [0, 31, 33])
def test_other_numbers_of_bytes_make_none(count):
    with pytest.raises(ValueError, match="32 random bytes"):
        feeds.token(bytes(count))


@pytest.mark.parametrize("text", ["", "x", "a" * 42, "a" * 44, "a" * 42 + "-", "ä" * 43, "a" * 43 + "\n"])
def test_what_cannot_be_a_token_is_known_without_a_look_up(text):
    assert not feeds.is_token(text)


@pytest.mark.parametrize(
    ("noted", "hour"),
    [
        (None, NOON.replace(minute=0, second=0)),
        (NOON.replace(hour=11, minute=0, second=0), NOON.replace(minute=0, second=0)),
        (NOON.replace(minute=0, second=0), None),
        (NOON + timedelta(hours=3), None),
    ],
    ids=["never", "an hour before", "this hour", "later, by another clock"],
)
def test_its_use_is_noted_once_an_hour(noted, hour):
    assert feed(last_used_at=noted).used_at(NOON) == hour
