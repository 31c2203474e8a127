"""Programs of peers that are started anew for each thing they do."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.outcomes import NotMeasured

_SECONDS: Final = 120
"""How long one command may take."""


def environment_in(folder: Path) -> dict[str, str]:
    """An environment whose home is the folder, and in which the bench's own Node is found first."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return {"PATH": path, "HOME": str(folder), "LANG": "C.UTF-8"}


def run(
    command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None, given: str = ""
) -> float:
    """How long a command takes, in seconds, the start of its process included.

    Raises: NotMeasured: it fails, is missing or takes too long.
    """
    surroundings = environment_in(folder) | dict(environment or {})
    started = perf_counter()
    try:
        ended = subprocess.run(
            command,
            cwd=folder,
            env=surroundings,
            input=given,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise NotMeasured(f"{command[0]} is missing") from None
    except subprocess.TimeoutExpired:
        raise NotMeasured(f"{command[0]} took more than {_SECONDS} seconds") from None
    seconds = perf_counter() - started
    if ended.returncode:
        said = (ended.stderr or ended.stdout).strip()
        raise NotMeasured(f"{Path(command[0]).name} failed: {said[-200:]}")
    return seconds


def commit_all(folder: Path) -> None:
    """Commit what is in a Git repository, for the peers that keep one."""
    run(["git", "add", "--all"], folder)
    author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"]
    run(["git", *author, "commit", "--quiet", "--message=Filled"], folder)
