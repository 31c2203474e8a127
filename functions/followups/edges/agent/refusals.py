"""From a refusal to the protocol: an `isError` result inside a tool, an HTTP status and a JSON-RPC error before one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from mcp_types import INTERNAL_ERROR, INVALID_REQUEST

from followups.domain import errors
from followups.domain.errors import FollowUpsError
from followups.domain.instants import to_text

STATUSES: Final[Mapping[type[FollowUpsError], int]] = {
    errors.Unauthorized: 401,
    errors.NotAllowed: 403,
    errors.NotFound: 404,
    errors.IfMatchRequired: 428,
    errors.PositionGone: 410,
    errors.ChangedMeanwhile: 409,
    errors.ClaimedElsewhere: 409,
    errors.ClaimLost: 409,
    errors.NotDue: 409,
    errors.KeyConflict: 409,
    errors.TooManyOpen: 409,
    errors.RepositoryNotAccepted: 409,
    errors.PlanNotAccepted: 409,
    errors.TooLarge: 413,
    errors.Invalid: 400,
    errors.RateLimited: 429,
    errors.Unavailable: 503,
}
"""The HTTP status of each refusal that comes before a tool is reached. A tool answers all of them with 200."""

INTERNAL: Final = "internal"
"""The code of what nobody expected."""


def status_of(refused: FollowUpsError) -> int:
    return next(STATUSES[kind] for kind in type(refused).__mro__ if kind in STATUSES)


def as_result(refused: FollowUpsError) -> dict[str, Any]:
    """A refusal as the result of a tool, so that the model reads it and can do what it says."""
    return _result(refused.code, refused.message, _details(refused))


def internal_result(request_id: str) -> dict[str, Any]:
    """What a tool answers when something broke: nothing of what it was."""
    return _result(INTERNAL, internal_message(request_id), {"request_id": request_id})


def internal_message(request_id: str) -> str:
    return (
        "Something went wrong here that should not have. Try the same call once more; if it fails again, go on "
        f"without it and tell the owner the request id {request_id}."
    )


def as_rpc_error(refused: FollowUpsError) -> dict[str, Any]:
    """A refusal as the body of an HTTP answer."""
    return rpc_error(status_of(refused), refused.code, refused.message, _details(refused))


def rpc_error(status: int, code: str, message: str, details: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A JSON-RPC error for a request whose id was not read yet; the stable code stands in its data."""
    number = INVALID_REQUEST if status < 500 else INTERNAL_ERROR
    error = {"code": number, "message": message, "data": {"code": code, **(details or {})}}
    return {"jsonrpc": "2.0", "id": None, "error": error}


def _result(code: str, message: str, details: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "content": [{"type": "text", "text": f"{code}: {message}"}],
        "structuredContent": {"error": {"code": code, "message": message, **details}},
        "isError": True,
    }


def _details(refused: FollowUpsError) -> dict[str, Any]:
    return {name: to_text(value) if isinstance(value, datetime) else value for name, value in refused.details.items()}
