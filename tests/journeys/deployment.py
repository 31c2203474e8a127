"""Where the journeys go: a running product at an address, on this machine or anywhere else.

Without settings the local server is started for them. With `FOLLOW_UPS_JOURNEY_URL` they go there, as the owner whose
access token is in `FOLLOW_UPS_JOURNEY_TOKEN` or whose cookie is in `FOLLOW_UPS_JOURNEY_COOKIE` (`name=value`); the
journey of a stranger also takes `FOLLOW_UPS_JOURNEY_OTHER_TOKEN`, another owner's.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2

from followups.gateways.system import SystemChance, SystemClock
from followups.services import managing_keys, managing_lists, signing_in
from followups.storage.assembly import ports_over
from local.data_folder import TABLE
from local.sqlite_table import SqliteTable
from tests.journeys.agent import Agent, connected
from tests.journeys.answers import of_web
from tests.journeys.local_server import LocalServer
from tests.journeys.owner import Owner

Opened = TypeVar("Opened")

REPOSITORY = "acme/widget"


@dataclass(frozen=True, kw_only=True)
class Stranger:
    """Another owner of the same deployment, with a list and a key of their own."""

    list_id: str
    api_key: str


@dataclass(frozen=True, kw_only=True)
class Deployment:
    base_url: str
    owner_headers: Mapping[str, str]
    """What signs the owner in."""
    stranger: Stranger | None = None

    @property
    def mcp_url(self) -> str:
        return f"{self.base_url}/mcp"

    @asynccontextmanager
    async def signed_in(self) -> AsyncIterator[httpx2.AsyncClient]:
        """The owner's own client."""
        async with browser(self.base_url, self.owner_headers) as http:
            yield http


class Place:
    """A fresh list of the owner's, and the doors to it."""

    def __init__(self, deployment: Deployment, owner: Owner, mode: str, stack: AsyncExitStack) -> None:
        self.deployment = deployment
        self.owner = owner
        self.mode = mode
        """How the agents' clients speak."""
        self._stack = stack

    @property
    def list_id(self) -> str:
        return self.owner.list_id

    async def new_key(self, name: str = "journey", **details: Any) -> tuple[str, str]:
        """The id and the secret of a new key, bound to this list unless the details say otherwise."""
        body = {"name": name, "role": "agent", "list_id": self.list_id, **details}
        made = await self.owner.post("/api/keys", body)
        self._stack.push_async_callback(self.owner.http.delete, f"/api/keys/{made['id']}")
        return made["id"], made["secret"]

    async def agent(self, session_id: str, *, repository: str = REPOSITORY, api_key: str | None = None) -> Agent:
        """A session of an agent, with a key of its own unless it is given one."""
        if api_key is None:
            _, api_key = await self.new_key(session_id)
        client = await self.until_the_end(connected(self.deployment.mcp_url, api_key, self.mode))
        return Agent(client, list_id=self.list_id, repository=repository, session_id=session_id)

    async def until_the_end(self, opened: AbstractAsyncContextManager[Opened]) -> Opened:
        """Open something that closes with this place."""
        return await self._stack.enter_async_context(opened)


@asynccontextmanager
async def fresh_place(deployment: Deployment, name: str, mode: str = "auto") -> AsyncIterator[Place]:
    """A new list; it and the keys made for it are gone afterwards."""
    async with deployment.signed_in() as http, AsyncExitStack() as stack:
        made = of_web(await http.post("/api/lists", json={"name": name}))
        path = f"/api/lists/{made['id']}"
        stack.push_async_callback(http.delete, path, headers={"if-match": "*"})
        yield Place(deployment, Owner(http, made["id"]), mode, stack)


def browser(base_url: str, headers: Mapping[str, str]) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(base_url=base_url, headers=dict(headers), timeout=30, trust_env=False)


@contextmanager
def local_deployment(folder: Path) -> Iterator[Deployment]:
    """The local server in this folder, with a stranger's things beside the owner's."""
    data = folder / "follow-ups"
    data.mkdir(mode=0o700)
    stranger = _seeded_stranger(data)
    server = LocalServer(data)
    server.start()
    try:
        yield Deployment(base_url=server.address, owner_headers=signed_in_at(server), stranger=stranger)
    finally:
        server.stop()


def signed_in_at(server: LocalServer) -> dict[str, str]:
    """The cookie behind a login link."""
    link = server.asked("login")["login_url"]
    with httpx2.Client(trust_env=False) as http:
        cookie = http.get(link).headers["set-cookie"].partition(";")[0]
    return {"cookie": cookie}


@asynccontextmanager
async def remote_stranger(base_url: str, token: str) -> AsyncIterator[Stranger]:
    """Another owner, by their token; the key made for them is gone afterwards."""
    async with browser(base_url, {"authorization": f"Bearer {token}"}) as http:
        lists = of_web(await http.get("/api/lists"))["lists"]
        made = of_web(await http.post("/api/keys", json={"name": "journey", "role": "agent"}))
        yield Stranger(list_id=lists[0]["id"], api_key=made["secret"])
        await http.delete(f"/api/keys/{made['id']}")


def _seeded_stranger(data: Path) -> Stranger:
    table = SqliteTable(data / TABLE)
    ports = ports_over(table, SystemClock(), SystemChance())
    caller = signing_in.sign_in(ports, "tests", "a stranger")
    (their_list,) = managing_lists.lists_of(ports, caller)
    made = managing_keys.create(ports, caller, name="theirs")
    table.close()
    return Stranger(list_id=their_list.id, api_key=made.secret)
