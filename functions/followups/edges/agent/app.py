"""The ASGI application at /mcp: admits, limits and logs each request, and hands it to the SDK's transport."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any, Final

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from followups.domain.errors import FollowUpsError, Unauthorized
from followups.domain.limits import BODY_BYTES, CALLS_PER_MINUTE
from followups.edges import logs, metrics
from followups.edges.agent import refusals
from followups.edges.agent.admission import admitted, authorization, refuse_key_in_url
from followups.edges.agent.call import Call
from followups.edges.agent.envelope import refuse_unanswerable
from followups.edges.agent.http import (
    PREFLIGHT,
    ClientGone,
    Exchange,
    Receive,
    Scope,
    Send,
    is_json,
    replayed,
    whole_body,
)
from followups.edges.agent.protected_resource import PATH, WELL_KNOWN, ProtectedResource
from followups.edges.agent.server import build_server
from followups.edges.rate_limit import RateLimit
from followups.services.ports import Ports

_REQUEST_ID_BYTES: Final = 8
_NO_SUCH_REQUEST: Final = "no_such_request"
"""The outcome of what is no request that this door knows: its path, method or message. Only logs show it."""
_DOCUMENTS: Final = (WELL_KNOWN, f"{WELL_KNOWN}{PATH}")


def build_app(
    ports: Ports, *, origin: str, server: Server[Any] | None = None, calls_per_minute: int = CALLS_PER_MINUTE
) -> "AgentApp":
    """The application over these ports. `origin` is the public one, which every absolute URL starts with."""
    limit = RateLimit(ports.clock, calls_per_minute)
    return AgentApp(ports, server or build_server(ports), ProtectedResource(origin), limit)


class AgentApp:
    """Serves while `running()` is entered, once at a time."""

    def __init__(self, ports: Ports, server: Server[Any], resource: ProtectedResource, limit: RateLimit) -> None:
        self._ports = ports
        self._resource = resource
        self._limit = limit
        self._server = server
        self._sessions = self._new_sessions()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        # The SDK's manager serves for one stay only.
        self._sessions = self._new_sessions()
        async with self._sessions.run():
            yield

    def _new_sessions(self) -> StreamableHTTPSessionManager:
        return StreamableHTTPSessionManager(
            self._server,
            json_response=True,
            stateless=True,
            # Host is checked in front of the whole product, not here.
            security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
            max_request_body_size=BODY_BYTES,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is served here, not {scope['type']}")
        began = perf_counter()
        exchange = Exchange(send, request_id=self._ports.chance.bits()[:_REQUEST_ID_BYTES].hex())
        call: Call | None = None
        outcome, cause = "ok", None
        try:
            call = await self._answer(scope, receive, exchange)
        except FollowUpsError as refused:
            outcome, cause = refused.code, logs.cause_of(refused)
            await self._refuse(exchange, refused, key_was_given=bool(authorization(scope["headers"])))
        except ClientGone:
            outcome = "client_gone"
        except Exception as failure:  # the last line: whoever calls gets an answer that shows nothing of what broke
            outcome = refusals.INTERNAL
            logs.unexpected("agent request failed", failure, request_id=exchange.request_id)
            if exchange.status is not None:
                raise
            message = refusals.internal_message(exchange.request_id)
            await exchange.answer(500, refusals.rpc_error(500, refusals.INTERNAL, message))
        if call is not None:
            outcome, cause = call.outcome, call.cause
        if outcome == "ok" and (exchange.status or 0) >= 400:
            outcome = _NO_SUCH_REQUEST
        tool = call and call.tool
        logs.call(
            "agent request",
            metrics.of_call(outcome, is_tool=tool is not None),
            request_id=exchange.request_id,
            invocation=logs.invocation_in(scope),
            tool=tool,
            owner=call and logs.hashed(call.caller.owner_id),
            outcome=outcome,
            cause=cause,
            status=exchange.status,
            ms=round((perf_counter() - began) * 1000, 2),
        )

    async def _answer(self, scope: Scope, receive: Receive, exchange: Exchange) -> Call | None:
        """Answer, or raise what is to be answered instead. A request that reached the SDK leaves its call."""
        path = "/" + scope["path"].strip("/")
        if path == PATH:
            return await self._answer_mcp(scope, receive, exchange)
        if path in _DOCUMENTS:
            await self._answer_document(scope["method"], exchange)
        else:
            await exchange.answer(404, refusals.rpc_error(404, "not_found", f"Nothing is here. MCP is at {PATH}."))
        return None

    async def _answer_mcp(self, scope: Scope, receive: Receive, exchange: Exchange) -> Call | None:
        if scope["method"] == "OPTIONS":
            await exchange.answer(204, headers={"access-control-allow-methods": "POST, OPTIONS", **PREFLIGHT})
            return None
        if scope["method"] != "POST":
            refuse_key_in_url(scope["query_string"])
            refused = refusals.rpc_error(405, "invalid", "There is no stream and no session here. POST each message.")
            await exchange.answer(405, refused, {"allow": "POST, OPTIONS"})
            return None
        call = Call(admitted(self._ports, self._limit, scope), exchange.request_id)
        body = await whole_body(scope, receive)
        if not is_json(scope["headers"]):
            call.outcome = "invalid"
            refused = refusals.rpc_error(415, "invalid", "Send each message with Content-Type: application/json.")
            await exchange.answer(415, refused)
            return call
        refuse_unanswerable(body)
        call.put_into(scope)
        await self._sessions.handle_request(scope, replayed(body, receive), exchange.send)
        return call

    async def _answer_document(self, method: str, exchange: Exchange) -> None:
        allowed = "GET, HEAD, OPTIONS"
        if method == "OPTIONS":
            await exchange.answer(204, headers={"access-control-allow-methods": allowed, **PREFLIGHT})
        elif method in {"GET", "HEAD"}:
            await exchange.answer(200, self._resource.metadata())
        else:
            refused = refusals.rpc_error(405, "invalid", "This is a document. GET it.")
            await exchange.answer(405, refused, {"allow": allowed})

    async def _refuse(self, exchange: Exchange, refused: FollowUpsError, *, key_was_given: bool) -> None:
        headers: dict[str, str] = {}
        if isinstance(refused, Unauthorized):
            headers["www-authenticate"] = self._resource.challenge(key_was_given=key_was_given)
        if "retry_after" in refused.details:
            headers["retry-after"] = str(refused.details["retry_after"])
        await exchange.answer(refusals.status_of(refused), refusals.as_rpc_error(refused), headers)
