"""backlog.md: a Markdown file for each task, in a Git repository."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bench.measuring import Turn
from bench.peers.commands import commit_all, run
from bench.peers.peer import Peer
from bench.peers.programs import FromNpm
from bench.peers.stdio_mcp import StdioMcp
from bench.sample_todos import NOTES, title

_TASK: Final = """\
---
id: TASK-{number}
title: '{title}'
status: To Do
assignee: []
created_date: '2026-11-30 12:00'
labels: []
dependencies: []
ordinal: {place}
---

## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
{notes}
<!-- SECTION:DESCRIPTION:END -->
"""


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    run(["git", "init", "--quiet"], folder)
    run(["git", "config", "user.name", "bench"], folder)
    run(["git", "config", "user.email", "bench@localhost"], folder)
    run([program, "init", "bench", "--defaults"], folder)
    run([program, "config", "set", "remoteOperations", "false"], folder)
    tasks = folder / "backlog" / "tasks"
    tasks.mkdir(parents=True, exist_ok=True)
    for number in range(1, todos + 1):
        text = _TASK.format(number=number, title=title(number), place=number * 1000, notes=NOTES)
        (tasks / f"task-{number} - follow-up-{number}.md").write_text(text)
    commit_all(folder)
    with StdioMcp([program, "mcp", "start"], folder) as server:
        numbers = count(todos + 1)
        yield lambda: server.seconds_of("task_create", title=title(next(numbers)), description=NOTES)


PEER: Final = Peer(
    name="backlog.md",
    version="1.52.0",
    each_add="reads the files of all tasks, and writes one",
    program=FromNpm("backlog.md-linux-x64/backlog"),
    filled=_filled,
)
