"""The real local server on a folder of its own, and clients that speak to it as agents and owners do."""

import random
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from bench.exchanges import Connection
from bench.filling import REPOSITORY
from bench.mcp_requests import McpClient
from bench.outcomes import NotMeasured
from bench.programs import running
from bench.sample_todos import NOTES, title
from bench.web_requests import WebClient
from followups.domain.limits import CALLS_PER_MINUTE
from local.asking import NotRunning, Refused, ask
from local.data_folder import TABLE, RunningServer, running_server

_FIRST_NEW: Final = 1_000_000
"""Where the numbers of added follow-ups begin, beyond any that were filled in."""


@dataclass
class Product:
    """A running server with one owner, who has one list."""

    folder: Path
    host: str
    port: int
    list_id: str
    agent: McpClient
    owner: WebClient
    cookie: str
    ids: list[str]
    """Open follow-ups that agents may take."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(_FIRST_NEW))
    _chance: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311 - the same picks in every run

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def another_key(self) -> str:
        return _new_key(self.folder)

    def path_of(self, todo_id: str) -> str:
        return f"/api/lists/{self.list_id}/todos/{todo_id}"

    def live_address(self) -> str:
        """Where one page's socket opens, once. Raises: NotMeasured: there is no ticket."""
        made = self.owner.create("/api/live-tickets")
        return f"{made['url']}?ticket={made['ticket']}"

    def add(self) -> float:
        """Let an agent add a follow-up. Answers the seconds it took, as all below."""
        number = next(self._numbers)
        answered, reply = self.agent.call(
            "add_follow_up",
            list_id=self.list_id,
            repository=REPOSITORY,
            session_id=f"adding-{number // 5}",
            title=title(number),
            notes=NOTES,
        )
        self.ids.append(answered["follow_up"]["id"])
        return reply.seconds

    def complete(self) -> float:
        return self._finish("complete_follow_up", summary="Added the check; the tests of both handlers pass.")[1]

    def hand_back(self) -> float:
        """Afterwards, not counted, the owner deletes it, so that the list keeps its length."""
        todo_id, seconds = self._finish("hand_back_follow_up", reason="Which flag stays is not mine to say.")
        self.owner.delete(self.path_of(todo_id))
        return seconds

    def reorder(self) -> float:
        """Let the owner drag one todo below another."""
        moved, above = self._chance.sample(self.ids, 2)
        return self.owner.change(self.path_of(moved), after=above)

    def read_page(self) -> float:
        return self.agent.seconds_of("read_follow_ups", list_id=self.list_id, repository=REPOSITORY, limit=20)

    def read_one(self) -> float:
        return self.agent.seconds_of("read_follow_up", list_id=self.list_id, id=self._chance.choice(self.ids))

    def _finish(self, tool: str, **said: Any) -> tuple[str, float]:
        todo_id = self.ids.pop(self._chance.randrange(len(self.ids)))
        return todo_id, self.agent.seconds_of(tool, list_id=self.list_id, id=todo_id, **said)


@contextmanager
def product(folder: Path, table: Path, ids: Sequence[str]) -> Iterator[Product]:
    """Run the server on a copy of a table that has these follow-ups, among others.

    Raises: NotMeasured: it does not start, or lets nobody in.
    """
    folder.mkdir()
    shutil.copyfile(table, folder / TABLE)
    with running("local", "serve", "--data", folder, "--port", "0", ready=lambda: running_server(folder)) as server:
        host, port = _place(server)
        with Connection(host, port) as connection:
            keys = _keys(folder)
            cookie = _cookie(folder, connection)
            yield Product(
                folder=folder,
                host=host,
                port=port,
                list_id=_asked(folder, "/local/admin/connect")["list_id"],
                agent=McpClient(connection, keys),
                owner=WebClient(connection, cookie),
                cookie=cookie,
                ids=list(ids),
            )


def _place(server: RunningServer) -> tuple[str, int]:
    parts = urlsplit(server.address)
    if parts.hostname is None or parts.port is None:
        raise NotMeasured(f"the server says that it is at {server.address}")
    return parts.hostname, parts.port


def _keys(folder: Path) -> Iterator[str]:
    """The API key for each call: a new one before the one in use has made as many calls as it may in a minute."""
    while True:
        key = _new_key(folder)
        for _ in range(CALLS_PER_MINUTE - 1):
            yield key


def _new_key(folder: Path) -> str:
    return str(_asked(folder, "/local/admin/connect")["api_key"])


def _cookie(folder: Path, connection: Connection) -> str:
    parts = urlsplit(str(_asked(folder, "/local/admin/login")["login_url"]))
    reply = connection.send(connection.request("GET", f"{parts.path}?{parts.query}", {}))
    given = reply.header("set-cookie")
    if given is None:
        raise NotMeasured(f"the login link answered {reply.status} without a cookie")
    return given.partition(";")[0]


def _asked(folder: Path, path: str) -> dict[str, Any]:
    try:
        return ask(folder, path, {})
    except (NotRunning, Refused) as refusal:
        raise NotMeasured(str(refusal)) from refusal
