import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain.ids import is_id, uuid7

TIMES = st.integers(min_value=0, max_value=(1 << 48) - 1)
RANDOM = st.binary(min_size=10, max_size=10)


def test_an_id_is_the_example_of_the_standard():
    """RFC 9562 A.6: 2022-02-22 14:22:22 -05:00, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F."""
    random_bytes = (0xCC3 << 62 | 0x18C4DC0C0C07398F).to_bytes(10, "big")
    assert uuid7(1_645_557_742_000, random_bytes) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


@given(TIMES, RANDOM)
def test_every_id_is_a_uuid_of_version_7_in_its_canonical_form(milliseconds, random_bytes):
    made = uuid.UUID(uuid7(milliseconds, random_bytes))

    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == milliseconds
    assert is_id(str(made))


@given(TIMES, TIMES, RANDOM, RANDOM)
def test_ids_sort_by_the_time_they_were_made(one, other, first_bytes, second_bytes):
    if one != other:
        assert (uuid7(one, first_bytes) < uuid7(other, second_bytes)) == (one < other)


@given(st.integers(min_value=0, max_value=(1 << 74) - 1), st.integers(min_value=0, max_value=(1 << 74) - 1))
def test_all_74_random_bits_tell_ids_of_one_millisecond_apart(one, other):
    ids = {uuid7(0, bits.to_bytes(10, "big")) for bits in (one, other)}
    assert len(ids) == len({one, other})


@pytest.mark.parametrize("milliseconds", [-1, 1 << 48])
def test_a_time_that_no_id_can_hold_is_refused(milliseconds):
    with pytest.raises(ValueError, match="the time of an id"):
        uuid7(milliseconds, bytes(10))


@pytest.mark.parametrize("count", [0, 9, 11, 16])
def test_any_other_number_of_random_bytes_is_refused(count):
    with pytest.raises(ValueError, match=f"10 random bytes, not {count}"):
        uuid7(0, bytes(count))


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "42",
        "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
        "017f22e279b07cc398c4dc0c0c07398f",
        "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
        "٠17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "../017f22e2-79b0-7cc3-98c4-dc0c0c0739",
    ],
)
def test_what_was_not_written_by_us_is_no_id(nonsense):
    assert not is_id(nonsense)
