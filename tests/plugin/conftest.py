"""A host whose plugin is configured for a service that answers as it is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugin.hook_program import Host, origin
from tests.plugin.scripted_service import Service, a_service, says


@pytest.fixture
def service() -> Iterator[Service]:
    with a_service(says({"context": ""})) as service:
        yield service


@pytest.fixture
def host(service: Service, tmp_path: Path) -> Host:
    """Its project is the repository acme/widget."""
    host = Host(tmp_path)
    host.configure(service.address)
    origin(host.project, "https://github.com/acme/widget.git")
    return host
