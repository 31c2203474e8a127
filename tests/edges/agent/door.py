"""The agents' door in this process, and the agents that knock."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx2
import jsonschema
from mcp.server.lowlevel import Server

from followups.domain.api_keys import Role
from followups.edges.agent.app import build_app
from followups.edges.agent.tools import TOOLS
from followups.services import managing_keys, managing_lists
from followups.services.access import Caller
from followups.services.ports import Ports
from tests.builders import Home, an_owner

ORIGIN: Final = "https://todo.test"
MCP: Final = "/mcp"

MODERN: Final = "2026-07-28"
LEGACY: Final = "2025-11-25"

_ENVELOPE: Final = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}

_SCHEMAS: Final = {tool.name: jsonschema.Draft202012Validator(tool.definition["outputSchema"]) for tool in TOOLS}


@dataclass(frozen=True)
class Told:
    """What a tool answered."""

    structured: dict[str, Any]
    text: str
    is_error: bool
    body: bytes
    """The whole reply as it went over the wire."""

    @property
    def code(self) -> str:
        """Of a refusal; empty for a success."""
        return str(self.structured["error"]["code"]) if self.is_error else ""

    @property
    def message(self) -> str:
        return str(self.structured["error"]["message"] if self.is_error else self.structured["message"])

    @property
    def follow_up(self) -> dict[str, Any]:
        assert not self.is_error, self.text
        found: dict[str, Any] = self.structured["follow_up"]
        return found

    @property
    def shown(self) -> Any:
        """The JSON in the text block."""
        return json.loads(self.text.partition("\n")[2])


class Door:
    """The application, answering in a loop of its own."""

    def __init__(self, ports: Ports, server: Server[Any] | None = None, **settings: Any) -> None:
        self.ports = ports
        self.app = build_app(ports, origin=ORIGIN, server=server, **settings)
        self._loop = asyncio.new_event_loop()
        self._inside = self._loop.create_future()
        self._staying = self._loop.create_task(self._stay())
        self._loop.run_until_complete(self._inside)

    async def _stay(self) -> None:
        async with self.app.running():
            self._inside.set_result(None)
            await asyncio.Event().wait()

    def close(self) -> None:
        self._staying.cancel()
        self._loop.run_until_complete(asyncio.gather(self._staying, return_exceptions=True))
        self._loop.close()

    def send(self, method: str = "POST", path: str = MCP, **more: Any) -> httpx2.Response:
        """One HTTP request as it is given."""

        async def send() -> httpx2.Response:
            transport = httpx2.ASGITransport(self.app)
            async with httpx2.AsyncClient(transport=transport, base_url=ORIGIN) as client:
                return await client.request(method, path, **more)

        return self._loop.run_until_complete(send())

    def agent(self, home: Home, role: Role = "agent", **key: Any) -> "Agent":
        """With a new key of the home's owner."""
        return Agent(self, self.key(home.owner.caller, role=role, **key), home.id)

    def stranger(self, list_id: str) -> "Agent":
        """With another owner's key, asking for this list."""
        return Agent(self, self.key(an_owner(self.ports, "stranger")), list_id)

    def key(self, owner: Caller, **more: Any) -> str:
        return managing_keys.create(self.ports, owner, name="An agent", **more).secret


@dataclass(frozen=True)
class Agent:
    """Calls tools with one key, about one list."""

    door: Door
    key: str | None
    list_id: str
    session: str = "s1"
    repository: str = "acme/widget"
    era: str = MODERN

    @property
    def authorization(self) -> dict[str, str]:
        return {} if self.key is None else {"authorization": f"Bearer {self.key}"}

    def rpc(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        path: str = MCP,
    ) -> httpx2.Response:
        """One JSON-RPC request in the agent's era; the headers given stand in place of the usual ones."""
        asked = dict(params or {})
        sent = {
            "accept": "application/json, text/event-stream",
            "content-type": "application/json",
            "mcp-protocol-version": self.era,
            **self.authorization,
        }
        if self.era == MODERN:
            asked["_meta"] = _ENVELOPE
            sent["mcp-method"] = method
            if "name" in asked:
                sent["mcp-name"] = asked["name"]
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": asked})
        return self.door.send(path=path, content=message.encode(), headers={**sent, **(headers or {})})

    def raw(self, tool: str, arguments: Any) -> Told:
        """A call with exactly these arguments."""
        response = self.rpc("tools/call", {"name": tool, "arguments": arguments})
        assert response.status_code == 200, response.text
        result = response.json()["result"]
        (block,) = result["content"]
        told = Told(result["structuredContent"], block["text"], result.get("isError", False), response.content)
        _SCHEMAS[tool].validate(told.structured)
        return told

    def call(self, tool: str, **arguments: Any) -> Told:
        return self.raw(tool, {"list_id": self.list_id, **arguments})

    def add(self, title: str = "Fix the guard", **more: Any) -> Told:
        return self.call("add_follow_up", **{**self._here, "title": title, **more})

    def read(self, **more: Any) -> Told:
        return self.call("read_follow_ups", **{"repository": self.repository, **more})

    def read_one(self, id: str, **more: Any) -> Told:
        return self.call("read_follow_up", id=id, **more)

    def claim(self, id: str, **more: Any) -> Told:
        return self.call("claim_follow_up", **{"id": id, "session_id": self.session, **more})

    def complete(self, id: str, summary: str = "Did it.", **more: Any) -> Told:
        return self.call("complete_follow_up", id=id, summary=summary, **more)

    def hand_back(self, id: str, reason: str = "Which one?", **more: Any) -> Told:
        return self.call("hand_back_follow_up", id=id, reason=reason, **more)

    def drain(self, **more: Any) -> Told:
        return self.call("drain_next", **{**self._here, **more})

    @property
    def _here(self) -> dict[str, str]:
        return {"repository": self.repository, "session_id": self.session}


@contextmanager
def a_door(ports: Ports, server: Server[Any] | None = None, **settings: Any) -> Iterator[Door]:
    door = Door(ports, server, **settings)
    try:
        yield door
    finally:
        door.close()


def another_list(home: Home, name: str = "Another") -> str:
    """The id of a second list of the same owner."""
    return managing_lists.create(home.ports, home.owner.caller, name=name).id
