"""The program on the page, at the running server."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.hosts.described import blocks, filled_in
from tests.journeys.deployment import Deployment, Place, fresh_place, local_deployment

pytestmark = pytest.mark.anyio

SECONDS = 60


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with local_deployment(tmp_path_factory.mktemp("hosts")) as local:
        yield local


@pytest.fixture
async def place(deployment: Deployment) -> AsyncIterator[Place]:
    async with fresh_place(deployment, "any client") as fresh:
        yield fresh


async def test_the_described_client_captures_and_reads_with_the_key_of_its_environment(place: Place) -> None:
    _, api_key = await place.new_key("any client")

    ended = _run(place, api_key)

    assert ended.returncode == 0, ended.stderr
    (added,) = await place.owner.todos()
    captured, read = ended.stdout.splitlines()
    assert captured == added["id"]
    assert read == repr([added["title"]])


async def test_the_described_client_ends_with_an_error_when_its_key_is_none(place: Place) -> None:
    ended = _run(place, "fu_mistyped")

    assert ended.returncode != 0
    assert await place.owner.todos() == []


def _run(place: Place, api_key: str) -> subprocess.CompletedProcess[str]:
    (program,) = blocks("python")
    return subprocess.run(
        [sys.executable, "-c", filled_in(program, mcp_url=place.deployment.mcp_url, list_id=place.list_id)],
        check=False,
        cwd=Path(sys.prefix),
        env={**os.environ, "FOLLOW_UPS_KEY": api_key, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
