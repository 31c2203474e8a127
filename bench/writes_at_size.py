"""S1: what a write costs in a long list and in a short one."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from bench.measuring import interleaved
from bench.outcomes import Bound, Limit, Line, milliseconds
from bench.product import Product
from bench.stage import FEW, MANY, Stage

TITLE: Final = f"Writes in a list of {MANY:,} todos, against one of {FEW}"
_ROUNDS: Final = 100


def measure(stage: Stage) -> Iterator[Line]:
    few, many = stage.product(FEW), stage.product(MANY)
    for what, write in _WRITES.items():
        taken = interleaved({"few": partial(write, few), "many": partial(write, many)}, stage.rounds(_ROUNDS))
        yield Line(
            what=what,
            figure=milliseconds(taken["many"]),
            floor=milliseconds(taken["few"]),
            against=f"at {FEW}",
            limit=Limit(Bound.TIMES_FLOOR, 1.2),
        )


# What is added is finished again, and what is finished was added before, so that both lists keep their length.


def _add(product: Product) -> float:
    seconds = product.add()
    product.complete()
    return seconds


def _complete(product: Product) -> float:
    product.add()
    return product.complete()


def _hand_back(product: Product) -> float:
    product.add()
    return product.hand_back()


_WRITES: Final[Mapping[str, Callable[[Product], float]]] = {
    "add, through MCP": _add,
    "complete, through MCP": _complete,
    "hand back, through MCP": _hand_back,
    "reorder, through the web API": Product.reorder,
}
