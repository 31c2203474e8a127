"""Tool calls of the MCP revision 2026-07-28 over HTTP: no handshake, each request says all there is to know."""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Final

from bench.exchanges import Connection, Reply
from bench.outcomes import NotMeasured

VERSION: Final = "2026-07-28"
_ENVELOPE: Final = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "follow-ups-bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class McpClient:
    """Calls the tools at /mcp of one server."""

    def __init__(self, connection: Connection, keys: Iterator[str]) -> None:
        """`keys` gives the API key for each call."""
        self._connection = connection
        self._keys = keys
        self._ids = count(1)

    def call(self, tool: str, **arguments: Any) -> tuple[dict[str, Any], Reply]:
        """A call's structured content, and the reply it came in. Raises: NotMeasured: the tool refused."""
        result, reply = self._ask("tools/call", {"name": tool, "arguments": arguments}, tool)
        if result.get("isError"):
            raise NotMeasured(f"{tool} refused: {json.dumps(result.get('content'))[:300]}")
        structured: dict[str, Any] = result.get("structuredContent", {})
        return structured, reply

    def seconds_of(self, tool: str, **arguments: Any) -> float:
        return self.call(tool, **arguments)[1].seconds

    def listing(self) -> Reply:
        """The answer to tools/list."""
        return self._ask("tools/list", {}, None)[1]

    def _ask(self, method: str, parameters: Mapping[str, Any], name: str | None) -> tuple[dict[str, Any], Reply]:
        message = {
            "jsonrpc": "2.0",
            "id": next(self._ids),
            "method": method,
            "params": {**parameters, "_meta": _ENVELOPE},
        }
        headers = {
            "authorization": f"Bearer {next(self._keys)}",
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            "mcp-protocol-version": VERSION,
            "mcp-method": method,
            **({} if name is None else {"mcp-name": name}),
        }
        reply = self._connection.send(self._connection.request("POST", "/mcp", headers, json.dumps(message).encode()))
        answer = json.loads(reply.body)
        if reply.status != 200 or "result" not in answer:
            raise NotMeasured(f"{method} answered {reply.status}: {reply.body[:300].decode(errors='replace')}")
        result: dict[str, Any] = answer["result"]
        return result, reply
