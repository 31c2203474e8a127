"""S8: how long each packed function takes to load, against the libraries and clients that it cannot do without."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from bench.measuring import interleaved
from bench.outcomes import Bound, Limit, Line, NotMeasured, milliseconds
from bench.packages import floor_package, package
from bench.stage import Stage

TITLE: Final = "Import of each function, packed with bytecode, in a fresh process"
_ROUNDS: Final = 9
_LIMIT: Final = Limit(Bound.TIMES_FLOOR, 1.15)

_FLOORS: Final[Mapping[str, str]] = {
    "web": "FastAPI, Mangum, a boto3 client",
    "agent": "an MCP SDK server, Mangum, a boto3 client",
    "socket": "a boto3 client",
    "live_sync": "a boto3 client",
    "schedule": "a boto3 client",
    "remind": "a boto3 client, cryptography, http_ece",
    "sweep": "a boto3 client",
    "setup": "two boto3 clients, cryptography",
}
"""What each function is compared with, packed in the same way."""

# Only the package is on the path, as on Lambda but for its runtime.
_PROGRAM: Final = """
import sys
from time import perf_counter
sys.path[:0] = [sys.argv[1]]
began = perf_counter()
__import__(sys.argv[2])
print(perf_counter() - began)
"""

_SETTINGS: Final[Mapping[str, str]] = {
    "PATH": os.defpath,
    # As Lambda sets them; without credentials a client looks for some.
    "AWS_ACCESS_KEY_ID": "none",
    "AWS_SECRET_ACCESS_KEY": "none",
    "AWS_SESSION_TOKEN": "none",
    "AWS_REGION": "eu-central-1",
    "AWS_DEFAULT_REGION": "eu-central-1",
}


def measure(stage: Stage) -> Iterator[Line]:
    folder = stage.folder / "packages"
    folder.mkdir()
    for name, against in _FLOORS.items():
        try:
            packages = {"ours": package(name, folder), "floor": floor_package(name, folder)}
            turns = {which: partial(_import_seconds, packed, name) for which, packed in packages.items()}
            taken = interleaved(turns, stage.rounds(_ROUNDS))
        except NotMeasured as reason:
            yield Line(what=name, skipped=str(reason))
            continue
        yield Line(
            what=name,
            figure=milliseconds(taken["ours"]),
            floor=milliseconds(taken["floor"]),
            against=against,
            limit=_LIMIT,
        )


def _import_seconds(packed: Path, name: str) -> float:
    """Of the handler's module, in a process of its own. Raises: NotMeasured: it cannot be imported."""
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _PROGRAM, packed, f"handlers.{name}"],
        cwd=packed,
        env=_SETTINGS,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise NotMeasured(f"it does not load: {run.stderr.strip().splitlines()[-1]}")
    return float(run.stdout)
