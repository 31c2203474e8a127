"""Owners and their sign-ins in the table."""

from collections.abc import Sequence
from contextlib import suppress

from followups.domain.instants import from_text, to_text
from followups.domain.lists import TodoList
from followups.domain.owners import Owner
from followups.services.ports import Cursor
from followups.storage import keys, lists, writing
from followups.storage.contract import (
    Absent,
    Changes,
    ConditionFailed,
    Equals,
    Item,
    Key,
    Present,
    Query,
    Table,
    TransactionRefused,
    Value,
    any_of,
)


class TableOwners:
    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, owner_id: str) -> Owner | None:
        item = self._table.get(keys.owner(owner_id))
        return None if item is None else from_item(item)

    def signed_in(self, issuer: str, subject: str) -> str | None:
        item = self._table.get(keys.sign_in(issuer, subject))
        return None if item is None else item["owner_id"]

    def welcome(self, issuer: str, subject: str, owner: Owner, first_list: TodoList) -> bool:
        place = keys.sign_in(issuer, subject)
        item = {**to_item(owner), "sign_ins": frozenset({_text_of(place)})}
        try:
            self._table.transact(
                [
                    writing.put_action({"PK": place.pk, "SK": place.sk, "type": "sign-in", "owner_id": owner.id}),
                    writing.put_action(item),
                    writing.put_action(lists.to_item(first_list)),
                ]
            )
        except TransactionRefused:
            return False
        return True

    def save(self, before: Owner, after: Owner) -> Owner:
        writing.save(self._table, to_item(before), to_item(after), writing.at_version(before))
        return after

    def let_in(self, issuer: str, subject: str, owner_id: str) -> bool:
        place = keys.sign_in(issuer, subject)
        # The owner first: a sign-in that the owner does not know of would outlive the account.
        noted = Changes(add_to_set={"sign_ins": frozenset({_text_of(place)})})
        try:
            self._table.update(keys.owner(owner_id), noted, condition=Present())
        except ConditionFailed:
            return False
        self._table.update(place, Changes(set={"type": "sign-in", "owner_id": owner_id}))
        return True

    def forget_sign_ins(self, owner_id: str) -> None:
        item = self._table.get(keys.owner(owner_id)) or {}
        for place in sorted(item.get("sign_ins", ())):
            # Whoever left and signed in again is a new owner behind the same sign-in.
            with suppress(ConditionFailed):
                self._table.delete(_key_of(place), condition=any_of(Absent(), Equals("owner_id", owner_id)))

    def page(self, shard: int, *, limit: int, after: Cursor | None = None) -> tuple[Sequence[Owner], Cursor | None]:
        page = self._table.query(Query(partition=keys.owners_shard(shard), index="GSI1", limit=limit, after=after))
        places = [Key(row["PK"], row["SK"]) for row in page.items]
        return [from_item(item) for item in self._table.batch_get(places, consistent=False)], page.after


def to_item(owner: Owner) -> Item:
    place = keys.owner(owner.id)
    item: dict[str, Value | None] = {
        "PK": place.pk,
        "SK": place.sk,
        **keys.owners_index(owner.id),
        "type": "owner",
        "id": owner.id,
        "owner_id": owner.id,
        "time_zone": owner.time_zone,
        "day_start": owner.day_start,
        "preferences": dict(owner.preferences) or None,
        "created_at": to_text(owner.created_at),
        "updated_at": to_text(owner.updated_at),
        "deleted_at": owner.deleted_at and to_text(owner.deleted_at),
        "version": owner.version,
        "write_id": owner.write_id or None,
    }
    return {name: value for name, value in item.items() if value is not None}


def from_item(item: Item) -> Owner:
    return Owner(
        id=item["id"],
        time_zone=item["time_zone"],
        day_start=item["day_start"],
        preferences=item.get("preferences", {}),
        created_at=from_text(item["created_at"]),
        updated_at=from_text(item["updated_at"]),
        deleted_at=from_text(item["deleted_at"]) if "deleted_at" in item else None,
        version=item["version"],
        write_id=item.get("write_id", ""),
    )


def _text_of(key: Key) -> str:
    return f"{key.pk} {key.sk}"


def _key_of(text: str) -> Key:
    pk, _, sk = text.rpartition(" ")
    return Key(pk, sk)
