"""Packages, each made once for all the tests, and functions that run from them."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.handlers.packed.aws import Aws, running_aws
from tests.handlers.packed.lambda_function import LambdaFunction, runtime_folder
from tests.handlers.packed.packing import Platform, pack

Start = Callable[[str], LambdaFunction]


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the packages lie, for all the workers."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "packages"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return runtime_folder(tmp_path_factory.mktemp("lambda") / "runtime")


@pytest.fixture(scope="session")
def aws() -> Iterator[Aws]:
    with running_aws() as aws:
        yield aws


@pytest.fixture
def start(packages: Path, runtime: Path, aws: Aws, tmp_path: Path) -> Iterator[Start]:
    """A function by its name, packed for this machine."""
    with ExitStack() as ending:

        def start(name: str) -> LambdaFunction:
            package = pack(name, Platform.HERE, packages)
            return ending.enter_context(LambdaFunction(name, package, runtime, tmp_path / f"{name}.log", aws.settings))

        yield start
