"""mcp-shrimp-task-manager: tasks in one JSON file."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from bench.measuring import Turn
from bench.peers.peer import Peer
from bench.peers.programs import FromNpm
from bench.peers.stdio_mcp import StdioMcp
from bench.sample_todos import NOTES, title

_WRITTEN_AT: Final = "2026-11-30T12:00:00.000Z"


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    tasks = [_stored(number) for number in range(todos)]
    (folder / "tasks.json").write_text(json.dumps({"tasks": tasks}, indent=2))
    with StdioMcp([program], folder, {"DATA_DIR": str(folder), "ENABLE_GUI": "false"}) as server:
        numbers = count(todos)

        def add() -> float:
            raw = json.dumps([_task(next(numbers))])
            return server.seconds_of("split_tasks", updateMode="append", tasksRaw=raw)

        yield add


def _task(number: int) -> dict[str, Any]:
    return {
        "name": title(number),
        "description": NOTES,
        "notes": "",
        "dependencies": [],
        "relatedFiles": [],
        "implementationGuide": "As described.",
        "verificationCriteria": "The tests pass.",
    }


def _stored(number: int) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "status": "pending",
        "createdAt": _WRITTEN_AT,
        "updatedAt": _WRITTEN_AT,
        **_task(number),
    }


PEER: Final = Peer(
    name="mcp-shrimp-task-manager",
    version="1.0.21",
    each_add="reads the whole file and writes it anew",
    program=FromNpm(".bin/mcp-shrimp-task-manager"),
    filled=_filled,
)
