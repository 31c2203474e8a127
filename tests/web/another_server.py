"""The local server behind a line, or with builds of the front end that follow each other: what no option asks for."""

import os
import sys
from functools import partial
from pathlib import Path
from unittest.mock import patch

from local.__main__ import main
from local.front_end import BUILT, File, FrontEnd
from tests.journeys.local_server import LocalServer


class AnotherServer(LocalServer):
    def __init__(self, data: Path, *, build: Path = BUILT, origin: str | None = None) -> None:
        """`origin` is where browsers find it, if not at its own address; `build` may be a link that is set anew."""
        super().__init__(data)
        self._build = build
        self._origin = origin

    def _command(self, command: str, *options: str) -> list[str]:
        given = [str(self._build), self._origin or "", command, "--data", str(self.data), *options]
        return [sys.executable, "-m", "tests.web.another_server", *given]


class _Deployed:
    """What a link leads to now, as files change under a service that goes on."""

    def __init__(self, link: Path) -> None:
        self._link = link
        self._build = link.resolve()
        self._files = FrontEnd(self._build)

    @property
    def is_built(self) -> bool:
        return self._files.is_built

    def at(self, path: str) -> File | None:
        if self._link.resolve() != self._build:
            self._build = self._link.resolve()
            self._files = FrontEnd(self._build)
        return self._files.at(path)


def _start() -> int:
    build, origin = sys.argv[1:3]
    del sys.argv[1:3]
    if origin:
        os.environ["FOLLOW_UPS_ORIGIN"] = origin
    with patch("local.server.FrontEnd", partial(_Deployed, Path(build))):
        return main()


if __name__ == "__main__":
    sys.exit(_start())
