"""Two tools on the MCP SDK's low-level server, over the transport that the product uses.

    python -m bench.floors.mcp_server ANNOUNCE DATABASE

`nothing` answers nothing. `one_commit` answers it after one row of 1 kB reached the disk.
"""

import logging
import sqlite3
import sys
from pathlib import Path
from typing import Any, Final

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, Tool

from bench.floors.serving import App, Receive, Scope, Send, serve

NOTHING: Final = "nothing"
ONE_COMMIT: Final = "one_commit"
_TOOLS: Final = (NOTHING, ONE_COMMIT)
_ROW_BYTES: Final = 1_000

Context = ServerRequestContext[Any, Any]


def app(database: Path) -> App:
    """The ASGI application. The connection belongs to the thread that called this."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
    row = "x" * _ROW_BYTES

    async def list_tools(_context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[Tool(name=name, input_schema={"type": "object"}) for name in _TOOLS])

    async def call_tool(_context: Context, params: CallToolRequestParams) -> CallToolResult:
        if params.name == ONE_COMMIT:
            connection.execute("INSERT INTO rows (body) VALUES (?)", (row,))
        return CallToolResult(content=[])

    manager = StreamableHTTPSessionManager(
        Server("floor", on_list_tools=list_tools, on_call_tool=call_tool),
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await manager.handle_request(scope, receive, send)
            return
        await receive()
        async with manager.run():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    return answer


if __name__ == "__main__":
    logging.getLogger("mcp").setLevel(logging.ERROR)
    serve(app(Path(sys.argv[2])), Path(sys.argv[1]))
