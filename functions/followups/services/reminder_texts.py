"""What a push says, as the page's service worker reads it: one JSON object. Never the notes."""

import json
from base64 import urlsafe_b64encode
from datetime import date
from hashlib import sha256
from typing import Any, Final

from followups.domain.limits import PUSH_BYTES
from followups.domain.text import shortened
from followups.domain.todos import Todo

COUNTED: Final = 100
"""Up to how many a summary counts; beyond it says that there are more."""
LIST_NAME_BYTES: Final = 300
"""How much of a list's name is told, in UTF-8 bytes: the title matters more."""

_CUT: Final = "…"
_TOPIC_BYTES: Final = 24
"""32 characters, as many as a topic may have (RFC 8030 5.4)."""


def topic(what: str) -> str:
    """Under which a push replaces an earlier one that was not delivered yet. A hash, since push services read it."""
    return urlsafe_b64encode(sha256(what.encode()).digest()[:_TOPIC_BYTES]).decode()


def single(todo: Todo, *, list_name: str, origin: str, token: str) -> bytes:
    """One todo's reminder. Its title is cut where the whole would outgrow `PUSH_BYTES`."""
    members = {
        "title": todo.title,
        "list": _cut(list_name, LIST_NAME_BYTES),
        "todo_id": todo.id,
        "list_id": todo.list_id,
        "url": _url(todo, origin),
        "token": token,
        "tag": _tag(todo),
    }
    room = len(todo.title.encode())
    while (over := len(_json(members)) - PUSH_BYTES) > 0:
        # Quotes and backslashes grow when they are written, so what fits is found by writing it.
        room -= over
        members["title"] = _cut(todo.title, room)
    return _json(members)


def short(todo: Todo, *, origin: str) -> bytes:
    """The same for a push service that found the whole too large. It leads to the todo all the same."""
    return _json({"title": "A todo is due", "url": _url(todo, origin), "tag": _tag(todo)})


def due_on(day: date, today: date, count: int, *, origin: str) -> bytes:
    """One reminder for all that is due on a day."""
    when = "today" if day == today else f"on {day.isoformat()}"
    return _summary(f"{_counted(count)} todos due {when}", count, origin, f"day-{day.isoformat()}")


def overdue(count: int, *, origin: str) -> bytes:
    """One reminder for all that could not be sent in time."""
    noun = "todo is" if count == 1 else "todos are"
    return _summary(f"{_counted(count)} {noun} overdue", count, origin, "overdue")


def _summary(title: str, count: int, origin: str, tag: str) -> bytes:
    return _json({"title": title, "count": count, "url": f"{origin}/", "tag": tag})


def _counted(count: int) -> str:
    return f"{COUNTED}+" if count > COUNTED else str(count)


def _url(todo: Todo, origin: str) -> str:
    return f"{origin}/lists/{todo.list_id}/todos/{todo.id}"


def _tag(todo: Todo) -> str:
    """What a todo's notifications have in common: the second replaces the first."""
    return f"todo-{todo.id}"


def _cut(whole: str, max_bytes: int) -> str:
    """On the border of a character as people see it, and marked."""
    if len(whole.encode()) <= max_bytes:
        return whole
    return shortened(whole, max(1, max_bytes - len(_CUT.encode()))).rstrip() + _CUT


def _json(members: dict[str, Any]) -> bytes:
    return json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode()
