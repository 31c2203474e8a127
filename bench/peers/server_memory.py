"""@modelcontextprotocol/server-memory: a graph of entities in one JSONL file."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

from bench.measuring import Turn
from bench.peers.peer import Peer
from bench.peers.programs import FromNpm
from bench.peers.stdio_mcp import StdioMcp
from bench.sample_todos import NOTES, title

_AT_ONCE: Final = 2_000


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    with StdioMcp([program], folder, {"MEMORY_FILE_PATH": str(folder / "memory.jsonl")}) as server:
        for start in range(0, todos, _AT_ONCE):
            entities = [_entity(number) for number in range(start, min(start + _AT_ONCE, todos))]
            server.call("create_entities", entities=entities)
        numbers = count(todos)
        yield lambda: server.seconds_of("create_entities", entities=[_entity(next(numbers))])


def _entity(number: int) -> dict[str, Any]:
    return {"name": title(number), "entityType": "follow-up", "observations": [NOTES, "status: open"]}


PEER: Final = Peer(
    name="server-memory",
    version="2026.8.31",
    each_add="reads the whole file and writes it anew",
    program=FromNpm(".bin/mcp-server-memory"),
    filled=_filled,
)
