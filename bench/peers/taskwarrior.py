"""Taskwarrior: a command for everything, started anew each time."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final
from uuid import uuid4

from bench.measuring import Turn
from bench.peers.commands import run
from bench.peers.peer import Peer
from bench.peers.programs import OnPath
from bench.sample_todos import NOTES, title


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    settings = folder / "settings"
    store = folder / "store"
    store.mkdir()
    settings.write_text(f"data.location={store}\nconfirmation=off\nverbose=nothing\nhooks=off\n")
    environment = {"TASKRC": str(settings)}
    tasks = [_task(number) for number in range(todos)]
    run([program, "import", "-"], folder, environment, "\n".join([json.dumps(task) for task in tasks]))
    numbers = count(todos)

    def add() -> float:
        return run([program, "add", "project:follow-ups", f"{title(next(numbers))} {NOTES}"], folder, environment)

    yield add


def _task(number: int) -> dict[str, str]:
    return {
        "uuid": str(uuid4()),
        "description": f"{title(number)} {NOTES}",
        "status": "pending",
        "entry": "20261130T120000Z",
        "project": "follow-ups",
    }


PEER: Final = Peer(
    name="Taskwarrior",
    version="of the PATH",
    each_add="starts, reads all pending tasks, and appends one",
    program=OnPath("task", "Debian's taskwarrior"),
    filled=_filled,
)
