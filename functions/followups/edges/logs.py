"""Logs: one JSON object a line. They never hold a key, a token, or a text that somebody wrote."""

import hashlib
import json
import logging
import sys
import time
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, TextIO

from followups.domain.errors import FollowUpsError, Unavailable

LOGGER: Final = logging.getLogger("followups")

CHATTY: Final = ("mcp", "mangum")
"""Libraries that have something to say about every call."""

OWNER_DIGITS: Final = 16
"""How much of an owner's hash a line shows: enough to tell owners apart."""

_as_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON: time, level, event, then the fields given with it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return _as_json(line)


_BLANK: Final = vars(
    logging.makeLogRecord({"name": LOGGER.name, "levelno": logging.INFO, "levelname": "INFO", "args": ()})
)


class _CallRecord(logging.LogRecord):
    """A record that looks up no line of code, thread or process: no line about a call shows them."""

    def __init__(self, event: str, fields: dict[str, object]) -> None:
        self.__dict__.update(_BLANK, msg=event, created=time.time(), fields=fields)


def configure(level: str, stream: TextIO | None = None) -> None:
    """Let our lines go to the stream (standard error unless it is given), and keep the libraries quiet."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    LOGGER.handlers[:] = [handler]
    LOGGER.propagate = False
    LOGGER.setLevel(level)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.ERROR)


def call(event: str, **fields: object) -> None:
    """One line about one call; what is None is left out."""
    if LOGGER.isEnabledFor(logging.INFO):
        LOGGER.handle(_CallRecord(event, {name: value for name, value in fields.items() if value is not None}))


def unexpected(event: str, failure: BaseException, **fields: object) -> None:
    """An exception that nobody expected, with its traceback."""
    LOGGER.error(event, exc_info=failure, extra={"fields": fields})


def cause_of(refused: FollowUpsError) -> str | None:
    """Why the storage did not answer, for whoever runs it. Engines name what failed, never what was stored."""
    return str(refused.__cause__) if isinstance(refused, Unavailable) and refused.__cause__ else None


@lru_cache(maxsize=10_000)
def hashed(owner_id: str) -> str:
    """An owner in a log: the same one reads the same, and nobody reads who it is."""
    return hashlib.sha256(owner_id.encode()).hexdigest()[:OWNER_DIGITS]
