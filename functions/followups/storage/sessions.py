"""Sessions in the table: their drain and the follow-up they are bound to."""

from typing import Final

from followups.domain.drains import Drain
from followups.domain.instants import from_text, to_text
from followups.domain.sessions import Session
from followups.storage import keys, writing
from followups.storage.contract import Item, Table, Value

KEPT_SECONDS: Final = 90 * 24 * 60 * 60
"""How long a session that is not seen any more is kept, in seconds."""


class TableSessions:
    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, list_id: str, session_id: str) -> Session | None:
        item = self._table.get(keys.session(list_id, session_id))
        return None if item is None else from_item(item)

    def save(self, before: Session | None, after: Session) -> Session:
        if before is None:
            writing.add(self._table, to_item(after))
        else:
            writing.save(self._table, to_item(before), to_item(after), writing.at_version(before))
        return after


def to_item(session: Session) -> Item:
    place = keys.session(session.list_id, session.id)
    drain = session.drain
    item: dict[str, Value | None] = {
        "PK": place.pk,
        "SK": place.sk,
        "GSI1PK": keys.sessions_index(session.list_id),
        "GSI1SK": to_text(session.last_seen_at),
        "type": "session",
        "id": session.id,
        "owner_id": session.owner_id,
        "list_id": session.list_id,
        "last_seen_at": to_text(session.last_seen_at),
        "expires": int(session.last_seen_at.timestamp()) + KEPT_SECONDS,
        "bound_todo_id": session.bound_todo_id,
        "drain_repository_id": drain and drain.repository_id,
        "drain_checkpoint": None if drain is None else drain.checkpoint,
        "drain_taken": None if drain is None else drain.taken,
        "drain_given": drain and drain.given,
        "drain_behind": ([f"{todo_id} {version}" for todo_id, version in drain.behind] or None) if drain else None,
        "version": session.version,
        "write_id": session.write_id or None,
    }
    return {name: value for name, value in item.items() if value is not None}


def from_item(item: Item) -> Session:
    drain = None
    if "drain_repository_id" in item:
        pairs = [entry.split(" ") for entry in item.get("drain_behind", ())]
        drain = Drain(
            repository_id=item["drain_repository_id"],
            checkpoint=item["drain_checkpoint"],
            taken=item["drain_taken"],
            given=item.get("drain_given"),
            behind=tuple((todo_id, int(version)) for todo_id, version in pairs),
        )
    return Session(
        id=item["id"],
        list_id=item["list_id"],
        owner_id=item["owner_id"],
        last_seen_at=from_text(item["last_seen_at"]),
        drain=drain,
        bound_todo_id=item.get("bound_todo_id"),
        version=item["version"],
        write_id=item.get("write_id", ""),
    )
