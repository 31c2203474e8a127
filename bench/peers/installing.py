"""Installs the pinned peers, once: npm's by their lock, each of PyPI's into an environment of its own.

Nothing of them is kept outside `.tools/peers`, and packages' own install scripts do not run.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.peers.commands import environment_in
from bench.peers.programs import INSTALLED

_SOURCES: Final = Path(__file__).resolve().parent
_NPM_FILES: Final = ("package.json", "package-lock.json", ".npmrc")


def install() -> None:
    """Have every peer that a registry still gives; what is missing is said, and skipped later."""
    _once(INSTALLED / "npm", [_SOURCES / name for name in _NPM_FILES], _from_npm)
    for lock in sorted((_SOURCES / "requirements").glob("*.txt")):
        _once(INSTALLED / lock.stem, [lock], _from_pypi)


def _once(folder: Path, locks: list[Path], fetch: Callable[[Path, list[Path]], None]) -> None:
    """Fill the folder anew unless it was filled from exactly these."""
    wanted = hashlib.sha256(b"\0".join([lock.read_bytes() for lock in locks])).hexdigest()
    stamp = folder / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    _say(f"Installing the peers of {folder.name} ...")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        fetch(folder, locks)
    except (subprocess.CalledProcessError, OSError) as failed:
        _say(f"  They could not be installed ({failed}); their lines are skipped.")
    else:
        stamp.write_text(wanted)


def _from_npm(folder: Path, locks: list[Path]) -> None:
    for lock in locks:
        shutil.copyfile(lock, folder / lock.name)
    command = ["npm", "ci", "--ignore-scripts", "--no-progress", "--loglevel=error"]
    surroundings = os.environ | {"PATH": environment_in(folder)["PATH"]}
    subprocess.run(command, cwd=folder, env=surroundings, check=True, stdout=subprocess.DEVNULL)


def _from_pypi(folder: Path, locks: list[Path]) -> None:
    venv.create(folder, symlinks=True, with_pip=True)
    quietly = ["-qq", "--no-input", "--disable-pip-version-check", "--no-compile", "--retries=1", "--timeout=15"]
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", *quietly, "--no-deps", "--require-hashes"]
    for lock in locks:
        subprocess.run([*command, "-r", str(lock)], check=True, stdout=subprocess.DEVNULL)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
