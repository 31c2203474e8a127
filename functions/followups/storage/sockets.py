"""Open sockets in the table, and in their owner's index."""

from collections.abc import Sequence

from followups.domain.instants import Instant, from_text, to_text
from followups.services.sockets import Socket
from followups.storage import keys
from followups.storage.contract import (
    Absent,
    AtMost,
    Condition,
    ConditionFailed,
    Equals,
    Item,
    PageKey,
    Query,
    Table,
    all_of,
    any_of,
)


class TableSockets:
    def __init__(self, table: Table) -> None:
        self._table = table

    def keep(self, socket: Socket, until: Instant) -> None:
        self._table.put(to_item(socket, until))

    def of_owner(self, owner_id: str, *, since: Instant, limit: int) -> Sequence[Socket]:
        found: list[Socket] = []
        after: PageKey | None = None
        while True:
            page = self._table.query(
                Query(
                    partition=keys.sockets_index(owner_id),
                    index="GSI1",
                    low=to_text(since),
                    forward=False,
                    limit=limit - len(found),
                    after=after,
                )
            )
            found.extend(_of_row(row, owner_id) for row in page.items)
            after = page.after
            if after is None or len(found) >= limit:
                return found

    def remove(self, socket_id: str, *, connected_by: Instant, owner_id: str | None = None) -> None:
        is_it: list[Condition] = [AtMost("connected_at", to_text(connected_by))]
        if owner_id is not None:
            is_it.append(Equals("owner_id", owner_id))
        try:
            self._table.delete(keys.socket(socket_id), condition=any_of(Absent(), all_of(*is_it)))
        except ConditionFailed:
            return


def to_item(socket: Socket, until: Instant) -> Item:
    place = keys.socket(socket.id)
    connected_at = to_text(socket.connected_at)
    return {
        "PK": place.pk,
        "SK": place.sk,
        "GSI1PK": keys.sockets_index(socket.owner_id),
        "GSI1SK": connected_at,
        "type": "socket",
        "owner_id": socket.owner_id,
        "connected_at": connected_at,
        "expires": int(until.timestamp()),
    }


def _of_row(row: Item, owner_id: str) -> Socket:
    """Of a row of the index, whose keys say it all."""
    return Socket(
        id=row["PK"].removeprefix(keys.SOCKET_PREFIX), owner_id=owner_id, connected_at=from_text(row["GSI1SK"])
    )
