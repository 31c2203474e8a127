"""A proxy that lets every request through and can throw an answer away, as a network does at the worst moment."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_BODILESS = (b" 204 ", b" 304 ")


class DroppingProxy:
    """Speaks HTTP/1.1 with bodies of a stated length, one request at a time on each connection."""

    def __init__(self, port: int) -> None:
        """`port` is the server's, on this machine."""
        self._port = port
        self._drops = False
        self.dropped = 0
        """How many answers never arrived."""
        self.address = ""

    def drop_next_answer(self) -> None:
        self._drops = True

    async def serve_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            while request := await _message(reader):
                to_server.write(request)
                answer = await _message(from_server)
                if self._drops:
                    self._drops = False
                    self.dropped += 1
                    return
                writer.write(answer)
                await writer.drain()
        finally:
            to_server.close()
            writer.close()


@asynccontextmanager
async def dropping_proxy(port: int) -> AsyncIterator[DroppingProxy]:
    proxy = DroppingProxy(port)
    server = await asyncio.start_server(proxy.serve_one, "127.0.0.1", 0)
    proxy.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield proxy


async def _message(reader: asyncio.StreamReader) -> bytes:
    """One whole request or answer; nothing when the connection has ended before it."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""
    first, *lines = head.lower().split(b"\r\n")
    if any(status in first for status in _BODILESS):
        return head
    lengths = [int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length:")]
    return head + await reader.readexactly(lengths[0] if lengths else 0)
