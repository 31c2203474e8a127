"""What conditions and changes mean, without an engine.

Both engines, the meter and the tests' model are held to these functions. They expect what `legality` lets through.
"""

from collections.abc import Mapping
from typing import TypeGuard

from followups.storage.contract import (
    Absent,
    Action,
    And,
    AtMost,
    Changes,
    Check,
    Condition,
    Delete,
    Equals,
    Item,
    Key,
    Or,
    Present,
    Put,
    SetSmallerThan,
    Update,
    Value,
)


def holds(condition: Condition | None, item: Item | None) -> bool:
    """Whether the item, or its absence, meets the condition. No condition always holds."""
    match condition:
        case None:
            return True
        case Absent(attribute=name):
            return item is None or (name is not None and name not in item)
        case Present(attribute=name):
            return item is not None and (name is None or name in item)
        case Equals(attribute=name, value=value):
            return item is not None and name in item and same(item[name], value)
        case AtMost(attribute=name, value=value):
            return item is not None and name in item and _at_most(item[name], value)
        case SetSmallerThan(attribute=name, size=size):
            return item is None or name not in item or _smaller(item[name], size)
        case And(conditions=parts):
            return all(holds(part, item) for part in parts)
        case Or(conditions=parts):
            return any(holds(part, item) for part in parts)


def _at_most(found: Value, value: str | int) -> bool:
    # Code points order as UTF-8 bytes do, so plain comparison is the contract's.
    if isinstance(value, str):
        return isinstance(found, str) and found <= value
    return is_integer(found) and found <= value


def _smaller(found: Value, size: int) -> bool:
    return isinstance(found, frozenset) and len(found) < size


def is_integer(value: Value) -> TypeGuard[int]:
    """Whether it is a number of the contract; a bool is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def same(one: Value, other: Value) -> bool:
    """Whether two values are equal and of one type: `True` is not 1."""
    if one is other:
        return True
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and one.keys() == other.keys()
            and all(same(value, other[name]) for name, value in one.items())
        )
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def changed_names(old: Item, new: Item) -> set[str]:
    """Attributes that only one of the two has, or that differ."""
    changed = new.keys() ^ old.keys()
    for name in new.keys() & old.keys():
        if old[name] is not new[name] and not same(old[name], new[name]):
            changed.add(name)
    return changed


def applied(changes: Changes, item: Item | None, key: Key) -> Item:
    """The item after the changes, made from its key where it was absent. The item given is left as it is.

    Raises:
        ValueError: a number is added to what is none, a sum leaves the 38 digits, or a set is changed that is none.
    """
    after: Item = {"PK": key.pk, "SK": key.sk} if item is None else dict(item)
    after.update(changes.set)
    for name in changes.remove:
        after.pop(name, None)
    for name, amount in changes.add.items():
        after[name] = _sum(name, after.get(name, 0), amount)
    for name, members in changes.add_to_set.items():
        after[name] = _set(name, after) | members
    for name, members in changes.delete_from_set.items():
        if name in after:
            left = _set(name, after) - members
            if left:
                after[name] = left
            else:
                del after[name]
    return after


MAX_INTEGER = 10**38 - 1
"""DynamoDB keeps 38 significant digits."""


def _sum(name: str, found: Value, amount: int) -> int:
    if not is_integer(found):
        raise ValueError(f"{name} is no number, so nothing can be added to it")
    total = found + amount
    if not -MAX_INTEGER <= total <= MAX_INTEGER:
        raise ValueError(f"{name} would have more than 38 digits")
    return total


def _set(name: str, item: Mapping[str, Value]) -> frozenset[str]:
    found = item.get(name, frozenset())
    if not isinstance(found, frozenset):
        raise ValueError(f"{name} is no set, so its members cannot change")
    return found


def key_of(action: Action) -> Key:
    """The place of the item that the action is about."""
    if isinstance(action, Put):
        return Key(action.item["PK"], action.item["SK"])
    return action.key


def outcome(action: Action, item: Item | None) -> Item | None:
    """The item after the action, its condition taken to hold.

    Raises:
        ValueError: as `applied`.
    """
    match action:
        case Put(item=new):
            return new
        case Update(key=key, changes=changes):
            return applied(changes, item, key)
        case Delete():
            return None
        case Check():
            return item
