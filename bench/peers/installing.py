"""Installs the pinned peers, once: npm's by their lock, each of PyPI's into an environment of its own.

Nothing of them is kept outside `.tools/peers`, and packages' own install scripts do not run.
"""

import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

from bench.peers.programs import INSTALLED
from requirements.install import fingerprint, npm, once

_SOURCES: Final = Path(__file__).resolve().parent


def install() -> None:
    """Have every peer that a registry still gives; what is missing is said, and skipped later."""
    locks = sorted((_SOURCES / "requirements").glob("*.txt"))
    try:
        npm(_SOURCES, INSTALLED / "npm")
    except (subprocess.CalledProcessError, OSError) as failed:
        _say("npm", failed)
    for lock in locks:
        try:
            _environment(lock)
        except (subprocess.CalledProcessError, OSError) as failed:
            _say(lock.stem, failed)


def _environment(lock: Path) -> None:
    folder = INSTALLED / lock.stem

    def make() -> None:
        venv.create(folder, clear=True, symlinks=True, with_pip=True)
        quietly = ["-qq", "--no-input", "--disable-pip-version-check", "--retries=1", "--timeout=15"]
        command = [str(folder / "bin" / "python"), "-m", "pip", "install", *quietly, "--no-deps", "--require-hashes"]
        subprocess.run([*command, "-r", str(lock)], check=True, stdout=subprocess.DEVNULL)

    once(folder / "installed", fingerprint(lock), f"Installing the peer {lock.stem}", make)


def _say(name: str, failed: Exception) -> None:
    print(f"  {name} could not be installed ({failed}); its lines are skipped.", file=sys.stderr, flush=True)
