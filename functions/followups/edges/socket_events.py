"""The WebSocket API of API Gateway: pages that come with a ticket, pages that go, and their pings.

Shapes: Amazon API Gateway Developer Guide, *Integration request for WebSocket APIs in API Gateway*.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final

from followups.domain.errors import FollowUpsError, Unauthorized
from followups.domain.instants import Instant
from followups.edges import logs, metrics, pings
from followups.services.opening_sockets import close_socket, open_socket
from followups.services.sockets import SocketPorts

Answer = dict[str, Any]

_DONE: Final = 200
_NOBODY: Final = 401
_FAILED: Final = 500
_LATER: Final = 503


def socket_handler(ports: SocketPorts) -> Callable[[Mapping[str, Any], Any], Answer]:
    """The function that Lambda calls with each event of a connection. To a page that comes any other status than 200
    is a refusal.
    """

    def handle(event: Mapping[str, Any], context: Any) -> Answer:
        began = perf_counter()
        told: dict[str, Any] = {}
        outcome, cause = "ok", None
        try:
            answer = _answer(ports, event, told)
        except Unauthorized as refused:
            outcome, answer = refused.code, {"statusCode": _NOBODY}
        except FollowUpsError as refused:
            outcome, cause, answer = refused.code, logs.cause_of(refused), {"statusCode": _LATER}
        except Exception as failure:  # noqa: BLE001 - the last line: the gateway is told, whatever happens
            outcome, answer = metrics.INTERNAL, {"statusCode": _FAILED}
            logs.unexpected("socket event failed", failure)
        logs.call(
            "socket",
            metrics.of_call(outcome),
            invocation=getattr(context, "aws_request_id", None),
            **told,
            outcome=outcome,
            cause=cause,
            ms=round((perf_counter() - began) * 1000, 2),
        )
        return answer

    return handle


def _answer(ports: SocketPorts, event: Mapping[str, Any], told: dict[str, Any]) -> Answer:
    """Raises: Unauthorized, Unavailable."""
    context = event["requestContext"]
    told["route"] = context["routeKey"]
    socket_id: str = context["connectionId"]
    # Not by the route: a page's message may name any, and would pass for a coming or a going.
    match context["eventType"]:
        case "CONNECT":
            asked = event.get("queryStringParameters") or {}
            socket = open_socket(ports, asked.get("ticket"), socket_id=socket_id, connected_at=_connected_at(context))
            told["owner"] = logs.hashed(socket.owner_id)
        case "DISCONNECT":
            close_socket(ports, socket_id, _connected_at(context))
        case _:
            said = None if event.get("isBase64Encoded") else event.get("body")
            return {"statusCode": _DONE, "body": pings.answer_to(said)}
    return {"statusCode": _DONE}


def _connected_at(context: Mapping[str, Any]) -> Instant:
    """The gateway's own time of the connection, the same in all its events."""
    return datetime.fromtimestamp(context["connectedAt"] / 1000, UTC)
