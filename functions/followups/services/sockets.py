"""The sockets of open pages, and the tickets that open them.

Nothing of the domain is in here: the functions that work with sockets start whenever somebody opens a page or writes,
and start fast.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from followups.domain.instants import Instant
from followups.services.time_and_chance import Clock


@dataclass(frozen=True, kw_only=True)
class Socket:
    """The connection of one open page."""

    id: str
    """The gateway's own name for it."""
    owner_id: str
    connected_at: Instant
    """To the millisecond."""


class Tickets(Protocol):
    def keep(self, digest: str, owner_id: str, until: Instant) -> None:
        """Let this ticket open one socket of the owner's until then."""

    def redeem(self, digest: str, now: Instant) -> str | None:
        """The owner whose ticket this is, once; None for a ticket that is used, over or was never given."""


class Sockets(Protocol):
    def keep(self, socket: Socket, until: Instant) -> None:
        """Let the socket be told of changes until then."""

    def of_owner(self, owner_id: str, *, since: Instant, limit: int) -> Sequence[Socket]:
        """Those connected since then, newest first; one that was opened a moment ago may lack."""

    def remove(self, socket_id: str, *, connected_by: Instant, owner_id: str | None = None) -> None:
        """Forget a socket, unless one of this name was opened later, or, where an owner is named, is another's."""


class SocketPorts(Protocol):
    """What sockets are opened and closed with; `ports.Ports` has it too."""

    @property
    def clock(self) -> Clock: ...
    @property
    def tickets(self) -> Tickets: ...
    @property
    def sockets(self) -> Sockets: ...
