"""Tickets in the table, under the hash of their text."""

from followups.domain.instants import Instant
from followups.storage import keys
from followups.storage.contract import ConditionFailed, Present, Table


class TableTickets:
    def __init__(self, table: Table) -> None:
        self._table = table

    def keep(self, digest: str, owner_id: str, until: Instant) -> None:
        place = keys.ticket(digest)
        self._table.put(
            {
                "PK": place.pk,
                "SK": place.sk,
                "type": "ticket",
                "owner_id": owner_id,
                "expires": int(until.timestamp()),
            }
        )

    def redeem(self, digest: str, now: Instant) -> str | None:
        place = keys.ticket(digest)
        item = self._table.get(place)
        if item is None or item["expires"] <= now.timestamp():
            return None
        try:
            # Of two that redeem it at once, one finds it gone. So does a client that repeats a delete whose answer was
            # lost: the page asks for another ticket.
            self._table.delete(place, condition=Present())
        except ConditionFailed:
            return None
        owner_id: str = item["owner_id"]
        return owner_id
