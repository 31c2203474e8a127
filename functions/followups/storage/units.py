"""What an operation costs on DynamoDB, in read and write units.

Source: Amazon DynamoDB Developer Guide, "DynamoDB read and write operations" and "Using Global Secondary Indexes".
On demand, a unit is a request unit. The emulators' own figures are not to be used: they leave indexes out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from followups.storage.contract import Action, Check, Item
from followups.storage.evaluation import outcome, same
from followups.storage.indexes import INDEXES, place_in, row_of
from followups.storage.sizes import item_size

READ_UNIT_BYTES: Final = 4 * 1024
WRITE_UNIT_BYTES: Final = 1024

Operation = Literal["get", "put", "update", "delete", "query", "batch_get", "transact"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Calls, and the units they cost."""

    calls: int = 0
    read: float = 0.0
    write: float = 0.0


class Meter:
    """Counts what the operations of a table cost until it is reset."""

    def __init__(self) -> None:
        self._spent: dict[Operation, Spent] = {}

    def count(self, operation: Operation, *, read: float = 0.0, write: float = 0.0) -> None:
        so_far = self.of(operation)
        self._spent[operation] = Spent(calls=so_far.calls + 1, read=so_far.read + read, write=so_far.write + write)

    def of(self, operation: Operation) -> Spent:
        return self._spent.get(operation, Spent())

    @property
    def total(self) -> Spent:
        spent = self._spent.values()
        return Spent(
            calls=sum([each.calls for each in spent]),
            read=sum([each.read for each in spent]),
            write=sum([each.write for each in spent]),
        )

    def reset(self) -> None:
        self._spent.clear()


def read_units(size: int, *, consistent: bool) -> float:
    """Units of one read of so many bytes: an item, or all rows of a page together. Reading nothing costs one unit.

    An eventual read costs half.
    """
    units = _rounded_up(size, READ_UNIT_BYTES)
    return float(units) if consistent else units / 2


def write_units(old: Item | None, new: Item | None) -> float:
    """Units of a write that made the one image of an item into the other: in the table and in its indexes."""
    return float(_table_units(old, new) + _index_units(old, new))


def refused_units(old: Item | None, attempted: Item | None) -> float:
    """Units of a write whose condition did not hold: as in the table, nothing for the indexes."""
    return float(_table_units(old, attempted))


def transaction_units(images: Sequence[tuple[Item | None, Item | None]]) -> float:
    """Units of a transaction over its items' images before and after. A check has the same image twice.

    Preparing and committing cost a write each; the rows of the indexes are written once.
    """
    return float(sum([2 * _table_units(old, new) + _index_units(old, new) for old, new in images]))


def refused_transaction_units(images: Sequence[tuple[Item | None, Item | None]]) -> float:
    """Units of a transaction that was refused: what its items cost in the table."""
    return float(sum([2 * _table_units(old, attempted) for old, attempted in images]))


def attempted(action: Action, old: Item | None) -> Item | None:
    """The image that a refused action would have left, as far as there is one."""
    if isinstance(action, Check):
        return old
    try:
        return outcome(action, old)
    except ValueError:
        return old


def _table_units(old: Item | None, new: Item | None) -> int:
    return _rounded_up(max(_size(old), _size(new)), WRITE_UNIT_BYTES)


def _index_units(old: Item | None, new: Item | None) -> int:
    units = 0
    for index in INDEXES:
        before, after = place_in(index, old), place_in(index, new)
        old_row = None if old is None or before is None else row_of(old, index)
        new_row = None if new is None or after is None else row_of(new, index)
        if before == after:
            if not same(old_row, new_row):
                units += _rounded_up(max(_size(old_row), _size(new_row)), WRITE_UNIT_BYTES)
        else:
            units += sum([_rounded_up(_size(row), WRITE_UNIT_BYTES) for row in (old_row, new_row) if row is not None])
    return units


def _size(item: Item | None) -> int:
    return 0 if item is None else item_size(item)


def _rounded_up(size: int, unit: int) -> int:
    return max(1, -(-size // unit))
