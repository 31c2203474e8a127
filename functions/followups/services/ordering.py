"""Where a todo stands: order keys from its neighbours, and the rare spacing anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from followups.domain import order_keys
from followups.domain.errors import ChangedMeanwhile, Invalid, NotFound
from followups.domain.instants import Instant, epoch_microseconds
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
    return order_keys.foot(epoch_microseconds(now), ports.chance.base62(_RANDOM))


@dataclass(frozen=True, slots=True)
class Place:
    order: str
    spaced: Mapping[str, str]
    """The new key for each old one, where neighbours were spaced anew."""


def order_between(ports: Ports, reached: ReachedList, *, before: str | None, after: str | None, now: Instant) -> str:
    """The key of `place_between`. Raises: Invalid, ChangedMeanwhile."""
    return place_between(ports, reached, before=before, after=after, now=now).order


def place_between(ports: Ports, reached: ReachedList, *, before: str | None, after: str | None, now: Instant) -> Place:
    """A place above the todo `before` and below the todo `after`; with neither, the foot.

    Named by their ids, as the page shows them: "after A, before B". When they are no longer neighbours, or one is
    gone, the place next to the one that is left is taken.

    Raises:
        Invalid: none of the todos named is open in this list.
        ChangedMeanwhile: the place is crowded, and others were moved there at the same moment.
    """
    if before is None and after is None:
        return Place(foot(ports, now), {})
    low, high = _bounds(ports, reached, upper=_open(ports, reached, after), lower=_open(ports, reached, before))
    if high is None:
        # Not `between`, while it can be helped: what is added later would come above it.
        return Place(_behind(low, foot(ports, now)) or _key(ports, low, None), {})
    key = _key(ports, low, high)
    if len(key.encode()) <= ORDER_KEY_BYTES:
        return Place(key, {})
    fresh = _space_anew(ports, reached, low or high, now)
    low, high = low and fresh.get(low, low), fresh.get(high, high)
    key = _key(ports, low, high) if low is None or low.encode() < high.encode() else key
    if len(key.encode()) <= ORDER_KEY_BYTES:
        return Place(key, fresh)
    raise ChangedMeanwhile(
        "Others moved todos at this place at the same moment. Load the list again and try once more."
    )


def _key(ports: Ports, low: str | None, high: str | None) -> str:
    return order_keys.between(low, high, ports.chance.base62(_RANDOM))


def _behind(low: str | None, key: str) -> str | None:
    """The key, if it stands behind `low`; a clock that was wrong may have left one that is later than now."""
    return key if low is None or low.encode() < key.encode() else None


def _bounds(
    ports: Ports, reached: ReachedList, *, upper: Todo | None, lower: Todo | None
) -> tuple[str | None, str | None]:
    """The keys on both sides of the place; None is the open end."""
    if upper is not None:
        if lower is not None and upper.order.encode() < lower.order.encode():
            return upper.order, lower.order
        return upper.order, _next_key(ports, reached, upper.order, forward=True)
    if lower is not None:
        return _next_key(ports, reached, lower.order, forward=False), lower.order
    raise Invalid("Neither of the neighbours is open in this list any more. Load the list again.", field="before")


def _next_key(ports: Ports, reached: ReachedList, order: str, *, forward: bool) -> str | None:
    # Two rows nearly always do: itself and the next. More only where several stand at one key.
    for limit in (2, _SPREAD):
        rows = ports.todos.neighbours(reached.id, order, forward=forward, limit=limit)
        found = next((row.order for row in rows if row.order != order), None)
        if found is not None or len(rows) < limit:
            return found
    return None


def _open(ports: Ports, reached: ReachedList, todo_id: str | None) -> Todo | None:
    todo = None if todo_id is None else ports.todos.get(todo_id)
    return todo if todo is not None and todo.list_id == reached.id and todo.is_open else None


def _space_anew(ports: Ports, reached: ReachedList, around: str, now: Instant) -> Mapping[str, str]:
    """Give the neighbours of a crowded place short keys; answers the new key for each of the old ones.

    Those that move up go first, from the top; those that move down follow, from the bottom: no row overtakes another
    at any step, so a crash in between leaves the owner's order as it was.
    """
    rows, fresh = _crowded(ports, reached, around, now)
    moves = [(row, order) for row, order in zip(rows, fresh, strict=True) if row.order != order]
    upwards = [(row, order) for row, order in moves if order.encode() < row.order.encode()]
    downwards = [(row, order) for row, order in moves if order.encode() > row.order.encode()]
    for row, order in (*upwards, *reversed(downwards)):
        try:
            changing.change(ports, reached, row.id, partial(_from_to, shown=row.order, order=order))
        except NotFound:
            # Moved to another list since the index showed it.
            continue
    return {row.order: order for row, order in moves}


def _crowded(ports: Ports, reached: ReachedList, around: str, now: Instant) -> tuple[Sequence[Row], Sequence[str]]:
    """The rows around a place, as many as it takes for their fresh keys to be short, and those keys.

    At the end of the list they stay above the foot of now, so that what is added later goes below them.
    """
    spread = _SPREAD
    while True:
        above = list(reversed(ports.todos.neighbours(reached.id, around, forward=False, limit=spread + 1)))
        below = list(ports.todos.neighbours(reached.id, around, forward=True, limit=spread + 1))
        rows = [*above, *(row for row in below if row.order.encode() > around.encode())]
        if not rows:
            return (), ()
        low = rows.pop(0).order if len(above) > spread else None
        is_end = len(below) <= spread
        high = _behind(rows[-1].order, foot(ports, now)) if is_end else rows.pop().order
        fresh = order_keys.spaced(low, high, len(rows), partial(ports.chance.base62, _RANDOM))
        if (low is None and is_end) or max(map(len, fresh)) <= ORDER_KEY_BYTES // 2:
            return rows, fresh
        spread *= 2


def _from_to(todo: Todo, *, shown: str, order: str) -> Todo:
    """At its new key, unless it was moved away since the index showed it."""
    return replace(todo, order=order) if todo.order == shown else todo
