"""A packed function as Lambda runs it: one process at a time, kept warm, killed at a deadline, then a fresh one."""

import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import TimeoutError as NotYet
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from tests.handlers.packed.runtime_api import FUNCTION_ARN, Invocation, RuntimeApi, runtime_api

RUNTIME_MODULES = ("awslambdaric", "runtime_client", "simplejson", "snapshot_restore_py")
"""Lambda's runtime client and what it brings along."""

LOAD_SECONDS = 60.0
USUAL_SECONDS = 29.0
PATIENCE_SECONDS = 0.2
"""How often somebody who waits looks whether the process still lives."""

# No folder but these two: what is not packed is not there.
PROGRAM = """
import sys
sys.path[:0] = sys.argv[1:3]
from awslambdaric.__main__ import main
main(["awslambdaric", sys.argv[3]])
"""


class TimedOut(Exception):
    """The deadline passed, and the process was killed."""


class Ended(Exception):
    """The process ended by itself; the text is what it said last."""


def runtime_folder(folder: Path) -> Path:
    """A folder with the runtime client alone, out of this environment."""
    folder.mkdir()
    for name in RUNTIME_MODULES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        found = Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)
        (folder / found.name).symlink_to(found)
    return folder


class LambdaFunction:
    """Leave the block to end what runs."""

    def __init__(self, name: str, package: Path, runtime: Path, log: Path, settings: Mapping[str, str]) -> None:
        self._handler = f"handlers.{name}.handler"
        self._package = package
        self._runtime = runtime
        self._log = log
        self._settings = settings
        self._ending = ExitStack()
        self._api: RuntimeApi | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        """How many processes there were."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def invoke(self, event: Any, *, seconds: float = USUAL_SECONDS) -> Any:
        """What the function answers within so many seconds.

        Raises: FunctionError, TimedOut, Ended.
        """
        if self._api is None:
            self._start()
        assert self._api is not None
        invocation = Invocation(event, seconds)
        self._api.hand_over(invocation)
        if not self._waited(invocation.taken, invocation, LOAD_SECONDS):
            self.end()
            raise TimedOut(f"it took nothing for {LOAD_SECONDS} s: {self.said()}")
        waited = 0.0
        while waited < seconds:
            try:
                return invocation.answer.result(timeout=min(PATIENCE_SECONDS, seconds - waited))
            except NotYet:
                waited += PATIENCE_SECONDS
                self._see_that_it_lives()
        self.end()
        raise TimedOut(f"no answer within {seconds} s")

    def end(self) -> None:
        """Kill what runs, as Lambda does. The next call starts a process of its own."""
        self._ending.close()
        self._api = self._process = None

    def said(self) -> str:
        """The end of what its processes wrote."""
        return self._log.read_text(errors="replace")[-2_000:]

    def resident_kilobytes(self) -> int:
        """The memory of the process, in kB (proc(5), `VmRSS`)."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def _start(self) -> None:
        self._api = self._ending.enter_context(runtime_api())
        log = self._ending.enter_context(self._log.open("ab"))
        environment = {
            "PATH": os.defpath,
            "AWS_EXECUTION_ENV": "AWS_Lambda_python3.13",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1024",
            "AWS_LAMBDA_FUNCTION_NAME": FUNCTION_ARN.rpartition(":")[2],
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_RUNTIME_API": self._api.address,
            "LAMBDA_TASK_ROOT": str(self._package),
            **self._settings,
        }
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", PROGRAM, self._package, self._runtime, self._handler],
            cwd=self._package,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        self._ending.callback(self._process.wait)
        self._ending.callback(self._process.kill)
        self.starts += 1

    def _waited(self, taken: threading.Event, invocation: Invocation, seconds: float) -> bool:
        """Whether it was taken, or refused, in time."""
        waited = 0.0
        while not taken.wait(PATIENCE_SECONDS) and not invocation.answer.done():
            waited += PATIENCE_SECONDS
            if waited >= seconds:
                return False
            self._see_that_it_lives()
        return True

    def _see_that_it_lives(self) -> None:
        assert self._process is not None
        if self._process.poll() is not None:
            self.end()
            raise Ended(self.said())
