"""The line between pages and a server: it can be cut or go silent, and knows which sockets are open on it."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Self

_PIECE: Final = 65_536
"""Largest piece that is handed on at once, in bytes."""
_CLOSE: Final = 0x88
"""The first byte of a close frame (RFC 6455 5.2)."""


class Line:
    """A relay of TCP in a thread of its own, at an address that stays while servers behind it come and go."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._server: tuple[str, int] | None = None
        self._is_cut = False
        self._connections: set[_Connection] = set()
        self.opened = 0
        """How many sockets were opened."""
        self.most_at_once = 0
        """The most that were open at any moment."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._do(self._listen)

    @classmethod
    @contextmanager
    def drawn(cls) -> Iterator[Self]:
        line = cls()
        try:
            yield line
        finally:
            line.close()

    def lead_to(self, address: str) -> None:
        host, _, port = address.removeprefix("http://").rpartition(":")
        self._server = (host, int(port))

    def cut(self) -> None:
        """End every connection, and every one that comes."""
        self._is_cut = True
        self._do(self._end, lambda _: True)

    def cut_sockets(self) -> None:
        """End the sockets that are open, and nothing else."""
        self._do(self._end, lambda each: each.is_socket)

    def mend(self) -> None:
        self._is_cut = False

    def swallow(self) -> None:
        """Let nothing more through on the sockets that are open: neither side is told. New ones work."""
        for each in self._sockets():
            each.is_deaf = True

    def end_deaf(self) -> None:
        """End the connections that let nothing through: what both sides hear of them at last."""
        self._do(self._end, lambda each: each.is_deaf)

    def reset(self) -> None:
        """Whole again, and counted anew."""
        self.mend()
        self.cut_sockets()
        self.opened = self.most_at_once = 0

    @property
    def open_sockets(self) -> int:
        """Those that the page did not say goodbye on."""
        return len(self._sockets())

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._listening.close()

    def _sockets(self) -> "list[_Connection]":
        return [each for each in set(self._connections) if each.is_socket and not each.is_leaving]

    def _do(self, call: Callable[..., None], *given: object) -> None:
        """In the relay's own thread; it is done when this returns."""
        done = threading.Event()

        def run() -> None:
            call(*given)
            done.set()

        self._loop.call_soon_threadsafe(run)
        assert done.wait(10)

    def _listen(self) -> None:
        self._task = self._loop.create_task(asyncio.start_server(self._serve, sock=self._listening))

    def _end(self, which: "Callable[[_Connection], bool]") -> None:
        for each in list(filter(which, self._connections)):
            each.end()
            self._connections.discard(each)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut or self._server is None:
            writer.transport.abort()
            return
        try:
            behind = await asyncio.open_connection(*self._server)
        except OSError:
            writer.transport.abort()
            return
        connection = _Connection(self, (reader, writer), behind)
        self._connections.add(connection)
        await connection.relay()
        self._connections.discard(connection)

    def count(self) -> None:
        self.opened += 1
        self.most_at_once = max(self.most_at_once, self.open_sockets)


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Connection:
    def __init__(self, line: Line, page: Ends, server: Ends) -> None:
        self._line = line
        self._page = page
        self._server = server
        self.is_socket = False
        self.is_deaf = False
        self.is_leaving = False

    async def relay(self) -> None:
        await asyncio.gather(self._from_page(), self._from_server())
        self.end()

    def end(self) -> None:
        for _, writer in (self._page, self._server):
            writer.transport.abort()

    async def _from_page(self) -> None:
        reader, writer = self._page[0], self._server[1]
        with suppress(OSError):
            while piece := await reader.read(_PIECE):
                if piece.startswith(b"GET /live"):
                    self.is_socket = True
                elif self.is_socket and piece[0] == _CLOSE:
                    # A page sends little, so that each of its frames comes alone.
                    self.is_leaving = True
                if not self.is_deaf:
                    writer.write(piece)
                    await writer.drain()
        self._end_of(writer)

    async def _from_server(self) -> None:
        reader, writer = self._server[0], self._page[1]
        with suppress(OSError):
            while piece := await reader.read(_PIECE):
                if self.is_socket and piece.startswith(b"HTTP/1.1 101"):
                    self._line.count()
                if not self.is_deaf:
                    writer.write(piece)
                    await writer.drain()
        self._end_of(writer)

    def _end_of(self, writer: asyncio.StreamWriter) -> None:
        """One side said all it had to say."""
        if self.is_socket and not self.is_deaf:
            self.end()
        elif not self.is_deaf:
            with suppress(OSError):
                writer.write_eof()
