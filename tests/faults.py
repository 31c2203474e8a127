"""Tables that fail, are slow or are used by somebody else at the wrong moment."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from followups.storage.contract import (
    Action,
    Changes,
    Condition,
    ConditionFailed,
    Item,
    Key,
    Page,
    Query,
    Table,
    TransactionRefused,
    Unavailable,
)

Answer = TypeVar("Answer")

WRITES: Final = frozenset({"put", "update", "delete", "transact"})


class PassingTable:
    """Hands every call on by `_call`, which a kind of trouble makes its own."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def _call(self, operation: str, do: Callable[[], Answer]) -> Answer:
        return do()

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        return self._call("get", lambda: self._table.get(key, consistent=consistent))

    def put(self, item: Item, *, condition: Condition | None = None) -> None:
        self._call("put", lambda: self._table.put(item, condition=condition))

    def update(self, key: Key, changes: Changes, *, condition: Condition | None = None) -> Item:
        return self._call("update", lambda: self._table.update(key, changes, condition=condition))

    def delete(self, key: Key, *, condition: Condition | None = None) -> None:
        self._call("delete", lambda: self._table.delete(key, condition=condition))

    def query(self, query: Query) -> Page:
        return self._call("query", lambda: self._table.query(query))

    def batch_get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Item]:
        return self._call("batch_get", lambda: self._table.batch_get(keys, consistent=consistent))

    def transact(self, actions: Sequence[Action]) -> None:
        self._call("transact", lambda: self._table.transact(actions))


class CountingTable(PassingTable):
    """Counts the calls, all and by operation."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.calls: list[str] = []

    def _call(self, operation: str, do: Callable[[], Answer]) -> Answer:
        self.calls.append(operation)
        return do()


class FailingTable(PassingTable):
    """Does not answer the call of one number, counted from 0: before its work, or after it."""

    def __init__(self, table: Table, at: int, *, works: bool, failure: type[BaseException] = Unavailable) -> None:
        super().__init__(table)
        self._failure = failure
        self._left = at
        self._works = works
        self.failed = False

    def _call(self, operation: str, do: Callable[[], Answer]) -> Answer:
        self._left -= 1
        if self._left != -1:
            return do()
        self.failed = True
        if self._works:
            do()
        raise self._failure("made to fail")


class RepeatingTable(PassingTable):
    """Sends every single-item write twice, as a client whose first answer was lost, and tells the second answer."""

    def _call(self, operation: str, do: Callable[[], Answer]) -> Answer:
        if operation in {"put", "update", "delete"}:
            with suppress(ConditionFailed):
                do()
        return do()


class RacedTable(PassingTable):
    """Lets somebody else in before the writes, one after the other: `rivals` are called, each once, each before one."""

    def __init__(self, table: Table, *rivals: Callable[[], Any]) -> None:
        super().__init__(table)
        self._rivals = list(rivals)

    def _call(self, operation: str, do: Callable[[], Answer]) -> Answer:
        if operation in WRITES and self._rivals:
            self._rivals.pop(0)()
        return do()


REFUSALS: Final = (ConditionFailed, TransactionRefused)
