"""What every test may lean on: how far generated cases go, ports over a table, and the real Claude Code client."""

from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from followups.services.ports import Ports
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock, Home, a_home, ports_on
from tests.length import LONG

# No deadline: the machine's load would decide it. The short form is the same on every run, so that a change is judged
# by itself; `make proof` explores.
hypothesis.settings.register_profile("short", max_examples=50, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("proof", max_examples=5_000, deadline=None, print_blob=True)
hypothesis.settings.load_profile("proof" if LONG else "short")

CLAUDE_PACKAGES = Path(__file__).parent.parent / ".tools" / "claude" / "node_modules" / "@anthropic-ai"


def claude_client() -> Path | None:
    """The client's own program: the package in front of it only finds it."""
    return next(iter(sorted(CLAUDE_PACKAGES.glob("claude-code-*/claude"))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if claude_client() is None:
        missing = pytest.mark.skip(reason="NOT RUN: the real Claude Code client is missing, `make claude` installs it")
        for item in items:
            if item.get_closest_marker("claude"):
                item.add_marker(missing)


@pytest.fixture(scope="session")
def claude() -> Path:
    """The program to start. For tests that are marked `claude`."""
    program = claude_client()
    assert program is not None, "mark the test with pytest.mark.claude"
    return program


@pytest.fixture
def sqlite() -> Iterator[SqliteTable]:
    """An empty table in memory."""
    table = SqliteTable(":memory:")
    yield table
    table.close()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def ports(sqlite: SqliteTable, clock: FakeClock) -> Ports:
    return ports_on(sqlite, clock)


@pytest.fixture
def home(ports: Ports) -> Home:
    """The first list of an owner, with an agent of that owner's."""
    return a_home(ports)
