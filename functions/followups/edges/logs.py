"""Logs: one JSON object a line. They never hold a key, a token, or a text that somebody wrote."""

import hashlib
import json
import logging
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, TextIO

from followups.domain.errors import FollowUpsError, Unavailable
from followups.edges import metrics

LOGGER: Final = logging.getLogger("followups")

CHATTY: Final = ("mcp", "mangum")
"""Libraries that have something to say about every call."""

OWNER_DIGITS: Final = 16
"""How much of an owner's hash a line shows: enough to tell owners apart."""

_as_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON: time, level, event, then the fields given with it, then its metrics."""

    def __init__(self, stack: str = "") -> None:
        """`stack` is the name that metrics are counted under; without one lines carry none."""
        super().__init__()
        self._stack = stack

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        counted = getattr(record, "counted", None)
        if counted and self._stack:
            line.update(metrics.embedded(self._stack, counted, record.created))
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return _as_json(line)


_BLANK: Final = vars(
    logging.makeLogRecord({"name": LOGGER.name, "levelno": logging.INFO, "levelname": "INFO", "args": ()})
)


class _CallRecord(logging.LogRecord):
    """A record that looks up no line of code, thread or process: no line about a call shows them."""

    def __init__(self, event: str, fields: dict[str, object], counted: metrics.Values | None) -> None:
        self.__dict__.update(_BLANK, msg=event, created=time.time(), fields=fields, counted=counted)


def configure(level: str, stream: TextIO | None = None, *, stack: str = "") -> None:
    """Let our lines go to the stream (standard error unless it is given), and keep the libraries quiet.

    With a stack, lines that count something are written whatever the level: an alarm must not depend on it.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(stack))
    if not stack:
        handler.setLevel(level)
    LOGGER.handlers[:] = [handler]
    LOGGER.propagate = False
    LOGGER.setLevel(level)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.ERROR)


def call(event: str, counted: metrics.Values | None = None, **fields: object) -> None:
    """One line about one call, and what it counts by the names in `metrics`; what is None is left out."""
    if counted or LOGGER.isEnabledFor(logging.INFO):
        shown = {name: value for name, value in fields.items() if value is not None}
        LOGGER.handle(_CallRecord(event, shown, counted))


def unexpected(event: str, failure: BaseException, **fields: object) -> None:
    """An exception that nobody expected, with its traceback."""
    LOGGER.error(event, exc_info=failure, extra={"fields": fields})


def cause_of(refused: FollowUpsError) -> str | None:
    """Why the storage did not answer, for whoever runs it. Engines name what failed, never what was stored."""
    return str(refused.__cause__) if isinstance(refused, Unavailable) and refused.__cause__ else None


def invocation_in(scope: Mapping[str, Any]) -> str | None:
    """Lambda's own id of the call behind an ASGI scope, by which the platform's lines name it; None elsewhere."""
    return getattr(scope.get("aws.context"), "aws_request_id", None)


@lru_cache(maxsize=10_000)
def hashed(owner_id: str) -> str:
    """An owner in a log: the same one reads the same, and nobody reads who it is."""
    return hashlib.sha256(owner_id.encode()).hexdigest()[:OWNER_DIGITS]
