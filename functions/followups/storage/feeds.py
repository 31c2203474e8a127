"""Calendar feeds in the table, under the hash of their token."""

from collections.abc import Sequence

from followups.domain.feeds import Feed
from followups.domain.instants import Instant, from_text, to_text
from followups.storage import keys
from followups.storage.contract import (
    MAX_BATCH_GET,
    Absent,
    Changes,
    ConditionFailed,
    Item,
    Key,
    PageKey,
    Present,
    Query,
    Table,
    Value,
)


class TableFeeds:
    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, feed_id: str) -> Feed | None:
        item = self._table.get(keys.feed(feed_id))
        return None if item is None else from_item(item)

    def of_list(self, list_id: str) -> Sequence[Feed]:
        found: list[Item] = []
        after: PageKey | None = None
        while True:
            page = self._table.query(
                Query(partition=keys.feeds_index(list_id), index="GSI1", limit=MAX_BATCH_GET, after=after)
            )
            found.extend(self._table.batch_get([Key(row["PK"], row["SK"]) for row in page.items]))
            after = page.after
            if after is None:
                return sorted(map(from_item, found), key=lambda feed: (feed.created_at, feed.id))

    def add(self, feed: Feed) -> None:
        item = to_item(feed)
        try:
            self._table.put(item, condition=Absent())
        except ConditionFailed as refused:
            # A client that repeats a write whose answer was lost meets its own success.
            if refused.item != item:
                raise

    def used(self, feed_id: str, at: Instant) -> None:
        try:
            self._table.update(keys.feed(feed_id), Changes(set={"last_used_at": to_text(at)}), condition=Present())
        except ConditionFailed:
            return

    def delete(self, feed: Feed) -> None:
        self._table.delete(keys.feed(feed.id))


def to_item(feed: Feed) -> Item:
    place = keys.feed(feed.id)
    item: dict[str, Value | None] = {
        "PK": place.pk,
        "SK": place.sk,
        "GSI1PK": keys.feeds_index(feed.list_id),
        "GSI1SK": to_text(feed.created_at),
        "type": "feed",
        "id": feed.id,
        "owner_id": feed.owner_id,
        "list_id": feed.list_id,
        "name": feed.name,
        "created_at": to_text(feed.created_at),
        "last_used_at": feed.last_used_at and to_text(feed.last_used_at),
        "write_id": feed.write_id or None,
    }
    return {name: value for name, value in item.items() if value is not None}


def from_item(item: Item) -> Feed:
    return Feed(
        id=item["id"],
        owner_id=item["owner_id"],
        list_id=item["list_id"],
        name=item.get("name"),
        created_at=from_text(item["created_at"]),
        last_used_at=from_text(item["last_used_at"]) if "last_used_at" in item else None,
        write_id=item.get("write_id", ""),
    )
