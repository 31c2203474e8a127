"""The comments of a real package are captured, read and drained by the example programs."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from examples.source_comments import comments_in
from tests.journeys.deployment import Place
from tests.journeys.local_server import ROOT
from tests.length import LONG

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(900)]

PACKAGE = "mypy" if LONG else "pip"
"""Installed anyway, and full of comments that say what is left to do."""
COMMENTS = 300 if LONG else 50
REPOSITORY = "acme/widget"


async def test_the_comments_of_a_package_are_captured_once_read_in_order_and_drained_by_two(
    place: Place, tmp_path: Path
) -> None:
    source = _source_of(PACKAGE)
    titles = [comment.title for comment in comments_in(source)]
    assert len(titles) >= COMMENTS, f"{PACKAGE} has grown too tidy for this test: choose another package"

    captured = _finished(_started("capture_todo_comments", await _connection(place, tmp_path, "first"), str(source)))
    assert captured == [f"captured {len(titles)}, duplicates 0, refused 0"]
    again = _finished(_started("capture_todo_comments", await _connection(place, tmp_path, "again"), str(source)))
    assert again == captured

    reader = await place.agent("reader", repository=REPOSITORY)
    listed = await reader.read_all()
    assert [row["title"] for row in listed] == titles

    drains = [
        _started(
            "drain", await _connection(place, tmp_path, name), "--summary", f"Looked at by {name}.", "--session", name
        )
        for name in ("tuesday", "wednesday")
    ]
    shares = [_finished(drain) for drain in drains]
    completed = [re.findall(r"^completed (\S+)", "\n".join(share), re.MULTILINE) for share in shares]
    assert all(completed), "one drain did all the work"
    assert sorted(completed[0] + completed[1]) == sorted(row["id"] for row in listed)
    assert {share[-1] for share in shares} <= {"stop: nothing left", "stop: all claimed by others"}

    assert await reader.read_all() == []
    assert await place.owner.todos() == []
    done = await place.owner.todos(state="completed", limit=200)
    assert len(done) == len(titles)
    assert all("Looked at by" in todo["notes"] or todo.get("notes_shortened") for todo in done)


async def _connection(place: Place, folder: Path, name: str) -> Path:
    """What `python -m local connect --json` prints, with a key of its own: each has calls of its own to make."""
    _, api_key = await place.new_key(name)
    told = {"mcp_url": place.deployment.mcp_url, "list_id": place.list_id, "api_key": api_key}
    file = folder / f"{name}.json"
    file.write_text(json.dumps(told))
    return file


def _source_of(package: str) -> Path:
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def _started(program: str, connection: Path, *options: str) -> "subprocess.Popen[Any]":
    shared = ["--connection", str(connection), "--repository", REPOSITORY]
    return subprocess.Popen(
        [sys.executable, "-m", f"examples.{program}", *shared, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def _finished(program: "subprocess.Popen[Any]") -> list[str]:
    """The lines that it printed."""
    printed, _ = program.communicate()
    assert program.returncode == 0
    return str(printed).splitlines()
