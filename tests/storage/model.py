"""The contract in a dictionary: slow, obvious, without limits of size."""

from collections.abc import Sequence

from followups.storage.contract import (
    Action,
    Changes,
    Condition,
    ConditionFailed,
    Delete,
    Item,
    Key,
    Page,
    Put,
    Query,
    TransactionRefused,
    Update,
)
from followups.storage.evaluation import holds, key_of, outcome
from followups.storage.indexes import key_attributes, place_in, row_of


class ModelTable:
    def __init__(self) -> None:
        self.items: dict[Key, Item] = {}

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        return self.items.get(key)

    def put(self, item: Item, *, condition: Condition | None = None) -> None:
        self._do(Put(item, condition))

    def update(self, key: Key, changes: Changes, *, condition: Condition | None = None) -> Item:
        self._do(Update(key, changes, condition))
        return self.items[key]

    def delete(self, key: Key, *, condition: Condition | None = None) -> None:
        self._do(Delete(key, condition))

    def _do(self, action: Action) -> None:
        try:
            self.transact([action])
        except TransactionRefused as refused:
            raise ConditionFailed(refused.refusals[0]) from refused

    def transact(self, actions: Sequence[Action]) -> None:
        olds = [self.items.get(key_of(action)) for action in actions]
        pairs = list(zip(actions, olds, strict=True))
        refusals = {at: old for at, (action, old) in enumerate(pairs) if not holds(action.condition, old)}
        if refusals:
            raise TransactionRefused(refusals)
        news = {key_of(action): outcome(action, old) for action, old in pairs}
        for key, new in news.items():
            if new is None:
                self.items.pop(key, None)
            else:
                self.items[key] = new

    def batch_get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Item]:
        return [self.items[key] for key in keys if key in self.items]

    def query(self, query: Query) -> Page:
        """All that is asked for on one page."""
        partition, sort = key_attributes(query.index)
        rows = list(self.items.values())
        if query.index is not None:
            rows = [row_of(item, query.index) for item in rows if place_in(query.index, item)]
        rows = [row for row in rows if row[partition] == query.partition and _within(query, row[sort])]
        rows.sort(key=lambda row: [row[name].encode() for name in (sort, "PK", "SK")], reverse=not query.forward)
        return Page(items=[] if query.count_only else rows, count=len(rows), after=None)


def _within(query: Query, sort_key: str) -> bool:
    text = sort_key.encode()
    return (
        text.startswith((query.prefix or "").encode())
        and (query.low is None or query.low.encode() <= text)
        and (query.high is None or text <= query.high.encode())
    )
