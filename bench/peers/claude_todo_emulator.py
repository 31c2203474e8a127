"""claude-todo-emulator: one list that the agent always sends whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bench.measuring import Turn
from bench.peers.peer import Peer
from bench.peers.programs import FromPyPI
from bench.peers.stdio_mcp import StdioMcp
from bench.sample_todos import NOTES, title


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    sent = [_todo(number) for number in range(todos)]
    with StdioMcp([program], folder) as server:
        server.call("TodoWrite", todos=sent)
        numbers = count(todos)

        def add() -> float:
            sent.append(_todo(next(numbers)))
            return server.seconds_of("TodoWrite", todos=sent)

        yield add


def _todo(number: int) -> dict[str, str]:
    return {"id": str(number), "content": f"{title(number)} {NOTES}", "status": "pending", "priority": "high"}


PEER: Final = Peer(
    name="claude-todo-emulator",
    version="0.3.1",
    each_add="is sent every todo and writes them all",
    program=FromPyPI("claude-todo-emulator", "claude-todo-emulator"),
    filled=_filled,
)
