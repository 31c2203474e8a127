"""An AWS on this machine: ministack, a process on loopback that forgets everything when it stops."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import boto3

from infra.paths import EMULATOR

REGION: Final = "eu-central-1"
_START_SECONDS: Final = 60
_STOP_SECONDS: Final = 20


_UNTIL_LEFT_ALONE: Final = """
exec 3<&0
{ trap '' TERM; cat <&3 >/dev/null; kill -TERM 0; sleep 1; kill -KILL 0; } &
exec "$0" </dev/null 3<&-
"""
"""Whoever started the emulator holds its standard input; when that is gone, however it went, so is the emulator."""


class EmulatorFailed(Exception):
    """The emulator did not start; the text says where its own words are."""


@dataclass(frozen=True)
class EmulatedAws:
    """An emulator at an address."""

    url: str

    @property
    def environment(self) -> Mapping[str, str]:
        """What turns any AWS client to it, and no call to AWS."""
        return {
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": REGION,
            "AWS_REGION": REGION,
            "AWS_ENDPOINT_URL": self.url,
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        }

    def client(self, service: str, **credentials: str) -> Any:
        """As the account's administrator, unless the credentials say otherwise."""
        settings: dict[str, str] = {
            "region_name": REGION,
            "endpoint_url": self.url,
            "aws_access_key_id": "test",
            "aws_secret_access_key": "test",
            **credentials,
        }
        return boto3.client(service, **settings)


class Emulator:
    """The process. Roles are enforced: what a function's policy does not allow is refused to it, as on AWS."""

    def __init__(self, folder: Path) -> None:
        """`folder` takes the emulator's log and what it writes."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._port = free_port()

    @property
    def log(self) -> Path:
        return self._folder / "emulator.log"

    @property
    def aws(self) -> EmulatedAws:
        return EmulatedAws(f"http://127.0.0.1:{self._port}")

    def start(self) -> None:
        """Raises: EmulatorFailed."""
        home = self._folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(home),
            "TMPDIR": str(home),
            "GATEWAY_PORT": str(self._port),
            "BIND_HOST": "127.0.0.1",
            "MINISTACK_HOST": "127.0.0.1",
            "MINISTACK_REGION": REGION,
            "AUTH": "true",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            # They would listen on ports of their own.
            "IOT_MTLS_ENABLED": "0",
            "SFTP_ENABLED": "0",
        }
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", _UNTIL_LEFT_ALONE, EMULATOR],
                cwd=home,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + _START_SECONDS
        while not self._is_up():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise EmulatorFailed(f"The emulator did not start; {self.log} says why.")
            time.sleep(0.1)

    def stop(self) -> None:
        """With the functions that it started."""
        if self._process is None:
            return
        group = self._process.pid
        for signal_number in (signal.SIGTERM, signal.SIGKILL):
            if not _signalled(group, signal_number):
                break
            try:
                self._process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            _signalled(group, signal.SIGKILL)
            break
        self._process = None

    def _is_up(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.aws.url}/_ministack/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _signalled(group: int, signal_number: int) -> bool:
    """False when nobody of the group is left."""
    try:
        os.killpg(group, signal_number)
    except ProcessLookupError:
        return False
    return True
