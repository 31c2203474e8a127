"""Todos, their pages and their reports in the table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from followups.domain.instants import from_text, to_text
from followups.domain.todos import Todo
from followups.services.ports import Cursor, Report, Row, Rows, Shelf, StaleWrite, TodoTooLarge
from followups.storage import keys, todo_items, writing
from followups.storage.contract import (
    MAX_BATCH_GET,
    MAX_ITEM_BYTES,
    Absent,
    ConditionFailed,
    Equals,
    Item,
    ItemTooLarge,
    Page,
    PageKey,
    Put,
    Query,
    Table,
    TransactionRefused,
)
from followups.storage.sizes import item_size
from followups.storage.todo_items import ItemRow, from_item, to_item

RESERVED_BYTES: Final = 4 * 1024
"""What of a todo's item is kept free for what is noted beside its text: a claim, a completion, a hand-back, an origin.
So the fullest todo can still be worked on and done."""
_UTF8_BYTES: Final = 4
"""Of one character, at most."""
_BESIDE_NOTES_BYTES: Final = 32 * 1024
"""More than all fields but the notes ever take: most todos are known to fit without being measured."""

Place = tuple[bytes, str]
"""Order key and id."""
_FIRST: Final[Place] = (b"", "")

_BACKWARDS: Final = frozenset({Shelf.COMPLETED, Shelf.DELETED})


class TableTodos:
    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, todo_id: str, *, consistent: bool = True) -> Todo | None:
        item = self._table.get(keys.todo(todo_id), consistent=consistent)
        return None if item is None else from_item(item)

    def get_many(self, todo_ids: Sequence[str], *, consistent: bool = True) -> dict[str, Todo]:
        found: dict[str, Todo] = {}
        wanted = list(dict.fromkeys(todo_ids))
        for start in range(0, len(wanted), MAX_BATCH_GET):
            page = [keys.todo(todo_id) for todo_id in wanted[start : start + MAX_BATCH_GET]]
            for item in self._table.batch_get(page, consistent=consistent):
                found[item["id"]] = from_item(item)
        return found

    def add(self, todo: Todo, reports: Sequence[Report] = ()) -> Todo:
        try:
            if reports:
                beside = [Put(_report_item(report)) for report in reports]
                self._table.transact([writing.put_action(to_item(todo)), *beside])
            else:
                self._table.put(to_item(todo), condition=Absent())
        except ConditionFailed as refused:
            return _landed(todo, refused.item)
        except TransactionRefused as refused:
            return _landed(todo, refused.refusals.get(0))
        except ItemTooLarge as refused:
            raise TodoTooLarge from refused
        return todo

    def save(self, before: Todo, after: Todo, report: Report | None = None) -> Todo:
        old, new = to_item(before), to_item(after)
        condition = writing.at_version(before, Equals("list_id", before.list_id))
        if report is None:
            writing.save(self._table, old, new, condition)
            return after
        with writing.refusals(""):
            self._table.transact([writing.update_action(old, new, condition), writing.put_action(_report_item(report))])
        return after

    def fits(self, todo: Todo) -> bool:
        limit = MAX_ITEM_BYTES - RESERVED_BYTES
        return len(todo.notes) * _UTF8_BYTES + _BESIDE_NOTES_BYTES <= limit or item_size(to_item(todo)) <= limit

    def shelf(
        self,
        list_id: str,
        shelf: Shelf,
        *,
        limit: int,
        after: Cursor | None = None,
        since: str | None = None,
        until: str | None = None,
        backwards: bool = False,
    ) -> Rows:
        index, partition = _PARTITIONS[shelf](list_id)
        forward = (shelf in _BACKWARDS) == backwards
        page = self._table.query(
            Query(
                partition=partition,
                index="GSI1" if index == 1 else "GSI2",
                low=since,
                high=None if until is None else until.removesuffix("Z"),  # Below it, and above all that come before.
                forward=forward,
                limit=limit,
                after=after,
            )
        )
        return _rows(page)

    def place_of(self, row: Row, shelf: Shelf) -> Cursor:
        if not isinstance(row, ItemRow):
            raise TypeError("a row of another table")
        return row.place("GSI1" if _PARTITIONS[shelf](row.list_id)[0] == 1 else "GSI2")

    def neighbours(self, list_id: str, order: str, *, forward: bool, limit: int) -> Sequence[Row]:
        page = self._table.query(
            Query(
                partition=keys.open_index(list_id),
                index="GSI1",
                low=order if forward else None,
                high=None if forward else order,
                forward=forward,
                limit=limit,
            )
        )
        return _rows(page).rows

    def takeable(self, list_id: str, repository_ids: Sequence[str], *, after: Cursor | None, limit: int) -> Rows:
        """A page over a repository and those that it is taking over, in the owner's order."""
        behind = _FIRST if after is None else (after["order"].encode(), after["id"])
        found: list[Item] = []
        read_to: list[Place] = []
        for repository_id in repository_ids:
            items, is_all = self._of_repository(list_id, repository_id, behind, limit)
            found.extend(items)
            if not is_all:
                read_to.append(_place(items[-1]))
        found.sort(key=_place)
        # Where one of them was read only in part, the rows of the others behind that point come with the next page.
        rows = [item for item in found if not read_to or _place(item) <= min(read_to)][:limit]
        more = len(rows) < len(found) or bool(read_to)
        following = {"order": rows[-1]["order"], "id": todo_items.id_of(rows[-1])} if more else None
        return Rows([ItemRow(item) for item in rows], following)

    def _of_repository(
        self, list_id: str, repository_id: str, behind: Place, limit: int
    ) -> tuple[Sequence[Item], bool]:
        """Rows behind a place, at least one where there is one; and whether they are all."""
        wanted = Query(
            partition=keys.repository_index(list_id, repository_id),
            index="GSI2",
            low=behind[0].decode() or None,
            # The row at the place comes again.
            limit=limit + (behind != _FIRST),
        )
        while True:
            page = self._table.query(wanted)
            items = [item for item in page.items if _place(item) > behind]
            if items or page.after is None:
                return items, page.after is None
            wanted = replace(wanted, after=page.after)

    def dated(self, owner_id: str, list_id: str) -> Sequence[str]:
        found: list[str] = []
        after: PageKey | None = None
        while True:
            page = self._table.query(Query(partition=keys.due_index(owner_id), index="GSI3", after=after))
            found.extend(todo_items.id_of(item) for item in page.items if item["list_id"] == list_id)
            after = page.after
            if after is None:
                return found

    def reports(self, todo_id: str, *, limit: int, after: Cursor | None) -> tuple[Sequence[Report], Cursor | None]:
        page = self._table.query(
            Query(partition=keys.todo(todo_id).pk, prefix=keys.REPORT_PREFIX, limit=limit, after=after, consistent=True)
        )
        return [_report(item) for item in page.items], page.after


def _landed(todo: Todo, there: Item | None) -> Todo:
    """What the same write stored before. Raises: StaleWrite: it was another one."""
    if not todo.write_id or there is None or there.get("write_id") != todo.write_id:
        raise StaleWrite
    return from_item(there)


def _rows(page: Page) -> Rows:
    return Rows([ItemRow(item) for item in page.items], page.after)


def _place(item: Item) -> Place:
    return item["order"].encode(), todo_items.id_of(item)


_PARTITIONS: Final[Mapping[Shelf, Callable[[str], tuple[int, str]]]] = {
    Shelf.OPEN: lambda list_id: (1, keys.open_index(list_id)),
    Shelf.COMPLETED: lambda list_id: (1, keys.done_index(list_id)),
    Shelf.DELETED: lambda list_id: (1, keys.deleted_index(list_id)),
    Shelf.HANDED_BACK: lambda list_id: (2, keys.handed_back_index(list_id)),
    Shelf.PROPOSED: lambda list_id: (2, keys.proposed_index(list_id)),
}


def _report_item(report: Report) -> Item:
    place = keys.report(report.todo_id, report.number)
    return {
        "PK": place.pk,
        "SK": place.sk,
        "type": "report",
        "owner_id": report.owner_id,
        "todo_id": report.todo_id,
        "number": report.number,
        "text": report.text,
        "created_at": to_text(report.created_at),
    }


def _report(item: Item) -> Report:
    return Report(
        todo_id=item["todo_id"],
        owner_id=item["owner_id"],
        number=item["number"],
        text=item["text"],
        created_at=from_text(item["created_at"]),
    )
