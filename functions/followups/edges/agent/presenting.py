"""Follow-ups as agents see them: snake_case, instants in UTC, and what is absent or false left out."""

from typing import Any, Final

from followups.domain import dues, repeats
from followups.domain.dues import Due
from followups.domain.instants import Instant, to_text
from followups.domain.text import shortened
from followups.domain.todos import Todo
from followups.edges.agent.answers import Answer
from followups.services import reading
from followups.services.completing import Written
from followups.services.ports import Row

NOTES_HEAD_BYTES: Final = 240
"""What an answer shows of notes that its caller wrote or has read, in UTF-8 bytes: as much as a row does."""

REASON_BYTES: Final = 1_000
"""What is shown of why a follow-up was handed back, in UTF-8 bytes. The whole reason stands in the notes."""


_IN_SHORT: Final = ("id", "title", "notes", "next_notes_offset", "due", "occurrence", "repeat", "handed_back_reason")


def whole(todo: Todo, repository: str, now: Instant, *, notes_bytes: int, notes_offset: int = 0) -> dict[str, Any]:
    """A follow-up with its notes from `notes_offset` on (in characters), at most `notes_bytes` of them.

    Never the token of its claim.
    """
    notes, following = reading.notes_slice(todo.notes, notes_offset, notes_bytes)
    shown: dict[str, Any] = {
        "id": todo.id,
        "list_id": todo.list_id,
        "title": todo.title,
        "notes": notes or None,
        "notes_shortened": (following is not None or notes_offset > 0) or None,
        "next_notes_offset": following,
        **({} if todo.due is None else _due(todo.due)),
        "repeat": None if todo.repeat is None else repeats.to_fields(todo.repeat),
        "repository": repository,
        "status": "open" if todo.completed_at is None else "completed",
        "completed_at": todo.completed_at and to_text(todo.completed_at),
        "created_at": to_text(todo.created_at),
        "updated_at": to_text(todo.updated_at),
        "starred": todo.starred or None,
        "version": todo.version,
        **_origin(todo),
    }
    if todo.claim is not None and todo.claim.is_live(now):
        shown["claim"] = {"session_id": todo.claim.session_id, "expires_at": to_text(todo.claim.expires_at)}
    return {name: value for name, value in shown.items() if value is not None}


def held_claim(todo: Todo) -> dict[str, str]:
    """The claim with its token, for the session that holds it."""
    claim = todo.claim
    if claim is None:
        raise ValueError("only what was leased just now has a claim to show")
    return {"token": claim.token, "session_id": claim.session_id, "expires_at": to_text(claim.expires_at)}


def in_short(follow_up: dict[str, Any]) -> dict[str, Any]:
    """What a client that reads only text needs of a follow-up as `whole` shows it."""
    return {name: follow_up[name] for name in _IN_SHORT if name in follow_up}


def written(written: Written, now: Instant, message: str) -> Answer:
    """The answer to a completion or a hand-back."""
    follow_up = whole(written.todo, written.repository, now, notes_bytes=NOTES_HEAD_BYTES)
    content = {"follow_up": follow_up, **({"repeated": True} if written.repeated else {})}
    return Answer(message, content, {"id": written.todo.id, "title": written.todo.title})


def row(row: Row, now: str) -> dict[str, Any]:
    """A follow-up of a page of what may be taken, so it is open. List and repository stand once, beside the page."""
    shown: dict[str, Any] = {"id": row.id, "title": row.title}
    if row.title_shortened:
        shown["title_shortened"] = True
    if notes := row.notes:
        shown["notes"] = notes
    if row.notes_shortened:
        shown["notes_shortened"] = True
    if due := row.due:
        shown.update(_due(due))
    if session_id := row.session_id:
        shown["session_id"] = session_id
    shown["status"] = "open"
    shown["created_at"] = row.created_at
    shown["updated_at"] = row.updated_at
    if row.starred:
        shown["starred"] = True
    if (expires_at := row.claim_expires_at) and expires_at > now:
        shown["claim"] = {"session_id": row.claim_session, "expires_at": expires_at}
    shown["version"] = row.version
    return shown


def _due(due: Due) -> dict[str, Any]:
    at = dues.instant(due)
    shown = {"due": dues.to_fields(due), "due_at": at and to_text(at), "occurrence": dues.occurrence(due)}
    return {name: value for name, value in shown.items() if value is not None}


def _origin(todo: Todo) -> dict[str, Any]:
    origin = todo.origin
    if origin is None:
        return {}
    shown: dict[str, Any] = {
        "session_id": origin.session_id,
        "host": origin.host and str(origin.host),
        "discovered_from": origin.discovered_from,
        "proposed": origin.proposed or None,
    }
    if origin.handed_back is not None:
        reason = shortened(origin.handed_back.reason, REASON_BYTES)
        shown["handed_back_at"] = to_text(origin.handed_back.at) if origin.with_owner else None
        shown["handed_back_reason"] = reason
        shown["handed_back_reason_shortened"] = (reason != origin.handed_back.reason) or None
    return shown
