"""Write the locks from the dependency groups of pyproject.toml, or tell which lock no longer follows from its group.

Each lock's first line holds two hashes: of what it was made from, and of what was made. So `--check` needs no network.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent

LOCKS: Final = {
    "dev": "requirements/dev.txt",
    "local": "requirements/local.txt",
    "web": "functions/requirements/web.txt",
    "agent": "functions/requirements/agent.txt",
    "socket": "functions/requirements/socket.txt",
    "live_sync": "functions/requirements/live_sync.txt",
    "schedule": "functions/requirements/schedule.txt",
    "remind": "functions/requirements/remind.txt",
    "sweep": "functions/requirements/sweep.txt",
    "setup": "functions/requirements/setup.txt",
    "sam": "requirements/sam.txt",
    "emulator": "requirements/emulator.txt",
}
"""The lock of each group. The first gives all that are not alone their versions."""

EVERYTHING: Final = LOCKS["dev"]

ALONE: Final = ("sam", "emulator")
"""Groups that are installed apart and ask for versions that the others must not have."""

OPTIONS: Final = (
    "--universal",
    "--generate-hashes",
    "--python-version=3.11",
    "--no-header",
    "--no-config",
    "--no-python-downloads",
)


def requirements(groups: dict[str, Any], name: str) -> list[str]:
    """The requirements of a group, with those of the groups it includes."""
    found: set[str] = set()
    for entry in groups[name]:
        found.update([entry] if isinstance(entry, str) else requirements(groups, entry["include-group"]))
    return sorted(found)


def inputs_of(group: str, root: Path) -> str:
    """The hash of everything that decides what the lock of this group says."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    inputs: list[Any] = [
        requirements(project["dependency-groups"], group),
        project["project"]["requires-python"],
        OPTIONS,
    ]
    if follows(group):
        inputs.append(body_of(root / EVERYTHING))
    return digest(json.dumps(inputs))


def follows(group: str) -> bool:
    """Whether its libraries have the versions of the lock that holds everything."""
    return LOCKS[group] != EVERYTHING and group not in ALONE


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def first_line(group: str, body: str, root: Path) -> str:
    origin = f'"make lock" wrote this from group {group} of pyproject.toml'
    return f"# {origin}; inputs {inputs_of(group, root)}, pins {digest(body)}\n"


def body_of(lock: Path) -> str:
    return lock.read_text().partition("\n")[2]


def write(root: Path, *, upgrade: bool) -> None:
    """Resolve every group and replace all locks, or none. Versions move only where they must, or with `upgrade`."""
    with tempfile.TemporaryDirectory() as folder:
        # uv notes the paths it was given in the lock, so it works in a copy and is given none of this machine.
        copy = Path(folder)
        (copy / "pyproject.toml").write_bytes((root / "pyproject.toml").read_bytes())
        for group, path in LOCKS.items():
            lock = copy / path
            lock.parent.mkdir(parents=True, exist_ok=True)
            if (root / path).exists() and not upgrade:
                lock.write_bytes((root / path).read_bytes())
            same = [f"--constraint={EVERYTHING}"] if follows(group) else []
            command = ["uv", "pip", "compile", "--quiet", *OPTIONS, *same, f"--group={group}", f"--output-file={path}"]
            subprocess.run(command, cwd=copy, check=True, stdout=subprocess.DEVNULL)
            body = lock.read_text()
            lock.write_text(first_line(group, body, copy) + body)
        for path in LOCKS.values():
            made = root / f"{path}.new"
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes((copy / path).read_bytes())
            made.replace(root / path)


def drifted(root: Path) -> list[str]:
    """The locks that are missing, were edited by hand, or were made from other requirements."""
    if not (root / EVERYTHING).exists():
        return list(LOCKS.values())
    return [
        path
        for group, path in LOCKS.items()
        if not (root / path).exists()
        or (root / path).read_text() != first_line(group, body_of(root / path), root) + body_of(root / path)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the locks from pyproject.toml.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a lock has drifted")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions that the groups allow")
    options = parser.parse_args()
    if not options.check:
        try:
            write(ROOT, upgrade=options.upgrade)
        except subprocess.CalledProcessError as failed:
            print("No lock was changed: uv, above, says why.", file=sys.stderr)
            return failed.returncode
    drift = drifted(ROOT)
    for path in drift:
        print(f"{path} does not follow from pyproject.toml: run `make lock`.", file=sys.stderr)
    return 1 if drift else 0


if __name__ == "__main__":
    sys.exit(main())
