"""When something is due: a calendar date, or a wall-clock time in a zone. Neither turns into the other by accident."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Final, NoReturn
from zoneinfo import ZoneInfo

from followups.domain.errors import Invalid
from followups.domain.instants import Instant
from followups.domain.text import shortened

FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 9999

_LAST_INSTANT: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""What stands for every instant after the last one that a datetime can hold."""

_FARTHEST_EAST: Final = timedelta(hours=14)
"""The clocks of Pacific/Kiritimati are first at every day."""

_TEXT: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:[.,]0{1,9})?([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?)?"
)
"""A date, then a time, then an offset (RFC 3339 5.6, seconds and minutes of the offset optional)."""

_ZONE: Final = re.compile(r"[A-Z][A-Za-z0-9_+-]{0,31}(?:/[A-Z][A-Za-z0-9_+-]{0,31}){0,2}")
"""Every name in the tz database looks so; `localtime`, `posix/…` and paths do not."""

_OFFSET: Final = re.compile(r"(?:UTC|GMT|Z)?[+-]?[0-9:]+|(?:UTC|GMT)[+-].*", re.IGNORECASE)

_ZONE_ADVICE: Final = "Use a name of the tz database, such as Europe/Berlin, America/New_York or UTC."
_DUE_ADVICE: Final = (
    "Give a date (2027-01-31), or a wall-clock time (2027-01-31T09:00, seconds optional) together with time_zone "
    "(Europe/Berlin)."
)


@dataclass(frozen=True, kw_only=True)
class DueDate:
    """Due on a day, wherever its owner is."""

    date: date


@dataclass(frozen=True, kw_only=True)
class DueTime:
    """Due when the clocks of a zone show this time."""

    at: datetime
    """Naive, to the minute or second."""
    time_zone: str
    """A name of the tz database; one that a later database does not know counts as UTC."""


Due = DueDate | DueTime


def time_zone(raw: str) -> str:
    """The name of a zone, when the tz database has it.

    Raises:
        Invalid: an offset, an abbreviation or a name that the database does not have.
    """
    name = raw.strip()
    if _zone(name) is not None and not _OFFSET.fullmatch(name):
        return name
    if _OFFSET.fullmatch(name):
        reason = "is an offset, not a time zone: it does not know when clocks change"
    else:
        reason = "is not a time zone that the tz database has" if name else "is empty"
    raise Invalid(f"time_zone {_quoted(name)} {reason}. {_ZONE_ADVICE}", field="time_zone")


def zone_is_known(time_zone: str) -> bool:
    """Whether the tz database has the zone; the times of one that it does not have are read as UTC."""
    return _zone(time_zone) is not None


def from_text(due: str, time_zone: str | None) -> Due:
    """The due that one text and a zone name: a date, a wall-clock time, or an instant with an offset.

    An instant becomes the time that the clocks of the zone show then. Beside a date the zone changes nothing.

    Raises:
        Invalid: not one of the three, a time without a zone, or a zone that is none.
    """
    day, clock, offset = _parts(due)
    zone = _checked_zone(time_zone)
    if clock is None:
        return DueDate(date=_in_range(day))
    if zone is None:
        what = "an offset says nothing about later clock changes" if offset else "a time needs to know whose clock"
        raise Invalid(
            f"due {_quoted(due)} comes without time_zone: {what}. Add time_zone, such as Europe/Berlin, or give the "
            "date alone.",
            field="time_zone",
        )
    wall = datetime.combine(day, clock)
    if offset is not None:
        try:
            wall = wall.replace(tzinfo=offset).astimezone(_zone_or_utc(zone)).replace(tzinfo=None, fold=0)
        except OverflowError:
            _refuse_year()
    _in_range(wall.date())
    return DueTime(at=wall, time_zone=zone)


def from_fields(fields: Mapping[str, object]) -> Due:
    """The due that `{"date": …}` or `{"at": …, "time_zone": …}` names; other keys are ignored.

    Raises:
        Invalid: both or neither, an offset in `at`, or values that are no date, time or zone.
    """
    given, at, zone = fields.get("date"), fields.get("at"), fields.get("time_zone")
    if isinstance(given, str) and at is None:
        day, clock, _ = _parts(given)
        if clock is not None:
            raise Invalid(f"due.date {_quoted(given)} holds a time. Put it in at, with time_zone.", field="due")
        return DueDate(date=_in_range(day))
    if isinstance(at, str) and given is None:
        _, clock, offset = _parts(at)
        if clock is None:
            raise Invalid(f"due.at {_quoted(at)} holds no time. Put it in date, or add the time.", field="due")
        if offset is not None:
            raise Invalid(
                f"due.at {_quoted(at)} holds an offset. Give the time that the clocks of time_zone show, without it.",
                field="due",
            )
        return from_text(at, zone if isinstance(zone, str) else None)
    raise Invalid(
        'due is {"date": "2027-01-31"} or {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"}. Give one of them.',
        field="due",
    )


def from_occurrence(text: str, time_zone: str | None) -> Due:
    """The due that `occurrence` wrote, with the zone kept beside it, even one that is no longer known."""
    if time_zone is None:
        return DueDate(date=date.fromisoformat(text))
    return DueTime(at=datetime.fromisoformat(text), time_zone=time_zone)


def to_fields(due: Due) -> dict[str, str]:
    """What `from_fields` reads."""
    if isinstance(due, DueDate):
        return {"date": occurrence(due)}
    return {"at": occurrence(due), "time_zone": due.time_zone}


def occurrence(due: Due) -> str:
    """The due as written, which names one occurrence of a repeating todo: `2027-01-31` or `2027-01-31T09:00`."""
    if isinstance(due, DueDate):
        return due.date.isoformat()
    return due.at.isoformat(timespec="seconds" if due.at.second else "minutes")


def earliest(due: Due) -> Instant | None:
    """The first instant at which any clock shows it; None as for `instant`."""
    if isinstance(due, DueTime):
        return instant(due)
    return datetime.combine(due.date, time(), UTC) - _FARTHEST_EAST


def instant(due: Due) -> Instant | None:
    """When a wall-clock time comes; None for a date, which comes in the owner's zone.

    A time that a clock change skips counts by the offset before it (RFC 5545 3.3.5); of two the first.
    """
    return None if isinstance(due, DueDate) else _instant(due.at, due.time_zone)


def begins(due: Due, owner_zone: str) -> Instant:
    """When what is due comes: a time when it comes, a date when its day begins where the owner is."""
    return start_of_day(due.date, owner_zone) if isinstance(due, DueDate) else _instant(due.at, due.time_zone)


def wall_clock(at: Instant, time_zone: str) -> datetime:
    """What the clocks of the zone show then; naive."""
    try:
        return at.astimezone(_zone_or_utc(time_zone)).replace(tzinfo=None, fold=0)
    except OverflowError:
        return _LAST_INSTANT.replace(tzinfo=None)


def start_of_day(day: date, time_zone: str) -> Instant:
    """When the day begins in the zone: midnight, or where the clocks skip midnight, the moment they do."""
    return _instant(datetime.combine(day, time.min), time_zone)


def day_range(since: date, until: date, time_zone: str) -> tuple[Instant, Instant]:
    """From the beginning of the first day to the end of the last one, exclusive, in the zone.

    Raises:
        Invalid: the last day is before the first.
    """
    if until < since:
        raise Invalid(f"The range ends on {until}, before it starts on {since}. Swap the two days.", field="until")
    end = _LAST_INSTANT if until == date.max else start_of_day(until + timedelta(days=1), time_zone)
    return start_of_day(since, time_zone), end


def _instant(wall: datetime, time_zone: str) -> Instant:
    try:
        # Of a repeated time fold 0 is the first, and in a gap it is the offset before (PEP 495).
        return wall.replace(tzinfo=_zone_or_utc(time_zone), fold=0).astimezone(UTC)
    except OverflowError:
        return _LAST_INSTANT


def _parts(raw: str) -> tuple[date, time | None, tzinfo | None]:
    text = raw.strip()
    match = _TEXT.fullmatch(text)
    if match is None:
        raise Invalid(f"due {_quoted(text)} is neither a date nor a time. {_DUE_ADVICE}", field="due")
    try:
        day = date.fromisoformat(match[1])
        clock = _clock(match[2]) if match[2] else None
        offset = _offset(match[3]) if match[3] else None
    except ValueError:
        raise Invalid(
            f"due {_quoted(text)} does not exist: the day, the time or the offset is out of range. {_DUE_ADVICE}",
            field="due",
        ) from None
    return day, clock, offset


def _clock(text: str) -> time:
    # Not time.fromisoformat, which takes 24:00 for the beginning of the same day since Python 3.13.
    hour, minute, second = f"{text}:00".split(":")[:3]
    return time(int(hour), int(minute), int(second))


def _offset(text: str) -> tzinfo:
    if text in "Zz":
        return UTC
    hours, minutes = int(text[1:3]), int(text[3:].lstrip(":") or 0)
    if minutes > 59:
        raise ValueError(text)
    ahead = timedelta(hours=hours, minutes=minutes)
    return timezone(-ahead if text.startswith("-") else ahead)


def _in_range(day: date) -> date:
    if day.year < FIRST_YEAR:
        _refuse_year()
    return day


def _refuse_year() -> NoReturn:
    raise Invalid(f"due is outside the years {FIRST_YEAR} to {LAST_YEAR}. Give a day within them.", field="due")


def _checked_zone(raw: str | None) -> str | None:
    return None if raw is None else time_zone(raw)


def _zone(name: str) -> ZoneInfo | None:
    if not _ZONE.fullmatch(name) or name == "Factory":
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        # Missing, not a zone file, or a folder: which one depends on where the database is installed.
        return None


def _zone_or_utc(name: str) -> tzinfo:
    return _zone(name) or UTC


def _quoted(raw: str) -> str:
    head = shortened(raw, 60)
    return repr(head if head == raw else f"{head}…")
