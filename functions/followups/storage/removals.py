"""What is taken out of the table for good: todos, lists and owners that were deleted, and whatever lies under them."""

from collections.abc import Callable, Sequence

from followups.storage import keys
from followups.storage.contract import (
    Absent,
    Condition,
    ConditionFailed,
    Equals,
    Key,
    PageKey,
    Present,
    Query,
    Table,
    all_of,
    any_of,
)


class TableRemovals:
    """Deletes one by one: a transaction would cost twice as much, and each step is safe to repeat."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def todo(self, todo_id: str, *, owner_id: str, list_id: str) -> bool:
        # Indexes lag: a todo that was moved away may still stand in the page that it was found on.
        return self._delete_if(keys.todo(todo_id), Equals("list_id", list_id), Equals("owner_id", owner_id))

    def beside_todo(self, todo_id: str, *, limit: int) -> bool:
        own = keys.todo(todo_id)
        found = self._some_of(own.pk, limit, lambda sort_key: sort_key != own.sk)
        if not found or self._is_there(own):
            # A client may have added the todo anew, by the same write id, before the word of its end came.
            return False
        self._delete_all(found)
        return True

    def in_list(self, list_id: str, *, limit: int) -> bool:
        found = self._some_of(keys.in_list(list_id), limit, lambda sort_key: True)
        self._delete_all(found)
        return bool(found)

    def list(self, owner_id: str, list_id: str, *, version: int) -> None:
        self._delete_if(keys.todo_list(owner_id, list_id), Equals("version", version))

    def beside_owner(self, owner_id: str, *, limit: int) -> bool:
        own = keys.owner(owner_id)
        found = self._some_of(
            own.pk, limit, lambda sort_key: sort_key != own.sk and not sort_key.startswith(keys.LISTS_PREFIX)
        )
        self._delete_all(found)
        return bool(found)

    def owner(self, owner_id: str) -> None:
        self._delete_if(keys.owner(owner_id), Present("deleted_at"))

    def _some_of(self, partition: str, limit: int, goes: Callable[[str], bool]) -> Sequence[Key]:
        """The first keys of a partition whose sort key goes; none when there are none."""
        after: PageKey | None = None
        while True:
            page = self._table.query(Query(partition=partition, limit=limit, after=after, consistent=True))
            found = [Key(item["PK"], item["SK"]) for item in page.items if goes(item["SK"])]
            after = page.after
            if found or after is None:
                return found

    def _is_there(self, key: Key) -> bool:
        # A query: what runs behind the stream has no other right to read.
        page = self._table.query(Query(partition=key.pk, low=key.sk, high=key.sk, consistent=True))
        return page.count > 0

    def _delete_all(self, found: Sequence[Key]) -> None:
        for key in found:
            self._table.delete(key)

    def _delete_if(self, key: Key, *conditions: Condition) -> bool:
        """Whether it is gone, by this or before."""
        try:
            self._table.delete(key, condition=any_of(Absent(), all_of(*conditions)))
        except ConditionFailed:
            return False
        return True
