"""How a todo lies in its item, and how a row of an index reads."""

import json
from datetime import date, datetime
from typing import Any, Final

from followups.domain import dues, text
from followups.domain.claims import Claim
from followups.domain.dues import Due, DueDate, DueTime
from followups.domain.instants import from_text, to_text
from followups.domain.limits import DELETED_SECONDS
from followups.domain.origins import HandBack, Host, Origin
from followups.domain.todos import AgentWrite, Todo
from followups.storage import keys
from followups.storage.contract import IndexName, Item, Value
from followups.storage.indexes import key_attributes

ROW_TITLE_BYTES: Final = 300
"""What a row shows of a title, in bytes."""
NOTES_HEAD_BYTES: Final = 240
"""What a row shows of the notes, in bytes."""


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
        **keys.todo_indexes(todo),
        "type": "todo",
        "id": todo.id,
        "owner_id": todo.owner_id,
        "list_id": todo.list_id,
        "row_title": row_title,
        "title": todo.title if title_shortened else None,
        "title_shortened": title_shortened or None,
        "notes_head": notes_head or None,
        "notes": todo.notes if notes_shortened else None,
        "notes_shortened": notes_shortened or None,
        "text_bytes": _bytes(todo.title) + _bytes(todo.notes) if title_shortened or notes_shortened else None,
        "starred": todo.starred or None,
        "snoozed_until": todo.snoozed_until and to_text(todo.snoozed_until),
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
        **_of_due(todo.due),
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
        snoozed_until=_instant(item, "snoozed_until"),
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


class ItemRow:
    """A row of an index: a page decodes nothing that it does not show."""

    __slots__ = ("_item",)

    def __init__(self, item: Item) -> None:
        self._item = item

    id = _shown("id")
    list_id = _shown("list_id")
    version = _shown("version")
    title = _shown("row_title")
    title_shortened = _shown("title_shortened", default=False)
    notes = _shown("notes_head", default="")
    notes_shortened = _shown("notes_shortened", default=False)
    text_bytes = _shown("text_bytes", default=0)
    starred = _shown("starred", default=False)
    due_date = _shown("due_date")
    due_wall = _shown("due_wall")
    due_zone = _shown("due_zone")
    due_at = _shown("due_at")
    snoozed_until = _shown("snoozed_until")
    order = _shown("order")
    completed_at = _shown("completed_at")
    deleted_at = _shown("deleted_at")
    created_at = _shown("created_at")
    updated_at = _shown("updated_at")
    repository = _shown("repository")
    repository_id = _shown("repository_id")
    session_id = _shown("origin_session")
    host = _shown("origin_host")
    discovered_from = _shown("discovered_from")
    proposed = _shown("proposed", default=False)
    handed_back_at = _shown("handed_back_at")
    with_owner = _shown("with_owner", default=False)
    claim_session = _shown("claim_session")
    claim_expires_at = _shown("claim_expires_at")

    def place(self, index: IndexName) -> dict[str, str]:
        """Where in the index it stands: what a page goes on after."""
        return {name: self._item[name] for name in (*key_attributes(), *key_attributes(index))}

    @property
    def size(self) -> int:
        return len(json.dumps(self._item, ensure_ascii=False, default=str).encode())


def _of_due(due: Due | None) -> dict[str, Value | None]:
    if due is None:
        return {}
    if isinstance(due, DueDate):
        return {"due_date": due.date.isoformat()}
    at = dues.instant(due)
    return {
        "due_wall": due.at.isoformat(timespec="seconds"),
        "due_zone": due.time_zone,
        "due_at": at and to_text(at),
    }


def _due(item: Item) -> Due | None:
    if "due_date" in item:
        return DueDate(date=date.fromisoformat(item["due_date"]))
    if "due_wall" in item:
        return DueTime(at=datetime.fromisoformat(item["due_wall"]), time_zone=item["due_zone"])
    return None


def _of_origin(origin: Origin | None) -> dict[str, Value | None]:
    if origin is None:
        return {}
    return {
        "repository": origin.repository,
        "repository_id": origin.repository_id,
        "origin_session": origin.session_id,
        "origin_host": origin.host and str(origin.host),
        "discovered_from": origin.discovered_from,
        "proposed": origin.proposed or None,
        "handed_back_at": origin.handed_back and to_text(origin.handed_back.at),
        "handed_back_reason": origin.handed_back and origin.handed_back.reason,
        "with_owner": origin.with_owner or None,
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
        proposed=item.get("proposed", False),
        handed_back=handed_back,
        with_owner=item.get("with_owner", False),
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
