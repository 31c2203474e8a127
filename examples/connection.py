"""How the examples reach a list: what `python -m local connect --json` prints, and the MCP SDK's client."""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

Answer = TypeVar("Answer")

_TRIES = 5
"""How often a call is sent while the service says: wait."""
_LONGEST_WAIT = 60.0
"""In seconds."""


class Refused(Exception):
    """A tool said no; the text says what to do next."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Connection:
    mcp_url: str
    list_id: str
    api_key: str

    @classmethod
    def read(cls, source: str) -> "Connection":
        """From a file, or from the standard input for `-`. Raises: SystemExit: it is no connection."""
        try:
            told = json.loads(sys.stdin.read() if source == "-" else Path(source).read_text())
            return cls(mcp_url=told["mcp_url"], list_id=told["list_id"], api_key=told["api_key"])
        except (OSError, ValueError, KeyError, TypeError):
            raise SystemExit(
                f"{source} holds no connection. Write one with: "
                ".venv/bin/python -m local connect --json > connection.json"
            ) from None


class CallsTools(Protocol):
    """What is used of the SDK's client."""

    async def call_tool(self, name: str, arguments: dict[str, Any], /) -> CallToolResult: ...


class FollowUps:
    """The tools of one list."""

    def __init__(self, client: CallsTools, list_id: str) -> None:
        self._client = client
        self._list_id = list_id

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer. Waits when told that these are too many calls in a minute.

        Raises:
            Refused: the tool said no.
            MCPError: the service did not take the call.
        """
        for _ in range(_TRIES - 1):
            try:
                return await self._call(tool, arguments)
            except MCPError as error:
                await asyncio.sleep(_wait_asked_for(error))
        return await self._call(tool, arguments)

    async def _call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = await self._client.call_tool(tool, {"list_id": self._list_id, **arguments})
        answer: dict[str, Any] = result.structured_content or {}
        if result.is_error:
            raise Refused(answer["error"]["code"], answer["error"]["message"])
        return answer


@asynccontextmanager
async def follow_ups(connection: Connection) -> AsyncIterator[FollowUps]:
    headers = {"authorization": f"Bearer {connection.api_key}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(connection.mcp_url, http_client=http)) as client,
    ):
        yield FollowUps(client, connection.list_id)


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """What the work answers. Raises: SystemExit: it was refused, or nobody answers; the text says why."""
    try:
        return asyncio.run(work)
    except (ExceptionGroup, *_REFUSALS) as failure:
        raise SystemExit(_refusal_in(failure)) from None


def arguments(description: str | None) -> argparse.ArgumentParser:
    """The options that every example takes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--connection", required=True, help="a file with the answer of `python -m local connect --json`, or -"
    )
    parser.add_argument("--repository", required=True, help="owner/name; elsewhere than on github.com the host first")
    return parser


_REFUSALS = (MCPError, Refused, httpx2.HTTPError)


def _refusal_in(failure: Exception) -> str:
    """Its text. The client's tasks wrap what went wrong in groups. Raises: the group, where more went wrong."""
    if isinstance(failure, ExceptionGroup):
        _, others = failure.split(_REFUSALS)
        if others is not None:
            raise failure
    while isinstance(failure, ExceptionGroup):
        failure = failure.exceptions[0]
    if isinstance(failure, httpx2.HTTPError):
        return f"The service does not answer: {failure}. Is it running? The connection names its address."
    return str(failure)


def _wait_asked_for(error: MCPError) -> float:
    """In seconds. Raises: MCPError: it asks for none."""
    asked = error.error.data if isinstance(error.error.data, dict) else {}
    if asked.get("code") != "rate_limited":
        raise error
    return min(float(asked.get("retry_after", 1)), _LONGEST_WAIT)
