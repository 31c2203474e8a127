"""A local server for the examples, and a fresh list for each test."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.journeys.deployment import Deployment, Place, fresh_place, local_deployment


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with local_deployment(tmp_path_factory.mktemp("examples")) as local:
        yield local


@pytest.fixture
async def place(deployment: Deployment) -> AsyncIterator[Place]:
    async with fresh_place(deployment, "examples") as fresh:
        yield fresh
