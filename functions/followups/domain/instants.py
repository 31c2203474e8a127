"""Instants, and the one way they are written: ISO 8601, UTC, milliseconds, so that text order is time order."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from followups.domain.errors import Invalid

Instant = datetime
"""Aware, in UTC."""

FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""No instant that is kept comes before it."""


def to_text(instant: Instant) -> str:
    """`2026-11-30T12:00:00.000Z`, always 24 characters."""
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def kept(instant: Instant) -> Instant:
    """The instant as it is stored and read back: to the millisecond."""
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


def from_text(text: str) -> Instant:
    """Read what `to_text` wrote."""
    return datetime.fromisoformat(text)


_GIVEN: Final = re.compile(
    r"([0-9]{4})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})",
    re.IGNORECASE,
)
"""RFC 3339 5.6, the seconds optional."""


def given(raw: str, field: str, *, or_else: str | None = None) -> Instant:
    """An instant as others write it: date, time and offset (RFC 3339), from 1970 on.

    `or_else` names what the field takes besides.

    Raises: Invalid.
    """
    match = _GIVEN.fullmatch(raw)
    try:
        if match is not None and int(match[1]) >= 1970:
            return datetime.fromisoformat(raw.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    takes = "an instant such as 2026-11-30T12:00:00Z, from 1970 on"
    raise Invalid(f"{field} is {takes if or_else is None else f'{or_else}, or {takes}'}.", field=field)


def hour_to_note(noted: Instant | None, now: Instant) -> Instant | None:
    """The hour of a use, to be kept as the last one; None when that hour, or a later one, is noted already."""
    hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    return None if noted is not None and hour <= noted else hour


def epoch_milliseconds(instant: Instant) -> int:
    return (instant - FIRST) // timedelta(milliseconds=1)


def epoch_microseconds(instant: Instant) -> int:
    return (instant - FIRST) // timedelta(microseconds=1)
