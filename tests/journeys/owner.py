"""The owner at the web API, with one list open."""

from typing import Any

import httpx2

from tests.journeys.answers import of_web

Json = dict[str, Any]


class Owner:
    """Reads and changes todos as a page does: with the version it saw, and a name for each write if one is given."""

    def __init__(self, http: httpx2.AsyncClient, list_id: str) -> None:
        self.http = http
        self.list_id = list_id

    async def get(self, path: str, **query: Any) -> Json:
        """Raises: Refused."""
        return of_web(await self.http.get(path, params=query))

    async def post(self, path: str, body: Json | None = None, **headers: str) -> Json:
        """Raises: Refused."""
        return of_web(await self.http.post(path, json=body or {}, headers=headers))

    async def todo(self, todo_id: str) -> Json:
        return await self.get(self.path(todo_id))

    async def todos(self, **filters: Any) -> list[Json]:
        """All of them, page by page."""
        page = await self.get(self.path(), **filters)
        found: list[Json] = list(page["todos"])
        while "next_cursor" in page:
            page = await self.get(self.path(), cursor=page["next_cursor"], **filters)
            found.extend(page["todos"])
        return found

    async def add(self, title: str, **fields: Any) -> Json:
        return await self.post(self.path(), {"title": title, **fields})

    async def edit(self, seen: Json, *, write_id: str | None = None, **fields: Any) -> Json:
        """Raises: Refused: 412, with the todo as it is, when it was changed since it was seen."""
        headers = _made_from(seen, write_id)
        return of_web(await self.http.patch(self.path(seen["id"]), json=fields, headers=headers))

    async def act(self, seen: Json, action: str, *, write_id: str | None = None, **details: Any) -> Json:
        headers = _made_from(seen, write_id)
        return of_web(await self.http.post(f"{self.path(seen['id'])}/{action}", json=details, headers=headers))

    async def batch(self, action: str, seen: list[Json]) -> list[Json]:
        todos = [{"id": todo["id"], "version": todo["version"]} for todo in seen]
        answered = await self.post(f"{self.path()}/batch", {"action": action, "todos": todos})
        results: list[Json] = answered["results"]
        return results

    async def changes(self, since: str | None = None) -> Json:
        query = {} if since is None else {"since": since}
        return await self.get(f"/api/lists/{self.list_id}/changes", **query)

    def path(self, todo_id: str | None = None) -> str:
        path = f"/api/lists/{self.list_id}/todos"
        return path if todo_id is None else f"{path}/{todo_id}"


def _made_from(seen: Json, write_id: str | None) -> dict[str, str]:
    headers = {"if-match": f'"{seen["version"]}"'}
    return headers if write_id is None else {**headers, "write-id": write_id}
