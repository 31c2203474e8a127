"""The stack that `make stack-test` put up, as its own tests reach it."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Literal

import pytest
from playwright.async_api import Browser, expect

from infra.deployment import Deployed, standing
from infra.emulator import EmulatedAws
from infra.site import BUILT
from tests.stack.at_the_site import Owner, Seat, an_owner
from tests.stack.edge import Edge
from tests.stack.served import upload
from tests.web import chromium
from tests.web.devices import DESKTOP
from tests.web.trouble import Trouble

ServiceWorkers = Literal["allow", "block"]
Opened = Callable[[ServiceWorkers], Awaitable[Seat]]

ADDRESS = "FOLLOW_UPS_EMULATOR"
TEMPLATE = "FOLLOW_UPS_TEMPLATE"
NO_STACK = "NOT RUN: no stack stands, `make stack-test` puts one up and runs these"
NO_BROWSER = "NOT RUN: no browser. Install chromium, or run: python3 requirements/install.py browser"
MILLISECONDS = 30_000
"""A function that was not asked for a while takes seconds to start here."""
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if ADDRESS not in os.environ:
            item.add_marker(pytest.mark.skip(reason=NO_STACK))
        elif item.get_closest_marker("browser") and not (IN_CI or chromium.is_there()):
            item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def aws() -> EmulatedAws:
    return EmulatedAws(os.environ[ADDRESS])


@pytest.fixture(scope="session")
def stack(aws) -> Deployed:
    return standing(aws)


@pytest.fixture(scope="session")
def template() -> Path:
    """The built one that was deployed."""
    return Path(os.environ[TEMPLATE])


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The front end as it is now, whoever builds it anew meanwhile."""
    if not (BUILT / "index.html").exists():
        pytest.fail("the front end is not built: python3 requirements/install.py site", pytrace=False)
    return copytree(BUILT, tmp_path_factory.mktemp("built") / "dist")


@pytest.fixture(scope="session")
def edge(stack: Deployed, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edge]:
    """The site with the built front end, where browsers find it."""
    upload(stack, built)
    with Edge.before(stack, tmp_path_factory.mktemp("edge")) as opened:
        yield opened


@pytest.fixture(scope="session")
async def browser(edge: Edge) -> AsyncIterator[Browser]:
    if not chromium.is_there():
        pytest.fail(NO_BROWSER, pytrace=False)
    expect.set_options(timeout=MILLISECONDS)
    async with chromium.launched(*edge.browser_arguments) as launched:
        yield launched


@pytest.fixture
def trouble() -> Iterator[Trouble]:
    """What no page may complain about. The API tells whoever is not signed in, and login pages have no icon here."""
    heard = Trouble(expected=[r"status of 401", r"status of 404 .*\.amazoncognito\.com/favicon\.ico"])
    yield heard
    assert heard.unexpected() == []


@pytest.fixture
async def opened(edge: Edge, browser: Browser, trouble: Trouble) -> AsyncIterator[Opened]:
    """Opens browser profiles. None of them may ask anybody but the site and the login pages."""
    seats: list[Seat] = []

    async def open_one(service_workers: ServiceWorkers) -> Seat:
        context = await DESKTOP.context(browser, None, edge.site, service_workers=service_workers)
        context.set_default_timeout(MILLISECONDS)
        trouble.listen(context)
        seats.append(Seat(edge, context))
        return seats[-1]

    yield open_one
    for seat in seats:
        await seat.context.close()
    assert {host for seat in seats for host in seat.hosts()} <= {edge.site_host, edge.login_host}


@pytest.fixture
async def seat(opened: Opened) -> Seat:
    """A browser that fetches only what it shows."""
    return await opened("block")


@pytest.fixture
async def keeping_seat(opened: Opened) -> Seat:
    """A browser that keeps the whole page, as browsers do."""
    return await opened("allow")


@pytest.fixture
def owner(stack: Deployed) -> Owner:
    return an_owner(stack)
