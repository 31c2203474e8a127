"""todo-txt-mcp: a todo.txt file behind MCP."""

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
    file = folder / "todo.txt"
    file.write_text("".join([f"2026-11-30 {title(number)} {NOTES}\n" for number in range(todos)]))
    with StdioMcp([program, file], folder) as server:
        numbers = count(todos)
        yield lambda: server.seconds_of("add_todo", text=f"{title(next(numbers))} {NOTES}")


PEER: Final = Peer(
    name="todo-txt-mcp",
    version="1.0.2",
    each_add="copies the whole file aside and writes it anew",
    program=FromPyPI("todo-txt-mcp", "todo-txt-mcp"),
    filled=_filled,
)
