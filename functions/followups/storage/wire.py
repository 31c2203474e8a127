"""Items in DynamoDB's JSON: each value under the name of its type.

Shapes: Amazon DynamoDB API Reference, `AttributeValue`.
"""

from collections.abc import Mapping
from typing import Any

from followups.storage.contract import Item, Key, Value

Wire = dict[str, Any]


def to_wire(item: Mapping[str, Value]) -> Wire:
    return {name: value_to_wire(value) for name, value in item.items()}


def value_to_wire(value: Value) -> Wire:
    """Raises: TypeError: the value is none of the contract's."""
    if isinstance(value, str):
        return {"S": value}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, int):
        return {"N": str(int(value))}
    if isinstance(value, dict):
        return {"M": to_wire(value)}
    if isinstance(value, list):
        return {"L": [value_to_wire(element) for element in value]}
    if isinstance(value, frozenset):
        return {"SS": sorted(value)}
    raise TypeError(f"a table cannot keep {type(value).__name__}")


def from_wire(item: Mapping[str, Wire]) -> Item:
    return {name: _value_from_wire(value) for name, value in item.items()}


def _value_from_wire(value: Wire) -> Value:
    """Raises: ValueError: the table holds what nothing of ours wrote."""
    ((kind, held),) = value.items()
    match kind:
        case "S" | "BOOL":
            return held
        case "N":
            return int(held)
        case "M":
            return from_wire(held)
        case "L":
            return [_value_from_wire(element) for element in held]
        case "SS":
            return frozenset(held)
        case _:
            raise ValueError(f"the table holds a value of type {kind}, which is not in its contract")


def key_to_wire(key: Key) -> Wire:
    return {"PK": {"S": key.pk}, "SK": {"S": key.sk}}
