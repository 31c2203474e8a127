"""S2: what an agent's page of 20 costs in a long list and in a short one, and how long the reply is."""

from collections.abc import Iterator
from typing import Final

from bench.filling import LONG_ROWS, REPOSITORY
from bench.measuring import interleaved
from bench.outcomes import Amount, Bound, Limit, Line, milliseconds
from bench.product import Product
from bench.stage import FEW, MANY, Stage

TITLE: Final = f"A page of 20 follow-ups in a list of {MANY:,} todos, against one of {FEW}"
_ROUNDS: Final = 200


def measure(stage: Stage) -> Iterator[Line]:
    few, many = stage.product(FEW), stage.product(MANY)
    taken = interleaved({"few": few.read_page, "many": many.read_page}, stage.rounds(_ROUNDS))
    yield Line(
        what="read_follow_ups",
        figure=milliseconds(taken["many"]),
        floor=milliseconds(taken["few"]),
        against=f"at {FEW}",
        limit=Limit(Bound.TIMES_FLOOR, 1.2),
    )
    yield _length(many, REPOSITORY, "usual rows")
    yield _length(many, LONG_ROWS, "the longest rows")


def _length(product: Product, repository: str, rows: str) -> Line:
    page, reply = product.agent.call("read_follow_ups", list_id=product.list_id, repository=repository, limit=20)
    return Line(
        what=f"its reply, {rows} ({len(page['follow_ups'])} of 20)",
        figure=Amount(len(reply.body) / 1000, "kB"),
        limit=Limit(Bound.AT_MOST, 16),
    )
