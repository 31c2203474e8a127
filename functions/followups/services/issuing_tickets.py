"""A page asks for its live changes: it gets a ticket for one socket."""

from datetime import timedelta

from followups.domain import tickets
from followups.domain.limits import TICKET_SECONDS
from followups.services.access import Caller
from followups.services.ports import Ports


def issue(ports: Ports, caller: Caller) -> str:
    """A ticket that opens one socket of this owner's within `TICKET_SECONDS`. Only its hash is kept."""
    ticket = tickets.ticket(ports.chance.bits())
    until = ports.clock.now() + timedelta(seconds=TICKET_SECONDS)
    ports.tickets.keep(tickets.digest(ticket), caller.owner_id, until)
    return ticket
