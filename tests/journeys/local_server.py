"""The local server as people start it: a program of its own, on a folder of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.request import ProxyHandler, build_opener

from tests.waiting import eventually

ROOT: Final = Path(__file__).resolve().parents[2]
_UP_SECONDS: Final = 60
"""How long a start may take on a busy machine, in seconds."""
_DIRECTLY: Final = build_opener(ProxyHandler({}))
"""A proxy of the environment has no business between this machine and itself."""


class LocalServer:
    """Starts, stops and dies; the folder and the port stay the same."""

    def __init__(self, data: Path, settings: Mapping[str, str] | None = None) -> None:
        """`settings` are variables of its environment."""
        self.data = data
        self._settings = settings or {}
        self.address = ""
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> Path:
        """What it printed."""
        return self.data.with_suffix(".out")

    def start(self) -> None:
        """Start, and wait until it answers."""
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                self._command("serve", "--port", str(self._port)),
                cwd=ROOT,
                env={**_environment(), **self._settings},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        self.address = eventually(self._announced, within=_UP_SECONDS, what="the server's start")
        self._port = int(self.address.rpartition(":")[2])
        eventually(self._is_healthy, within=_UP_SECONDS, what="the server's health")

    def kill(self) -> None:
        """End it as a crash does, in the middle of whatever it is doing."""
        process = self._running()
        process.kill()
        process.wait()
        self._process = None

    def stop(self) -> None:
        """End it as a person does."""
        process = self._running()
        process.terminate()
        process.wait(timeout=30)
        self._process = None

    def asked(self, command: str, *options: str) -> dict[str, Any]:
        """What `python -m local COMMAND --json` answers."""
        answered = subprocess.run(
            self._command(command, "--json", *options),
            cwd=ROOT,
            env=_environment(),
            check=True,
            capture_output=True,
            timeout=60,
        )
        told: dict[str, Any] = json.loads(answered.stdout)
        return told

    def _command(self, command: str, *options: str) -> list[str]:
        return [sys.executable, "-m", "local", command, "--data", str(self.data), *options]

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "start it first"
        return self._process

    def _announced(self) -> str | None:
        """The address, once this very process has said it; one that was killed leaves its own behind."""
        process = self._running()
        assert process.poll() is None, f"the server ended at its start:\n{self.output.read_text()}"
        try:
            told = json.loads((self.data / "server.json").read_text())
        except (OSError, ValueError):
            return None
        return str(told["address"]) if told["pid"] == process.pid else None

    def _is_healthy(self) -> bool:
        try:
            with _DIRECTLY.open(f"{self.address}/api/health", timeout=_UP_SECONDS) as answered:
                return bool(answered.status == 200)
        except OSError:
            return False


def _environment() -> dict[str, str]:
    """Without this machine's own settings of the product."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FOLLOW_UPS_")}
