"""Order keys: base62 fractions, compared by bytes, so that moving one todo writes no other one.

Every key is a short place between its neighbours plus random characters: two clients that drop todos into one gap get
two keys. The place is found anew from the whole keys each time, so the random part of a neighbour is not carried along.
No key made here ends in `0`: below `A` + `0` there would be no room for anything above `A`.
"""

from collections.abc import Callable
from typing import Final

from followups.domain.base62 import ALPHABET, BASE, encoded

_VALUES: Final = {digit: value for value, digit in enumerate(ALPHABET)}
_MIDDLE: Final = ALPHABET[BASE // 2]

_TIME_DIGITS: Final = 9
"""Digits of the time in a foot key: 62^9 µs reach beyond the year 2398."""


def between(before: str | None, after: str | None, randomness: str) -> str:
    """A key above `before` and below `after`; None is the open end.

    `randomness` is base62, of the same length at every call: keys of one gap then differ as their random parts do.
    For the foot of a list take `foot`: a key above the time keys would stay below everything that is added later.

    Raises:
        ValueError: the neighbours are equal or reversed or leave no room, or something is not base62.
    """
    return spaced(before, after, 1, lambda: randomness)[0]


def foot(microseconds: int, randomness: str) -> str:
    """The key at the foot of a list at this time (microseconds since 1970): later ones sort after earlier ones.

    It starts in the middle of the alphabet, so that there is room before the first.

    Raises:
        ValueError: a time out of range, or randomness that is not base62.
    """
    if not 0 <= microseconds < BASE**_TIME_DIGITS:
        raise ValueError(f"the time of an order key is 0..{BASE**_TIME_DIGITS - 1} µs since 1970, not {microseconds}")
    return _finished(_MIDDLE + encoded(microseconds, _TIME_DIGITS), randomness)


def spaced(low: str | None, high: str | None, count: int, randomness: Callable[[], str]) -> list[str]:
    """`count` keys in ascending order, evenly spaced between `low` and `high`, as short as they can be.

    Raises:
        ValueError: the bounds are equal or reversed or leave no room, or something is not base62.
    """
    _require_room(low, high)
    if count < 1:
        return []
    shared = _shared(low or "", high) if high is not None else ""
    floor, ceiling, width = 0, 0 if high is not None else 1, 0
    # Each digit more makes the gap 62 times finer; every place strictly inside it keeps any random tail inside too.
    while ceiling - floor <= count:
        position = len(shared) + width
        floor = floor * BASE + _value(low, position)
        ceiling = ceiling * BASE + _value(high, position)
        width += 1
    gap = ceiling - floor
    places = (floor + gap * number // (count + 1) for number in range(1, count + 1))
    return [_finished(shared + encoded(place, width), randomness()) for place in places]


def _require_room(low: str | None, high: str | None) -> None:
    for key in (low, high):
        if key is not None:
            _require_digits(key)
            if not key:
                raise ValueError("an order key is not empty; the open end is None")
    if low is not None and high is not None and low >= high:
        raise ValueError(f"order keys are equal or reversed: {low!r} is not below {high!r}")
    if high is not None and (low or "").rstrip("0") == high.rstrip("0"):
        raise ValueError(f"nothing fits between order keys {low!r} and {high!r}")


def _require_digits(text: str) -> None:
    if not _VALUES.keys() >= set(text):
        raise ValueError(f"an order key is made of 0-9, A-Z and a-z only, not {text!r}")


def _value(key: str | None, position: int) -> int:
    return _VALUES[key[position]] if key is not None and position < len(key) else 0


def _shared(low: str, high: str) -> str:
    length = 0
    while length < min(len(low), len(high)) and low[length] == high[length]:
        length += 1
    return low[:length]


def _finished(place: str, randomness: str) -> str:
    _require_digits(randomness)
    key = place + randomness
    return key + _MIDDLE if key.endswith("0") else key
