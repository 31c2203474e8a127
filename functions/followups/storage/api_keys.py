"""API keys in the table, under the hash of their secret."""

from collections.abc import Sequence

from followups.domain.api_keys import ApiKey
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


class TableApiKeys:
    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, key_id: str) -> ApiKey | None:
        item = self._table.get(keys.api_key(key_id))
        return None if item is None else from_item(item)

    def of_owner(self, owner_id: str) -> Sequence[ApiKey]:
        found: list[Item] = []
        after: PageKey | None = None
        while True:
            page = self._table.query(
                Query(partition=keys.api_keys_index(owner_id), index="GSI1", limit=MAX_BATCH_GET, after=after)
            )
            found.extend(self._table.batch_get([Key(row["PK"], row["SK"]) for row in page.items]))
            after = page.after
            if after is None:
                return sorted(map(from_item, found), key=lambda key: key.created_at)

    def add(self, key: ApiKey) -> None:
        item = to_item(key)
        try:
            self._table.put(item, condition=Absent())
        except ConditionFailed as refused:
            # A client that repeats a write whose answer was lost meets its own success.
            if refused.item != item:
                raise

    def used(self, key_id: str, at: Instant) -> None:
        try:
            self._table.update(keys.api_key(key_id), Changes(set={"last_used_at": to_text(at)}), condition=Present())
        except ConditionFailed:
            return

    def delete(self, key: ApiKey) -> None:
        self._table.delete(keys.api_key(key.id))


def to_item(key: ApiKey) -> Item:
    place = keys.api_key(key.id)
    item: dict[str, Value | None] = {
        "PK": place.pk,
        "SK": place.sk,
        "GSI1PK": keys.api_keys_index(key.owner_id),
        "GSI1SK": to_text(key.created_at),
        "type": "api-key",
        "id": key.id,
        "owner_id": key.owner_id,
        "name": key.name,
        "prefix": key.prefix,
        "role": str(key.role),
        "scope_list_id": key.list_id,
        "created_at": to_text(key.created_at),
        "last_used_at": key.last_used_at and to_text(key.last_used_at),
        "expires_at": key.expires_at and to_text(key.expires_at),
        "write_id": key.write_id or None,
    }
    return {name: value for name, value in item.items() if value is not None}


def from_item(item: Item) -> ApiKey:
    return ApiKey(
        id=item["id"],
        owner_id=item["owner_id"],
        name=item["name"],
        prefix=item["prefix"],
        role=item["role"],
        list_id=item.get("scope_list_id"),
        created_at=from_text(item["created_at"]),
        last_used_at=from_text(item["last_used_at"]) if "last_used_at" in item else None,
        expires_at=from_text(item["expires_at"]) if "expires_at" in item else None,
        write_id=item.get("write_id", ""),
    )
