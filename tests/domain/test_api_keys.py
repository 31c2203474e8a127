import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain import api_keys
from followups.domain.api_keys import ApiKey
from followups.domain.base62 import ALPHABET
from followups.domain.errors import Unauthorized

NOW = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)
SECRET = api_keys.secret(bytes(range(32)))
RANDOM = st.binary(min_size=32, max_size=32)


def key(**details):
    usual = {"id": api_keys.digest(SECRET), "owner_id": "owner", "name": "laptop", "prefix": api_keys.prefix(SECRET)}
    return ApiKey(**{**usual, "role": "agent", "created_at": NOW, **details})


@given(RANDOM)
def test_a_secret_has_one_length_and_is_recognised(random_bits):
    made = api_keys.secret(random_bits)

    assert made.startswith("fu_")
    assert len(made) == 3 + 43 + 6
    assert set(made[3:]) <= set(ALPHABET)
    assert api_keys.is_well_formed(made)


@given(RANDOM, RANDOM)
def test_two_secrets_are_the_same_only_when_their_bits_are(one, other):
    assert (api_keys.secret(one) == api_keys.secret(other)) == (one == other)


@pytest.mark.parametrize("bits", [bytes(32), b"\xff" * 32], ids=["all zero", "all one"])
def test_the_smallest_and_the_largest_secret_have_the_same_length(bits):
    assert len(api_keys.secret(bits)) == 52


@pytest.mark.parametrize("count", [0, 16, 31, 33])
def test_a_secret_of_any_other_number_of_bytes_is_refused(count):
    with pytest.raises(ValueError, match=f"32 random bytes, not {count}"):
        api_keys.secret(bytes(count))


@given(RANDOM, st.integers(min_value=3, max_value=51), st.sampled_from("09AZaz"))
def test_one_mistyped_character_is_noticed(random_bits, position, typed):
    made = api_keys.secret(random_bits)
    mistyped = made[:position] + typed + made[position + 1 :]

    assert api_keys.is_well_formed(mistyped) == (mistyped == made)


@given(RANDOM, st.integers(min_value=3, max_value=50))
def test_two_swapped_characters_are_noticed(random_bits, position):
    made = api_keys.secret(random_bits)
    swapped = made[:position] + made[position + 1] + made[position] + made[position + 2 :]

    assert api_keys.is_well_formed(swapped) == (swapped == made)


@pytest.mark.parametrize("text", ["", "fu_", SECRET[:-1], SECRET + "0", SECRET + "\n", " " + SECRET, SECRET.upper()])
def test_what_only_resembles_a_key_is_not_well_formed(text):
    assert not api_keys.is_well_formed(text)


def test_a_key_is_looked_up_by_its_sha256_and_shown_by_its_first_ten_characters():
    assert api_keys.digest(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()
    assert api_keys.prefix(SECRET) == SECRET[:10]


@pytest.mark.parametrize("header", [f"Bearer {SECRET}", f"bearer {SECRET}", f"  BEARER   {SECRET} "])
def test_a_bearer_header_gives_the_key(header):
    assert api_keys.bearer(header) == SECRET


@pytest.mark.parametrize(
    ("header", "what_is_wrong"),
    [
        (None, "There is no API key in this call. Send it as `Authorization: Bearer"),
        ("", "There is no API key in this call"),
        ("  ", "There is no API key in this call"),
        ("Basic dXNlcjpwYXNz", "not of the Bearer kind"),
        (SECRET, "The word Bearer is missing"),
        ("Bearer", "The API key is empty"),
        ("Bearer   ", "The API key is empty"),
        ("Bearer undefined", "The API key is empty"),
        ("Bearer null", "The API key is empty"),
        ("Bearer ${user_config.api_key}", "a placeholder that was not substituted"),
        ("Bearer ${FOLLOW_UPS_API_KEY:-}", "a placeholder that was not substituted"),
        ("Bearer $FOLLOW_UPS_API_KEY", "a placeholder that was not substituted"),
        ("Bearer {env:FOLLOW_UPS_API_KEY}", "a placeholder that was not substituted"),
        ("Bearer {{ api_key }}", "a placeholder that was not substituted"),
        ("Bearer <your key>", "a placeholder that was not substituted"),
        ("Bearer %FOLLOW_UPS_API_KEY%", "a placeholder that was not substituted"),
        ("Bearer fu_...", "a placeholder that was not substituted"),
        ("Bearer YOUR_API_KEY", "a placeholder that was not substituted"),
        (f"Bearer Bearer {SECRET}", "stands twice"),
        (f'Bearer "{SECRET}"', "quotation marks"),
        ("Bearer sk-1234567890", "those start with fu_"),
        (f"Bearer {SECRET[:-1]}", "51 characters instead of 52"),
        (f"Bearer {SECRET[:20]}{'a' if SECRET[20] != 'a' else 'b'}{SECRET[21:]}", "checksum does not hold"),
    ],
)
def test_a_header_without_a_usable_key_is_refused_with_what_is_wrong(header, what_is_wrong):
    with pytest.raises(Unauthorized) as refused:
        api_keys.bearer(header)
    assert what_is_wrong in refused.value.message


@given(st.text(min_size=1).filter(str.strip))
def test_a_refusal_repeats_nothing_of_what_was_sent(sent):
    marked = f"fu_S3cret{sent}"
    with pytest.raises(Unauthorized) as refused:
        api_keys.bearer(f"Bearer {marked}")
    assert "S3cret" not in refused.value.message
    assert refused.value.details == {}


def test_a_key_lives_until_the_moment_it_expires():
    assert key().is_live(NOW)
    assert key(expires_at=NOW + timedelta(milliseconds=1)).is_live(NOW)
    assert not key(expires_at=NOW).is_live(NOW)


def test_a_bound_key_reaches_its_list_and_an_unbound_one_every_list():
    assert key(list_id="one").reaches("one")
    assert not key(list_id="one").reaches("two")
    assert key(list_id=None).reaches("two")


@pytest.mark.parametrize(
    ("role", "reach"),
    [("reader", ["reader"]), ("agent", ["reader", "agent"]), ("coordinator", ["reader", "agent", "coordinator"])],
)
def test_a_role_may_what_the_lesser_ones_may(role, reach):
    assert [needed for needed in api_keys.ROLES if key(role=role).may(needed)] == reach


def test_the_last_use_is_noted_to_the_hour_and_once_an_hour():
    hour = datetime(2026, 11, 30, 12, tzinfo=UTC)

    assert key().used_at(NOW) == hour
    assert key(last_used_at=hour - timedelta(hours=1)).used_at(NOW) == hour
    assert key(last_used_at=hour).used_at(NOW) is None


def test_a_clock_that_runs_behind_does_not_turn_the_last_use_back():
    assert key(last_used_at=NOW + timedelta(hours=2)).used_at(NOW) is None


def test_the_hour_of_the_last_use_is_one_of_utc():
    in_india = NOW.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert key().used_at(in_india) == datetime(2026, 11, 30, 12, tzinfo=UTC)
