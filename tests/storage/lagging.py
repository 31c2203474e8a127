"""A table whose indexes lag, as DynamoDB's may."""

from collections.abc import Sequence

from followups.storage.contract import Action, Changes, Check, Condition, Item, Key, Page, Query, Table
from followups.storage.evaluation import key_of
from local.sqlite_table import SqliteTable


class LaggingTable:
    """Answers as the table does, except that its indexes are some writes behind.

    It must see every write from the first on: give it an empty table.
    """

    def __init__(self, table: Table, behind: int | None = None) -> None:
        """`behind` is the number of written items an index lacks; without it, all since the last `catch_up`."""
        self._table = table
        self._behind = behind
        self._indexed = SqliteTable(":memory:")
        self._waiting: list[tuple[Key, Item | None]] = []

    def catch_up(self, left: int = 0) -> None:
        """Let the indexes see every write but the last ones."""
        while len(self._waiting) > left:
            key, item = self._waiting.pop(0)
            if item is None:
                self._indexed.delete(key)
            else:
                self._indexed.put(item)

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        return self._table.get(key, consistent=consistent)

    def put(self, item: Item, *, condition: Condition | None = None) -> None:
        self._table.put(item, condition=condition)
        self._written(Key(item["PK"], item["SK"]))

    def update(self, key: Key, changes: Changes, *, condition: Condition | None = None) -> Item:
        item = self._table.update(key, changes, condition=condition)
        self._written(key)
        return item

    def delete(self, key: Key, *, condition: Condition | None = None) -> None:
        self._table.delete(key, condition=condition)
        self._written(key)

    def query(self, query: Query) -> Page:
        if query.index is None:
            return self._table.query(query)
        return self._indexed.query(query)

    def batch_get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Item]:
        return self._table.batch_get(keys, consistent=consistent)

    def transact(self, actions: Sequence[Action]) -> None:
        self._table.transact(actions)
        self._written(*[key_of(action) for action in actions if not isinstance(action, Check)])

    def _written(self, *keys: Key) -> None:
        self._waiting.extend([(key, self._table.get(key)) for key in keys])
        if self._behind is not None:
            self.catch_up(left=self._behind)
