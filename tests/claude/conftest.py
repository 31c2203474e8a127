"""A running server, a fresh list on it, and a machine of its own for the client in each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.claude.machine import Machine
from tests.journeys.deployment import Deployment, Place, fresh_place, signed_in_at
from tests.journeys.local_server import LocalServer


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    data = tmp_path_factory.mktemp("claude") / "follow-ups"
    data.mkdir(mode=0o700)
    server = LocalServer(data)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def deployment(server: LocalServer) -> Deployment:
    return Deployment(base_url=server.address, owner_headers=signed_in_at(server))


@pytest.fixture
async def place(deployment: Deployment) -> AsyncIterator[Place]:
    async with fresh_place(deployment, "the real client") as fresh:
        yield fresh


@pytest.fixture
def machine(claude: Path, tmp_path: Path) -> Machine:
    """Whose project is a repository that stands at `REPOSITORY`, and where no plugin is loaded yet."""
    machine = Machine(claude, tmp_path)
    machine.clone("git@github.com:acme/widget.git")
    return machine


@pytest.fixture
async def connected(machine: Machine, place: Place) -> Machine:
    """The machine with the plugin loaded and configured for the list; its tools run without asking."""
    _, api_key = await place.new_key("Claude Code")
    machine.load_plugin(site=place.deployment.base_url, list_id=place.list_id, api_key=api_key, allow_tools=True)
    return machine
