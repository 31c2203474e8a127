"""The two doors with one plain HTTP request for each call, so that a lost answer is the caller's to deal with."""

from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import httpx2

from tests.journeys.answers import Refused

Json = dict[str, Any]

LOST: Final = httpx2.TransportError
"""What a call raises whose answer never came; the write may have landed."""

_PROTOCOL: Final = "2026-07-28"
_META: Final = {
    "io.modelcontextprotocol/protocolVersion": _PROTOCOL,
    "io.modelcontextprotocol/clientInfo": {"name": "proof", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
_ids = count(1)


def http_client(
    headers: dict[str, str] | None = None, *, base_url: str = "", seconds: float = 60
) -> httpx2.AsyncClient:
    """For many calls at once. `seconds` is how long an answer may take."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    return httpx2.AsyncClient(base_url=base_url, headers=headers, timeout=seconds, limits=limits, trust_env=False)


@dataclass(frozen=True)
class AgentDoor:
    """The tools of one list, with one key."""

    http: httpx2.AsyncClient
    mcp_url: str
    api_key: str
    list_id: str

    async def call(self, tool: str, **arguments: Any) -> Json:
        """The structured answer.

        Raises:
            Refused: by the tool, or in front of it.
            LOST: no answer came.
        """
        params = {"name": tool, "arguments": {"list_id": self.list_id, **arguments}, "_meta": _META}
        response = await self.http.post(
            self.mcp_url,
            json={"jsonrpc": "2.0", "id": next(_ids), "method": "tools/call", "params": params},
            headers={
                "authorization": f"Bearer {self.api_key}",
                "accept": "application/json, text/event-stream",
                "mcp-protocol-version": _PROTOCOL,
                "mcp-method": "tools/call",
                "mcp-name": tool,
            },
        )
        told = response.json()
        if "error" in told:
            raise Refused(told["error"]["data"]["code"], told["error"], response.status_code)
        content: Json = told["result"]["structuredContent"]
        if told["result"].get("isError"):
            raise Refused(content["error"]["code"], content["error"])
        return content
