"""A service on loopback that answers as it is told, down to the byte, and keeps what it was asked."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

Json = dict[str, Any]

_SECONDS: Final = 10
"""How long one connection may take."""


@dataclass(frozen=True)
class Asked:
    path: str
    headers: str
    body: Json


Script = Callable[[socket.socket, threading.Event], None]
"""Answers one request on its connection; the event is set when the test is over."""


@dataclass
class Service:
    address: str
    script: Script
    asked: list[Asked] = field(default_factory=list)
    raw: bytes = b""
    """Everything that came over the wire."""

    @property
    def port(self) -> str:
        return self.address.rpartition(":")[2]


def says(body: Any, status: int = 200, reason: str = "OK") -> Script:
    """A usual answer; what is no text is sent as JSON."""
    text = body if isinstance(body, str) else json.dumps(body)
    return wire(f"HTTP/1.1 {status} {reason}\r\nContent-Type: application/json\r\n", text.encode())


def wire(head: str, body: bytes) -> Script:
    return sends(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)


def sends(*chunks: bytes, pause: float = 0.0) -> Script:
    """These bytes, with a pause before each."""

    def script(connection: socket.socket, over: threading.Event) -> None:
        for chunk in chunks:
            if pause and over.wait(pause):
                return
            connection.sendall(chunk)

    return script


def keeps_silent(_: socket.socket, over: threading.Event) -> None:
    over.wait(_SECONDS)


@contextmanager
def a_service(script: Script) -> Iterator[Service]:
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        service = Service(f"http://127.0.0.1:{listening.getsockname()[1]}", script)
        accepting = threading.Thread(target=_accept, args=(listening, service, over), daemon=True)
        accepting.start()
        try:
            yield service
        finally:
            over.set()
            # A blocked accept does not notice that its socket was closed.
            with suppress(OSError), socket.create_connection(listening.getsockname(), timeout=1):
                pass
            accepting.join(timeout=_SECONDS)


def _accept(listening: socket.socket, service: Service, over: threading.Event) -> None:
    while not over.is_set():
        connection, _ = listening.accept()
        threading.Thread(target=_serve, args=(connection, service, over), daemon=True).start()


def _serve(connection: socket.socket, service: Service, over: threading.Event) -> None:
    with connection, suppress(OSError):
        connection.settimeout(_SECONDS)
        received = b""
        while not _is_whole(received):
            chunk = connection.recv(65536)
            if not chunk:
                return
            received += chunk
        service.raw += received
        head, _, body = received.partition(b"\r\n\r\n")
        service.asked.append(Asked(head.split(b" ")[1].decode(), head.decode("latin-1"), json.loads(body or b"{}")))
        service.script(connection, over)


def _is_whole(received: bytes) -> bool:
    head, blank, body = received.partition(b"\r\n\r\n")
    if not blank:
        return False
    lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    return not lengths or len(body) >= int(lengths[0].partition(b":")[2])
