"""A page's socket opens with a ticket, and closes."""

from datetime import timedelta

from followups.domain import tickets
from followups.domain.errors import Unauthorized
from followups.domain.instants import Instant, kept
from followups.domain.limits import SOCKET_SECONDS
from followups.services.sockets import Socket, SocketPorts


def open_socket(
    ports: SocketPorts, ticket: str | None, *, socket_id: str, connected_at: Instant | None = None
) -> Socket:
    """The socket of the owner whose ticket this is. The ticket is used up by it.

    `connected_at` is the gateway's own time of the connection; without one it is now.

    Raises:
        Unauthorized: the ticket is missing, used, over or none; nothing was written.
    """
    now = ports.clock.now()
    owner_id = None
    if ticket is not None and tickets.is_ticket(ticket):
        owner_id = ports.tickets.redeem(tickets.digest(ticket), now)
    if owner_id is None:
        raise Unauthorized("This ticket is used, over or none. Ask for a new one, then open the socket again.")
    opened = Socket(id=socket_id, owner_id=owner_id, connected_at=kept(connected_at or now))
    ports.sockets.keep(opened, opened.connected_at + timedelta(seconds=SOCKET_SECONDS))
    return opened


def close_socket(ports: SocketPorts, socket_id: str, connected_at: Instant) -> None:
    """Forget a socket that closed. Word of it may come late: a socket that was opened since under its name stays."""
    ports.sockets.remove(socket_id, connected_by=connected_at)
