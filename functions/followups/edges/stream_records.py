"""What a record of the table's stream says, as far as anything follows from it."""

from collections.abc import Mapping
from typing import Any, Final

from followups.services.following import Seen, SeenList, SeenOwner, SeenRepository
from followups.services.recording_changes import Seen as SeenTodo

Image = Mapping[str, Any]
"""An item on one side of a write, as plain values."""

READ: Final = frozenset({"type", "id", "owner_id", "list_id", "version", "deleted_at", "claim_session"})
"""The attributes of an image that are looked at; the others, long texts among them, need not be there."""


def seen(image: Image | None) -> Seen | None:
    """What is in one image of a record; None where nothing follows from it, or where there is none.

    Raises: KeyError: it lacks what every version writes.
    """
    if image is None:
        return None
    match image.get("type"):
        case "todo":
            return seen_todo(image)
        case "list":
            return SeenList(
                owner_id=image["owner_id"],
                list_id=image["id"],
                version=_number(image["version"]),
                is_deleted="deleted_at" in image,
            )
        case "owner":
            return SeenOwner(owner_id=image["id"], is_deleted="deleted_at" in image)
        case "repository":
            return SeenRepository(owner_id=image["owner_id"], list_id=image["list_id"])
    return None


def seen_todo(image: Image | None) -> SeenTodo | None:
    """The todo in one image of a record; None where the image is of something else, or there is none."""
    if image is None or image.get("type") != "todo":
        return None
    return SeenTodo(
        todo_id=_text(image["id"]),
        list_id=_text(image["list_id"]),
        owner_id=_text(image["owner_id"]),
        version=_number(image["version"]),
        is_deleted="deleted_at" in image,
    )


def _text(value: object) -> str:
    """Raises: TypeError: no version of ours wrote this."""
    if not isinstance(value, str):
        raise TypeError("an id is a text")
    return value


def _number(value: object) -> int:
    """Raises: TypeError: no version of ours wrote this."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("a version is a number")
    return value
