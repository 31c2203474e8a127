"""Plain HTTP: whole bodies within a limit, whole JSON answers, and the headers that every answer carries."""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any, Final

from followups.domain.errors import TooLarge
from followups.domain.limits import BODY_BYTES

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ON_EVERY_ANSWER: Final = (
    # Any page may ask, since no cookie counts here: it needs a key, and browsers add none by themselves.
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"WWW-Authenticate, ETag, Location, Retry-After, X-Request-Id"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)

PREFLIGHT: Final = {
    "access-control-allow-headers": (
        "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id"
    ),
    "access-control-max-age": "7200",
}
"""What an OPTIONS request is told, beside the methods."""


def is_json(headers: Sequence[tuple[bytes, bytes]]) -> bool:
    """Whether a request says that its body is JSON."""
    declared = next((value for name, value in headers if name == b"content-type"), b"")
    return declared.partition(b";")[0].strip().lower() == b"application/json"


class ClientGone(Exception):
    """The client went away before its request was here."""


async def whole_body(scope: Scope, receive: Receive, maximum: int = BODY_BYTES) -> bytes:
    """The request's body.

    Raises:
        TooLarge: it is over `maximum` bytes, or says so beforehand.
        ClientGone
    """
    declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    if declared.isdigit() and int(declared[:20]) > maximum:
        _refuse_size(maximum)
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > maximum:
            _refuse_size(maximum)
        chunks.append(chunk)
        if not message.get("more_body", False):
            return b"".join(chunks)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Receives the body once more, then what else comes."""
    pending = [body]

    async def again() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return again


class Exchange:
    """The answer to one request: every header that all carry, and the status once it is under way."""

    def __init__(self, send: Send, request_id: str) -> None:
        self._send = send
        self.request_id = request_id
        self.status: int | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = (b"x-request-id", self.request_id.encode("ascii"))
            message = {**message, "headers": [*message.get("headers", ()), *ON_EVERY_ANSWER, own]}
        await self._send(message)

    async def answer(self, status: int, body: object = None, headers: Mapping[str, str] | None = None) -> None:
        """One whole answer, in JSON unless there is none."""
        fields = dict(headers or {})
        encoded = b""
        if body is not None:
            encoded = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
            fields["content-type"] = "application/json"
            fields["content-length"] = str(len(encoded))
        lines = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in fields.items()]
        await self.send({"type": "http.response.start", "status": status, "headers": lines})
        await self.send({"type": "http.response.body", "body": encoded})


def _refuse_size(maximum: int) -> None:
    raise TooLarge(
        f"The request is over {maximum:,} bytes. Send less: a title and notes have limits of their own.",
        limit=maximum,
        unit="bytes",
    )
