"""One session of an agent, over the MCP SDK's own client."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.journeys.answers import of_tool

Json = dict[str, Any]


class Agent:
    """Captures, reads and drains in one repository of one list, as one session."""

    def __init__(self, client: Client, *, list_id: str, repository: str, session_id: str) -> None:
        self.client = client
        self.list_id = list_id
        self.repository = repository
        self.session_id = session_id

    async def call(self, tool: str, **arguments: Any) -> Json:
        """Raises: Refused."""
        return of_tool(await self.client.call_tool(tool, {"list_id": self.list_id, **arguments}))

    async def capture(self, title: str, **details: Any) -> Json:
        """The whole answer: the follow-up, whether it is a duplicate, and how many this session has open."""
        return await self.call("add_follow_up", **self._here(), title=title, **details)

    async def read(self, **page: Any) -> Json:
        return await self.call("read_follow_ups", **self._here(), **page)

    async def read_all(self) -> list[Json]:
        """Every follow-up that may be taken, page by page."""
        found: list[Json] = []
        page = await self.read()
        found.extend(page["follow_ups"])
        while "next_cursor" in page:
            page = await self.read(cursor=page["next_cursor"])
            found.extend(page["follow_ups"])
        return found

    async def read_one(self, follow_up_id: str) -> Json:
        answered = await self.call("read_follow_up", id=follow_up_id)
        follow_up: Json = answered["follow_up"]
        return follow_up

    async def claim(self, follow_up_id: str) -> Json:
        return await self.call("claim_follow_up", id=follow_up_id, session_id=self.session_id)

    async def drain_next(self, **options: Any) -> Json:
        return await self.call("drain_next", **self._here(), **options)

    async def complete(self, step: Json, summary: str, **details: Any) -> Json:
        """Complete what `drain_next` or `claim_follow_up` gave."""
        return await self.call("complete_follow_up", **_held(step), summary=summary, **details)

    async def hand_back(self, step: Json, reason: str) -> Json:
        return await self.call("hand_back_follow_up", **_held(step), reason=reason)

    def _here(self) -> Json:
        return {"repository": self.repository, "session_id": self.session_id}


def _held(step: Json) -> Json:
    return {"id": step["follow_up"]["id"], "claim_token": step["claim"]["token"]}


@asynccontextmanager
async def connected(mcp_url: str, api_key: str, mode: str) -> AsyncIterator[Client]:
    """The SDK's client in one of its modes: `auto` speaks the newest protocol, `legacy` opens with a handshake."""
    headers = {"authorization": f"Bearer {api_key}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30, trust_env=False) as http,
        Client(streamable_http_client(mcp_url, http_client=http), mode=mode) as client,
    ):
        yield client
