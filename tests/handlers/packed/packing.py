"""Packs functions as SAM does: by functions/Makefile, in a copy of the folder."""

import fcntl
import os
import shutil
import subprocess
import sys
from enum import StrEnum
from pathlib import Path

from tests.architecture.sources import FUNCTIONS


class Platform(StrEnum):
    HERE = "here"
    """This machine and this Python."""
    LAMBDA = "lambda"
    """Without bytecode, as on a machine that has no Python of Lambda's version."""


def pack(name: str, platform: Platform, folder: Path) -> Path:
    """The package of a function, below this folder. Whoever asks second waits for the first and gets the same one."""
    package = folder / f"{name}-for-{platform}"
    with (folder / f"{package.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not package.exists():
            packing = folder / f"{package.name}.packing"
            shutil.rmtree(packing, ignore_errors=True)
            said = _make(name, packing, platform, folder / f"{package.name}.source")
            said_file(package).write_text(said)
            packing.rename(package)
    return package


def said_file(package: Path) -> Path:
    """What was told to whoever packed."""
    return package.with_name(f"{package.name}.said")


def target_of(name: str) -> str:
    """`live_sync` is packed by `build-LiveSyncFunction`."""
    return f"build-{''.join(part.capitalize() for part in name.split('_'))}Function"


def _make(name: str, package: Path, platform: Platform, source: Path) -> str:
    shutil.copytree(FUNCTIONS, source, dirs_exist_ok=True)
    variables = {
        "ARTIFACTS_DIR": package,
        "PLATFORM": platform,
        "PYTHON": sys.executable,
        "TARGET_PYTHON": "a-python-that-is-not-there",
    }
    command = ["make", target_of(name), *(f"{variable}={value}" for variable, value in variables.items())]
    # What the make around these tests was told is none of this one's business.
    settings = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}
    run = subprocess.run(command, cwd=source, env=settings, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout
