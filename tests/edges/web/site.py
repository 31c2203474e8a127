"""The site's API in this process, and the people who use it."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import httpx2

from followups.edges.web.app import build_app
from followups.services import managing_keys, signing_in
from followups.services.access import Caller
from followups.services.ports import Ports
from followups.services.signing_in import FIRST_LIST

ORIGIN: Final = "https://site.test"


class NamedSignIn:
    """Takes whoever the Authorization header names: `Bearer owner-1`, the same as the builders' owner of this name."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    def caller_of(self, request: Any) -> Caller | None:
        scheme, _, name = request.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer" or not name.startswith("owner"):
            return None
        return signing_in.sign_in(self._ports, "local", name)


class Visitor:
    """Somebody who calls the API; with a name it is that owner."""

    def __init__(self, site: "Site", authorization: str | None) -> None:
        self._site = site
        self._headers = {} if authorization is None else {"Authorization": authorization}

    def ask(
        self,
        method: str,
        path: str,
        json: Any = None,
        *,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        match: int | str | None = None,
        write_id: str | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> httpx2.Response:
        """`match` is a version or a whole If-Match."""
        sent = {**self._headers, **(headers or {})}
        if match is not None:
            sent["If-Match"] = f'"{match}"' if isinstance(match, int) else match
        if write_id is not None:
            sent["Write-Id"] = write_id
        return self._site.send(method, path, json=json, content=content, headers=sent, params=params)

    def get(self, path: str, **more: Any) -> Any:
        return read(self.ask("GET", path, **more))

    def post(self, path: str, json: Any = None, **more: Any) -> Any:
        return read(self.ask("POST", path, json, **more))

    def patch(self, path: str, json: Any, match: int | str = "*", **more: Any) -> Any:
        return read(self.ask("PATCH", path, json, match=match, **more))

    # What most tests need around what they are about

    @property
    def list_id(self) -> str:
        """The list that the owner began with."""
        found: str = next(each["id"] for each in self.get("/api/lists")["lists"] if each["name"] == FIRST_LIST)
        return found

    def add_list(self, name: str = "Other") -> str:
        """A further list; its id."""
        made: str = self.post("/api/lists", {"name": name})["id"]
        return made

    @property
    def todos(self) -> str:
        return f"/api/lists/{self.list_id}/todos"

    def add(self, title: str = "Fix the guard", **more: Any) -> Any:
        """A todo in the first list."""
        write_id = more.pop("write_id", None)
        return self.post(self.todos, {"title": title, **more}, write_id=write_id)

    def act(self, todo: Any, action: str, json: Any = None, **more: Any) -> httpx2.Response:
        return self.ask("POST", f"{at(todo)}/{action}", json, match=more.pop("match", todo["version"]), **more)

    def titles(self, path: str | None = None, **params: Any) -> list[str]:
        """Of all pages."""
        found: list[str] = []
        cursor = None
        while True:
            asked = {**params, **({} if cursor is None else {"cursor": cursor})}
            page = self.get(path or self.todos, params=asked)
            found.extend(todo["title"] for todo in page["todos"])
            cursor = page.get("next_cursor")
            if cursor is None:
                return found


class Site:
    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.app = build_app(ports, NamedSignIn(ports))
        self._loop = asyncio.new_event_loop()

    def close(self) -> None:
        self._loop.close()

    def owner(self, name: str = "owner-1") -> Visitor:
        return Visitor(self, f"Bearer {name}")

    def nobody(self) -> Visitor:
        return Visitor(self, None)

    def agent(self, of: str = "owner-1") -> Visitor:
        """With an API key of this owner's."""
        caller = signing_in.sign_in(self.ports, "local", of)
        return Visitor(self, f"Bearer {managing_keys.create(self.ports, caller, name='An agent').secret}")

    def send(self, method: str, path: str, **more: Any) -> httpx2.Response:
        return self._loop.run_until_complete(self._send(method, path, **more))

    async def _send(self, method: str, path: str, **more: Any) -> httpx2.Response:
        transport = httpx2.ASGITransport(self.app, raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            return await client.request(method, path, **more)


@contextmanager
def a_site(ports: Ports) -> Iterator[Site]:
    site = Site(ports)
    try:
        yield site
    finally:
        site.close()


def at(todo: Any) -> str:
    """The path of a todo that was read."""
    return f"/api/lists/{todo['list_id']}/todos/{todo['id']}"


def read(response: httpx2.Response) -> Any:
    """The JSON of an answer that has to be a success."""
    assert response.is_success, f"{response.status_code}: {response.text}"
    return response.json() if response.content else None


def refusal(response: httpx2.Response, status: int, code: str) -> Any:
    """The problem of an answer that has to be this refusal."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["code"] == code
    assert problem["status"] == status
    return problem
