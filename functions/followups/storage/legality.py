"""What both engines refuse, in the same way, before either is asked.

A TypeError or ValueError from here is a mistake in the calling code; ItemTooLarge is an input over a limit.
"""

from collections.abc import Iterable, Mapping, Sequence

from followups.storage.contract import (
    MAX_ACTIONS,
    MAX_BATCH_GET,
    Action,
    And,
    AtMost,
    Changes,
    Condition,
    Equals,
    Item,
    Key,
    Or,
    Put,
    SetSmallerThan,
    Update,
    Value,
)
from followups.storage.evaluation import MAX_INTEGER, is_integer, key_of
from followups.storage.indexes import INDEXES, key_attributes
from followups.storage.sizes import check_index_key_sizes, check_key_size, text_size

MAX_DEPTH = 32
"""Lists and maps within one another."""

_TABLE_KEYS = frozenset(key_attributes())
_INDEX_KEYS = frozenset(name for index in INDEXES for name in key_attributes(index))


def check_key(key: Key) -> None:
    """Raises: TypeError, ValueError, ItemTooLarge."""
    _check_key_text("PK", key.pk)
    _check_key_text("SK", key.sk)
    check_key_size(key)


def check_new_item(item: Item) -> None:
    """Refuse what cannot be put, whatever its size.

    Raises: TypeError, ValueError.
    """
    if not isinstance(item, dict):
        raise TypeError(f"an item is a dict, not {type(item).__name__}")
    for name in _TABLE_KEYS:
        if name not in item:
            raise ValueError(f"the item has no {name}")
        _check_key_text(name, item[name])
    _check_attributes(item)


def check_changes(changes: Changes) -> None:
    """Raises: TypeError, ValueError, ItemTooLarge."""
    _check_names(changes)
    _check_attributes(changes.set)
    check_index_key_sizes(changes.set)
    for name, amount in changes.add.items():
        if not is_integer(amount):
            raise TypeError(f"{name}: only an integer can be added")
        _check_value(name, amount, 0)
    for sets in (changes.add_to_set, changes.delete_from_set):
        for name, members in sets.items():
            if not isinstance(members, frozenset):
                raise TypeError(f"{name}: members come as a frozenset, not as {type(members).__name__}")
            _check_value(name, members, 0)
    for name in _INDEX_KEYS & (changes.add.keys() | changes.add_to_set.keys() | changes.delete_from_set.keys()):
        raise ValueError(f"{name} is a string, so it can only be set or removed")


def _check_names(changes: Changes) -> None:
    groups: tuple[Iterable[str], ...] = (
        changes.set, changes.remove, changes.add, changes.add_to_set, changes.delete_from_set,
    )  # fmt: skip
    seen: set[str] = set()
    for group in groups:
        for name in group:
            _check_name(name)
            if name in seen:
                raise ValueError(f"{name} is changed twice")
            if name in _TABLE_KEYS:
                raise ValueError(f"{name} is the item's place and cannot change; put a new item")
            seen.add(name)
    if not seen:
        raise ValueError("an update without changes; use Check to hold a condition")


def check_condition(condition: Condition | None) -> None:
    """Raises: TypeError, ValueError."""
    if condition is None:
        return
    if isinstance(condition, And | Or):
        if not condition.conditions:
            raise ValueError("an And or Or of no conditions")
        for part in condition.conditions:
            check_condition(part)
        return
    if condition.attribute is not None:
        _check_name(condition.attribute)
    if isinstance(condition, Equals | AtMost):
        _check_comparable(condition.attribute, condition.value)
    if isinstance(condition, AtMost) and isinstance(condition.value, bool):
        raise TypeError(f"{condition.attribute}: a bool has no order")
    if isinstance(condition, SetSmallerThan) and not is_integer(condition.size):
        raise TypeError(f"{condition.attribute}: a set's size is an integer")


def _check_comparable(name: str, value: Value) -> None:
    if not isinstance(value, str | int):
        raise TypeError(f"{name}: cannot be compared with {type(value).__name__}")
    _check_value(name, value, 0)


def check_batch(keys: Sequence[Key]) -> None:
    """Raises: TypeError, ValueError, ItemTooLarge."""
    if len(keys) > MAX_BATCH_GET:
        raise ValueError(f"{len(keys)} keys at once; {MAX_BATCH_GET} are allowed")
    for key in keys:
        check_key(key)
    if len(set(keys)) < len(keys):
        raise ValueError("a key is asked for twice")


def check_actions(actions: Sequence[Action]) -> None:
    """Refuse what is no transaction, whatever its size.

    Raises: TypeError, ValueError, ItemTooLarge (a key).
    """
    if not 1 <= len(actions) <= MAX_ACTIONS:
        raise ValueError(f"{len(actions)} actions in a transaction; 1 to {MAX_ACTIONS} are allowed")
    for action in actions:
        check_condition(action.condition)
        if isinstance(action, Put):
            check_new_item(action.item)
            continue
        check_key(action.key)
        if isinstance(action, Update):
            check_changes(action.changes)
    if len({key_of(action) for action in actions}) < len(actions):
        raise ValueError("two actions of a transaction are on one item")


def _check_attributes(attributes: Mapping[str, Value]) -> None:
    for name, value in attributes.items():
        _check_name(name)
        if name in _INDEX_KEYS:
            _check_key_text(name, value)
        elif type(value) is not str or not value.isascii():
            _check_value(name, value, 0)


def _check_key_text(name: str, value: Value) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} is a key, so a string, not {type(value).__name__}")
    if not value:
        raise ValueError(f"{name} is a key and cannot be empty")
    text_size(value)  # refuses a lone surrogate


def _check_name(name: str) -> None:
    if not isinstance(name, str):
        raise TypeError(f"an attribute's name is a string, not {type(name).__name__}")
    if not name:
        raise ValueError("an attribute without a name")
    text_size(name)


def _check_value(name: str, value: Value, depth: int) -> None:
    if isinstance(value, str):
        text_size(value)
    elif isinstance(value, bool):
        return
    elif isinstance(value, int):
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise ValueError(f"{name}: a number of more than 38 digits")
    elif isinstance(value, frozenset):
        _check_set(name, value)
    elif isinstance(value, dict | list):
        _check_nested(name, value, depth + 1)
    elif value is None:
        raise TypeError(f"{name}: null cannot be kept; leave the attribute out")
    else:
        raise TypeError(f"{name}: {type(value).__name__} cannot be kept")


def _check_nested(name: str, value: dict[str, Value] | list[Value], depth: int) -> None:
    if depth > MAX_DEPTH:
        raise ValueError(f"{name}: more than {MAX_DEPTH} levels deep")
    if isinstance(value, dict):
        for inner in value:
            _check_name(inner)
        value = list(value.values())
    for element in value:
        _check_value(name, element, depth)


def _check_set(name: str, members: frozenset[Value]) -> None:
    if not members:
        raise ValueError(f"{name}: a set cannot be empty; remove the attribute")
    for member in members:
        if not isinstance(member, str):
            raise TypeError(f"{name}: a set holds strings, not {type(member).__name__}")
        if not member:
            raise ValueError(f"{name}: a set cannot hold an empty string")
        text_size(member)
