"""Items as compact JSON text, sets included.

A set is an object whose one key is `MARK + "set"`. A key of an item that itself begins with the mark gets one more, so
every item comes back as it went in.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from followups.storage.contract import Item, Value

MARK: Final = "\uffff"
"""No character, so rare; and not Latin, so looking for it in plain text costs nothing."""

_SET: Final = MARK + "set"


def _set_as_object(value: Any) -> Any:
    if isinstance(value, frozenset):
        return {_SET: sorted(value)}
    raise TypeError(f"a table cannot keep {type(value).__name__}")


_encode: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"), default=_set_as_object
).encode


def encode(item: Item) -> str:
    text = _encode(item)
    return _encode(_escaped(item)) if MARK in text and _has_marked_key(item) else text


def _has_marked_key(value: Value) -> bool:
    if isinstance(value, dict):
        return any(name.startswith(MARK) or _has_marked_key(inner) for name, inner in value.items())
    return isinstance(value, list) and any(map(_has_marked_key, value))


def _escaped(value: Value) -> Value:
    if isinstance(value, dict):
        return {MARK + name if name.startswith(MARK) else name: _escaped(inner) for name, inner in value.items()}
    return [_escaped(element) for element in value] if isinstance(value, list) else value


def decode(text: str) -> Item:
    item: Item = _decoded(text)
    return item


def decode_all(texts: Sequence[str]) -> list[Item]:
    """All at once: names that the items share are read once."""
    items: list[Item] = _decoded("[" + ",".join(texts) + "]")
    return items


def _decoded(text: str) -> Any:
    return json.loads(text, object_hook=_unmarked) if MARK in text else json.loads(text)


def _unmarked(value: dict[str, Any]) -> Any:
    if _SET in value:
        return frozenset(value[_SET])
    return {name[1:] if name.startswith(MARK) else name: inner for name, inner in value.items()}
