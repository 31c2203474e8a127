"""A browser, a server and the owner's pages in it; every test on a list of its own.

The server and the browser serve all tests of a worker: a list, its keys and a browser profile are what a test has for
itself. Tests that change the account take `own_server`.
"""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import pytest
from playwright.async_api import Browser, expect

from local.front_end import BUILT
from tests.journeys.deployment import Deployment, Place, fresh_place, signed_in_at
from tests.journeys.local_server import LocalServer
from tests.length import LONG
from tests.web import chromium
from tests.web.devices import DESKTOP, DEVICES, PHONE, Device
from tests.web.trouble import Trouble
from tests.web.visits import Visit, Visits

NO_BROWSER = "NOT RUN: no browser. Install chromium, or run: python3 requirements/install.py browser"
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}

expect.set_options(timeout=10_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if IN_CI or chromium.is_there():
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    if not chromium.is_there():
        pytest.fail(NO_BROWSER, pytrace=False)
    async with chromium.launched() as launched:
        yield launched


@contextmanager
def _served(folder: Path) -> Iterator[LocalServer]:
    if not (BUILT / "index.html").exists():
        pytest.fail("the front end is not built: python3 requirements/install.py site", pytrace=False)
    data = folder / "follow-ups"
    data.mkdir(mode=0o700)
    server = LocalServer(data)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    with _served(tmp_path_factory.mktemp("web")) as served:
        yield served


@pytest.fixture(scope="session")
def deployment(server: LocalServer) -> Deployment:
    return Deployment(base_url=server.address, owner_headers=signed_in_at(server))


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """For tests that change what all lists share: one for their module."""
    with _served(tmp_path_factory.mktemp("own")) as served:
        yield served


@pytest.fixture
async def place(deployment: Deployment) -> AsyncIterator[Place]:
    async with fresh_place(deployment, "Work") as fresh:
        yield fresh


@pytest.fixture
def trouble() -> Iterator[Trouble]:
    heard = Trouble()
    yield heard
    assert heard.unexpected() == []


@pytest.fixture
def device(request: pytest.FixtureRequest) -> Device:
    chosen: Device = request.param
    return chosen


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """In the long form each test is tried on both devices, in the short one on either: every other test on a phone."""
    if "device" not in metafunc.fixturenames:
        return
    turn = crc32(metafunc.function.__name__.encode()) % 2
    devices = DEVICES if LONG else DEVICES[turn : turn + 1]
    metafunc.parametrize("device", devices, ids=lambda each: each.name, indirect=True)


@pytest.fixture
async def visits(browser: Browser, deployment: Deployment, trouble: Trouble) -> AsyncIterator[Visits]:
    """Opens browsers of the owner's."""
    async with Visits(browser, deployment, trouble) as opened:
        yield opened


@pytest.fixture
async def visit(place: Place, visits: Visits, device: Device) -> Visit:
    """The owner at the test's own list, on each of the devices; nothing is open yet."""
    return await visits.on(device, place.list_id)


@pytest.fixture
async def desk(place: Place, visits: Visits) -> Visit:
    """The same on a computer alone."""
    return await visits.on(DESKTOP, place.list_id)


@pytest.fixture
async def phone(place: Place, visits: Visits) -> Visit:
    return await visits.on(PHONE, place.list_id)
