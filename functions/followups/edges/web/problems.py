"""Refusals as problem details (RFC 9457): one table from error to status."""

import json
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from followups.domain import errors
from followups.domain.errors import FollowUpsError
from followups.domain.instants import to_text
from followups.edges.web.preconditions import etag
from followups.edges.web.refusals import Malformed, MethodNotAllowed, WrongMediaType
from followups.services.editing import Stale
from followups.services.managing_lists import StaleList
from followups.services.signing_in import StaleOwner

MEDIA_TYPE: Final = "application/problem+json"

STATUSES: Final[Mapping[type[FollowUpsError], int]] = {
    Malformed: 400,
    errors.Unauthorized: 401,
    errors.NotAllowed: 403,
    errors.RepositoryNotAccepted: 403,
    errors.NotFound: 404,
    MethodNotAllowed: 405,
    errors.ChangedMeanwhile: 409,
    errors.ClaimedElsewhere: 409,
    errors.ClaimLost: 409,
    errors.KeyConflict: 409,
    errors.NotDue: 409,
    errors.PlanNotAccepted: 409,
    errors.TooManyOpen: 409,
    errors.PositionGone: 410,
    Stale: 412,
    StaleList: 412,
    StaleOwner: 412,
    errors.TooLarge: 413,
    WrongMediaType: 415,
    errors.Invalid: 422,
    errors.IfMatchRequired: 428,
    errors.RateLimited: 429,
    errors.Unavailable: 503,
}
"""Every error with its status. 400 is for what the OpenAPI document rules out, 422 for what only its meaning does."""

TITLES: Final[Mapping[str, str]] = {
    "unauthorized": "Nobody is signed in",
    "not_allowed": "Not allowed",
    "not_found": "Not found",
    "if_match_required": "If-Match is required",
    "position_gone": "The position is gone",
    "changed_meanwhile": "Changed meanwhile",
    "claimed_elsewhere": "Claimed elsewhere",
    "claim_lost": "The claim is lost",
    "not_due": "Not due yet",
    "key_conflict": "Used with other arguments before",
    "too_many_open": "Too many open",
    "repository_not_accepted": "Repository not accepted",
    "plan_not_accepted": "Plan not accepted",
    "too_large": "Too large",
    "invalid": "Not what is taken here",
    "rate_limited": "Too many calls",
    "unavailable": "Unavailable for a moment",
    "internal": "Something went wrong here",
}
"""By code: what kind of problem it is, the same for every occurrence."""

_INTERNAL: Final = "This is a mistake on our side and was logged. Nothing says that your call was wrong; try it again."


def status_of(refusal: FollowUpsError) -> int:
    return next(STATUSES[kind] for kind in type(refusal).__mro__ if kind in STATUSES)


def problem(refusal: FollowUpsError, *, current: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The members of the problem; `current` is what a stale write would have had to be made from."""
    members: dict[str, Any] = {
        **{name: _plain(value) for name, value in refusal.details.items()},
        **_fixed(refusal.code, status_of(refusal), refusal.message),
    }
    if current is not None:
        members["current"] = current
    return members


def answer(refusal: FollowUpsError, *, current: Mapping[str, Any] | None = None) -> Response:
    members = problem(refusal, current=current)
    headers: dict[str, str] = {}
    if isinstance(refusal, errors.Unauthorized):
        headers["WWW-Authenticate"] = 'Bearer realm="follow-ups"'
    if isinstance(refusal, MethodNotAllowed):
        headers["Allow"] = refusal.allowed
    if "retry_after" in refusal.details:
        headers["Retry-After"] = str(refusal.details["retry_after"])
    if current is not None:
        headers["ETag"] = etag(current["version"])
    return _response(members, headers)


def internal(request_id: str) -> Response:
    """For what nobody expected: says nothing of it but where it stands in the log."""
    return _response({**_fixed("internal", 500, _INTERNAL), "request_id": request_id}, {})


def by_status(status: int) -> Response:
    """For what the framework refuses before any of our code is asked."""
    if status == HTTPStatus.NOT_FOUND:
        return answer(errors.NotFound("There is no such path. /api/openapi.json lists those that there are."))
    return _response(_fixed("invalid", status, "The request cannot be read."), {})


def _fixed(code: str, status: int, detail: str) -> dict[str, Any]:
    return {
        "type": f"urn:follow-ups:error:{code}",
        "title": TITLES[code],
        "status": status,
        "detail": detail,
        "code": code,
    }


def _response(members: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    # In ASCII: a refusal may repeat what was refused, and not all of that has a UTF-8 form.
    body = json.dumps(members, separators=(",", ":")).encode()
    return Response(body, status_code=members["status"], headers=dict(headers), media_type=MEDIA_TYPE)


def _plain(value: object) -> object:
    return to_text(value) if isinstance(value, datetime) else value
