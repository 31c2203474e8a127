"""What a list holds at the end, read by its owner."""

from typing import Any

from tests.journeys.owner import Owner
from tests.proof.history import Stored

Json = dict[str, Any]


async def everything_in(owner: Owner) -> list[Json]:
    """All todos of the list, whole, page by page."""
    path = f"/api/lists/{owner.list_id}/export"
    page = await owner.get(path)
    todos: list[Json] = list(page["todos"])
    while "next_cursor" in page:
        page = await owner.get(path, cursor=page["next_cursor"])
        todos.extend(page["todos"])
    return todos


async def stored_in(owner: Owner) -> list[Stored]:
    return [
        Stored(
            todo_id=todo["id"],
            title=todo["title"],
            version=todo["version"],
            texts="\n\n".join([todo.get("notes", ""), *(report["text"] for report in todo.get("reports", ()))]),
        )
        for todo in await everything_in(owner)
    ]


async def changed_since(owner: Owner, position: str) -> dict[str, int]:
    """The newest version that the change log has of each todo."""
    newest: dict[str, int] = {}
    more = True
    while more:
        page = await owner.get(f"/api/lists/{owner.list_id}/changes", since=position, exact="true")
        for change in page["changes"]:
            newest[change["id"]] = max(change["version"], newest.get(change["id"], 0))
        position, more = page["position"], page["more"]
    return newest
