"""A drain over a real repository: real source with real comments, and each follow-up ends as a commit of its own."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from itertools import repeat
from pathlib import Path

import _pytest
import pytest

from examples.source_comments import comments_in
from tests.claude.acting import Json, answered, completes, drains
from tests.claude.machine import ROOT, Machine
from tests.claude.messages_api import Acts, Following, Heard, Model, Say, Use
from tests.journeys.deployment import REPOSITORY, Place

pytestmark = [pytest.mark.claude, pytest.mark.anyio]

SOURCE = Path(_pytest.__file__).parent
"""A package that is there wherever these tests run, and has comments about work left undone."""
DRAINED = 4
FRAGMENTS = "changelog"
MAY = ("Read", "Edit", "Write", "Bash(git add:*)", "Bash(git commit:*)", "Bash(git rev-parse:*)")
"""What the user allows besides the plugin's own tools."""


async def test_every_follow_up_of_a_real_repository_ends_as_a_commit_that_both_sides_name(
    connected: Machine, place: Place
) -> None:
    _fill(connected)
    before = list(comments_in(connected.project))
    _, api_key = await place.new_key("comments")
    _capture_comments(place, api_key, connected.project)
    captured = await place.owner.todos()
    model = Model(repeat(Following(_drain)))

    ended = connected.ask("/follow-ups:drain", model, "--allowedTools", ",".join(MAY))

    assert ended["permission_denials"] == []
    assert ended["result"] == "Done."
    assert model.heard[-1].failures == []
    assert len(captured) == len(before) > DRAINED
    completed = await place.owner.todos(state="completed")
    commits = dict(_commits(connected))
    assert len(completed) == len(commits) == DRAINED
    for row in completed:
        todo = await place.owner.todo(row["id"])
        assert commits[todo["id"]] in todo["notes"]
        changed = connected.git("show", "--format=", "--name-only", commits[todo["id"]]).split()
        assert changed == sorted([f"{FRAGMENTS}/{todo['id']}.rst", _place_of(todo)[0]])
    assert len(list(comments_in(connected.project))) == len(before) - DRAINED
    assert connected.git("status", "--porcelain") == ""


def _fill(machine: Machine) -> None:
    """Two commits of real source: the package as it is installed here, and where its changes are told."""
    shutil.copytree(SOURCE, machine.project, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    machine.git("add", ".")
    machine.git("commit", "--quiet", "--message", "The source as it is published")
    (machine.project / FRAGMENTS).mkdir()
    (machine.project / FRAGMENTS / "README.rst").write_text("One file for each change.\n")
    machine.git("add", ".")
    machine.git("commit", "--quiet", "--message", "Changes are told in fragments")


def _capture_comments(place: Place, api_key: str, folder: Path) -> None:
    """With the program that the examples have for it."""
    connection = {"mcp_url": place.deployment.mcp_url, "list_id": place.list_id, "api_key": api_key}
    options = [str(folder), "--repository", REPOSITORY, "--connection", "-"]
    subprocess.run(
        [sys.executable, "-m", "examples.capture_todo_comments", *options],
        check=True,
        cwd=ROOT,
        input=json.dumps(connection).encode(),
        capture_output=True,
    )


def _drain(heard: Heard) -> Acts:
    """Do so many of them, each as one change with a commit, and end."""
    project = Path(heard.told(" - Primary working directory"))
    heard = yield drains(start=True)(heard)
    for at in range(DRAINED):
        step = answered(heard)
        heard = yield from _change(project, step["follow_up"])
        heard = yield completes(step, "The comment says how it is now.", commit=heard.result.strip())(heard)
        if at < DRAINED - 1:
            heard = yield drains()(heard)
    yield Say("Done.")


def _change(project: Path, follow_up: Json) -> Generator[Use, Heard, Heard]:
    """Reword the comment, tell the change, commit both. Ends with the answer that has the commit."""
    path, number = _place_of(follow_up)
    file = str(project / path)
    heard = yield Use("Read", {"file_path": file, "offset": number - 1, "limit": 3})
    seen = "\n".join(re.sub(r"^ *\d+[\t→]", "", line) for line in heard.result.splitlines())
    reworded = seen.replace("TODO", "Note").replace("FIXME", "Note")
    yield Use("Edit", {"file_path": file, "old_string": seen, "new_string": reworded})
    fragment = str(project / FRAGMENTS / f"{follow_up['id']}.rst")
    yield Use("Write", {"file_path": fragment, "content": f"A comment of ``{path}`` says how it is now.\n"})
    yield Use("Bash", {"command": "git add --all", "description": "Stage the change"})
    message = f'git commit --quiet --message "Reword a comment of {path}" --trailer "Follow-up: {follow_up["id"]}"'
    yield Use("Bash", {"command": message, "description": "Commit the change"})
    return (yield Use("Bash", {"command": "git rev-parse HEAD", "description": "Name the commit"}))


def _place_of(follow_up: Json) -> tuple[str, int]:
    """Path and line, which stand at the end of the title."""
    path, _, line = follow_up["title"].rpartition("(")[2].rstrip(")").rpartition(":")
    return path, int(line)


def _commits(machine: Machine) -> Iterator[tuple[str, str]]:
    """The follow-up that each commit names in its trailer, and the commit."""
    logged = machine.git("log", "--format=%H %(trailers:key=Follow-up,valueonly,separator=%x2C)")
    for line in logged.splitlines():
        commit, _, follow_up = line.partition(" ")
        if follow_up:
            yield follow_up, commit
