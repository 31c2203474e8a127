"""A table whose failures are refusals that a caller can act on."""

from collections.abc import Sequence
from types import TracebackType
from typing import Final

from followups.domain import errors
from followups.storage.contract import Action, Changes, Condition, Item, Key, Page, Query, Table, Unavailable


class _Answering:
    """Turns an engine that does not answer into the refusal that says so. Holds nothing, so one serves all."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(failure, Unavailable):
            raise errors.Unavailable from failure


_ANSWERING: Final = _Answering()


class AnsweringTable:
    """The contract's `Table` over another one: what raises `Unavailable` there raises the domain's refusal here.

    Everything that services do passes here, so no edge has to know of storage.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        with _ANSWERING:
            return self._table.get(key, consistent=consistent)

    def put(self, item: Item, *, condition: Condition | None = None) -> None:
        with _ANSWERING:
            self._table.put(item, condition=condition)

    def update(self, key: Key, changes: Changes, *, condition: Condition | None = None) -> Item:
        with _ANSWERING:
            return self._table.update(key, changes, condition=condition)

    def delete(self, key: Key, *, condition: Condition | None = None) -> None:
        with _ANSWERING:
            self._table.delete(key, condition=condition)

    def query(self, query: Query) -> Page:
        with _ANSWERING:
            return self._table.query(query)

    def batch_get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Item]:
        with _ANSWERING:
            return self._table.batch_get(keys, consistent=consistent)

    def transact(self, actions: Sequence[Action]) -> None:
        with _ANSWERING:
            self._table.transact(actions)
