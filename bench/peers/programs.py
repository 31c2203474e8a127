"""Where the peers' programs are: installed for the bench, or on the PATH."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from bench.outcomes import NotMeasured

INSTALLED: Final = Path(__file__).resolve().parent.parent.parent / ".tools" / "peers"
"""Where `bench.peers.installing` puts them: npm's in one folder, each of PyPI's in an environment of its own."""


class Program(Protocol):
    def path(self) -> Path:
        """Raises: NotMeasured: it is not here; the text says how it would be."""


@dataclass(frozen=True, slots=True)
class FromNpm:
    """Named in bench/peers/package.json."""

    program: str
    """Its place in node_modules."""

    def path(self) -> Path:
        return _existing(INSTALLED / "npm" / "node_modules" / self.program)


@dataclass(frozen=True, slots=True)
class FromPyPI:
    """Pinned in bench/peers/requirements."""

    package: str
    command: str

    def path(self) -> Path:
        return _existing(INSTALLED / self.package / "bin" / self.command)


@dataclass(frozen=True, slots=True)
class OnPath:
    """Measured only where somebody installed it."""

    command: str
    package: str
    """What brings it."""

    def path(self) -> Path:
        found = shutil.which(self.command)
        if found is None:
            raise NotMeasured(f"{self.command} is not on the PATH ({self.package} brings it)")
        return Path(found)


def _existing(path: Path) -> Path:
    if not path.exists():
        raise NotMeasured("not installed: its registry has nothing for this machine or was not reached, see above")
    return path
