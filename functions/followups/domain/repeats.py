"""Repeats: what comes after a due. A rule counts from its anchor, so that no clamped day is ever taken for its own."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, Literal

from followups.domain import dues, repeat_rules
from followups.domain.dues import Due, DueDate
from followups.domain.errors import Invalid
from followups.domain.instants import Instant
from followups.domain.repeat_rules import Frequency, Rule, exact

_ANCHOR: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?)?")
_LONGEST_GAP: Final = timedelta(days=2)
"""More than any clock was ever put back or forward: a zone that crossed the date line skipped a day."""
_REMEMBERED: Final = 1_000


@dataclass(frozen=True, kw_only=True)
class Repeat:
    """A rule, and when it was set on: a date, or for a due with a time the wall-clock time."""

    rule: Rule
    anchor: date | datetime


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A repeat as somebody asks for it; None leaves the rule as it is, and lets the anchor be the due."""

    rrule: str | None
    anchor: str | None = None


@dataclass(frozen=True, kw_only=True)
class Rolled:
    """How a todo was last rolled forward: done or skipped, and due again."""

    due: str
    """The occurrence that it stood on."""
    to: str
    """The occurrence after it."""
    at: Instant
    skipped: bool = False


def repeat(rrule: str, anchor: str | None, due: Due | None) -> Repeat:
    """Raises: Invalid: not a rule, an anchor that is not of the due's kind, or no due."""
    rule = repeat_rules.rule(rrule)
    due = _due(due)
    return Repeat(rule=rule, anchor=_at(due) if anchor is None else _anchor(anchor, due))


def changed(before: Repeat | None, asked: Asked, due: Due | None) -> Repeat:
    """What is there after an edit. The same rule again keeps the anchor that it has.

    Raises: Invalid: not a rule, an anchor that is not of the due's kind, or no due.
    """
    rrule = asked.rrule
    if rrule is None:
        if before is None:
            raise Invalid("It does not repeat yet: give repeat.rrule, such as FREQ=WEEKLY.", field="repeat")
        return repeat(str(before.rule), asked.anchor, due)
    made = repeat(rrule, asked.anchor, due)
    if asked.anchor is None and before is not None and made.rule == before.rule:
        return replace(before, anchor=_of_kind(before.anchor, _due(due)))
    return made


def carried(before: Repeat, old: Due | None, new: Due) -> Repeat:
    """What somebody leaves of it who moves the due by hand: it counts from there.

    Where the day stays, it is still that of the anchor: a day that was clamped is not lost with the time of day.
    """
    if old is None or _wall(old).date() != _wall(new).date():
        return replace(before, anchor=_at(new))
    if _wall(old).time() == _wall(new).time() and isinstance(old, DueDate) == isinstance(new, DueDate):
        return before
    return replace(before, anchor=_of_kind(_day(before.anchor), new))


def next_due(repeat: Repeat, due: Due, now: Instant, time_zone: str) -> Due | None:
    """The first occurrence after the due and after now; None where no calendar goes on that far.

    A date is after now when its day has not begun in the owner's `time_zone`, a time when its instant is after now.
    """
    for following in _dues(repeat, due, dues.wall_clock(now, time_zone_of(due, time_zone)) - _LONGEST_GAP):
        if dues.begins(following, time_zone) > now:
            return following
    return None


def is_on_rule(repeat: Repeat, due: Due) -> bool:
    """Whether the due is one of its occurrences; one that was moved for once is not."""
    at = _wall(due)
    return next(_occurrences(repeat, due, at - timedelta(seconds=1)), None) == at


def to_rrule(repeat: Repeat) -> str:
    """The rule by RFC 5545 alone, for a calendar whose DTSTART is an occurrence."""
    return str(exact(repeat.rule, repeat.anchor))


def to_fields(repeat: Repeat) -> dict[str, str]:
    return {"rrule": str(repeat.rule), "anchor": anchor_text(repeat.anchor)}


def to_text(repeat: Repeat) -> str:
    """`FREQ=MONTHLY@2027-01-31`: rule and anchor in one."""
    return f"{repeat.rule}@{anchor_text(repeat.anchor)}"


@lru_cache(maxsize=_REMEMBERED)
def from_text(text: str) -> Repeat | None:
    """Read what `to_text` wrote. None: only a newer version knows such a rule."""
    rrule, _, anchor = text.partition("@")
    try:
        return Repeat(rule=repeat_rules.rule(rrule), anchor=_parsed(anchor))
    except (Invalid, ValueError):
        return None


def anchor_text(anchor: date | datetime) -> str:
    if isinstance(anchor, datetime):
        return anchor.isoformat(timespec="seconds" if anchor.second else "minutes")
    return anchor.isoformat()


def time_zone_of(due: Due, owner_zone: str) -> str:
    """The zone whose clocks the due goes by."""
    return owner_zone if isinstance(due, DueDate) else due.time_zone


def _dues(repeat: Repeat, due: Due, low: datetime) -> Iterator[Due]:
    """Occurrences after the due and after this wall-clock time, as dues of its kind."""
    for at in _occurrences(repeat, due, max(_wall(due), low)):
        yield DueDate(date=at.date()) if isinstance(due, DueDate) else replace(due, at=at)


def _occurrences(repeat: Repeat, due: Due, after: datetime) -> Iterator[datetime]:
    """From the anchor on; wall-clock times, midnight where the due is a date."""
    # Few calls need it, and it takes a while to load.
    from dateutil.rrule import MO, rrule, weekday

    rule = exact(repeat.rule, repeat.anchor)
    start = _start(rule.frequency, rule.interval, _day(repeat.anchor), after.date())
    found = rrule(
        _FREQUENCIES[rule.frequency],
        dtstart=datetime.combine(start, _clock(repeat, due)),
        interval=rule.interval,
        wkst=MO,
        byweekday=[weekday(day.weekday, day.ordinal or None) for day in rule.days] or None,
        bymonthday=rule.month_days or None,
        bymonth=rule.months or None,
        bysetpos=rule.positions or None,
    )
    return (at for at in found if at > after)


_FREQUENCIES: Final[Mapping[Frequency, Literal[0, 1, 2, 3]]] = {
    Frequency.YEARLY: 0,
    Frequency.MONTHLY: 1,
    Frequency.WEEKLY: 2,
    Frequency.DAILY: 3,
}
"""As the library numbers them."""


def _start(frequency: Frequency, interval: int, anchor: date, low: date) -> date:
    """Where to count from: the anchor, or in step with it the beginning of a period, no later than `low`."""
    if low <= anchor:
        return anchor
    if frequency is Frequency.DAILY:
        return anchor + timedelta(days=(low - anchor).days // interval * interval)
    if frequency is Frequency.WEEKLY:
        monday = anchor - timedelta(days=anchor.weekday())
        weeks = (low - monday).days // 7 // interval * interval
        return anchor if weeks == 0 else monday + timedelta(weeks=weeks)
    if frequency is Frequency.MONTHLY:
        months = ((low.year - anchor.year) * 12 + low.month - anchor.month) // interval * interval
        years, month = divmod(anchor.month - 1 + months, 12)
        return anchor if months == 0 else date(anchor.year + years, month + 1, 1)
    years = (low.year - anchor.year) // interval * interval
    return anchor if years == 0 else date(anchor.year + years, 1, 1)


def _due(due: Due | None) -> Due:
    if due is None:
        raise Invalid("A repeat needs a due: it says when it begins. Give due, too.", field="repeat")
    return due


def _anchor(raw: str, due: Due) -> date | datetime:
    wanted = "a date such as 2027-01-31, or a wall-clock time such as 2027-01-31T09:00, without an offset"
    try:
        anchor = _parsed(raw.strip())
    except ValueError:
        raise Invalid(f"repeat.anchor is {wanted}.", field="repeat") from None
    if _day(anchor).year < dues.FIRST_YEAR:
        raise Invalid(f"repeat.anchor lies before {dues.FIRST_YEAR}.", field="repeat")
    if isinstance(anchor, datetime) and isinstance(due, DueDate):
        raise Invalid("repeat.anchor has a time, and the due has none. Give the date alone.", field="repeat")
    return _of_kind(anchor, due)


def _parsed(text: str) -> date | datetime:
    """Raises: ValueError."""
    match = _ANCHOR.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return date.fromisoformat(text) if match[1] is None else datetime.fromisoformat(text)


def _of_kind(anchor: date | datetime, due: Due) -> date | datetime:
    """With a time where the due has one, and without where it has none."""
    if isinstance(due, DueDate):
        return _day(anchor)
    return anchor if isinstance(anchor, datetime) else datetime.combine(anchor, due.at.time())


def _at(due: Due) -> date | datetime:
    return due.date if isinstance(due, DueDate) else due.at


def _wall(due: Due) -> datetime:
    return datetime.combine(due.date, time.min) if isinstance(due, DueDate) else due.at


def _day(anchor: date | datetime) -> date:
    return anchor.date() if isinstance(anchor, datetime) else anchor


def _clock(repeat: Repeat, due: Due) -> time:
    if isinstance(due, DueDate):
        return time.min
    return repeat.anchor.time() if isinstance(repeat.anchor, datetime) else due.at.time()
