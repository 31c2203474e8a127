"""What every request passes on its way in and every answer on its way out."""

import secrets
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from followups.edges import logs, metrics

HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)
"""On every answer that does not say otherwise: it is the owner's alone, and nothing but what it says it is."""

_VISIT: Final = "followups.visit"


@dataclass(slots=True)
class Visit:
    """What the log shall say of a request. Never a path: it holds ids, and may hold anything."""

    request_id: str
    route: str | None = None
    owner_id: str | None = None
    outcome: str | None = None


class Door:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visit = scope[_VISIT] = Visit(_request_id(scope))
        started = time.perf_counter()
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message.get("headers", ())
                said = {name for name, _ in own}
                message["headers"] = [*own, *(header for header in headers_of(visit) if header[0] not in said)]
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            # A failure is answered further out, so its status is the one from before any answer.
            outcome = metrics.INTERNAL if status == HTTPStatus.INTERNAL_SERVER_ERROR else visit.outcome
            logs.call(
                "web",
                metrics.of_call(outcome),
                request_id=visit.request_id,
                invocation=logs.invocation_in(scope),
                method=scope["method"],
                route=visit.route,
                status=status,
                outcome=outcome,
                owner=None if visit.owner_id is None else logs.hashed(visit.owner_id),
                ms=round((time.perf_counter() - started) * 1000, 2),
            )


def visit_of(scope: Scope) -> Visit:
    """A new one where the request came in by another door."""
    visit: Visit = scope.setdefault(_VISIT, Visit(""))
    return visit


def headers_of(visit: Visit) -> tuple[tuple[bytes, bytes], ...]:
    return (*HEADERS, (b"x-request-id", visit.request_id.encode()))


def _request_id(scope: Scope) -> str:
    """The platform's, where it gives one: then its own logs name the same request."""
    event: Any = scope.get("aws.event")
    given = event.get("requestContext", {}).get("requestId") if isinstance(event, dict) else None
    return given if isinstance(given, str) and given.isascii() and given.isprintable() else secrets.token_hex(8)
