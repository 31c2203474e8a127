"""S6: DynamoDB units of each call, counted by the table's own meter, on both engines and in lists of both sizes."""

from collections.abc import Iterator, Mapping
from typing import Final

from bench import metered_calls, metered_reminders, metered_sockets
from bench.metered_calls import Cost, Drained, drain
from bench.metering import Desk, dynamo_desk, sqlite_desk
from bench.outcomes import Amount, Bound, Limit, Line
from bench.stage import FEW, MANY, Stage
from followups.storage.indexes import row_of
from followups.storage.sizes import item_size
from followups.storage.todo_items import to_item
from followups.storage.units import READ_UNIT_BYTES

TITLE: Final = f"DynamoDB units of a call, items and rows up to 1 kB: the most in lists of {FEW} and {MANY:,} todos"

_COSTS: Final = (*metered_calls.COSTS, *metered_reminders.COSTS, *metered_sockets.COSTS)

_SHORT: Final = f"SQLite {FEW}"
_LONG: Final = f"SQLite {MANY:,}"
_DYNAMO: Final = f"DynamoDB {FEW}"

Units = Mapping[str, float]
"""By the desk's name."""


def measure(stage: Stage) -> Iterator[Line]:
    writes: dict[str, dict[str, float]] = {cost.what: {} for cost in _COSTS}
    reads: dict[str, dict[str, float]] = {cost.what: {} for cost in _COSTS}
    drained: dict[str, Drained] = {}
    counting = 0.0
    for desk in _desks(stage):
        for cost in _COSTS:
            spent = cost.spend(desk)
            writes[cost.what][desk.name] = spent.write
            reads[cost.what][desk.name] = spent.read
        counting = max(counting, _counting_units(desk))
        drained[desk.name] = drain(desk)
    for cost in _COSTS:
        yield from _lines(cost, writes[cost.what], reads[cost.what])
    yield from _drain_lines(drained, counting)


def _desks(stage: Stage) -> Iterator[Desk]:
    for name, todos in ((_SHORT, FEW), (_LONG, MANY)):
        with sqlite_desk(name, *stage.filled(todos), stage.folder) as desk:
            yield desk
    with dynamo_desk(_DYNAMO, FEW) as desk:
        yield desk


def _lines(cost: Cost, writes: Units, reads: Units) -> Iterator[Line]:
    if cost.writes is not None:
        yield _line(f"{cost.what}: writes", writes, "W", cost.writes)
    if cost.reads is not None:
        yield _line(f"{cost.what}: reads", reads, "R", cost.reads)


def _drain_lines(drained: Mapping[str, Drained], counting: float) -> Iterator[Line]:
    yield _line("drain_next: writes", {name: each.next.write for name, each in drained.items()}, "W", 6)
    reads = {name: each.next.read for name, each in drained.items()}
    # It counts nothing on its way, so the short list says what it may read in any.
    yield _line("drain_next: reads", reads, "R", reads[_SHORT])
    counted = {name: each.counted for name, each in drained.items()}
    yield _line("a drain's start: its count, reads", counted, "R", counting)


def _line(what: str, units: Units, unit: str, limit: float) -> Line:
    most = max(units.values())
    told = ", ".join([f"{name}: {amount:g}" for name, amount in units.items()])
    return Line(
        what=what,
        figure=Amount(most, unit),
        against="the same on both engines" if min(units.values()) == most else told,
        limit=Limit(Bound.AT_MOST, limit),
    )


def _counting_units(desk: Desk) -> float:
    """One for each 4 kB of the rows that a drain's start has to count, and one for what is left over."""
    todo = desk.ports.todos.get(desk.ids[-1])
    assert todo is not None
    row = item_size(row_of(to_item(todo), "GSI2"))
    return float(-(-len(desk.ids) * row // READ_UNIT_BYTES) + 1)
