"""One kept connection to an HTTP server on this machine, as small and the same for all that are compared."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from select import select
from time import monotonic, perf_counter
from types import TracebackType
from typing import Final, Self

from bench.outcomes import NotMeasured

_SECONDS: Final = 60
"""How long one answer may take."""
_IDLE_SECONDS: Final = 3
"""How long a connection may rest and still be used: uvicorn's may for 5, and may be about to end."""
_CHUNK_BYTES: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    head: bytes
    body: bytes
    seconds: float
    """From the first byte sent until the last one came."""

    def header(self, name: str) -> str | None:
        return _value(self.head, name.lower().encode())


class Connection:
    """Sends whole requests and reads whole answers, one after the other."""

    def __init__(self, host: str, port: int) -> None:
        """Raises: NotMeasured: nothing answers there."""
        self._address = host, port
        self._place = f"{host}:{port}"
        self._socket = self._connected()
        self._used_at = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def request(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        """A request, ready to be sent."""
        lines = [f"{method} {path} HTTP/1.1", f"host: {self._place}", f"content-length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def send(self, request: bytes) -> Reply:
        """Raises: NotMeasured: the server hung up, or took too long."""
        # Servers hang up when nothing was asked for some seconds; one that speaks unasked does so now.
        if monotonic() - self._used_at > _IDLE_SECONDS or select([self._socket], [], [], 0)[0]:
            self._socket.close()
            self._socket = self._connected()
        self._used_at = monotonic()
        try:
            return self._exchanged(request)
        except OSError as error:
            raise NotMeasured(f"the server at {self._place} failed: {error}") from error

    def _exchanged(self, request: bytes) -> Reply:
        started = perf_counter()
        self._socket.sendall(request)
        received = bytearray()
        while (end := received.find(b"\r\n\r\n")) < 0:
            self._receive_into(received)
        head = bytes(received[:end])
        length = end + 4 + int(_value(head, b"content-length") or 0)
        while len(received) < length:
            self._receive_into(received)
        seconds = perf_counter() - started
        return Reply(int(head[9:12]), head, bytes(received[end + 4 :]), seconds)

    def _connected(self) -> socket.socket:
        try:
            connected = socket.create_connection(self._address, timeout=_SECONDS)
        except OSError as error:
            raise NotMeasured(f"nothing answers at {self._place}: {error}") from error
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connected

    def _receive_into(self, received: bytearray) -> None:
        chunk = self._socket.recv(_CHUNK_BYTES)
        if not chunk:
            raise NotMeasured(f"the server at {self._place} hung up")
        received += chunk


def _value(head: bytes, name: bytes) -> str | None:
    for line in head.split(b"\r\n")[1:]:
        key, _, value = line.partition(b":")
        if key.strip().lower() == name:
            return value.strip().decode("latin-1")
    return None
