"""task-master-ai: tasks in one JSON file. Its install weighs 1.6 GB, so it is measured only where it is there."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

from bench.measuring import Turn
from bench.peers.peer import Peer
from bench.peers.programs import OnPath
from bench.peers.stdio_mcp import StdioMcp
from bench.sample_todos import NOTES, title

_WRITTEN_AT: Final = "2026-11-30T12:00:00.000Z"


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    file = folder / ".taskmaster" / "tasks" / "tasks.json"
    file.parent.mkdir(parents=True)
    about = {"created": _WRITTEN_AT, "updated": _WRITTEN_AT, "description": "Follow-ups"}
    tasks = [_task(number) for number in range(1, todos + 1)]
    file.write_text(json.dumps({"master": {"tasks": tasks, "metadata": about}}, indent=2))
    with StdioMcp([program], folder, {"TASK_MASTER_TOOLS": "all"}) as server:
        numbers = count(todos + 1)

        def add() -> float:
            return server.seconds_of("add_task", projectRoot=str(folder), title=title(next(numbers)), description=NOTES)

        yield add


def _task(number: int) -> dict[str, Any]:
    return {
        "id": number,
        "title": title(number),
        "description": NOTES,
        "details": "",
        "testStrategy": "",
        "status": "pending",
        "dependencies": [],
        "priority": "medium",
        "subtasks": [],
    }


PEER: Final = Peer(
    name="task-master-ai",
    version="0.43.1",
    each_add="reads the whole file and writes it anew",
    program=OnPath("task-master-ai", "npm's task-master-ai, 1.6 GB"),
    filled=_filled,
)
