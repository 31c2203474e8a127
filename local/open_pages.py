"""The sockets of open pages on one machine: what API Gateway and the function behind it are on AWS."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final
from urllib.parse import parse_qs

from followups.domain.errors import FollowUpsError, Unauthorized
from followups.domain.limits import MESSAGE_BYTES, SOCKET_SECONDS
from followups.edges import pings
from followups.services.opening_sockets import close_socket, open_socket
from followups.services.ports import Ports
from followups.services.telling_pages import NotSent, SocketGone
from local.front import Receive, Scope, Send, refuse_socket
from local.websocket_protocol import HANG_UP

PATH: Final = "/live"
WAITING_BYTES: Final = 32 * MESSAGE_BYTES
"""How much may wait for a page that does not read before it is hung up on, in bytes."""
CLOSING_SECONDS: Final = 1.0
"""How long all pages together may take to be told that the server stops, in seconds."""

GOING_AWAY: Final = 1001
"""RFC 6455 7.4.1."""

_EVER: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ALL: Final = 10_000


class OpenPages:
    """`services.telling_pages.Gateway`, and the ASGI application of the sockets that it sends to."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._pages: dict[str, _Page] = {}
        self._is_closing = False

    def send(self, socket_id: str, message: str) -> None:
        """Leaves at the loop's next turn. Raises: SocketGone, NotSent."""
        page = self._pages.get(socket_id)
        if page is None:
            raise SocketGone
        page.put(message)

    def forget_former(self, owner_id: str) -> None:
        """Of the sockets of an owner in the table, those that no connection is behind: a crash leaves them there."""
        for socket in self._ports.sockets.of_owner(owner_id, since=_EVER, limit=_ALL):
            if socket.id not in self._pages:
                self._ports.sockets.remove(socket.id, connected_by=socket.connected_at)

    async def close(self) -> None:
        """Tell every page that the server stops; the ones that come now are told so too."""
        self._is_closing = True
        pages = list(self._pages.values())
        for page in pages:
            page.end(GOING_AWAY)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                for page in pages:
                    await page.ended.wait()
        for page in pages:
            if not page.ended.is_set():
                page.hang_up()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if scope["path"] != PATH:
            await refuse_socket(send, 404, "not_found", f"Sockets open at {PATH}.")
            return
        if self._is_closing:
            await refuse_socket(send, 503, "unavailable", "The server stops. Try again once it is back.")
            return
        socket_id = secrets.token_urlsafe(16)
        page = self._pages[socket_id] = _Page(scope[HANG_UP])
        try:
            # It may be told of changes from here on: they wait until it is accepted.
            opened = open_socket(self._ports, _ticket_in(scope), socket_id=socket_id)
        except FollowUpsError as refusal:
            del self._pages[socket_id]
            await refuse_socket(send, 401 if isinstance(refusal, Unauthorized) else 503, refusal.code, refusal.message)
            return
        try:
            with suppress(OSError):  # uvicorn's word for a page that has gone
                await send({"type": "websocket.accept"})
                await page.serve(receive, send)
        finally:
            del self._pages[socket_id]
            page.ended.set()
            with suppress(FollowUpsError):  # The next change finds it gone.
                close_socket(self._ports, socket_id, opened.connected_at)


class _Page:
    """One connection. What is put is sent in order, until the page goes, does not read, or is ended."""

    def __init__(self, hang_up: Callable[[], None]) -> None:
        self.hang_up = hang_up
        self.ended = asyncio.Event()
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._code: int | None = None
        self._woken = asyncio.Event()

    def put(self, message: str) -> None:
        """Raises: NotSent: too much waits already; the page is hung up on."""
        weight = len(message.encode())
        if self._bytes + weight > WAITING_BYTES:
            self._waiting.clear()
            self.hang_up()
            raise NotSent("the page does not read")
        self._waiting.append(message)
        self._bytes += weight
        self._woken.set()

    def end(self, code: int) -> None:
        """Close it, behind what waits."""
        self._code = code
        self._woken.set()

    async def serve(self, receive: Receive, send: Send) -> None:
        """Until either side ends it, or it has been told of changes for long enough."""
        over = asyncio.get_running_loop().call_later(SOCKET_SECONDS, self.end, GOING_AWAY)
        tasks = [asyncio.create_task(each) for each in (self._listen(receive), self._speak(send))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            over.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            with suppress(NotSent):
                self.put(pings.answer_to(message.get("text")))

    async def _speak(self, send: Send) -> None:
        # What is sent to a page that has gone is an OSError of uvicorn's.
        with suppress(OSError):
            while True:
                while self._waiting:
                    message = self._waiting.popleft()
                    await send({"type": "websocket.send", "text": message})
                    self._bytes -= len(message.encode())
                if self._code is not None:
                    await send({"type": "websocket.close", "code": self._code})
                    return
                await self._woken.wait()
                self._woken.clear()


def _ticket_in(scope: Scope) -> str | None:
    query: bytes = scope["query_string"]
    return parse_qs(query.decode("ascii", "replace")).get("ticket", [None])[0]
