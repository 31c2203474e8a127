"""The proofs in their short form; `FOLLOW_UPS_PROOF=1` asks for the long one."""

from collections.abc import Iterator

import pytest

from tests.journeys.deployment import Deployment, local_deployment
from tests.length import LONG


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def is_long() -> bool:
    """Whether this is the long form."""
    return LONG


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """The local server, for the tests of one file."""
    with local_deployment(tmp_path_factory.mktemp("proof")) as local:
        yield local
