"""What a peer is to the bench: a program that is found, a store that is filled, and one more todo that is timed."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from bench.measuring import Turn
from bench.peers.programs import Program


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    name: str
    version: str
    """The one that is pinned; what the PATH has may be another."""
    each_add: str
    """What it does for one add, and so how that grows."""
    program: Program
    filled: Callable[[Path, Path, int], AbstractContextManager[Turn]]
    """Given its program, an empty folder and a number, runs with so many todos and answers what adds one more.

    Raises: NotMeasured: the peer refused, or something that it needs is missing.
    """
