import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain.base62 import ALPHABET, encoded
from followups.domain.order_keys import between, foot, spaced

RANDOM = st.text(ALPHABET, min_size=6, max_size=6)
KEYS = st.text(ALPHABET, min_size=1, max_size=12).filter(lambda key: not key.endswith("0"))
NOW = 1_796_040_000_000_000


@given(KEYS, KEYS, st.text(ALPHABET, max_size=8))
def test_a_key_lies_strictly_between_its_neighbours_by_bytes(one, other, randomness):
    if one == other:
        return
    low, high = sorted([one, other])
    key = between(low, high, randomness)

    assert low.encode() < key.encode() < high.encode()
    assert not key.endswith("0")


@given(KEYS, RANDOM)
def test_there_is_room_at_both_open_ends(key, randomness):
    assert between(None, key, randomness) < key < between(key, None, randomness)
    assert between(None, None, randomness)


@given(KEYS, st.text(ALPHABET, min_size=1, max_size=6).filter(lambda tail: tail.strip("0")), RANDOM)
def test_a_neighbour_that_begins_with_the_other_leaves_room(low, tail, randomness):
    high = low + tail
    assert low < between(low, high, randomness) < high


@given(KEYS, KEYS, RANDOM, RANDOM)
def test_two_that_drop_into_one_gap_get_two_keys_with_room_between_them(one, other, first, second):
    if one == other or first == second:
        return
    low, high = sorted([one, other])
    lower, upper = sorted([between(low, high, first), between(low, high, second)])

    assert low < lower < between(lower, upper, first) < upper < high


@pytest.mark.parametrize(
    ("low", "high", "expected"), [("A", "C", "B"), ("A", "B", "AV"), ("Az", "B1", "B0"), ("A", "A1", "A0V")]
)
def test_the_place_is_as_short_as_it_can_be(low, high, expected):
    assert between(low, high, "xyz") == expected + "xyz"


@pytest.mark.parametrize("randomness", ["x0", "000"])
def test_no_key_ends_in_a_zero_so_that_there_is_always_room_below_it(randomness):
    key = between("A", "C", randomness)
    assert key == f"B{randomness}V"
    assert "B" < between("B", key, randomness) < key


@pytest.mark.parametrize(("low", "high"), [("A", "A"), ("B", "A"), ("AB", "A"), ("a", "Z")])
def test_equal_and_reversed_neighbours_are_refused(low, high):
    with pytest.raises(ValueError, match="equal or reversed"):
        between(low, high, "x")


@pytest.mark.parametrize(("low", "high"), [("A", "A0"), ("A0", "A000"), (None, "00")])
def test_neighbours_that_nothing_fits_between_are_refused(low, high):
    with pytest.raises(ValueError, match="nothing fits"):
        between(low, high, "x")


@pytest.mark.parametrize(
    ("low", "high", "randomness"), [("A-", None, "x"), (None, "é", "x"), ("A", "B", "_"), ("", "B", "x")]
)
def test_what_is_not_base62_is_refused(low, high, randomness):
    with pytest.raises(ValueError, match="order key is"):
        between(low, high, randomness)


@given(st.lists(st.tuples(st.integers(min_value=0), RANDOM), max_size=60))
def test_keys_sort_as_they_were_placed_whatever_the_places(moves):
    placed: list[str] = []
    for where, randomness in moves:
        at = where % (len(placed) + 1)
        low, high = placed[at - 1] if at else None, placed[at] if at < len(placed) else None
        placed.insert(at, between(low, high, randomness))

    assert placed == sorted(placed)
    assert len(set(placed)) == len(placed)


@pytest.mark.parametrize(
    "place", ["above the foot", "below the head", "after the last drop", "before the last drop", "in turn"]
)
def test_a_thousand_drops_at_one_place_keep_their_keys_short(place):
    chance = random.Random(place)

    def randomness() -> str:
        return "".join(chance.choices(ALPHABET, k=8))

    low = None if place == "below the head" else foot(NOW, randomness())
    high = None if place == "above the foot" else foot(NOW + 1_000, randomness())
    longest = 0
    for turn in range(1_000):
        key = between(low, high, randomness())
        longest = max(longest, len(key))
        if place in {"above the foot", "after the last drop"} or (place == "in turn" and turn % 2):
            low = key
        else:
            high = key

    assert longest < 240


@given(st.integers(min_value=0, max_value=62**9 - 2), st.integers(min_value=1, max_value=10**9), RANDOM, RANDOM)
def test_a_later_foot_sorts_after_an_earlier_one(microseconds, later, first, second):
    after = min(microseconds + later, 62**9 - 1)
    assert foot(microseconds, first) < foot(after, second)


def test_foot_keys_have_one_width_and_short_room_before_the_first():
    assert foot(0, "aaaa")[:10] == "V000000000"
    assert len(foot(NOW, "aaaa")) == len(foot(0, "aaaa")) == 14
    assert len(between(None, foot(0, "aaaa"), "aaaa")) == 5


def test_what_is_dropped_above_the_foot_stays_above_what_is_added_later():
    last, next_one = foot(NOW, "aaaa"), foot(NOW + 1, "aaaa")
    assert between(foot(NOW - 1, "zzzz"), last, "zzzz") < last < next_one


@pytest.mark.parametrize("microseconds", [-1, 62**9])
def test_a_time_that_no_foot_can_hold_is_refused(microseconds):
    with pytest.raises(ValueError, match="the time of an order key"):
        foot(microseconds, "x")


@given(st.none() | KEYS, st.none() | KEYS, st.integers(min_value=0, max_value=200), RANDOM)
def test_spaced_keys_are_ascending_and_strictly_inside(one, other, count, randomness):
    if one == other and one is not None:
        return
    low, high = (one, other) if one is None or other is None or one < other else (other, one)
    keys = spaced(low, high, count, lambda: randomness)

    assert len(keys) == count
    assert keys == sorted(set(keys))
    assert all((low is None or low < key) and (high is None or key < high) for key in keys)


def test_spaced_keys_are_short_and_even_however_long_their_bounds_are():
    low, high = "V" + "a" * 799, "V" + "b" * 799
    keys = spaced(low, high, 500, lambda: "xxxx")

    assert max(map(len, keys)) <= len("V") + 3 + len("xxxx")
    places = [sum(ALPHABET.index(digit) * 62 ** (2 - i) for i, digit in enumerate(key[1:4])) for key in keys]
    steps = {later - earlier for earlier, later in itertools.pairwise(places)}
    assert max(steps) - min(steps) <= 1


def test_numbers_in_base62_sort_as_they_count_and_refuse_what_does_not_fit():
    assert [encoded(number, 2) for number in (0, 9, 10, 35, 36, 61, 62, 3843)] == [
        *("00", "09", "0A", "0Z", "0a", "0z", "10", "zz")
    ]
    for number in (-1, 3844):
        with pytest.raises(ValueError, match="does not fit into 2 digits"):
            encoded(number, 2)
