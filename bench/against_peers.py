"""S3: one add to a long list, against other task lists for agents through their own interfaces."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from bench.measuring import LEAST_ROUNDS, Turn, interleaved
from bench.outcomes import Bound, Limit, Line, NotMeasured, milliseconds
from bench.peers import PEERS
from bench.peers.installing import install
from bench.peers.peer import Peer
from bench.product import Product
from bench.stage import MANY, Stage

TITLE: Final = f"One add to {MANY:,} todos, through MCP over HTTP, against peers"
_ADDS: Final = 5
"""Of ours for each one of a peer's."""
_FASTEST: Final = 3
"""How many peers, the first ones, are likely to be the fastest: the quick form leaves the others out."""


def measure(stage: Stage) -> Iterator[Line]:
    install()
    product = stage.product(MANY)
    lines: list[Line] = []
    for number, peer in enumerate(PEERS):
        slow = stage.quick and number >= _FASTEST
        lines.append(_left_out(peer) if slow else beside(partial(_adds, product), peer, stage.folder / "peers"))
        yield lines[-1]
    yield the_fastest(lines)


def the_fastest(lines: Sequence[Line]) -> Line:
    """The verdict: the peer that comes closest decides."""
    what = "against the fastest of them"
    measured = [(line.ratio, line) for line in lines if line.ratio is not None]
    if not measured:
        return Line(what=what, skipped="no peer could be measured")
    _, closest = min(measured, key=lambda pair: pair[0])
    return replace(closest, what=what, against=closest.what)


def beside(ours: Turn, peer: Peer, folder: Path) -> Line:
    """Our adds and the peer's in turns. The peer works in the folder, and leaves nothing in it."""
    home = folder / peer.name
    home.mkdir(parents=True)
    try:
        with peer.filled(peer.program.path(), home, MANY) as theirs:
            taken = interleaved({"ours": ours, "theirs": theirs}, LEAST_ROUNDS)
    except NotMeasured as reason:
        return Line(what=_name(peer), skipped=str(reason))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return Line(
        what=_name(peer),
        figure=milliseconds(taken["ours"]),
        floor=milliseconds(taken["theirs"]),
        against=peer.each_add,
        limit=Limit(Bound.TIMES_FASTER, 10),
    )


def _left_out(peer: Peer) -> Line:
    return Line(what=_name(peer), skipped="left out by --quick")


def _name(peer: Peer) -> str:
    return f"{peer.name} {peer.version}"


def _adds(product: Product) -> float:
    """The median of a few in a row: one alone, right behind a peer's second of work, would be a matter of luck."""
    taken = []
    for _ in range(_ADDS):
        taken.append(product.add())
        product.complete()
    return median(taken)
