"""Report the known holes in what the locks name. A report: it never fails, and says so where nobody could be asked."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
SECONDS: Final = 120
"""How long one question to an advisory service may take."""

NOT_AUDITED: Final = "not audited: the advisory service does not answer here"


def answer_of(command: list[str], folder: Path = ROOT) -> dict[str, Any] | None:
    """The JSON a program prints, or nothing where it printed none in time."""
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
        answer = json.loads(run.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None
    return answer if isinstance(answer, dict) else None


def python_packages(pins: str) -> list[dict[str, Any]] | None:
    """What pip-audit says of each pinned package, or nothing where it knows none of them.

    Where the service is out of reach it skips every package and finds "no known vulnerabilities".
    """
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "pins.txt"
        asked.write_text(pins)
        options = ["--progress-spinner=off", "--format=json", "--disable-pip", "--no-deps"]
        answer = answer_of(["pip-audit", *options, "-r", str(asked)])
    known = [package for package in (answer or {}).get("dependencies", []) if "skip_reason" not in package]
    return known or None


def python_report(lock: Path) -> str:
    pins = re.findall(r"^\S+==\S+", lock.read_text(), re.MULTILINE)
    if not python_packages(pins[0]):  # one question tells whether the others are worth asking
        return NOT_AUDITED
    packages = python_packages("\n".join(pins)) or []
    holes = [
        f"  {package['name']} {package['version']}: {hole['id']}" for package in packages for hole in package["vulns"]
    ]
    return "\n".join([f"{len(packages)} of {len(pins)} packages audited, {len(holes)} known holes", *holes])


def node_report(folder: Path) -> str:
    answer = answer_of(["npm", "audit", "--json"], folder)
    if answer is None or "vulnerabilities" not in answer:
        return NOT_AUDITED
    holes = [f"  {name}: {hole['severity']}" for name, hole in answer["vulnerabilities"].items()]
    return "\n".join([f"{len(holes)} packages with known holes", *holes])


def main() -> int:
    print(f"requirements/dev.txt: {python_report(ROOT / 'requirements' / 'dev.txt')}", flush=True)
    for lock in sorted(ROOT.glob("*/package-lock.json")) + sorted(ROOT.glob("tests/*/package-lock.json")):
        print(f"{lock.relative_to(ROOT)}: {node_report(lock.parent)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
