"""One address for everything: which part of the product answers which path."""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from local.guards import Guard

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_AGENT_PATHS: Final = ("/mcp", "//mcp", "/.well-known/")
_WEB_PATHS: Final = ("/api/",)


class Front:
    """The ASGI application that uvicorn serves."""

    def __init__(
        self, *, guard: Guard, agent: App, web: App, site: App, running: Callable[[], AbstractAsyncContextManager[None]]
    ) -> None:
        self._guard = guard
        self._agent = agent
        self._web = web
        self._site = site
        self._running = running

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        is_agent = path.startswith(_AGENT_PATHS)
        refusal = self._guard.refusal(scope["method"], headers_of(scope), by_cookie=not is_agent)
        if refusal is not None:
            await answer_problem(send, 403, "not_allowed", refusal)
        elif is_agent:
            await self._agent(scope, receive, send)
        elif path.startswith(_WEB_PATHS):
            await self._web(scope, receive, send)
        else:
            await self._site(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self._running():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


def headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


async def answer(
    send: Send, status: int, body: bytes, content_type: str, headers: Mapping[str, str] | None = None
) -> None:
    """One whole answer."""
    fields = {
        "content-type": content_type,
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        **(headers or {}),
    }
    encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in fields.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})


async def answer_json(send: Send, status: int, value: Any, headers: Mapping[str, str] | None = None) -> None:
    await answer(send, status, json.dumps(value).encode(), "application/json", headers)


async def answer_problem(send: Send, status: int, code: str, detail: str) -> None:
    """RFC 9457 problem details."""
    body = json.dumps({"title": code.replace("_", " "), "status": status, "code": code, "detail": detail}).encode()
    await answer(send, status, body, "application/problem+json")
