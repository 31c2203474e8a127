"""What open pages cost: a ticket, the socket that it opens, and looking for whom to tell of a write."""

from datetime import UTC, datetime
from typing import Final

from bench.around_functions import OpenPages
from bench.metered_calls import BESIDE, Cost
from bench.metering import Desk
from followups.services import issuing_tickets, opening_sockets, telling_pages
from followups.services.telling_pages import Told
from followups.storage.units import Spent

_SOCKET: Final = "L0SM9cOFvHcCI01="
_OPENED: Final = datetime(2027, 1, 31, 9, tzinfo=UTC)


def _ticket(desk: Desk) -> Spent:
    return desk.spent(lambda: issuing_tickets.issue(desk.ports, desk.owner().caller))


def _open(desk: Desk) -> Spent:
    ticket = issuing_tickets.issue(desk.ports, desk.owner().caller)
    return desk.spent(lambda: opening_sockets.open_socket(desk.ports, ticket, socket_id=_SOCKET, connected_at=_OPENED))


def _tell(desk: Desk) -> Spent:
    owner_id, told = desk.opened.owner.owner_id, Told()
    _open(desk)
    spent = desk.spent(
        lambda: telling_pages.tell(desk.ports, OpenPages(), owner_id, lambda: ["{}"], told, is_late=lambda: False)
    )
    assert told.reached == 1
    return spent


def _close(desk: Desk) -> Spent:
    _open(desk)
    return desk.spent(lambda: opening_sockets.close_socket(desk.ports, _SOCKET, _OPENED))


COSTS: Final = (
    Cost(what="a ticket", spend=_ticket, writes=1, reads=BESIDE),
    Cost(what="a socket opens", spend=_open, writes=3, reads=1),
    Cost(what="telling open pages", spend=_tell, writes=0, reads=0.5),
    Cost(what="a socket closes", spend=_close, writes=2, reads=0),
)
