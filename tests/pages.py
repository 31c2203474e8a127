"""Open pages, as tests need them: a gateway that keeps what it was given, and fails where it is told to."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from followups.services.access import Caller
from followups.services.issuing_tickets import issue
from followups.services.opening_sockets import open_socket
from followups.services.ports import Ports
from followups.services.telling_pages import SocketGone


@dataclass
class KeptMessages:
    """`services.telling_pages.Gateway`. `trouble` is raised for a socket, `before` is called before each message."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    trouble: dict[str, BaseException] = field(default_factory=dict)
    before: Callable[[], Any] = lambda: None

    def send(self, socket_id: str, message: str) -> None:
        self.before()
        if socket_id in self.gone:
            raise SocketGone
        if socket_id in self.trouble:
            raise self.trouble[socket_id]
        self.sent.append((socket_id, message))

    def heard(self, socket_id: str) -> list[Any]:
        """What the page behind a socket was told."""
        return [json.loads(message) for name, message in self.sent if name == socket_id]

    def changes(self, socket_id: str) -> list[tuple[str, int, bool]]:
        """The changes that it was told of, as (id, version, deleted)."""
        return [
            (change["id"], change["version"], change["deleted"])
            for message in self.heard(socket_id)
            for change in message.get("changes", ())
        ]


def a_page(ports: Ports, caller: Caller, socket_id: str = "page-1", *, seconds_ago: int = 60) -> str:
    """A page of this owner's, open for so long."""
    connected_at = ports.clock.now() - timedelta(seconds=seconds_ago)
    return open_socket(ports, issue(ports, caller), socket_id=socket_id, connected_at=connected_at).id
