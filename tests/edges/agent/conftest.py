"""An empty list with an agent at the door."""

from collections.abc import Iterator

import pytest

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
