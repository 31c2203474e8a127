"""What only the shared functions decide; the rest goes through the engines' own tests."""

import pytest

from followups.storage.contract import Changes, Key
from followups.storage.evaluation import applied, changed_names, same
from followups.storage.ranges import after_prefix

KEY = Key("P", "S")


def test_changes_leave_the_item_given_as_it_is() -> None:
    before = {"PK": "P", "SK": "S", "n": 1, "tags": frozenset({"a"})}
    copy = dict(before)
    changes = Changes(set={"m": 1}, add={"n": 1}, delete_from_set={"tags": frozenset({"a"})})
    assert applied(changes, before, KEY) == {"PK": "P", "SK": "S", "n": 2, "m": 1}
    assert before == copy


@pytest.mark.parametrize("sign", [1, -1])
def test_a_sum_stays_within_38_digits(sign) -> None:
    edge = {"PK": "P", "SK": "S", "n": sign * (10**38 - 2)}
    assert applied(Changes(add={"n": sign}), edge, KEY)["n"] == sign * (10**38 - 1)
    with pytest.raises(ValueError, match="38 digits"):
        applied(Changes(add={"n": sign * 2}), edge, KEY)


@pytest.mark.parametrize(
    ("one", "other"),
    [(True, 1), (0, False), ("1", 1), ([1], [True]), ({"a": 1}, {"a": True}), ({"a": 1}, {"b": 1}), ([1], [1, 1])],
    ids=repr,
)
def test_values_of_another_type_or_content_are_not_the_same(one, other) -> None:
    assert not same(one, other)
    assert not same(other, one)
    assert same(one, one if isinstance(one, bool | int | str) else type(one)(one))


def test_changed_names_are_those_that_came_went_or_differ() -> None:
    old = {"same": [1], "type": 1, "value": "a", "gone": 1}
    new = {"same": [1], "type": True, "value": "b", "came": 1}
    assert changed_names(old, new) == {"type", "value", "gone", "came"}


@pytest.mark.parametrize(
    ("prefix", "following"),
    [
        ("a", "b"),
        ("a#", "a$"),
        ("a\ud7ff", "a\ue000"),
        ("a\uffff", "a\U00010000"),
        ("a\U0010ffff", "b"),
        ("\U0010ffff", None),
    ],
    ids=ascii,
)
def test_the_text_after_a_prefix_is_the_least_that_is_greater_than_all_that_have_it(prefix, following) -> None:
    assert after_prefix(prefix) == following
    if following is not None:
        assert (prefix + "\U0010ffff" * 3).encode() < following.encode()
