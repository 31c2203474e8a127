"""A WebSocket echo: what one socket sends, every other one gets; at `/commit` once it has reached the disk.

python -m bench.floors.echo_server ANNOUNCE DATABASE
"""

import sqlite3
import sys
from pathlib import Path
from typing import Final

from bench.floors.serving import Receive, Scope, Send, serve

COMMIT: Final = "/commit"


class Echo:
    def __init__(self, database: Path) -> None:
        self._open: list[Send] = []
        self._connection = sqlite3.connect(database, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if scope["type"] == "lifespan":
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await send({"type": "websocket.accept"})
        self._open.append(send)
        while (message := await receive())["type"] == "websocket.receive":
            if scope["path"] == COMMIT:
                self._connection.execute("INSERT INTO rows (body) VALUES (?)", (message["text"],))
            for other in self._open:
                if other is not send:
                    await other({"type": "websocket.send", "text": message["text"]})
        self._open.remove(send)


if __name__ == "__main__":
    serve(Echo(Path(sys.argv[2])), Path(sys.argv[1]), websockets=True)
