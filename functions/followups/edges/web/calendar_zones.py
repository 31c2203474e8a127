"""A time zone as calendars take it: what its clocks do in the years that events lie in (RFC 5545 3.6.5)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard, vDatetime, vDDDLists, vText, vUTCOffset

_STEP: Final = timedelta(days=7)
"""No zone has changed its clocks twice within so short a time since 1970."""
_SECOND: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class _Observance:
    """What the clocks show from some moments on."""

    offset_from: timedelta
    offset_to: timedelta
    name: str
    is_daylight: bool


def component(name: str, years: Collection[int]) -> Timezone:
    """The zone of this name of the tz database, right for all of these years, none of which is the last one."""
    starts: dict[_Observance, list[datetime]] = {}
    for year in sorted(years):
        changes = _changes(name, year)
        # The years between two that are wanted are left out: each run of years says what it begins with.
        for observance, start in changes[year - 1 in years :]:
            moments = starts.setdefault(observance, [])
            if start not in moments:  # Years overlap by a day on either side.
                moments.append(start)
    zone = Timezone()
    zone["TZID"] = vText(name)
    for observance, moments in starts.items():
        zone.add_component(_part(observance, moments))
    return zone


def _part(observance: _Observance, moments: list[datetime]) -> TimezoneStandard | TimezoneDaylight:
    part = TimezoneDaylight() if observance.is_daylight else TimezoneStandard()
    part["DTSTART"] = vDatetime(moments[0])
    part["TZOFFSETFROM"] = vUTCOffset(observance.offset_from)
    part["TZOFFSETTO"] = vUTCOffset(observance.offset_to)
    part["TZNAME"] = vText(observance.name)
    if len(moments) > 1:
        part["RDATE"] = vDDDLists(moments[1:])
    return part


@lru_cache(maxsize=1_000)
def _changes(name: str, year: int) -> tuple[tuple[_Observance, datetime], ...]:
    """What holds when the year begins, then each change in it, with the moment as the clocks before it show it."""
    zone = ZoneInfo(name)
    began = datetime(year, 1, 1, tzinfo=UTC) - timedelta(days=1)
    found = [(_observance(zone, began, began), _wall(zone, began, began))]
    for before, after in _moments(zone, began, datetime(year + 1, 1, 2, tzinfo=UTC)):
        found.append((_observance(zone, before, after), _wall(zone, before, after)))
    return tuple(found)


def _moments(zone: ZoneInfo, low: datetime, end: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The second before each change of the clocks, and the second of it."""
    while low < end:
        high = min(low + _STEP, end)
        if _reading(zone, low) != _reading(zone, high):
            first, last = low, high
            while last - first > _SECOND:
                middle = (first + (last - first) // 2).replace(microsecond=0)
                if _reading(zone, middle) == _reading(zone, low):
                    first = middle
                else:
                    last = middle
            yield first, last
        low = high


def _reading(zone: ZoneInfo, at: datetime) -> tuple[timedelta, str]:
    there = at.astimezone(zone)
    return there.utcoffset() or timedelta(), there.tzname() or ""


def _observance(zone: ZoneInfo, before: datetime, after: datetime) -> _Observance:
    offset, name = _reading(zone, after)
    return _Observance(_reading(zone, before)[0], offset, name, bool(after.astimezone(zone).dst()))


def _wall(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    return (after + _reading(zone, before)[0]).replace(tzinfo=None)
