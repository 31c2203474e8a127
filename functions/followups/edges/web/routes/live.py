"""Live changes: a ticket for the page's socket."""

from typing import Final

from starlette.responses import Response

from followups.domain.limits import MESSAGE_BYTES, SOCKET_SECONDS, TICKET_SECONDS
from followups.edges.web import answers
from followups.edges.web.operations import Call, Operation
from followups.services import issuing_tickets


def create_live_ticket(call: Call) -> Response:
    ticket = issuing_tickets.issue(call.ports, call.caller)
    return answers.answer({"url": call.product.live_url, "ticket": ticket}, status=201)


OPERATIONS: Final = (
    Operation(
        method="POST",
        path="/api/live-tickets",
        answer=create_live_ticket,
        summary="Make a ticket that opens one socket for live changes",
        description=(
            f'Open `url + "?ticket=" + ticket` as a WebSocket within {TICKET_SECONDS} seconds; a ticket works once. '
            f"The socket is told of changes for {SOCKET_SECONDS // 60} minutes, in messages of at most {MESSAGE_BYTES} "
            "bytes. `changes` holds what changed in a list, with rows as pages show them, and the position to read on "
            "from in the list's changes; after `lists` and `settings` read those again. Keep the newer version: "
            "messages may come late, twice and in another order. What was written just before it opened, or while none "
            'was open, is in the list\'s changes. `{"ping": number}` is answered with `{"pong": number}`.'
        ),
        status=201,
        shows="LiveTicket",
    ),
)
