"""One HTTP request to an address that somebody else gave us, with no more harm than it may do.

A host's addresses are looked up once, all are checked, and one of those is connected to: no second look-up could answer
otherwise. No redirect is followed, no proxy asked, and everything together is over by the deadline.
"""

import io
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from ipaddress import ip_address
from typing import Any, Final, cast
from urllib.parse import urlsplit

from followups.domain import push

Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host. Raises: OSError: there are none."""

ANSWER_BYTES: Final = 64 * 1024
"""As much of an answer is read at most, in bytes."""
CAUSE_BYTES: Final = 300
"""How much of a refusal's text is kept, in bytes."""


class Forbidden(Exception):
    """Nothing may be sent there; the text says why."""


class NoAnswer(Exception):
    """The other side could not be reached, said nothing in time, or said something that is no HTTP."""


@dataclass(frozen=True, slots=True)
class Answered:
    status: int
    headers: Mapping[str, str]
    """By name in lower case; the last of each."""
    text: str
    """The beginning of a refusal's body, in one line of visible ASCII; empty for a success."""


def resolved(host: str, port: int) -> Sequence[str]:
    """By the machine's own resolver."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Outside:
    """How requests leave."""

    def __init__(
        self, *, allows_private: bool = False, resolve: Resolve = resolved, tls: ssl.SSLContext | None = None
    ) -> None:
        """`allows_private` takes http:// and every address. `tls` says whom to trust instead of the usual."""
        self._allows_private = allows_private
        self._resolve = resolve
        self._tls = tls

    def post(self, url: str, headers: Mapping[str, str], body: bytes, *, deadline_seconds: float) -> Answered:
        """`url` is one that `push.endpoint` takes. Raises: Forbidden, NoAnswer."""
        deadline = time.monotonic() + deadline_seconds
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        addresses = self._checked(host, port, deadline)
        try:
            with _connected(addresses, port, deadline) as plain:
                if parts.scheme != "https":
                    return _exchange(plain, _request(url, headers, body), deadline)
                plain.settimeout(_left(deadline))
                with self._context().wrap_socket(plain, server_hostname=host) as secure:
                    return _exchange(secure, _request(url, headers, body), deadline)
        except (OSError, HTTPException) as error:
            raise NoAnswer(_named(error)) from error

    def _checked(self, host: str, port: int, deadline: float) -> Sequence[str]:
        addresses = _in_time(lambda: self._resolve(host, port), deadline)
        if not addresses:
            raise NoAnswer("the host has no address")
        if not self._allows_private:
            inside = [each for each in addresses if not push.is_public_address(ip_address(each))]
            if inside:
                raise Forbidden(f"the host has the address {inside[0]}, which is not a public one")
        return addresses

    def _context(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls


def _in_time(ask: Callable[[], Sequence[str]], deadline: float) -> Sequence[str]:
    """The system's resolver knows no time-out, so it is left alone with its question where it takes too long."""
    answers: queue.SimpleQueue[Sequence[str] | Exception] = queue.SimpleQueue()

    def answer() -> None:
        try:
            answers.put(ask())
        except (OSError, UnicodeError) as error:  # UnicodeError: no name of a host at all.
            answers.put(error)

    threading.Thread(target=answer, name="look-up", daemon=True).start()
    try:
        found = answers.get(timeout=_left(deadline))
    except (queue.Empty, TimeoutError):
        raise NoAnswer("the look-up of the host took too long") from None
    if isinstance(found, Exception):
        raise NoAnswer(f"the host was not found: {_named(found)}") from found
    return found


def _connected(addresses: Sequence[str], port: int, deadline: float) -> socket.socket:
    """Raises: OSError, of the last address that was tried."""
    for left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
        try:
            # One that swallows everything leaves time for the others. An address is not looked up any more.
            return socket.create_connection((address, port), timeout=_left(deadline) / left)
        except OSError:
            if left == 1:
                raise
    raise OSError("no address")


def _exchange(connection: socket.socket, request: bytes, deadline: float) -> Answered:
    connection.settimeout(_left(deadline))
    connection.sendall(request)
    # The standard library's parser reads from whatever makes files.
    response = HTTPResponse(cast("socket.socket", _Incoming(connection, deadline)), method="POST")
    try:
        response.begin()
        text = "" if response.status < 300 else _beginning(response)
        return Answered(response.status, {name.lower(): value for name, value in response.getheaders()}, text)
    finally:
        response.close()


def _beginning(response: HTTPResponse) -> str:
    try:
        raw = response.read(CAUSE_BYTES)
    except (OSError, HTTPException):
        return ""  # The status is known already.
    return "".join(letter if " " <= letter <= "~" else " " for letter in raw.decode("ascii", "replace")).strip()


class _Incoming(io.RawIOBase):
    """What the other side sends, up to `ANSWER_BYTES` and the deadline."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection = connection
        self._deadline = deadline
        self._bytes_left = ANSWER_BYTES

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._bytes_left <= 0:
            raise OSError("the answer is too long")
        self._connection.settimeout(_left(self._deadline))
        count = self._connection.recv_into(buffer)
        self._bytes_left -= count
        return count


def _request(url: str, headers: Mapping[str, str], body: bytes) -> bytes:
    parts = urlsplit(url)
    target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    named = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _left(deadline: float) -> float:
    """Raises: TimeoutError."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time is over")
    return left


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:CAUSE_BYTES]
