"""The MCP server: the SDK's own, with our tools. It speaks the 2026-07-28 revision and the ones that open with
`initialize`.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    SERVER_INFO_META_KEY,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from followups.domain.errors import FollowUpsError, Invalid
from followups.edges import logs
from followups.edges.agent import arguments, instructions, refusals
from followups.edges.agent.call import Call
from followups.edges.agent.tool import Tool
from followups.edges.agent.tools import TOOLS
from followups.services.access import reach_list
from followups.services.ports import Ports

VERSION: Final = "0.1.0"

LISTING_MILLISECONDS: Final = 60 * 60 * 1000
"""How long a client may keep the list of tools, the same for everybody, and what it was told when it opened."""

Context = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A tool as the server holds it: how it is listed, and what answers a call."""

    definition: Mapping[str, Any]
    answer: Callable[[Context, Mapping[str, Any]], Awaitable[dict[str, Any]]]
    """The result of `tools/call` in wire form, but for what only the newest revision adds."""

    @property
    def name(self) -> str:
        return str(self.definition["name"])


def build_server(ports: Ports, *, extra_tools: Sequence[Served] = ()) -> Server[Any]:
    """A server over these ports. Each HTTP request that reaches it has its `Call` in the scope."""
    served = {each.name: each for each in (*(_served(ports, tool) for tool in TOOLS), *extra_tools)}
    listing = ListToolsResult.model_validate({"tools": [each.definition for each in served.values()]})
    names = ", ".join(served)

    async def list_tools(_context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return listing

    async def refuse_tool(_context: Context, _params: CallToolRequestParams) -> CallToolResult:
        raise MCPError(code=INVALID_PARAMS, message=f"There is no such tool. The tools are: {names}.")

    async def call_tool(ctx: Context, call_next: CallNext) -> HandlerResult:
        """Answer calls of our tools here, in wire form, which spares each the SDK's models on both ways.

        Everything else goes on: what is malformed, and tools that are none.
        """
        params = ctx.params
        if ctx.method != "tools/call" or params is None:
            return await call_next(ctx)
        name, given = params.get("name"), params.get("arguments")
        tool = served.get(name) if isinstance(name, str) else None
        if tool is None or not (given is None or isinstance(given, dict)):
            return await call_next(ctx)
        result = await tool.answer(ctx, given or {})
        return {**result, **completed} if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS else result

    async def name_lists(ctx: Context, call_next: CallNext) -> HandlerResult:
        """Tell the model at the opening which lists its key reaches."""
        result = await call_next(ctx)
        if ctx.method not in instructions.OPENINGS or not isinstance(result, dict):
            return result
        return {**result, "instructions": instructions.for_caller(ports, Call.of(ctx.request).caller)}

    server: Server[Any] = Server(
        "follow-ups",
        version=VERSION,
        title="Follow-ups",
        cache_hints={
            "tools/list": CacheHint(ttl_ms=LISTING_MILLISECONDS, scope="public"),
            "server/discover": CacheHint(ttl_ms=LISTING_MILLISECONDS, scope="private"),
        },
        # No argument is repeated in a header, so no call has to look its tool up in the listing first.
        get_tool_input_schema=lambda _: None,
        on_list_tools=list_tools,
        on_call_tool=refuse_tool,
    )
    completed = {"resultType": "complete", "_meta": {SERVER_INFO_META_KEY: server.server_info_stamp}}
    # In place of the SDK's traces, which nobody collects.
    server.middleware[:] = [call_tool, name_lists]
    return server


def _served(ports: Ports, tool: Tool) -> Served:
    async def answer(context: Context, given: Mapping[str, Any]) -> dict[str, Any]:
        call = Call.of(context.request)
        call.tool = tool.name
        try:
            return _run(ports, tool, call, given)
        except FollowUpsError as refused:
            call.refused(refused)
            return refusals.as_result(refused)
        except Exception as failure:  # noqa: BLE001 - the last line: a model must not see what broke
            call.outcome = refusals.INTERNAL
            logs.unexpected("tool failed", failure, request_id=call.request_id, tool=tool.name)
            return refusals.internal_result(call.request_id)

    return Served(definition=tool.definition, answer=answer)


def _run(ports: Ports, tool: Tool, call: Call, given: Mapping[str, Any]) -> dict[str, Any]:
    """Raises: FollowUpsError."""
    for name, why in tool.refuses.items():
        if given.get(name) is not None:
            raise Invalid(why, field=name)
    values = arguments.read(given, tool.takes, tool=tool.name)
    reached = reach_list(ports, call.caller, values["list_id"], tool.needs)
    return tool.run(ports, reached, values).as_result()
