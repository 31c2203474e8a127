"""One address for everything: which part of the product answers which path."""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from local.answering import Answering
from local.guards import Guard

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_AGENT_PATHS: Final = ("/mcp", "//mcp", "/.well-known/")
_WEB_PATHS: Final = ("/api/", "/feeds/")


class Front:
    """The ASGI application that uvicorn serves. Without `live` it opens no sockets."""

    def __init__(
        self,
        *,
        guard: Guard,
        agent: App,
        web: App,
        site: App,
        live: App | None = None,
        answering: Answering | None = None,
        running: Callable[[], AbstractAsyncContextManager[None]],
    ) -> None:
        self._guard = guard
        self._agent = agent
        self._web = web
        self._site = site
        self._live = live
        self._answering = answering or Answering()
        self._running = running

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._last(receive, send)
        elif scope["type"] == "http":
            with self._answering:
                await self._answer(scope, receive, send)
        else:
            await self._open(scope, receive, send)

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

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._live is None:
            await send({"type": "websocket.close", "code": 1008})
            return
        # A page of another site may open sockets like any other: it is held to what a write is.
        refusal = self._guard.refusal("POST", headers_of(scope), by_cookie=True)
        if refusal is not None:
            await receive()
            await refuse_socket(send, 403, "not_allowed", refusal)
        else:
            await self._live(scope, receive, send)

    async def _last(self, receive: Receive, send: Send) -> None:
        """From the server's start to its end."""
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
    await answer(send, status, _problem(status, code, detail), "application/problem+json")


async def refuse_socket(send: Send, status: int, code: str, detail: str) -> None:
    """The same for a socket that is not opened (ASGI's *Websocket Denial Response*)."""
    headers = [(b"content-type", b"application/problem+json"), (b"cache-control", b"no-store")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": _problem(status, code, detail)})


def _problem(status: int, code: str, detail: str) -> bytes:
    return json.dumps({"title": code.replace("_", " "), "status": status, "code": code, "detail": detail}).encode()
