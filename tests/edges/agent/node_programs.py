"""The Node programs that `make node` installs, run against a server of this process."""

import asyncio
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.architecture.sources import ROOT

_PACKAGES: Final = ROOT / "tests" / "node" / "node_modules"
_BESIDE_PYTHON: Final = str(Path(sys.executable).parent)
"""Where the Node that the locks name is."""

SECONDS: Final = 90
"""How long one program may take."""


@dataclass(frozen=True)
class Ended:
    code: int
    output: str


def needs(package: str) -> pytest.MarkDecorator:
    """Skip where the package is not installed, and say how it is."""
    missing = not (_PACKAGES / package / "package.json").exists()
    return pytest.mark.skipif(missing, reason=f"NOT RUN: {package} is missing, `make node` installs it")


def program(package: str, entry: str) -> Path:
    return _PACKAGES / package / entry


async def run_node(script: Path, *arguments: str, folder: Path) -> Ended:
    """Run a script of a package. Its files go into the folder."""
    path = os.pathsep.join([_BESIDE_PYTHON, os.environ.get("PATH", os.defpath)])
    node = shutil.which("node", path=path)
    assert node is not None, "`make node` installs Node into .venv"
    running = await asyncio.create_subprocess_exec(
        node,
        str(script),
        *arguments,
        cwd=folder,
        env={"PATH": path, "HOME": str(folder)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        written, _ = await asyncio.wait_for(running.communicate(), SECONDS)
    except TimeoutError:
        running.kill()
        await running.wait()
        raise
    assert running.returncode is not None
    return Ended(running.returncode, written.decode())
