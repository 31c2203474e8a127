"""Asks the service: one JSON object there, one back, or nothing.

Written on the socket itself: the standard library's HTTP client takes longer to load than the whole rest of a hook.
Where a proxy is set, that client is used all the same, since it knows them.
"""

from __future__ import annotations

import _thread
import json
import os
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import options

if TYPE_CHECKING:
    from typing import Any

LARGEST_ANSWER = 64 * 1024
"""Bytes."""


_PROXIES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
_HERE = ("127.0.0.1", "localhost", "::1")


class Refused(Exception):
    """The service answered, and not with what was asked; the status tells why."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(str(status))
        self.status = status
        self.body = body


def ask(path: str, facts: dict[str, Any], seconds: float) -> dict[str, Any]:
    """What the service says to these facts.

    Raises: OSError, ValueError: it is not there, or not it. Refused.
    """
    url, said = options.text("site").rstrip("/") + path, json.dumps(facts).encode()
    status, body = _in_time(lambda: _exchange(url, said, seconds), seconds)
    if status != 200:
        raise Refused(status, body)
    try:
        answer = json.loads(body)
    except RecursionError:
        raise ValueError("nested without end") from None
    if not isinstance(answer, dict):
        raise ValueError("no object")
    return answer


def _in_time(exchange: Callable[[], tuple[int, bytes]], seconds: float) -> tuple[int, bytes]:
    """Beside us, so that it can be left behind: a name that is looked up knows no time limit, and no alarm ends it."""
    outcome: list[tuple[int, bytes] | Exception] = []
    ended = _thread.allocate_lock()
    ended.acquire()

    def beside() -> None:
        try:
            outcome.append(exchange())
        except (OSError, ValueError) as failure:
            outcome.append(failure)
        finally:
            ended.release()

    _thread.start_new_thread(beside, ())
    if not ended.acquire(timeout=seconds) or not outcome:
        raise TimeoutError("no answer in time")
    if isinstance(outcome[0], Exception):
        raise outcome[0]
    return outcome[0]


def _exchange(url: str, body: bytes, seconds: float) -> tuple[int, bytes]:
    scheme, _, rest = url.partition("://")
    scheme = scheme.lower()
    authority, slash, path = rest.partition("/")
    host, port = _host_and_port(authority, scheme)
    # What runs on this machine is no proxy's business, whatever its variables say.
    if host not in _HERE and any(os.environ.get(name) for name in _PROXIES):
        return _by_library(url, body, seconds)
    head = (
        f"POST {slash}{path} HTTP/1.1\r\nHost: {authority}\r\nAuthorization: Bearer {options.text('api_key')}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    deadline = time.monotonic() + seconds
    with socket.create_connection((host, port), timeout=seconds) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = plain
        if scheme == "https":
            import ssl

            connection = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        connection.sendall(head.encode("latin-1") + body)
        return _parsed(_received(connection, deadline))


def _host_and_port(authority: str, scheme: str) -> tuple[str, int]:
    """Raises: ValueError: the site is no address of the web."""
    usual = {"http": 80, "https": 443}[scheme] if scheme in ("http", "https") else 0
    if not usual or not authority or "@" in authority:
        raise ValueError("the site is no address")
    name, colon, port = authority.rpartition(":")
    if colon and port.isdigit():
        return name.strip("[]"), int(port)
    return authority.strip("[]"), usual


def _received(connection: socket.socket, deadline: float) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while True:
        connection.settimeout(max(0.01, deadline - time.monotonic()))
        chunk = connection.recv(65536)
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
        size += len(chunk)
        if size > LARGEST_ANSWER or time.monotonic() > deadline:
            raise ValueError("an answer without end")


def _parsed(answer: bytes) -> tuple[int, bytes]:
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    words = lines[0].split(b" ", 2)
    if len(words) < 2:
        raise ValueError("no HTTP")
    status = int(words[1])
    if any(line.lower().replace(b" ", b"") == b"transfer-encoding:chunked" for line in lines):
        body = _joined(body)
    return status, body


def _joined(chunked: bytes) -> bytes:
    """RFC 9112 7.1."""
    whole = []
    while chunked:
        size, _, chunked = chunked.partition(b"\r\n")
        length = int(size.split(b";")[0], 16)
        if length == 0:
            break
        whole.append(chunked[:length])
        chunked = chunked[length + 2 :]
    return b"".join(whole)


def _by_library(url: str, body: bytes, seconds: float) -> tuple[int, bytes]:
    import http.client
    import urllib.error
    import urllib.request

    class Staying(urllib.request.HTTPRedirectHandler):
        """The key goes nowhere but to the site."""

        def redirect_request(self, *_: object) -> None:
            return None

    headers = {"Authorization": "Bearer " + options.text("api_key"), "Content-Type": "application/json"}
    request = urllib.request.Request(url, body, headers)
    if not url.startswith(("http://", "https://")):
        raise ValueError("the site is no address")
    try:
        with urllib.request.build_opener(Staying).open(request, timeout=seconds) as answer:
            return answer.status, answer.read(LARGEST_ANSWER)
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read(LARGEST_ANSWER)
    except http.client.HTTPException:
        raise ValueError("no HTTP") from None
