"""A list's due todos as an iCalendar object (RFC 5545). Imported by the one operation that answers it."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone, vDate, vDatetime, vDuration, vRecur, vText, vUri

from followups.domain import dues, repeats
from followups.domain.dues import Due, DueDate
from followups.domain.instants import Instant
from followups.domain.limits import FEED_BYTES
from followups.edges.web import calendar_zones
from followups.services.reading_calendar import Entry

REFRESH: Final = timedelta(hours=1)
"""How long a calendar may wait before it asks again."""

_REMEMBERED: Final = 10_000
"""Events that are kept as text: between two looks of a calendar most stay as they were, and to write one takes long."""
_YEARS_AHEAD: Final = 10
"""For how many years the clocks of what repeats are said; by then the calendar has looked again many times."""
_END: Final = b"END:VCALENDAR\r\n"
_AS_UTC: Final = frozenset({"UTC", "Etc/UTC"})
"""Their times need no zone beside them."""

_BREAK: Final = re.compile("\r\n|[\n\x0b\x0c\r\x85\u2028\u2029]")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_SPECIAL: Final = re.compile(r"[\\;,\n]")


class Text(vText):
    r"""Text (RFC 5545 3.3.11): line breaks of every kind are kept as such; no calendar takes other control characters.

    The library reads a backslash before an N as a line break, so it would break `C:\New` in two.
    """

    def to_ical(self) -> bytes:
        plain = _CONTROL.sub("", _BREAK.sub("\n", self))
        return _SPECIAL.sub(lambda found: "\\n" if found[0] == "\n" else f"\\{found[0]}", plain).encode()


def written(name: str, entries: Sequence[Entry], origin: str, list_id: str) -> bytes:
    """The calendar of a list of this name. What is due last is left out where the whole would outgrow `FEED_BYTES`.

    `origin` is the site, where each event leads to its todo.
    """
    calendar = Calendar()
    calendar["PRODID"] = Text("-//Follow-ups//Calendar feed//EN")
    calendar["VERSION"] = Text("2.0")
    calendar["CALSCALE"] = Text("GREGORIAN")
    calendar["NAME"] = calendar["X-WR-CALNAME"] = Text(name)
    calendar["REFRESH-INTERVAL"] = vDuration(REFRESH)
    calendar["REFRESH-INTERVAL"].params["VALUE"] = "DURATION"
    calendar["X-PUBLISHED-TTL"] = vDuration(REFRESH)
    events = _fitting(_event(entry, f"{origin}/lists/{list_id}/todos/{entry.todo_id}") for entry in entries)
    for zone in _zones(entries[: len(events)]):
        calendar.add_component(zone)
    return b"".join([calendar.to_ical(sorted=False).removesuffix(_END), *events, _END])


@lru_cache(maxsize=_REMEMBERED)
def _event(entry: Entry, url: str) -> bytes:
    event = Event()
    event["UID"] = Text(entry.todo_id)
    event["DTSTAMP"] = event["LAST-MODIFIED"] = vDatetime(_to_the_second(entry.updated_at))
    event["DTSTART"] = _start(entry.due)
    if (rule := _rule(entry)) is not None:
        event["RRULE"] = rule
    event["SUMMARY"] = Text(entry.title)
    event["URL"] = vUri(url)
    # What is due keeps nobody busy.
    event["TRANSP"] = Text("TRANSPARENT")
    return bytes(event.to_ical(sorted=False))


def _start(due: Due) -> vDate | vDatetime:
    if isinstance(due, DueDate):
        day = vDate(due.date)
        day.params["VALUE"] = "DATE"
        return day
    zone = _zone_of(due)
    if zone is None:
        return vDatetime(_to_the_second(dues.instant(due) or due.at.replace(tzinfo=UTC)))
    return vDatetime(due.at.replace(tzinfo=ZoneInfo(zone), microsecond=0))


def _rule(entry: Entry) -> vRecur | None:
    """What it repeats by, counted from the start. None: just this once, moved from where the rule has it."""
    if entry.repeat is None or _year(entry.due) == dues.LAST_YEAR or not repeats.is_on_rule(entry.repeat, entry.due):
        return None
    rule: vRecur = vRecur.from_ical(repeats.to_rrule(entry.repeat))
    return rule


def _zones(entries: Sequence[Entry]) -> list[Timezone]:
    """Every zone that a start is written in; and one at all, since a calendar holds something (RFC 5545 3.6)."""
    years: dict[str, set[int]] = {}
    for entry in entries:
        if (zone := _zone_of(entry.due)) is not None and not isinstance(entry.due, DueDate):
            ahead = 1 if entry.repeat is None else _YEARS_AHEAD
            first = entry.due.at.year
            years.setdefault(zone, set()).update(range(first, min(first + ahead, dues.LAST_YEAR)))
    if not entries:
        years["Etc/UTC"] = {1970}
    return [calendar_zones.component(zone, of) for zone, of in sorted(years.items())]


def _zone_of(due: Due) -> str | None:
    """The zone that its start is written in; None for a day, and for what is written as UTC."""
    if isinstance(due, DueDate) or due.time_zone in _AS_UTC or not dues.zone_is_known(due.time_zone):
        return None
    # Behind the last year no clock can be read any more, so nobody can say what its own last day ends with.
    return due.time_zone if due.at.year < dues.LAST_YEAR else None


def _year(due: Due) -> int:
    return due.date.year if isinstance(due, DueDate) else due.at.year


def _fitting(events: Iterable[bytes]) -> list[bytes]:
    """As many as there is room for."""
    found: list[bytes] = []
    room = FEED_BYTES
    for event in events:
        room -= len(event)
        if room < 0:
            break
        found.append(event)
    return found


def _to_the_second(instant: Instant) -> datetime:
    return instant.astimezone(UTC).replace(microsecond=0)
