"""Base62: numbers as letters and digits that need no escaping anywhere and sort by bytes as the numbers do."""

from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""In byte order."""

BASE: Final = len(ALPHABET)


def encoded(number: int, width: int) -> str:
    """The number in exactly `width` digits, zeros in front.

    Raises:
        ValueError: it is negative or needs more digits.
    """
    if not 0 <= number < BASE**width:
        raise ValueError(f"{number} does not fit into {width} digits of base62")
    digits = []
    for _ in range(width):
        number, value = divmod(number, BASE)
        digits.append(ALPHABET[value])
    return "".join(reversed(digits))
