"""The door on a real socket of this machine, for real clients."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from tests.waiting import soon


@asynccontextmanager
async def served(app: Any) -> AsyncIterator[str]:
    """Serve the ASGI application on a free port. Answers its address, `http://127.0.0.1:port`."""
    # Named as TCP, so that asyncio sends each answer at once.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, lifespan="off", log_config=None, access_log=False, ws="none")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))

        async def started() -> bool:
            return server.started

        try:
            await soon(started, within=10, what="the server listens")
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
