"""How large an item is, counted as DynamoDB counts it.

Source: Amazon DynamoDB Developer Guide, "DynamoDB item sizes and formats".
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from followups.storage.contract import (
    MAX_ITEM_BYTES,
    MAX_PARTITION_KEY_BYTES,
    MAX_SORT_KEY_BYTES,
    MAX_TRANSACTION_BYTES,
    Action,
    Item,
    ItemTooLarge,
    Key,
    Put,
    Update,
    Value,
)
from followups.storage.indexes import INDEXES, key_attributes


def item_size(item: Mapping[str, Value]) -> int:
    """Bytes of the attribute names and values together.

    Raises:
        TypeError: a value is none of the contract's.
        ValueError: a string is not Unicode text (a lone surrogate).
    """
    size = 0
    for name, value in item.items():
        size += _name_size(name)
        # Nearly all that is stored is plain ASCII; the rest takes the longer way.
        size += len(value) if type(value) is str and value.isascii() else value_size(value)
    return size


def text_size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text) if text.isascii() else len(text.encode())


_name_size: Final = lru_cache(maxsize=1024)(text_size)


def value_size(value: Value) -> int:
    """Bytes of a value: 3 for a list or map and 1 more for each element, nothing extra for a set."""
    if isinstance(value, str):
        return text_size(value)
    if isinstance(value, bool):
        return 1
    if isinstance(value, int):
        return _integer_size(value)
    if isinstance(value, dict):
        return 3 + len(value) + item_size(value)
    if isinstance(value, list):
        return 3 + len(value) + sum([value_size(element) for element in value])
    if isinstance(value, frozenset):
        return sum([text_size(member) for member in value])
    raise TypeError(f"a table cannot keep {type(value).__name__}")


def _integer_size(value: int) -> int:
    """One byte for each two significant digits, one for the magnitude, one for a minus sign."""
    digits = len(str(abs(value)).rstrip("0"))
    return (digits + 1) // 2 + (2 if value < 0 else 1)


def check_item(item: Item) -> int:
    """Bytes of an item that a table can take.

    Raises:
        ItemTooLarge: it, or one of its keys, is over its limit.
    """
    check_key_size(Key(item["PK"], item["SK"]))
    check_index_key_sizes(item)
    size = item_size(item)
    if size > MAX_ITEM_BYTES:
        longest = max(item, key=lambda name: value_size(item[name]))
        raise ItemTooLarge(
            f"an item of {size} bytes is over {MAX_ITEM_BYTES}; shorten {longest}, its longest attribute"
        )
    return size


def check_transaction_size(sizes: Iterable[int]) -> None:
    """Raises: ItemTooLarge: the items of a transaction are too many bytes together."""
    size = sum(sizes)
    if size > MAX_TRANSACTION_BYTES:
        raise ItemTooLarge(f"a transaction of {size} bytes is over {MAX_TRANSACTION_BYTES}; split it")


def written_size(action: Action) -> int:
    """Bytes that an action brings by itself. What an update leaves is known to the engine alone.

    Raises: ItemTooLarge.
    """
    match action:
        case Put(item=item):
            return check_item(item)
        case Update(changes=changes):
            return item_size(changes.set) + item_size(changes.add_to_set)
        case _:
            return 0


def check_key_size(key: Key) -> None:
    """Raises: ItemTooLarge."""
    _check_text(key.pk, MAX_PARTITION_KEY_BYTES, "PK")
    _check_text(key.sk, MAX_SORT_KEY_BYTES, "SK")


def check_index_key_sizes(attributes: Mapping[str, Value]) -> None:
    """Raises: ItemTooLarge."""
    for index in INDEXES:
        partition, sort = key_attributes(index)
        if partition in attributes:
            _check_text(attributes[partition], MAX_PARTITION_KEY_BYTES, partition)
        if sort in attributes:
            _check_text(attributes[sort], MAX_SORT_KEY_BYTES, sort)


def check_bound_size(text: str) -> None:
    """Raises: ItemTooLarge: no sort key can be as long as this bound of a query."""
    _check_text(text, MAX_SORT_KEY_BYTES, "a bound of a sort key")


def _check_text(text: str, limit: int, name: str) -> None:
    if text_size(text) > limit:
        raise ItemTooLarge(f"{name} is {text_size(text)} bytes and may be {limit}")
