"""Times that can be compared: everything runs in turns, so that whatever else the machine does meets all alike."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import sleep
from typing import Final

Turn = Callable[[], float]
"""Does its thing once and answers how long the timed part of it took, in seconds."""

LEAST_ROUNDS: Final = 7
"""A median of fewer says nothing on a shared machine."""
_WARM_UP: Final = 1


def interleaved(turns: Mapping[str, Turn], rounds: int, *, rest: float = 0.0) -> dict[str, float]:
    """The median of each over so many rounds, in seconds, after one round that does not count.

    In a round each has one turn, and each round begins with another one, since going first may cost or save time.
    `rest` is a pause before each turn, in seconds, in which what the turn before left running can end.
    """
    if rounds < LEAST_ROUNDS:
        raise ValueError(f"a median wants at least {LEAST_ROUNDS} rounds, not {rounds}")
    taken: dict[str, list[float]] = {name: [] for name in turns}
    names = list(turns)
    for number in range(-_WARM_UP, rounds):
        for name in _rotated(names, number % len(names)):
            sleep(rest)
            seconds = turns[name]()
            if number >= 0:
                taken[name].append(seconds)
    return {name: median(seconds) for name, seconds in taken.items()}


def _rotated(names: Sequence[str], by: int) -> Sequence[str]:
    return [*names[by:], *names[:by]]
