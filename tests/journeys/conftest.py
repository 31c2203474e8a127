"""One deployment for all journeys of a run, and a fresh list for each of them."""

import os
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.journeys.deployment import (
    Deployment,
    Place,
    Stranger,
    fresh_place,
    local_deployment,
    remote_stranger,
)
from tests.length import LONG

ENVIRONMENT = os.environ


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    base_url = ENVIRONMENT.get("FOLLOW_UPS_JOURNEY_URL")
    if base_url is None:
        with local_deployment(tmp_path_factory.mktemp("journeys")) as local:
            yield local
        return
    token, cookie = ENVIRONMENT.get("FOLLOW_UPS_JOURNEY_TOKEN"), ENVIRONMENT.get("FOLLOW_UPS_JOURNEY_COOKIE")
    if not token and not cookie:
        pytest.fail("set FOLLOW_UPS_JOURNEY_TOKEN or FOLLOW_UPS_JOURNEY_COOKIE to sign the owner in", pytrace=False)
    headers = {"authorization": f"Bearer {token}"} if token else {"cookie": cookie or ""}
    yield Deployment(base_url=base_url.rstrip("/"), owner_headers=headers)


# Both eras at the server that the tests start; at a stack the short form goes by the new one alone.
@pytest.fixture(params=["auto", "legacy"] if LONG or "FOLLOW_UPS_JOURNEY_URL" not in ENVIRONMENT else ["auto"])
def mode(request: pytest.FixtureRequest) -> str:
    """How the agents' clients speak: the newest protocol, or the one with a handshake."""
    spoken: str = request.param
    return spoken


@pytest.fixture
async def place(deployment: Deployment, mode: str, request: pytest.FixtureRequest) -> AsyncIterator[Place]:
    async with fresh_place(deployment, f"{request.node.name}"[:100], mode) as fresh:
        yield fresh


@pytest.fixture
async def stranger(deployment: Deployment) -> AsyncIterator[Stranger]:
    """Another owner, whose key reaches nothing of this one's."""
    if deployment.stranger is not None:
        yield deployment.stranger
        return
    token = ENVIRONMENT.get("FOLLOW_UPS_JOURNEY_OTHER_TOKEN")
    if not token:
        pytest.skip("set FOLLOW_UPS_JOURNEY_OTHER_TOKEN to another owner's token")
    async with remote_stranger(deployment.base_url, token) as other:
        yield other
