"""Lists in the table."""

from collections.abc import Sequence

from followups.domain.instants import from_text, to_text
from followups.domain.lists import TodoList
from followups.storage import keys, writing
from followups.storage.contract import Item, PageKey, Query, Table, Value


class TableLists:
    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, owner_id: str, list_id: str) -> TodoList | None:
        item = self._table.get(keys.todo_list(owner_id, list_id))
        return None if item is None else from_item(item)

    def of_owner(self, owner_id: str) -> Sequence[TodoList]:
        found: list[Item] = []
        after: PageKey | None = None
        while True:
            page = self._table.query(
                Query(partition=keys.owner(owner_id).pk, prefix=keys.LISTS_PREFIX, after=after, consistent=True)
            )
            found.extend(page.items)
            after = page.after
            if after is None:
                return [from_item(item) for item in found]

    def add(self, todo_list: TodoList) -> TodoList:
        writing.add(self._table, to_item(todo_list))
        return todo_list

    def save(self, before: TodoList, after: TodoList) -> TodoList:
        writing.save(self._table, to_item(before), to_item(after), writing.at_version(before))
        return after


def to_item(todo_list: TodoList) -> Item:
    place = keys.todo_list(todo_list.owner_id, todo_list.id)
    item: dict[str, Value | None] = {
        "PK": place.pk,
        "SK": place.sk,
        "type": "list",
        "id": todo_list.id,
        "owner_id": todo_list.owner_id,
        "list_id": todo_list.id,
        "name": todo_list.name,
        "review_new": todo_list.review_new or None,
        "accepted_repositories": list(todo_list.accepted_repositories) or None,
        "created_at": to_text(todo_list.created_at),
        "updated_at": to_text(todo_list.updated_at),
        "deleted_at": todo_list.deleted_at and to_text(todo_list.deleted_at),
        "is_going": todo_list.is_going or None,
        "version": todo_list.version,
        "write_id": todo_list.write_id or None,
    }
    return {name: value for name, value in item.items() if value is not None}


def from_item(item: Item) -> TodoList:
    return TodoList(
        id=item["id"],
        owner_id=item["owner_id"],
        name=item["name"],
        review_new=item.get("review_new", False),
        accepted_repositories=tuple(item.get("accepted_repositories", ())),
        created_at=from_text(item["created_at"]),
        updated_at=from_text(item["updated_at"]),
        deleted_at=from_text(item["deleted_at"]) if "deleted_at" in item else None,
        is_going=item.get("is_going", False),
        version=item["version"],
        write_id=item.get("write_id", ""),
    )
