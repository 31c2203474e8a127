"""The API over an empty table, and its first owner."""

from collections.abc import Iterator

import pytest

from followups.services.ports import Ports
from tests.edges.web.site import Site, Visitor, a_site


@pytest.fixture
def site(ports: Ports) -> Iterator[Site]:
    with a_site(ports) as site:
        yield site


@pytest.fixture
def me(site: Site) -> Visitor:
    return site.owner()
