"""Serves a floor in a process of its own, set up as the product's server is."""

import socket
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import uvicorn

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def serve(app: App, announce: Path, *, websockets: bool = False) -> None:
    """Serve until ended. The file gets the port, once it is listened on."""
    # Named as TCP, so that asyncio sends each answer at once.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws="websockets-sansio" if websockets else "none",
        ws_per_message_deflate=False,
    )
    _Server(config, announce).run(sockets=[listening])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, announce: Path) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if not self.started or not sockets:
            sys.exit("the floor did not start")
        fresh = self._announce.with_suffix(".new")
        fresh.write_text(str(sockets[0].getsockname()[1]))
        fresh.replace(self._announce)
