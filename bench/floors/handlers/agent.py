"""The MCP SDK's low-level server with one tool behind API Gateway, and a client of the table."""

from typing import Any

import boto3
from mangum import Mangum
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, Tool

Context = ServerRequestContext[Any, Any]

client: Any = boto3.client("dynamodb")


async def list_tools(_context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
    return ListToolsResult(tools=[Tool(name="nothing", input_schema={"type": "object"})])


async def call_tool(_context: Context, _params: CallToolRequestParams) -> CallToolResult:
    return CallToolResult(content=[])


manager = StreamableHTTPSessionManager(
    Server("floor", on_list_tools=list_tools, on_call_tool=call_tool),
    json_response=True,
    stateless=True,
    security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
)
handler = Mangum(manager.handle_request, lifespan="off")
