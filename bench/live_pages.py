"""S11: a write until another page shows it, against a WebSocket echo on the same kind of server."""

import json
from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Final

from bench.exchanges import Connection
from bench.floors.clients import echo_floor
from bench.floors.echo_server import COMMIT
from bench.measuring import interleaved
from bench.outcomes import Bound, Limit, Line, NotMeasured, milliseconds
from bench.pages import Page, opened
from bench.product import Product
from bench.stage import FEW, Stage

TITLE: Final = "A write by one client until another one's open page has it, against a WebSocket echo"
_ROUNDS: Final = 150
_REST_SECONDS: Final = 0.05
"""Between writes: people write seconds apart."""


def measure(stage: Stage) -> Iterator[Line]:
    product = stage.product(FEW)
    with opened(product.live_address()) as page, Connection(product.host, product.port) as connection:
        write = _Write(product, connection, page)
        message = "x" * len(write.shown().encode())
        with echo_floor(stage.folder, "echo", "/") as echo, echo_floor(stage.folder, "commit", COMMIT) as commit:
            turns = {
                "shown": write.until_shown,
                "echo": lambda: _until_echoed(*echo, message),
                "commit": lambda: _until_echoed(*commit, message),
            }
            taken = interleaved(turns, stage.rounds(_ROUNDS), rest=_REST_SECONDS)
    floor, against = milliseconds(taken["echo"]), f"an echo of {len(message)} bytes, from one socket to another"
    answered = median(write.answered)
    yield Line(
        what="PATCH until a page has it",
        figure=milliseconds(taken["shown"]),
        floor=floor,
        against=against,
        limit=Limit(Bound.TIMES_FLOOR, 3),
    )
    yield Line(
        what="the same",
        figure=milliseconds(taken["shown"]),
        floor=milliseconds(taken["commit"]),
        against="an echo that reaches the disk first, as an answered write does",
    )
    yield Line(what="of it, until it is answered", figure=milliseconds(answered), floor=floor, against=against)
    yield Line(
        what="of it, after the answer",
        figure=milliseconds(median(write.after_the_answer)),
        floor=floor,
        against=against,
    )


class _Write:
    """Stars a todo and takes the star away, over and over, from a connection that is not the page's."""

    def __init__(self, product: Product, connection: Connection, page: Page) -> None:
        self._product = product
        self._connection = connection
        self._page = page
        self._is_starred = False
        self.answered: list[float] = []
        """How long each took until its answer was there, in seconds."""
        self.after_the_answer: list[float] = []
        """And from then until the page had it."""

    def until_shown(self) -> float:
        """How long it takes until the page has it, in seconds."""
        self.shown()
        return self.answered[-1] + self.after_the_answer[-1]

    def shown(self) -> str:
        """What the page gets of it. Raises: NotMeasured: that is something else."""
        self._is_starred = not self._is_starred
        headers = {"cookie": self._product.cookie, "content-type": "application/merge-patch+json", "if-match": "*"}
        body = json.dumps({"starred": self._is_starred}).encode()
        path = self._product.path_of(self._product.ids[0])
        reply = self._connection.send(self._connection.request("PATCH", path, headers, body))
        answered = perf_counter()
        message = self._page.receive()
        self.after_the_answer.append(perf_counter() - answered)
        self.answered.append(reply.seconds)
        told = json.loads(message)
        if reply.status != 200 or told["changes"][0]["version"] != json.loads(reply.body)["version"]:
            raise NotMeasured(f"the write was answered {reply.status}, and the page was told {message[:300]}")
        return message


def _until_echoed(sender: Page, receiver: Page, message: str) -> float:
    began = perf_counter()
    sender.send(message)
    receiver.receive()
    return perf_counter() - began
