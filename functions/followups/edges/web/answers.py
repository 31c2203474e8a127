"""Answers: in JSON, and one as a calendar."""

import json
from collections.abc import Mapping
from typing import Any, Final

from starlette.responses import Response

from followups.edges.web.preconditions import etag

CALENDAR: Final = "text/calendar; charset=utf-8"

_encode: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def encoded(value: Mapping[str, Any]) -> bytes:
    return _encode(value).encode()


def answer(value: Mapping[str, Any], *, status: int = 200, location: str | None = None) -> Response:
    return _json(encoded(value), status, {} if location is None else {"Location": location})


def versioned(value: Mapping[str, Any], *, status: int = 200, location: str | None = None) -> Response:
    """With the ETag that a write of it has to name."""
    headers = {"ETag": etag(value["version"])}
    if location is not None:
        headers["Location"] = location
    return _json(encoded(value), status, headers)


def in_ascii(value: Mapping[str, Any]) -> Response:
    """For what may repeat text that has no UTF-8 form."""
    return _json(json.dumps(value, allow_nan=False, separators=(",", ":")).encode(), 200, {})


def written(body: bytes) -> Response:
    """With a body that is encoded already."""
    return _json(body, 200, {})


def calendar(body: bytes, etag: str) -> Response:
    """An iCalendar object (RFC 5545), for a calendar that keeps it and asks again."""
    return Response(body, headers=_kept(etag), media_type=CALENDAR)


def unchanged(etag: str) -> Response:
    """The asker has what is there."""
    return Response(status_code=304, headers=_kept(etag))


def nothing() -> Response:
    return Response(status_code=204)


def _kept(etag: str) -> Mapping[str, str]:
    # Without it a client may not keep what it would have to name in If-None-Match.
    return {"ETag": etag, "Cache-Control": "private, no-cache"}


def _json(body: bytes, status: int, headers: Mapping[str, str]) -> Response:
    return Response(body, status_code=status, headers=headers, media_type="application/json")
