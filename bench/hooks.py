"""The plugin's hooks as programs of their own, with the events that they are given."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.outcomes import NotMeasured

HOOKS: Final = Path(__file__).resolve().parents[1] / "plugin" / "hooks"
PYTHON: Final = os.path.realpath(sys.executable)
"""Without the virtual environment, which a hook does not have."""
FLOOR: Final = "python -I -S -c pass"
SESSION: Final = "5f2c9a7e-1111-4222-8333-444455556666"


class Hooks:
    """Hooks of a session in this folder, whose plugin is configured for a service at this address."""

    def __init__(self, folder: Path, address: str, **options: str) -> None:
        self._project = folder / "project"
        self._data = folder / "data"
        for made in (self._project, self._data):
            made.mkdir(parents=True)
        configured = {"site": address, "list_id": "a-list", "api_key": "fu_key", **options}
        self._environment: Mapping[str, str] = {
            "PATH": f"{Path(PYTHON).parent}{os.pathsep}{os.defpath}",
            "HOME": str(folder),
            "TZ": "Europe/Berlin",
            "CLAUDE_PLUGIN_DATA": str(self._data),
            **{f"CLAUDE_PLUGIN_OPTION_{name.upper()}": value for name, value in configured.items()},
        }

    def is_repository(self) -> None:
        """Raises: NotMeasured: there is no git."""
        for words in (["init", "--quiet"], ["remote", "add", "origin", "https://github.com/acme/widget.git"]):
            try:
                subprocess.run(["git", "-C", self._project, *words], check=True, capture_output=True)
            except (OSError, subprocess.CalledProcessError) as failure:
                raise NotMeasured("git does not run here") from failure

    def calls_before(self, calls: int) -> None:
        """So many tool calls were counted so far."""
        self._counted.parent.mkdir(exist_ok=True)
        self._counted.write_bytes(b"." * calls)

    def calls(self) -> int:
        """How many were counted."""
        return self._counted.stat().st_size

    @property
    def _counted(self) -> Path:
        return self._data / "sessions" / f"{SESSION}.tools"

    def seconds(self, name: str, event: str, **more: str) -> float:
        """Of one hook, from its start to its end. Raises: NotMeasured: it failed."""
        return self.seconds_of([PYTHON, "-I", "-S", str(HOOKS / f"{name}.py")], event, **more)

    def launched_seconds(self, name: str, event: str, **more: str) -> float:
        """The same through the launcher and a shell, as the host starts it."""
        return self.seconds_of(["sh", str(HOOKS / "launch.sh"), name], event, **more)

    def floor_seconds(self) -> float:
        """Of a Python that does nothing."""
        return self.seconds_of([PYTHON, "-I", "-S", "-c", "pass"], "")

    def seconds_of(self, command: list[str], event: str, **more: str) -> float:
        told = {"session_id": SESSION, "cwd": str(self._project), "hook_event_name": event, **more}
        given = json.dumps(told).encode()
        began = perf_counter()
        run = subprocess.run(command, input=given, env=self._environment, capture_output=True, check=False)
        seconds = perf_counter() - began
        if run.returncode or run.stderr:
            raise NotMeasured(f"it fails: {run.stderr.decode(errors='replace').strip()[-200:]}")
        return seconds
