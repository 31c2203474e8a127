"""S5: one todo through the web API, against the same framework with a constant answer."""

import json
from collections.abc import Iterator
from typing import Final

from bench.floors.clients import web_floor
from bench.measuring import interleaved
from bench.outcomes import Bound, Limit, Line, milliseconds
from bench.stage import MANY, Stage

TITLE: Final = f"A todo through the web API at {MANY:,} todos, against FastAPI with a constant answer"
_ROUNDS: Final = 300


def measure(stage: Stage) -> Iterator[Line]:
    product = stage.product(MANY)
    path = product.path_of(product.ids[0])
    answer = json.loads(product.owner.get(path).body)
    with web_floor(stage.folder, answer, product.cookie) as floor:
        reads = {"todo": lambda: product.owner.get(path).seconds, "constant": lambda: floor.get(path).seconds}
        taken = interleaved(reads, stage.rounds(_ROUNDS))
    yield Line(
        what="GET one todo",
        figure=milliseconds(taken["todo"]),
        floor=milliseconds(taken["constant"]),
        against="the same todo, constant",
        limit=Limit(Bound.TIMES_FLOOR, 2),
    )
