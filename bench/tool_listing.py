"""S15: how long the list of tools is that every client reads."""

from collections.abc import Iterator
from typing import Final

from bench.outcomes import Amount, Bound, Limit, Line
from bench.stage import FEW, Stage

TITLE: Final = "What every agent session reads first"


def measure(stage: Stage) -> Iterator[Line]:
    length = len(stage.product(FEW).agent.listing().body)
    yield Line(what="tools/list", figure=Amount(length / 1000, "kB"), limit=Limit(Bound.AT_MOST, 20))
