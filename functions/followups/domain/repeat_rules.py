"""Repeat rules: the part of RFC 5545 3.3.10 that a todo can repeat by."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final, NoReturn

from followups.domain.errors import Invalid
from followups.domain.text import shortened

RRULE_CHARACTERS: Final = 500
"""Longest text of a rule. Every rule that there is fits, however its parts are written."""

_WEEKDAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_LAST: Final = -1
_SHORTEST_MONTH: Final = 28

_INTERVAL: Final = re.compile(r"0*([1-9][0-9]{0,2})")
_MONTH_DAY: Final = re.compile(r"-1|\+?0?([1-9]|[12][0-9]|3[01])")
_DAY: Final = re.compile(rf"(-1|\+?0?[1-5])?({'|'.join(_WEEKDAYS)})")

_ADVICE: Final = (
    "Give FREQ=DAILY, WEEKLY, MONTHLY or YEARLY; then as needed INTERVAL=1 to 999; weekly BYDAY=MO,TH; monthly either "
    "BYMONTHDAY=1,31 (-1 is the last day) or BYDAY=1MO,-1FR."
)


class Frequency(StrEnum):
    DAILY = "DAILY"
    WEEKLY = "WEEKLY"
    MONTHLY = "MONTHLY"
    YEARLY = "YEARLY"


@dataclass(frozen=True)
class Day:
    """A day of the week: every one, or one of the month."""

    weekday: int
    """From 0, Monday."""
    ordinal: int = 0
    """Which of the month, 1 to 5 or -1 for the last; 0 for every one."""

    def __str__(self) -> str:
        return f"{self.ordinal or ''}{_WEEKDAYS[self.weekday]}"


@dataclass(frozen=True, kw_only=True)
class Rule:
    """How often something returns. What it leaves open, the anchor says. Its text is the same for equal rules."""

    frequency: Frequency
    interval: int = 1
    days: tuple[Day, ...] = ()
    """Weekly: these; monthly: these of the month."""
    month_days: tuple[int, ...] = ()
    """Monthly: days of the month, -1 the last. In a month that is too short the last day stands for a later one."""

    def __str__(self) -> str:
        return _written(self.frequency, self.interval, self.days, {"BYMONTHDAY": self.month_days})


@dataclass(frozen=True, kw_only=True)
class Exact:
    """A rule with what its anchor says, by RFC 5545 alone: where a month lacks a day, one that it has is chosen."""

    frequency: Frequency
    interval: int
    days: tuple[Day, ...] = ()
    month_days: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    """Which of the days of a month; empty for all."""

    def __str__(self) -> str:
        numbers = {"BYMONTH": self.months, "BYMONTHDAY": self.month_days, "BYSETPOS": self.positions}
        return _written(self.frequency, self.interval, self.days, numbers)


def rule(text: str) -> Rule:
    """The rule that an RRULE names, in any case, with or without `RRULE:` before it.

    Raises:
        Invalid: not a rule, or one with parts that a todo does not repeat by.
    """
    parts = _parts(text)
    frequency = parts.pop("FREQ", "")
    if frequency not in set(Frequency):
        _refuse(f"does not say how often: FREQ is {_quoted(frequency)}" if frequency else "has no FREQ")
    made = Rule(
        frequency=Frequency(frequency),
        interval=_interval(parts.pop("INTERVAL", "1")),
        days=_days(parts.pop("BYDAY", None)),
        month_days=_month_days(parts.pop("BYMONTHDAY", None)),
    )
    for name in parts:
        _refuse(f"has {_quoted(name)}, which a todo does not repeat by")
    return _checked(made)


def exact(rule: Rule, anchor: date) -> Exact:
    month_days: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    days = rule.days
    if rule.frequency is Frequency.WEEKLY and not days:
        days = (Day(anchor.weekday()),)
    elif rule.frequency is Frequency.YEARLY or (rule.frequency is Frequency.MONTHLY and not days):
        month_days, positions = _within_every_month(rule.month_days or (anchor.day,))
    months: tuple[int, ...] = ()
    if rule.frequency is Frequency.YEARLY:
        months = (anchor.month,)
        if (anchor.month, anchor.day) != (2, 29):
            month_days, positions = (anchor.day,), ()
    return Exact(
        frequency=rule.frequency,
        interval=rule.interval,
        days=days,
        month_days=month_days,
        months=months,
        positions=positions,
    )


def _within_every_month(wanted: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Days of the month and positions among them, so that the last day of a month stands for the days that it lacks."""
    highest = max(wanted)
    if _LAST in wanted or highest <= _SHORTEST_MONTH:
        return wanted, ()
    candidates = tuple(sorted({*wanted, *range(_SHORTEST_MONTH, highest + 1)}))
    if candidates == wanted:
        return wanted, ()
    # The last candidate that there is stands for the highest day; in a short month for those beyond it, too.
    return candidates, (*(candidates.index(day) + 1 for day in wanted[:-1]), _LAST)


def _parts(text: str) -> dict[str, str]:
    if len(text) > RRULE_CHARACTERS:
        _refuse(f"is longer than {RRULE_CHARACTERS} characters")
    written = text.strip().upper().removeprefix("RRULE:").removesuffix(";")
    parts: dict[str, str] = {}
    for part in written.split(";"):
        name, is_assigned, value = (each.strip() for each in part.partition("="))
        if not (name and is_assigned and value):
            _refuse(f"is no rule: {_quoted(written)}")
        if name in parts:
            _refuse(f"says {_quoted(name)} twice")
        parts[name] = value
    return parts


def _interval(text: str) -> int:
    match = _INTERVAL.fullmatch(text)
    if match is None:
        _refuse(f"has INTERVAL {_quoted(text)}")
    return int(match[1])


def _days(text: str | None) -> tuple[Day, ...]:
    if text is None:
        return ()
    days: set[Day] = set()
    for part in text.split(","):
        match = _DAY.fullmatch(part.strip())
        if match is None:
            _refuse(f"has BYDAY {_quoted(part)}")
        days.add(Day(_WEEKDAYS.index(match[2]), int(match[1] or 0)))
    return tuple(sorted(days, key=lambda day: (day.ordinal == _LAST, day.ordinal, day.weekday)))


def _month_days(text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    found: set[int] = set()
    for part in text.split(","):
        if _MONTH_DAY.fullmatch(part.strip()) is None:
            _refuse(f"has BYMONTHDAY {_quoted(part)}")
        found.add(int(part))
    return tuple(sorted(found, key=lambda day: (day == _LAST, day)))


def _checked(made: Rule) -> Rule:
    """Raises: Invalid: parts that do not go together."""
    frequency = made.frequency
    has_ordinals = {day.ordinal != 0 for day in made.days}
    if made.month_days and (frequency is not Frequency.MONTHLY or made.days):
        _refuse("has BYMONTHDAY, which goes with FREQ=MONTHLY and without BYDAY")
    if frequency is Frequency.DAILY and made.days and made.interval == 1:
        # Every Monday, by another name.
        made = Rule(frequency=Frequency.WEEKLY, days=made.days)
    elif frequency is Frequency.DAILY and made.days:
        _refuse("has BYDAY with FREQ=DAILY and an INTERVAL, which may meet on no day at all")
    elif frequency is Frequency.YEARLY and made.days:
        _refuse("has BYDAY with FREQ=YEARLY")
    if frequency is Frequency.MONTHLY and False in has_ordinals:
        _refuse("has a BYDAY that does not say which of the month")
    if frequency is not Frequency.MONTHLY and True in has_ordinals:
        _refuse("has a numbered BYDAY, which goes with FREQ=MONTHLY")
    return made


def _written(frequency: Frequency, interval: int, days: Iterable[Day], numbers: Mapping[str, Iterable[int]]) -> str:
    parts = [f"FREQ={frequency}"]
    if interval > 1:
        parts.append(f"INTERVAL={interval}")
    lists = {"BYDAY": ",".join(map(str, days)), **{name: ",".join(map(str, of)) for name, of in numbers.items()}}
    parts.extend(f"{name}={values}" for name, values in lists.items() if values)
    return ";".join(parts)


def _refuse(what: str) -> NoReturn:
    raise Invalid(f"repeat.rrule {what}. {_ADVICE}", field="repeat")


def _quoted(text: str) -> str:
    return repr(shortened(text, 40))
