"""The addresses of the site and of the login pages, as a browser finds them.

It stands in for DNS and TLS, and for what the emulated CloudFront cannot reach. The files of the site come from the
emulated distribution: its behaviours, its functions, its headers and the policy of its bucket are the deployed ones.
What that distribution sends to the two APIs goes to them from here, by the same patterns. The login pages are the
emulator's, and a revocation goes to its API, since it has no such page. Not to be seen here: caching, compression,
HTTP/2, the headers on answers of the API, and the cookie by which the real login pages know somebody again.
"""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

import httpx2
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from infra.deployment import Deployed
from tests.stack.certificate import Certificate, made_for
from tests.waiting import eventually

METHODS: Final = ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"]
SECONDS: Final = 30
OF_ONE_CONNECTION: Final = {"host", "accept-encoding", "connection", "transfer-encoding", "content-length", "upgrade"}
"""Headers that are not handed on."""


class Edge:
    """Serves both hosts on one port of loopback, in a thread of its own."""

    def __init__(self, stack: Deployed, certificate: Certificate) -> None:
        self.site: str = stack.outputs["Site"]
        self.login_host: str = stack.outputs["LoginHost"]
        self._stack = stack
        self._certificate = certificate
        self._patterns = _patterns(stack)
        self._sockets_url = stack.live_url
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._server = uvicorn.Server(
            uvicorn.Config(
                Starlette(
                    routes=[
                        WebSocketRoute("/{path:path}", self._relay),
                        Route("/{path:path}", self._answer, methods=METHODS),
                    ],
                    lifespan=self._reaching,
                ),
                ssl_certfile=certificate.file,
                log_level="error",
                lifespan="on",
                server_header=False,
                date_header=False,
                timeout_graceful_shutdown=1,
            )
        )
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    @classmethod
    @contextmanager
    def before(cls, stack: Deployed, folder: Path) -> Iterator[Self]:
        hosts = [urlsplit(stack.outputs["Site"]).netloc, stack.outputs["LoginHost"]]
        edge = cls(stack, made_for(hosts, folder))
        edge._thread.start()
        eventually(lambda: edge._server.started, within=SECONDS, what="the edge serves")
        try:
            yield edge
        finally:
            edge._server.should_exit = True
            edge._thread.join()

    @property
    def site_host(self) -> str:
        return urlsplit(self.site).netloc

    @property
    def browser_arguments(self) -> list[str]:
        """What makes a Chromium find both hosts here, and no other anywhere."""
        port = self._socket.getsockname()[1]
        here = [f"MAP {host} 127.0.0.1:{port}" for host in (self.site_host, self.login_host)]
        return [
            f"--host-resolver-rules={','.join([*here, 'MAP * ~NOTFOUND'])}",
            f"--ignore-certificate-errors-spki-list={self._certificate.key_name}",
            "--no-proxy-server",
        ]

    @asynccontextmanager
    async def _reaching(self, app: Starlette) -> AsyncIterator[None]:
        async with httpx2.AsyncClient(trust_env=False, timeout=SECONDS) as self._http:
            yield

    async def _answer(self, request: Request) -> Response:
        body = await request.body()
        headers = {name: value for name, value in request.headers.items() if name not in OF_ONE_CONNECTION}
        headers["accept-encoding"] = "identity"
        path = request.scope["raw_path"].decode()
        base = self._stack.aws.url
        if request.headers["host"] == self.login_host:
            if path == "/oauth2/revoke":
                return await asyncio.to_thread(self._revoke, body)
        elif self._origin_of(path) == "api":
            base = self._stack.api_url
        else:
            headers |= {"host": self.site_host, "x-forwarded-proto": "https"}
        address = f"{base}{path}?{request.url.query}" if request.url.query else f"{base}{path}"
        try:
            given = await self._http.request(request.method, address, headers=headers, content=body)
        except httpx2.TimeoutException:
            return Response(status_code=504)
        answer = Response(given.content, given.status_code)
        for name, value in given.headers.multi_items():
            if name.lower() not in OF_ONE_CONNECTION:
                answer.headers.append(name, value)
        return answer

    def _origin_of(self, path: str) -> str:
        return next((origin for pattern, origin in self._patterns if fnmatchcase(path, pattern)), "site")

    def _revoke(self, body: bytes) -> Response:
        """RFC 7009 2.1, for a client without a secret."""
        form = dict(httpx2.QueryParams(body.decode()))
        users = self._stack.aws.client("cognito-idp")
        users.revoke_token(Token=form["token"], ClientId=form["client_id"])
        return Response(headers={"access-control-allow-origin": "*"})

    async def _relay(self, page: WebSocket) -> None:
        if self._origin_of(page.url.path) != "sockets":
            await page.close()
            return
        try:
            async with connect(f"{self._sockets_url}?{page.url.query}", open_timeout=SECONDS, proxy=None) as api:
                await page.accept()
                await _until_one_leaves(page, api)
        except InvalidStatus:
            await page.close()


async def _until_one_leaves(page: WebSocket, api: ClientConnection) -> None:
    async def from_page() -> None:
        with suppress(WebSocketDisconnect, ConnectionClosed):
            while True:
                await api.send(await page.receive_text())

    async def from_api() -> None:
        with suppress(WebSocketDisconnect, ConnectionClosed):
            async for message in api:
                await page.send_text(str(message))
            await page.close()

    sides = [asyncio.create_task(from_page()), asyncio.create_task(from_api())]
    try:
        await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for side in sides:
            side.cancel()


def _patterns(stack: Deployed) -> list[tuple[str, str]]:
    """Which paths the distribution sends where, the first that fits counts."""
    cloudfront = stack.aws.client("cloudfront")
    found: Any = cloudfront.get_distribution_config(Id=stack.outputs["Distribution"])["DistributionConfig"]
    return [(each["PathPattern"], each["TargetOriginId"]) for each in found["CacheBehaviors"]["Items"]]
