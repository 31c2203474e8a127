"""Push subscriptions in the table, under the hash of their endpoint."""

from collections.abc import Sequence

from followups.domain.instants import from_text, to_text
from followups.domain.push import Subscription
from followups.storage import keys
from followups.storage.contract import (
    MAX_BATCH_GET,
    Absent,
    ConditionFailed,
    Equals,
    Item,
    Key,
    PageKey,
    Query,
    Table,
    Value,
    any_of,
)


class TableSubscriptions:
    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, subscription_id: str) -> Subscription | None:
        item = self._table.get(keys.subscription(subscription_id))
        return None if item is None else from_item(item)

    def of_owner(self, owner_id: str) -> Sequence[Subscription]:
        found: list[Item] = []
        after: PageKey | None = None
        while True:
            page = self._table.query(
                Query(partition=keys.subscriptions_index(owner_id), index="GSI1", limit=MAX_BATCH_GET, after=after)
            )
            found.extend(self._table.batch_get([Key(row["PK"], row["SK"]) for row in page.items]))
            after = page.after
            if after is None:
                break
        # The index lags: what another owner subscribed with since may still stand in it.
        own = [subscription for subscription in map(from_item, found) if subscription.owner_id == owner_id]
        return sorted(own, key=lambda subscription: (subscription.created_at, subscription.id))

    def keep(self, subscription: Subscription) -> None:
        self._table.put(to_item(subscription))

    def delete(self, subscription: Subscription) -> None:
        place = keys.subscription(subscription.id)
        try:
            self._table.delete(place, condition=any_of(Absent(), Equals("owner_id", subscription.owner_id)))
        except ConditionFailed:
            return


def to_item(subscription: Subscription) -> Item:
    place = keys.subscription(subscription.id)
    item: dict[str, Value | None] = {
        "PK": place.pk,
        "SK": place.sk,
        "GSI1PK": keys.subscriptions_index(subscription.owner_id),
        "GSI1SK": to_text(subscription.created_at),
        "type": "push-subscription",
        "id": subscription.id,
        "owner_id": subscription.owner_id,
        "endpoint": subscription.endpoint,
        "p256dh": subscription.p256dh,
        "auth": subscription.auth,
        "name": subscription.name,
        "created_at": to_text(subscription.created_at),
    }
    return {name: value for name, value in item.items() if value is not None}


def from_item(item: Item) -> Subscription:
    return Subscription(
        id=item["id"],
        owner_id=item["owner_id"],
        endpoint=item["endpoint"],
        p256dh=item["p256dh"],
        auth=item["auth"],
        name=item.get("name"),
        created_at=from_text(item["created_at"]),
    )
