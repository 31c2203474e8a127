"""Todos, their pages and their reports in the table."""

from collections.abc import Sequence
from typing import Final

from followups.domain.instants import from_text, to_text
from followups.domain.todos import Todo
from followups.services.ports import Cursor, Report, Row, Rows, Shelf
from followups.storage import keys, writing
from followups.storage.contract import MAX_BATCH_GET, Equals, Item, ItemTooLarge, Page, Query, Table
from followups.storage.sizes import check_item
from followups.storage.todo_items import ItemRow, from_item, to_item

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

    def add(self, todo: Todo) -> Todo:
        writing.add(self._table, to_item(todo))
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
        try:
            check_item(to_item(todo))
        except ItemTooLarge:
            return False
        return True

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
                high=until,
                forward=forward,
                limit=limit,
                after=after,
            )
        )
        return _rows(page)

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
        found: list[Item] = []
        more = False
        for repository_id in repository_ids:
            page = self._table.query(
                Query(
                    partition=keys.repository_index(list_id, repository_id),
                    index="GSI2",
                    low=after["order"] if after else None,
                    limit=limit + (1 if after else 0),
                )
            )
            found.extend(page.items)
            more = more or page.after is not None
        found.sort(key=_place)
        if after:
            behind = (after["order"].encode(), after["id"])
            found = [item for item in found if _place(item) > behind]
        more = more or len(found) > limit
        rows = found[:limit]
        following = {"order": rows[-1]["order"], "id": rows[-1]["id"]} if more and rows else None
        return Rows([ItemRow(item) for item in rows], following)

    def reports(self, todo_id: str, *, limit: int, after: Cursor | None) -> tuple[Sequence[Report], Cursor | None]:
        page = self._table.query(
            Query(partition=keys.todo(todo_id).pk, prefix=keys.REPORT_PREFIX, limit=limit, after=after, consistent=True)
        )
        return [_report(item) for item in page.items], page.after


def _rows(page: Page) -> Rows:
    return Rows([ItemRow(item) for item in page.items], page.after)


def _place(item: Item) -> tuple[bytes, str]:
    return item["order"].encode(), item["id"]


_PARTITIONS: Final = {
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
