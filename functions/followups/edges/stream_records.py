"""What a record of the table's stream says, as far as anything follows from it."""

from collections.abc import Mapping
from typing import Any

from followups.services.recording_changes import Seen


def seen_todo(image: Mapping[str, Any] | None) -> Seen | None:
    """The todo in one image of a record; None where the image is of something else, or there is none."""
    if image is None or image.get("type") != "todo":
        return None
    return Seen(
        todo_id=image["id"],
        list_id=image["list_id"],
        owner_id=image["owner_id"],
        version=image["version"],
        is_deleted="deleted_at" in image,
    )
