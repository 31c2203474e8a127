"""An empty list with an agent at the door."""

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from followups.edges import logs
from followups.services.ports import Ports
from tests.builders import Home
from tests.edges.agent.door import Agent, Door, a_door


@pytest.fixture
def door(ports: Ports) -> Iterator[Door]:
    with a_door(ports) as door:
        yield door


@pytest.fixture
def agent(door: Door, home: Home) -> Agent:
    return door.agent(home)


@pytest.fixture
def log_lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """What was logged so far, each line read."""
    logger = logs.LOGGER
    before = (list(logger.handlers), logger.level, logger.propagate)
    written = io.StringIO()
    logs.configure("INFO", written)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    logger.handlers[:], logger.propagate = before[0], before[2]
    logger.setLevel(before[1])
