"""The stack that `make stack-test` put up, as its own tests reach it."""

import os
from pathlib import Path

import pytest

from infra.deployment import Deployed, standing
from infra.emulator import EmulatedAws

ADDRESS = "FOLLOW_UPS_EMULATOR"
TEMPLATE = "FOLLOW_UPS_TEMPLATE"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if ADDRESS in os.environ:
        return
    missing = pytest.mark.skip(reason="NOT RUN: no stack stands, `make stack-test` puts one up and runs these")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(missing)


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
