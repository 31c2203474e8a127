"""How calls of a key are counted."""

import pytest

from followups.domain.errors import RateLimited
from followups.edges.rate_limit import RateLimit


@pytest.fixture
def limit(clock):
    return RateLimit(clock, calls=2)


def is_limited(limit, key="k"):
    try:
        limit.count(key)
    except RateLimited:
        return True
    return False


def test_a_minute_begins_with_its_first_call(limit, clock):
    assert [is_limited(limit) for _ in range(3)] == [False, False, True]
    clock.advance(seconds=59)
    assert is_limited(limit)
    clock.advance(seconds=1)
    assert [is_limited(limit) for _ in range(3)] == [False, False, True]


def test_refused_calls_do_not_make_the_wait_longer(limit, clock):
    for _ in range(50):
        is_limited(limit)
    clock.advance(minutes=1)
    assert not is_limited(limit)


def test_each_key_is_counted_by_itself(limit):
    assert [is_limited(limit, key) for key in "aabb"] == [False] * 4
    assert is_limited(limit, "a")


def test_the_wait_is_never_told_as_none(limit, clock):
    limit.count("k")
    limit.count("k")
    clock.advance(seconds=59.9)
    with pytest.raises(RateLimited) as refused:
        limit.count("k")
    assert refused.value.details["retry_after"] == 1


def test_a_clock_that_was_set_back_locks_nobody_out(limit, clock):
    limit.count("k")
    limit.count("k")
    clock.advance(hours=-5)
    assert not is_limited(limit)


def test_keys_that_call_no_more_take_no_room(limit, clock):
    for n in range(100):
        limit.count(f"k{n}")
    clock.advance(minutes=1)
    limit.count("fresh")
    assert len(limit._minutes) == 1
