"""Python programs of the bench in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final, TypeVar

from bench.outcomes import NotMeasured

ROOT: Final = Path(__file__).resolve().parent.parent
_START_SECONDS: Final = 60
"""How long a program may take until it serves."""
_STOP_SECONDS: Final = 10

Found = TypeVar("Found")


@contextmanager
def running(module: str, *arguments: str | Path, ready: Callable[[], Found | None]) -> Iterator[Found]:
    """A module as a program, from when `ready` finds it until the block is left.

    Raises: NotMeasured: it ended before, with what it said last.
    """
    settings = {name: value for name, value in os.environ.items() if not name.startswith("FOLLOW_UPS_")}
    paths = os.pathsep.join([str(ROOT / "functions"), str(ROOT)])
    process = subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        env=settings | {"PYTHONPATH": paths},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        yield _awaited(module, process, ready)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _awaited(module: str, process: subprocess.Popen[bytes], ready: Callable[[], Found | None]) -> Found:
    until = monotonic() + _START_SECONDS
    while monotonic() < until:
        found = ready()
        if found is not None:
            return found
        if process.poll() is not None:
            assert process.stderr is not None
            said = process.stderr.read().decode(errors="replace").strip()
            raise NotMeasured(f"{module} ended: {said[-300:]}")
        sleep(0.05)
    raise NotMeasured(f"{module} did not serve within {_START_SECONDS} seconds")
