"""uvicorn's WebSocket protocol, with a way to hang up on a page that no longer reads."""

from typing import Any, Final, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

HANG_UP: Final = "local.hang_up"
"""Where a scope has the call that ends its connection at once, with whatever still waits to be sent."""

_SWITCHING: Final = 101


class LiveProtocol(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == _SWITCHING:
            # The application starts at the loop's next turn, and so finds it there.
            cast("dict[str, Any]", self.scope)[HANG_UP] = self.transport.abort

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # A refusal ends the handshake too. Without this uvicorn takes the application for one that forgot it.
            self.handshake_complete = True
