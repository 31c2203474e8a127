"""Where a todo stands: order keys from its neighbours, and the rare spacing anew."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from followups.domain import order_keys
from followups.domain.errors import Invalid
from followups.domain.instants import Instant, epoch_milliseconds
from followups.domain.limits import ORDER_KEY_BYTES
from followups.domain.todos import Todo
from followups.services import changing
from followups.services.access import ReachedList
from followups.services.ports import Ports, Row

_RANDOM: Final = 4
"""Random characters of an order key."""
_SPREAD: Final = 25
"""How many neighbours on each side are spaced anew when a key outgrows its limit."""


def foot(ports: Ports, now: Instant) -> str:
    return order_keys.foot(epoch_milliseconds(now), ports.chance.base62(_RANDOM))


def order_between(
    ports: Ports, reached: ReachedList, *, before: str | None, after: str | None, now: Instant
) -> str:
    """The key for a place: above the todo `after`, below the todo `before`; with neither, the foot.

    Named by their ids, as the page shows them: "after A, before B". When they are no longer neighbours, or one is
    gone, the place next to the one that is left is taken.

    Raises: Invalid: none of the todos named is open in this list.
    """
    if before is None and after is None:
        return foot(ports, now)
    upper, lower = _open(ports, reached, after), _open(ports, reached, before)
    if upper is None and lower is None:
        raise Invalid("Neither of the neighbours is open in this list any more. Load the list again.", field="before")
    low, high = _bounds(ports, reached, upper, lower)
    if high is None:
        return max(foot(ports, now), order_keys.between(low, None, ports.chance.base62(_RANDOM)), key=str.encode)
    key = order_keys.between(low, high, ports.chance.base62(_RANDOM))
    if len(key.encode()) <= ORDER_KEY_BYTES:
        return key
    _space_anew(ports, reached, low or high)
    return order_between(ports, reached, before=before, after=after, now=now)


def _bounds(
    ports: Ports, reached: ReachedList, upper: Todo | None, lower: Todo | None
) -> tuple[str | None, str | None]:
    """The keys on both sides of the place; None is the open end."""
    if upper is not None and lower is not None and upper.order.encode() < lower.order.encode():
        return upper.order, lower.order
    if upper is not None:
        return upper.order, _next_key(ports, reached, upper.order, forward=True)
    assert lower is not None
    return _next_key(ports, reached, lower.order, forward=False), lower.order


def _next_key(ports: Ports, reached: ReachedList, order: str, *, forward: bool) -> str | None:
    rows = ports.todos.neighbours(reached.id, order, forward=forward, limit=_SPREAD)
    return next((row.order for row in rows if row.order != order), None)


def _open(ports: Ports, reached: ReachedList, todo_id: str | None) -> Todo | None:
    todo = None if todo_id is None else ports.todos.get(todo_id)
    return todo if todo is not None and todo.list_id == reached.id and todo.is_open else None


def _space_anew(ports: Ports, reached: ReachedList, around: str) -> None:
    """Give the neighbours of a crowded place short keys.

    Those that move up go first, from the top; those that move down follow, from the bottom: no row overtakes another
    at any step, so a crash in between leaves the owner's order as it was.
    """
    rows, fresh = _crowded(ports, reached, around)
    moves = [(row, order) for row, order in zip(rows, fresh, strict=True) if row.order != order]
    upwards = [(row, order) for row, order in moves if order.encode() < row.order.encode()]
    downwards = [(row, order) for row, order in moves if order.encode() > row.order.encode()]
    for row, order in (*upwards, *reversed(downwards)):
        changing.change(ports, reached, row.id, partial(_at, order=order))


def _crowded(ports: Ports, reached: ReachedList, around: str) -> tuple[Sequence[Row], Sequence[str]]:
    """The rows around a place, as many as it takes for their fresh keys to be short, and those keys."""
    spread = _SPREAD
    while True:
        above = list(reversed(ports.todos.neighbours(reached.id, around, forward=False, limit=spread + 1)))
        below = list(ports.todos.neighbours(reached.id, around, forward=True, limit=spread + 1))
        rows = [*above, *(row for row in below if row.order.encode() > around.encode())]
        low = rows.pop(0).order if len(above) > spread else None
        high = rows.pop().order if len(below) > spread else None
        fresh = order_keys.spaced(low, high, len(rows), lambda: ports.chance.base62(_RANDOM))
        if (low is None and high is None) or max(map(len, fresh)) <= ORDER_KEY_BYTES // 2:
            return rows, fresh
        spread *= 2


def _at(todo: Todo, *, order: str) -> Todo:
    return replace(todo, order=order)
