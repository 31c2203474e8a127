"""@kazuph/mcp-taskmanager: requests with their tasks in one JSON file."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bench.measuring import Turn
from bench.peers.peer import Peer
from bench.peers.programs import FromNpm
from bench.peers.stdio_mcp import StdioMcp
from bench.sample_todos import NOTES, title


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    with StdioMcp([program], folder, {"TASK_MANAGER_FILE_PATH": str(folder / "tasks.json")}) as server:
        tasks = [_task(number) for number in range(todos)]
        server.call("request_planning", originalRequest="Follow-ups", tasks=tasks)
        numbers = count(todos)
        yield lambda: server.seconds_of("add_tasks_to_request", requestId="req-1", tasks=[_task(next(numbers))])


def _task(number: int) -> dict[str, str]:
    return {"title": title(number), "description": NOTES}


PEER: Final = Peer(
    name="mcp-taskmanager",
    version="1.1.1",
    each_add="writes the whole file anew and answers with a table of every task",
    program=FromNpm(".bin/mcp-taskmanager"),
    filled=_filled,
)
