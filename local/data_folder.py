"""The data folder: one running server at a time, and how other commands find it."""

import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

TABLE: Final = "follow-ups.sqlite3"
LOG: Final = "server.log"
_LOCK: Final = "lock"
_SERVER: Final = "server.json"


class AlreadyRunning(Exception):
    """Another server works on this folder."""

    def __init__(self, server: "RunningServer | None") -> None:
        super().__init__(None if server is None else server.address)
        self.server = server


class UnusableFolder(Exception):
    """The folder cannot be made or written to; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """How to reach the server of a folder. The token lets in whoever may read the folder."""

    address: str
    admin_token: str
    pid: int


class DataFolder:
    """A folder that this process has for itself until it ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Raises: AlreadyRunning; UnusableFolder."""
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = os.open(path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UnusableFolder(
                f"The data folder {path} cannot be used: {error.strerror}. Name another one with --data."
            ) from error
        if not _locked(self._lock):
            os.close(self._lock)
            raise AlreadyRunning(running_server(path))

    @property
    def table(self) -> Path:
        return self.path / TABLE

    @property
    def log(self) -> Path:
        return self.path / LOG

    def announce(self, server: RunningServer) -> None:
        """Let the other commands find this server."""
        target = self.path / _SERVER
        fresh = target.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(asdict(server), file)
        fresh.replace(target)

    def close(self) -> None:
        (self.path / _SERVER).unlink(missing_ok=True)
        os.close(self._lock)


def running_server(path: Path) -> RunningServer | None:
    """The server that said it works on this folder; it may have gone without a word."""
    try:
        told: dict[str, Any] = json.loads((path / _SERVER).read_text())
        return RunningServer(address=told["address"], admin_token=told["admin_token"], pid=told["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _locked(descriptor: int) -> bool:
    """Lock the file for this process; the system lets go of it when the process ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
