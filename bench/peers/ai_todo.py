"""ai-todo: a TODO.md file behind MCP. Its adds here have a title and notes in one line, as it keeps them."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bench.measuring import Turn
from bench.outcomes import NotMeasured
from bench.peers.peer import Peer
from bench.peers.programs import FromPyPI
from bench.peers.stdio_mcp import StdioMcp
from bench.sample_todos import NOTES, title


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    command = (program, "serve")
    with StdioMcp(command, folder) as server:
        server.call("add_task", description=title(1))
    _fill(folder, todos)
    with StdioMcp(command, folder) as server:
        # It keeps a checksum of the file, and refuses one that was written by somebody else until that is accepted.
        server.call("accept_tamper", reason="filled")
    with StdioMcp(command, folder) as server:
        numbers = count(todos)
        yield lambda: server.seconds_of("add_task", description=f"{title(next(numbers))} {NOTES}")


def _fill(folder: Path, todos: int) -> None:
    """Write the tasks where the one of the start stands, and the number that the next one follows."""
    file = folder / "TODO.md"
    first = f"- [ ] **#1** {title(1)}"
    start, found, end = file.read_text().partition(first)
    if not found:
        raise NotMeasured("its file reads differently from what is known here")
    tasks = [f"- [ ] **#{number}** {title(number)} {NOTES}" for number in range(todos, 0, -1)]
    file.write_text(start + "\n".join(tasks) + end)
    (folder / ".ai-todo" / ".ai-todo.serial").write_text(str(todos))


PEER: Final = Peer(
    name="ai-todo",
    version="3.0.2",
    each_add="writes the whole file anew, and a copy with a checksum",
    program=FromPyPI("ai-todo", "ai-todo"),
    filled=_filled,
)
