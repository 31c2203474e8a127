"""The local server's sockets in this process, on a port of their own, and clients of them."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from followups.services.access import Caller
from followups.services.issuing_tickets import issue
from followups.services.ports import Ports
from local.front import Front, Receive, Scope, Send
from local.guards import Guard
from local.open_pages import OpenPages
from local.server import uvicorn_config


async def nothing(_: Scope, __: Receive, ___: Send) -> None:
    raise AssertionError("these tests ask for sockets alone")


@dataclass
class Serving:
    ports: Ports
    pages: OpenPages
    port: int

    def address(self, ticket: str, path: str = "/live") -> str:
        return f"ws://127.0.0.1:{self.port}{path}?ticket={ticket}"

    def opened(self, caller: Caller, **more: Any) -> connect:
        """A page of this owner's."""
        return self.at(self.address(issue(self.ports, caller)), **more)

    def at(self, address: str, **more: Any) -> connect:
        return connect(address, proxy=None, **{"compression": None, **more})

    def socket_ids(self, caller: Caller) -> list[str]:
        since = self.ports.clock.now().replace(year=2020)
        return [found.id for found in self.ports.sockets.of_owner(caller.owner_id, since=since, limit=100)]


@asynccontextmanager
async def serving(ports: Ports) -> AsyncIterator[Serving]:
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    pages = OpenPages(ports)
    front = Front(
        guard=Guard(port=port, origin=None),
        agent=nothing,
        web=nothing,
        site=nothing,
        live=pages,
        running=nullcontext,
    )
    server = uvicorn.Server(uvicorn_config(front))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            await asyncio.sleep(0)
        yield Serving(ports, pages, port)
    finally:
        await pages.close()
        server.should_exit = True
        await task


async def heard(page: ClientConnection) -> Any:
    """The next message. Raises: TimeoutError."""
    async with asyncio.timeout(10):
        return await page.recv()
