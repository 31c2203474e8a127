"""Functions packed as they ship, but for this machine and this Python."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.outcomes import NotMeasured
from bench.programs import ROOT

FUNCTIONS: Final = ROOT / "functions"
_FLOORS: Final = ROOT / "bench" / "floors" / "handlers"
_LAST_CHARACTERS: Final = 300
"""How much of what packing said is told when it failed."""


def package(name: str, folder: Path) -> Path:
    """The function of this name, packed. Raises: NotMeasured."""
    source = folder / f"{name}-source"
    shutil.copytree(FUNCTIONS, source)
    return _made(name, source, folder / name)


def floor_package(name: str, folder: Path) -> Path:
    """The same libraries with `bench.floors.handlers` in the function's place. Raises: NotMeasured."""
    source = folder / f"{name}-floor-source"
    _copied(FUNCTIONS, ["Makefile", "requirements"], source)
    _copied(_FLOORS, ["__init__.py", f"{name}.py"], source / "handlers")
    (source / "followups").mkdir()
    return _made(name, source, folder / f"{name}-floor")


def _copied(folder: Path, names: Sequence[str], target: Path) -> None:
    target.mkdir(parents=True)
    for name in names:
        copy = shutil.copytree if (folder / name).is_dir() else shutil.copyfile
        copy(folder / name, target / name)


def _made(name: str, source: Path, target: Path) -> Path:
    function = "".join(part.capitalize() for part in name.split("_"))
    variables = {"ARTIFACTS_DIR": target, "PLATFORM": "here", "PYTHON": sys.executable}
    run = subprocess.run(
        ["make", f"build-{function}Function", *(f"{variable}={value}" for variable, value in variables.items())],
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise NotMeasured(f"packing ended: {run.stderr.strip()[-_LAST_CHARACTERS:]}")
    return target
