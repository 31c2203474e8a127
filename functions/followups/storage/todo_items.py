"""How a todo lies in its item, and how a row of an index reads."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from followups.domain import dues, repeats, text
from followups.domain.claims import Claim
from followups.domain.dues import Due, DueDate
from followups.domain.instants import from_text, to_text
from followups.domain.limits import DELETED_SECONDS
from followups.domain.origins import HandBack, Host, Origin
from followups.domain.repeats import Repeat, Rolled
from followups.domain.todos import AgentWrite, Todo
from followups.storage import keys, todo_places
from followups.storage.contract import IndexName, Item, Value
from followups.storage.indexes import key_attributes, shown

ROW_TITLE_BYTES: Final = 300
"""What a row shows of a title, in bytes."""
NOTES_HEAD_BYTES: Final = 240
"""What a row shows of the notes, in bytes."""

_WITH_OWNER: Final = "with_owner"
_PROPOSED: Final = "proposed"
"""Where a follow-up stands that is not in the drain."""


def to_item(todo: Todo) -> Item:
    """The whole item; what is absent or false is left out."""
    row_title = text.shortened(todo.title, ROW_TITLE_BYTES)
    notes_head = text.shortened(todo.notes, NOTES_HEAD_BYTES)
    title_shortened = row_title != todo.title
    notes_shortened = notes_head != todo.notes
    place = keys.todo(todo.id)
    item: dict[str, Value | None] = {
        "PK": place.pk,
        "SK": place.sk,
        **todo_places.todo_indexes(todo),
        "type": "todo",
        "id": todo.id,
        "owner_id": todo.owner_id,
        "list_id": todo.list_id,
        "row_title": row_title,
        "title": todo.title if title_shortened else None,
        "title_bytes": _bytes(todo.title) if title_shortened else None,
        "notes_head": notes_head or None,
        "notes": todo.notes if notes_shortened else None,
        "notes_bytes": _bytes(todo.notes) if notes_shortened else None,
        "starred": todo.starred or None,
        "snoozed_until": todo.snoozed_until and to_text(todo.snoozed_until),
        "dated_at": _dated_at(todo),
        "order": todo.order,
        "completed_at": todo.completed_at and to_text(todo.completed_at),
        "deleted_at": todo.deleted_at and to_text(todo.deleted_at),
        "expires": todo.deleted_at and int(todo.deleted_at.timestamp()) + DELETED_SECONDS,
        "claim_number": todo.claim_number or None,
        "reports": todo.reports or None,
        "created_at": to_text(todo.created_at),
        "updated_at": to_text(todo.updated_at),
        "version": todo.version,
        "write_id": todo.write_id or None,
        "due": None if todo.due is None else _due_text(todo.due),
        "repeat": None if todo.repeat is None else repeats.to_text(todo.repeat),
        "rolled": None if todo.rolled is None else _rolled_text(todo.rolled),
        **_of_origin(todo.origin),
        **_of_claim(todo.claim),
        **_of_write(todo.last_agent_write),
    }
    return {name: value for name, value in item.items() if value is not None}


def from_item(item: Item) -> Todo:
    return Todo(
        id=item["id"],
        owner_id=item["owner_id"],
        list_id=item["list_id"],
        title=item["title"] if "title" in item else item["row_title"],
        notes=item["notes"] if "notes" in item else item.get("notes_head", ""),
        starred=item.get("starred", False),
        due=_due(item),
        repeat=_repeat(item),
        rolled=_rolled(item),
        snoozed_until=_instant(item, "snoozed_until"),
        dated_at=_instant(item, "dated_at") or (_instant(item, "updated_at") if _rings(item) else None),
        order=item["order"],
        completed_at=_instant(item, "completed_at"),
        deleted_at=_instant(item, "deleted_at"),
        origin=_origin(item),
        claim=_claim(item),
        claim_number=item.get("claim_number", 0),
        last_agent_write=_write(item),
        reports=item.get("reports", 0),
        created_at=from_text(item["created_at"]),
        updated_at=from_text(item["updated_at"]),
        version=item["version"],
        write_id=item.get("write_id", ""),
    )


def _shown(attribute: str, default: Value = None) -> Any:
    """A field of a row, read from the item when it is asked for."""
    return property(lambda row: row._item.get(attribute, default))


def _said(read: Callable[[Item], Value]) -> Any:
    """A field of a row that its keys say, or several attributes together."""
    return property(lambda row: read(row._item))


def row_attributes() -> frozenset[str]:
    """What of an item its row in the index of its list is read from."""
    return frozenset((*key_attributes(), *shown("GSI1")))


def id_of(row: Item) -> str:
    return str(row["PK"].removeprefix("TODO#"))


def _list_id(row: Item) -> str:
    return str((row["GSI1PK"] if "GSI1PK" in row else row["GSI2PK"]).split("#")[1])


def _whole_bytes(row: Item) -> int:
    if "title_bytes" not in row and "notes_bytes" not in row:
        return 0
    title = row["title_bytes"] if "title_bytes" in row else _bytes(row["row_title"])
    notes = row["notes_bytes"] if "notes_bytes" in row else _bytes(row.get("notes_head", ""))
    return int(title + notes)


def _in_index(row: Item, name: str) -> str | None:
    """What the row is sorted by, where it stands in this part of the list's index."""
    return row["GSI1SK"] if row.get("GSI1PK", "").endswith(f"#{name}") else None


def _handed_back_at(row: Item) -> str | None:
    return row["handed_back_at"] if row.get("standing") == _WITH_OWNER else None


def _due(item: Item) -> Due | None:
    if "due" not in item:
        return None
    occurrence, _, time_zone = item["due"].partition(" ")
    return dues.from_occurrence(occurrence, time_zone or None)


def _repeat(item: Item) -> Repeat | None:
    return repeats.from_text(item["repeat"]) if "repeat" in item else None


class ItemRow:
    """A row of an index: a page decodes nothing that it does not show. What the keys say is not shown twice."""

    __slots__ = ("_item",)

    def __init__(self, item: Mapping[str, Value]) -> None:
        self._item = item

    id = _said(id_of)
    list_id = _said(_list_id)
    version = _shown("version")
    title = _shown("row_title")
    title_shortened = _said(lambda row: "title_bytes" in row)
    notes = _shown("notes_head", default="")
    notes_shortened = _said(lambda row: "notes_bytes" in row)
    whole_bytes = _said(_whole_bytes)
    starred = _shown("starred", default=False)
    due = _said(_due)
    repeat = _said(_repeat)
    snoozed_until = _shown("snoozed_until")
    order = _shown("order")
    completed_at = _said(lambda row: _in_index(row, "DONE"))
    deleted_at = _said(lambda row: _in_index(row, "DELETED"))
    created_at = _shown("created_at")
    updated_at = _shown("updated_at")
    repository = _shown("repository")
    repository_id = _shown("repository_id")
    session_id = _shown("origin_session")
    proposed = _said(lambda row: row.get("standing") == _PROPOSED)
    handed_back_at = _said(_handed_back_at)
    claim_session = _shown("claim_session")
    claim_expires_at = _shown("claim_expires_at")

    def place(self, index: IndexName) -> dict[str, str]:
        """Where in the index it stands: what a page goes on after."""
        return {name: self._item[name] for name in (*key_attributes(), *key_attributes(index))}

    @property
    def size(self) -> int:
        return len(json.dumps(self._item, ensure_ascii=False, default=str).encode())


def _dated_at(todo: Todo) -> str | None:
    """Left out where the last write was the one: that keeps what rolled forward under 1 kB."""
    return None if todo.dated_at in {None, todo.updated_at} else to_text(todo.dated_at)


def _rings(item: Item) -> bool:
    return "due" in item or "snoozed_until" in item


def _due_text(due: Due) -> str:
    """`2027-01-31`, or `2027-01-31T09:00 Europe/Berlin`."""
    return dues.occurrence(due) if isinstance(due, DueDate) else f"{dues.occurrence(due)} {due.time_zone}"


def _rolled_text(rolled: Rolled) -> str:
    """`2026-11-30 2026-12-07 2026-11-30T12:00:00.000Z`, and `skipped` behind it."""
    return f"{rolled.due} {rolled.to} {to_text(rolled.at)}{' skipped' if rolled.skipped else ''}"


def _rolled(item: Item) -> Rolled | None:
    if "rolled" not in item:
        return None
    due, to, at, *skipped = item["rolled"].split(" ")
    return Rolled(due=due, to=to, at=from_text(at), skipped=bool(skipped))


def _of_origin(origin: Origin | None) -> dict[str, Value | None]:
    if origin is None:
        return {}
    return {
        "repository": origin.repository,
        "repository_id": origin.repository_id,
        "origin_session": origin.session_id,
        "origin_host": origin.host and str(origin.host),
        "discovered_from": origin.discovered_from,
        "handed_back_at": origin.handed_back and to_text(origin.handed_back.at),
        "handed_back_reason": origin.handed_back and origin.handed_back.reason,
        "standing": _WITH_OWNER if origin.with_owner else _PROPOSED if origin.proposed else None,
    }


def _origin(item: Item) -> Origin | None:
    if "repository_id" not in item:
        return None
    handed_back = None
    if "handed_back_at" in item:
        handed_back = HandBack(at=from_text(item["handed_back_at"]), reason=item["handed_back_reason"])
    return Origin(
        repository=item["repository"],
        repository_id=item["repository_id"],
        session_id=item.get("origin_session"),
        host=_host(item),
        discovered_from=item.get("discovered_from"),
        proposed=item.get("standing") == _PROPOSED,
        handed_back=handed_back,
        with_owner=item.get("standing") == _WITH_OWNER,
    )


def _host(item: Item) -> Host | None:
    """One that a newer version knows stands in the item as it was; here it is another program."""
    name = item.get("origin_host")
    if name is None:
        return None
    return Host(name) if name in set(Host) else Host.OTHER


def _of_claim(claim: Claim | None) -> dict[str, Value | None]:
    if claim is None:
        return {}
    return {
        "claim_session": claim.session_id,
        "claim_token": claim.token,
        "claim_expires_at": to_text(claim.expires_at),
    }


def _claim(item: Item) -> Claim | None:
    if "claim_token" not in item:
        return None
    return Claim(
        session_id=item["claim_session"], token=item["claim_token"], expires_at=from_text(item["claim_expires_at"])
    )


def _of_write(write: AgentWrite | None) -> dict[str, Value | None]:
    if write is None:
        return {}
    return {
        "last_write_key": write.key_id,
        "last_write_tool": write.tool,
        "last_write_arguments": write.arguments,
        "last_write_at": to_text(write.at),
    }


def _write(item: Item) -> AgentWrite | None:
    if "last_write_key" not in item:
        return None
    return AgentWrite(
        key_id=item["last_write_key"],
        tool=item["last_write_tool"],
        arguments=item["last_write_arguments"],
        at=from_text(item["last_write_at"]),
    )


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def _instant(item: Item, name: str) -> datetime | None:
    return from_text(item[name]) if name in item else None
