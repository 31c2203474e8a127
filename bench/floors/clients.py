"""Starts the floors and speaks to them exactly as to the product."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import Any, Final

from bench.exchanges import Connection
from bench.mcp_requests import McpClient
from bench.pages import Page, opened
from bench.programs import running
from bench.web_requests import WebClient

_HOST: Final = "127.0.0.1"


@contextmanager
def mcp_floor(folder: Path) -> Iterator[McpClient]:
    """The tools of `bench.floors.mcp_server`. They look at no key, but the requests have one, as the product's."""
    announce = folder / "mcp-floor-port"
    with (
        running("bench.floors.mcp_server", announce, folder / "floor.sqlite3", ready=lambda: _port(announce)) as port,
        Connection(_HOST, port) as connection,
    ):
        yield McpClient(connection, repeat("fu_" + "0" * 49))


@contextmanager
def web_floor(folder: Path, answer: dict[str, Any], cookie: str) -> Iterator[WebClient]:
    """The route of `bench.floors.web_server`, with this answer."""
    announce, body = folder / "web-floor-port", folder / "web-floor-answer"
    body.write_text(json.dumps(answer))
    with (
        running("bench.floors.web_server", announce, body, ready=lambda: _port(announce)) as port,
        Connection(_HOST, port) as connection,
    ):
        yield WebClient(connection, cookie)


@contextmanager
def echo_floor(folder: Path, name: str, path: str) -> Iterator[tuple[Page, Page]]:
    """Two sockets of a `bench.floors.echo_server` of this name: what one sends at the path the other gets."""
    announce = folder / f"{name}-floor-port"
    floor = running(
        "bench.floors.echo_server", announce, folder / f"{name}-floor.sqlite3", ready=lambda: _port(announce)
    )
    with floor as port, opened(f"ws://{_HOST}:{port}{path}") as sender, opened(f"ws://{_HOST}:{port}/") as receiver:
        yield sender, receiver


def _port(announce: Path) -> int | None:
    return int(announce.read_text()) if announce.exists() else None
