"""S4: whole tool calls, against the least that the same SDK, transport and disk take."""

from collections.abc import Iterator
from typing import Final

from bench.floors.clients import mcp_floor
from bench.floors.mcp_server import NOTHING, ONE_COMMIT
from bench.measuring import interleaved
from bench.outcomes import Bound, Limit, Line, milliseconds
from bench.stage import MANY, Stage

TITLE: Final = f"Tool calls at {MANY:,} todos, against tools that do nothing on the same MCP SDK"
_READS: Final = 300
_ADDS: Final = 150
_REST_SECONDS: Final = 0.03
"""Between writes, in which the change log gets its rows: agents write seconds apart."""


def measure(stage: Stage) -> Iterator[Line]:
    product = stage.product(MANY)

    def add() -> float:
        seconds = product.add()
        product.complete()
        return seconds

    with mcp_floor(stage.folder) as floor:
        reads = {
            "nothing": lambda: floor.seconds_of(NOTHING),
            "one": product.read_one,
            "page": product.read_page,
        }
        taken = interleaved(reads, stage.rounds(_READS))
        yield _line("read_follow_up", taken["one"], taken["nothing"], "an empty tool")
        yield _line("read_follow_ups, 20", taken["page"], taken["nothing"], "an empty tool")
        adds = {"commit": lambda: floor.seconds_of(ONE_COMMIT), "add": add}
        taken = interleaved(adds, stage.rounds(_ADDS), rest=_REST_SECONDS)
        yield _line("add_follow_up", taken["add"], taken["commit"], "one durable commit")


def _line(what: str, figure: float, floor: float, against: str) -> Line:
    return Line(
        what=what,
        figure=milliseconds(figure),
        floor=milliseconds(floor),
        against=against,
        limit=Limit(Bound.TIMES_FLOOR, 1.5),
    )
