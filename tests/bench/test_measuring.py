"""Medians of turns, taken by all in each round."""

from functools import partial

import pytest

from bench.measuring import LEAST_ROUNDS, interleaved


def turns_of(seconds):
    """A turn that takes each of these in order, the first of them in the round that does not count."""
    left = iter(seconds)
    return lambda: next(left)


def test_the_middle_of_all_rounds_counts() -> None:
    taken = interleaved({"ours": turns_of([99, 1, 9, 2, 8, 3, 7, 5])}, rounds=7)
    assert taken == {"ours": 5}


def test_the_first_round_does_not_count() -> None:
    assert interleaved({"ours": turns_of([1000] + [1] * 7)}, rounds=7) == {"ours": 1}


def played(names, rounds) -> list[str]:
    """Whose turn it was, in order, that of the round that does not count among them."""
    order: list[str] = []

    def turn(name):
        order.append(name)
        return 1.0

    interleaved({name: partial(turn, name) for name in names}, rounds)
    return order


def test_every_round_has_a_turn_of_each() -> None:
    order = played("abc", rounds=9)
    rounds = [order[start : start + 3] for start in range(0, len(order), 3)]
    assert [sorted(names) for names in rounds] == [["a", "b", "c"]] * 10


def test_everybody_goes_first_equally_often() -> None:
    first = played("abc", rounds=8)[::3]
    assert [first.count(name) for name in "abc"] == [3, 3, 3]


def test_too_few_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 7 rounds, not 6"):
        interleaved({"ours": lambda: 1.0}, rounds=LEAST_ROUNDS - 1)
