"""cadence-todo: rows in SQLite, and a Git repository with a file for each task. It keeps titles only."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bench.measuring import Turn
from bench.outcomes import NotMeasured
from bench.peers.commands import commit_all
from bench.peers.peer import Peer
from bench.peers.programs import FromPyPI
from bench.peers.stdio_mcp import StdioMcp
from bench.sample_todos import title


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    command = (program, "mcp")
    home = {"CADENCE_HOME": str(folder / "cadence")}
    with StdioMcp(command, folder, home) as server:
        server.call("add_task", title=title(1))
    _fill(folder, todos)
    with StdioMcp(command, folder, home) as server:
        numbers = count(todos + 1)
        yield lambda: server.seconds_of("add_task", title=title(next(numbers)))


def _fill(folder: Path, todos: int) -> None:
    """Give every further task a row and a file like the first one's."""
    database = next(folder.rglob("*.db"), None)
    if database is None:
        raise NotMeasured("it keeps its tasks elsewhere than known here")
    history = database.with_name(f"{database.name}.history")
    first = json.loads((history / "tasks" / "1.json").read_text())
    numbers = range(2, todos + 1)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(
            "INSERT INTO tasks (id, title, status, created_at, origin) SELECT ?, ?, status, created_at, origin"
            " FROM tasks WHERE id = 1",
            [(number, title(number)) for number in numbers],
        )
    for number in numbers:
        task = first | {"id": number, "title": title(number)}
        (history / "tasks" / f"{number}.json").write_text(json.dumps(task, indent=2, sort_keys=True))
    commit_all(history)


PEER: Final = Peer(
    name="cadence-todo",
    version="0.2.41",
    each_add="adds a row, and commits a file to a folder of them all",
    program=FromPyPI("cadence-todo", "cadence"),
    filled=_filled,
)
