"""When what repeats is due anew. Cases are named by their rule; a slow model checks them all at random."""

import calendar
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import assume, example, given
from hypothesis import strategies as st

from followups.domain import dues, repeats
from followups.domain.dues import Due, DueDate, DueTime
from followups.domain.errors import Invalid
from followups.domain.repeats import Asked, Repeat

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WEEKLY_ON = "FREQ=WEEKLY;BYDAY"


def due_of(text: str, zone: str = "UTC") -> Due:
    return dues.from_occurrence(text, zone if "T" in text else None)


def repeat_of(rrule: str, first: str, anchor: str | None = None) -> Repeat:
    return repeats.repeat(rrule, anchor, due_of(first))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def following(
    rrule: str, due: str, *, now: str | None = None, zone: str = "UTC", anchor: str | None = None
) -> str | None:
    """The occurrence after a due that is completed when it comes, or at `now`."""
    moment = dues.begins(due_of(due, zone), zone) if now is None else at(now)
    found = repeats.next_due(repeat_of(rrule, due, anchor), due_of(due, zone), moment, zone)
    return None if found is None else dues.occurrence(found)


def chain(rrule: str, first: str, times: int, zone: str = "UTC") -> list[str]:
    """The occurrences after the first, each completed when it comes."""
    repeat, due, found = repeat_of(rrule, first), due_of(first, zone), []
    for _ in range(times):
        after = repeats.next_due(repeat, due, dues.begins(due, zone), zone)
        assert after is not None
        found.append(dues.occurrence(after))
        due = after
    return found


class TestCases:
    def test_monthly_from_the_31st_is_clamped_and_its_day_is_never_lost(self):
        """A01"""
        expected = ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]
        assert chain("FREQ=MONTHLY", "2027-01-31", 4) == expected
        assert chain("FREQ=MONTHLY;BYMONTHDAY=31", "2027-01-31", 4) == expected

    def test_february_of_a_leap_year_has_a_day_more(self):
        """A03"""
        assert following("FREQ=MONTHLY", "2028-01-31") == "2028-02-29"

    def test_the_last_day_of_the_month_is_a_rule_of_its_own(self):
        """A05"""
        assert chain("FREQ=MONTHLY;BYMONTHDAY=-1", "2027-02-28", 3) == ["2027-03-31", "2027-04-30", "2027-05-31"]
        assert chain("FREQ=MONTHLY", "2027-02-28", 2) == ["2027-03-28", "2027-04-28"]

    def test_a_month_is_no_number_of_seconds(self):
        """A07"""
        found = chain("FREQ=MONTHLY", "2013-05-12", 27)
        assert found[-1] == "2015-08-12"
        assert {day[8:] for day in found} == {"12"}

    def test_completed_long_after_its_due_the_first_after_now_comes_next(self):
        """A09"""
        assert following("FREQ=MONTHLY;BYMONTHDAY=31", "2027-01-31", now="2027-06-10T12:00Z") == "2027-06-30"

    def test_on_the_eve_of_a_clock_change_tomorrow_is_another_day(self):
        """A11"""
        zone = "Australia/Sydney"
        assert following("FREQ=DAILY", "2026-10-03", now="2026-10-03T08:00Z", zone=zone) == "2026-10-04"

    def test_a_wall_clock_time_stays_over_a_clock_change_and_its_instant_moves(self):
        """A13"""
        zone, due = "Europe/London", due_of("2026-10-19T09:00", "Europe/London")
        after = repeats.next_due(
            repeat_of("FREQ=WEEKLY;INTERVAL=2", "2026-10-19T09:00"), due, dues.begins(due, zone), zone
        )
        assert dues.instant(due) == at("2026-10-19T08:00Z")
        assert after == due_of("2026-11-02T09:00", zone)
        assert dues.instant(after) == at("2026-11-02T09:00Z")

    def test_a_time_that_the_clocks_skip_counts_by_the_offset_before_and_the_next_is_back_at_its_own(self):
        """A15"""
        zone = "America/New_York"
        days = chain("FREQ=DAILY", "2027-03-13T02:30", 2, zone)
        assert days == ["2027-03-14T02:30", "2027-03-15T02:30"]
        instants = [dues.instant(due_of(day, zone)) for day in days]
        assert instants == [at("2027-03-14T07:30Z"), at("2027-03-15T06:30Z")]

    def test_a_day_without_a_midnight_begins_when_the_clocks_have_skipped_it(self):
        """A17"""
        zone = "America/Santiago"
        assert following("FREQ=DAILY", "2026-09-05", now="2026-09-05T15:00Z", zone=zone) == "2026-09-06"
        assert following("FREQ=DAILY", "2026-09-05", now="2026-09-06T03:59:59Z", zone=zone) == "2026-09-06"
        assert following("FREQ=DAILY", "2026-09-05", now="2026-09-06T04:00Z", zone=zone) == "2026-09-07"

    def test_now_is_a_day_of_the_owners_calendar(self):
        """A19"""
        late = "2026-11-30T04:30Z"
        assert following("FREQ=DAILY", "2026-11-29", now=late, zone="America/New_York") == "2026-11-30"
        assert following("FREQ=DAILY", "2026-11-29", now=late, zone="UTC") == "2026-12-01"

    def test_completed_before_its_due_the_next_after_that_due_comes(self):
        assert following("FREQ=WEEKLY", "2027-01-04", now="2026-12-01T12:00Z") == "2027-01-11"

    def test_weekdays_go_from_friday_to_monday(self):
        assert chain("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03", 3) == ["2026-12-04", "2026-12-07", "2026-12-08"]

    def test_yearly_from_the_29th_of_february_is_the_28th_and_the_29th_again_in_leap_years(self):
        found = chain("FREQ=YEARLY", "2028-02-29", 4)
        assert found == ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]
        assert following("FREQ=YEARLY", "2096-02-29", now="2099-12-01T00:00Z") == "2100-02-28", "1900 and 2100 are none"

    def test_a_time_that_comes_twice_counts_once_and_is_the_first(self):
        zone = "Europe/Berlin"
        assert chain("FREQ=DAILY", "2027-10-30T02:30", 2, zone) == ["2027-10-31T02:30", "2027-11-01T02:30"]
        between = "2027-10-31T01:15Z"
        assert following("FREQ=DAILY", "2027-10-30T02:30", now=between, zone=zone) == "2027-11-01T02:30"

    def test_a_day_that_a_zone_left_out_is_over_when_it_would_have_begun(self):
        """Samoa crossed the date line: there was no 30 December 2011."""
        assert following("FREQ=DAILY", "2011-12-29", now="2011-12-30T10:00Z", zone="Pacific/Apia") == "2012-01-01"


class TestSteps:
    def test_every_other_week_keeps_to_its_weeks_whenever_it_is_completed(self):
        rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"
        assert chain(rule, "2026-12-03", 3) == ["2026-12-14", "2026-12-17", "2026-12-28"]
        assert following(rule, "2026-12-14", now="2026-12-22T12:00Z", anchor="2026-12-03") == "2026-12-28"

    def test_every_few_months_keeps_to_its_months_over_those_that_are_too_short(self):
        assert chain("FREQ=MONTHLY;INTERVAL=3", "2026-11-30", 3) == ["2027-02-28", "2027-05-30", "2027-08-30"]
        late = following("FREQ=MONTHLY;INTERVAL=3", "2027-02-28", now="2027-03-15T00:00Z", anchor="2026-11-30")
        assert late == "2027-05-30"

    def test_every_few_days_and_years_count_from_the_anchor(self):
        assert following("FREQ=DAILY;INTERVAL=3", "2026-12-01", now="2026-12-08T12:00Z") == "2026-12-10"
        assert following("FREQ=YEARLY;INTERVAL=4", "2024-02-29", now="2030-01-01T00:00Z") == "2032-02-29"

    @pytest.mark.parametrize(
        ("rrule", "first", "found"),
        [
            ("FREQ=MONTHLY;BYDAY=1MO", "2026-12-07", ["2027-01-04", "2027-02-01"]),
            ("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27", ["2026-12-25", "2027-01-29"]),
            ("FREQ=MONTHLY;BYDAY=5TU", "2026-12-29", ["2027-03-30", "2027-06-29"]),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15", "2026-12-01", ["2026-12-15", "2027-01-01"]),
            ("FREQ=MONTHLY;BYMONTHDAY=15,31", "2027-01-31", ["2027-02-15", "2027-02-28", "2027-03-15"]),
            ("FREQ=MONTHLY;BYMONTHDAY=29,30", "2027-01-30", ["2027-02-28", "2027-03-29", "2027-03-30"]),
            (f"{WEEKLY_ON}=SA,SU", "2026-12-05", ["2026-12-06", "2026-12-12"]),
        ],
    )
    def test_a_rule_may_name_several_days(self, rrule, first, found):
        assert chain(rrule, first, len(found)) == found

    @pytest.mark.parametrize("rrule", ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY", f"{WEEKLY_ON}=FR"])
    @pytest.mark.parametrize("due", ["9999-12-31", "9999-12-31T23:59"])
    def test_behind_the_last_day_of_all_nothing_follows(self, rrule, due):
        assert following(rrule, due) is None
        assert following(rrule, due, now="9999-12-31T23:59:59Z", zone="Asia/Tokyo") is None

    def test_a_rule_that_meets_on_no_day_ends_it(self):
        assert following("FREQ=MONTHLY;INTERVAL=24;BYDAY=5MO", "2027-02-01") is None


class TestAnchors:
    def test_left_out_it_is_the_due(self):
        assert repeat_of("FREQ=WEEKLY", "2027-01-31").anchor == date(2027, 1, 31)
        assert repeat_of("FREQ=WEEKLY", "2027-01-31T09:00").anchor == datetime(2027, 1, 31, 9)

    def test_a_day_beside_a_time_takes_the_time_of_the_due(self):
        assert repeat_of("FREQ=WEEKLY", "2027-02-28T09:00", "2027-01-31").anchor == datetime(2027, 1, 31, 9)

    def test_the_time_of_the_anchor_comes_back_after_one_that_was_moved(self):
        assert following("FREQ=DAILY", "2027-02-01T11:30", anchor="2027-01-31T09:00") == "2027-02-02T09:00"

    @pytest.mark.parametrize(
        "anchor", ["", "31.1.2027", "2027-02-30", "2027-01-31T24:00", "2027-01-31T09:00Z", "1969-12-31"]
    )
    def test_one_that_is_no_day_is_refused(self, anchor):
        with pytest.raises(Invalid, match="repeat.anchor"):
            repeat_of("FREQ=WEEKLY", "2027-01-31T09:00", anchor)

    def test_a_time_beside_a_day_is_refused(self):
        with pytest.raises(Invalid, match="Give the date alone"):
            repeat_of("FREQ=WEEKLY", "2027-01-31", "2027-01-31T09:00")

    def test_without_a_due_nothing_repeats(self):
        with pytest.raises(Invalid, match="needs a due") as refused:
            repeats.repeat("FREQ=WEEKLY", "2027-01-31", None)
        assert refused.value.details == {"field": "repeat"}

    def test_the_same_rule_again_keeps_the_anchor_and_another_counts_from_the_due(self):
        before, due = repeat_of("FREQ=MONTHLY", "2027-01-31"), due_of("2027-02-28")
        assert repeats.changed(before, Asked(rrule="rrule:freq=monthly;interval=1"), due) == before
        assert repeats.changed(before, Asked(rrule="FREQ=WEEKLY"), due).anchor == date(2027, 2, 28)
        assert repeats.changed(before, Asked(rrule="FREQ=WEEKLY", anchor="2027-02-01"), due).anchor == date(2027, 2, 1)
        moved = repeats.changed(before, Asked(rrule=None, anchor="2027-01-30"), due)
        assert (str(moved.rule), moved.anchor) == ("FREQ=MONTHLY", date(2027, 1, 30))
        assert repeats.changed(before, Asked(rrule=None), due).anchor == date(2027, 2, 28)

    def test_an_anchor_alone_is_refused_where_nothing_repeats(self):
        with pytest.raises(Invalid, match="does not repeat yet"):
            repeats.changed(None, Asked(rrule=None, anchor="2027-01-31"), due_of("2027-01-31"))

    @pytest.mark.parametrize(
        ("old", "new", "anchor"),
        [
            ("2027-02-28", "2027-03-01", "2027-03-01"),
            ("2027-02-28", "2027-02-28T09:00", "2027-01-31T09:00"),
            ("2027-02-28", "2027-03-01T09:00", "2027-03-01T09:00"),
            ("2027-02-28", "2027-02-28", "2027-01-31"),
        ],
        ids=["another day", "a time that day", "another day and a time", "the same"],
    )
    def test_moving_the_day_by_hand_moves_it_and_changing_the_time_does_not(self, old, new, anchor):
        before = repeat_of("FREQ=MONTHLY", "2027-01-31")
        assert repeats.anchor_text(repeats.carried(before, due_of(old), due_of(new)).anchor) == anchor

    def test_it_loses_its_time_with_the_due(self):
        before = repeat_of("FREQ=MONTHLY", "2027-01-31T09:00")
        assert repeats.carried(before, due_of("2027-02-28T09:00"), due_of("2027-02-28")).anchor == date(2027, 1, 31)


class TestText:
    @pytest.mark.parametrize("first", ["2027-01-31", "2027-01-31T09:00", "2027-01-31T09:00:30"])
    def test_it_is_read_back_as_it_was_written(self, first):
        repeat = repeat_of("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", first)
        assert repeats.to_text(repeat) == f"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH@{first}"
        assert repeats.from_text(repeats.to_text(repeat)) == repeat

    @pytest.mark.parametrize("text", ["FREQ=DAILY;COUNT=3@2027-01-31", "FREQ=DAILY", "FREQ=DAILY@soon", ""])
    def test_one_that_only_a_newer_version_knows_breaks_nothing(self, text):
        assert repeats.from_text(text) is None


class TestCalendars:
    @pytest.mark.parametrize(
        ("rrule", "first", "exported"),
        [
            ("FREQ=MONTHLY", "2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
            ("FREQ=MONTHLY;BYMONTHDAY=30", "2027-01-30", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            ("FREQ=MONTHLY;BYMONTHDAY=15,31", "2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=15,28,29,30,31;BYSETPOS=1,-1"),
            ("FREQ=MONTHLY;INTERVAL=2", "2027-01-12", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=12"),
            ("FREQ=YEARLY", "2028-02-29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
            ("FREQ=YEARLY", "2027-07-30", "FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=30"),
            ("FREQ=WEEKLY", "2026-11-30", "FREQ=WEEKLY;BYDAY=MO"),
            ("FREQ=DAILY;INTERVAL=3", "2026-11-30", "FREQ=DAILY;INTERVAL=3"),
            ("FREQ=MONTHLY;BYDAY=2TU", "2026-12-08", "FREQ=MONTHLY;BYDAY=2TU"),
        ],
    )
    def test_a_rule_is_exported_by_rfc_5545_alone(self, rrule, first, exported):
        """J09"""
        assert repeats.to_rrule(repeat_of(rrule, first)) == exported

    def test_one_that_was_moved_for_once_is_not_on_the_rule(self):
        repeat = repeat_of("FREQ=WEEKLY", "2027-01-04", "2027-01-04")
        assert repeats.is_on_rule(repeat, due_of("2027-01-11"))
        assert not repeats.is_on_rule(repeat, due_of("2027-01-12"))
        timed = repeat_of("FREQ=DAILY", "2027-01-04T09:00")
        assert repeats.is_on_rule(timed, due_of("2027-01-05T09:00"))
        assert not repeats.is_on_rule(timed, due_of("2027-01-05T10:00"))


# Everything at random, against a model that looks at one day after the other.


def is_meant(rrule: dict[str, list[str]], anchor: date, day: date) -> bool:
    """Whether a rule from this anchor means this day."""
    step = int(rrule.get("INTERVAL", ["1"])[0])
    last = calendar.monthrange(day.year, day.month)[1]
    months = (day.year - anchor.year) * 12 + day.month - anchor.month
    match rrule["FREQ"][0]:
        case "DAILY":
            return (day - anchor).days % step == 0
        case "WEEKLY":
            weeks = ((day - timedelta(day.weekday())) - (anchor - timedelta(anchor.weekday()))).days // 7
            named = rrule.get("BYDAY", [WEEKDAYS[anchor.weekday()]])
            return weeks % step == 0 and WEEKDAYS[day.weekday()] in named
        case "MONTHLY" if "BYDAY" in rrule:
            name, number = WEEKDAYS[day.weekday()], (day.day - 1) // 7 + 1
            is_last = day.day + 7 > last
            return months % step == 0 and bool(
                {f"{number}{name}", *([f"-1{name}"] if is_last else [])} & {*rrule["BYDAY"]}
            )
        case "MONTHLY":
            wanted = [int(each) for each in rrule.get("BYMONTHDAY", [str(anchor.day)])]
            return months % step == 0 and day.day in {last if each == -1 else min(each, last) for each in wanted}
        case _:
            return months % (12 * step) == 0 and day.day == min(anchor.day, last)


def begin(day: date, clock: time, zone: str) -> datetime:
    return datetime.combine(day, clock, ZoneInfo(zone)).astimezone(UTC)


_numbered = st.builds("{}{}".format, st.sampled_from([1, 2, 3, 4, 5, -1]), st.sampled_from(WEEKDAYS))
_several: dict[str, Any] = {"min_size": 1, "max_size": 4, "unique": True}
_step = {"INTERVAL": st.integers(1, 15).map(lambda step: [str(step)])}
RULES = st.one_of(
    st.fixed_dictionaries({"FREQ": st.sampled_from([["DAILY"], ["WEEKLY"], ["MONTHLY"], ["YEARLY"]])}, optional=_step),
    st.fixed_dictionaries(
        {"FREQ": st.just(["WEEKLY"]), "BYDAY": st.lists(st.sampled_from(WEEKDAYS), **_several)}, optional=_step
    ),
    st.fixed_dictionaries({"FREQ": st.just(["MONTHLY"]), "BYDAY": st.lists(_numbered, **_several)}, optional=_step),
    st.fixed_dictionaries(
        {
            "FREQ": st.just(["MONTHLY"]),
            "BYMONTHDAY": st.lists(st.sampled_from([1, 15, 27, 28, 29, 30, 31, -1]).map(str), **_several),
        },
        optional=_step,
    ),
)
DAYS = st.dates(date(2015, 1, 1), date(2040, 12, 31))
CLOCKS = st.one_of(st.none(), st.sampled_from([time(0), time(0, 30), time(2, 30), time(9), time(23, 59, 59)]))
ZONES = st.sampled_from(
    [
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "America/Santiago",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Asia/Tokyo",
    ]
)
WITHIN_DAYS = 40 * 366


@given(RULES, DAYS, st.integers(0, 3000), CLOCKS, ZONES, st.integers(-(10**7), 10**8))
@example({"FREQ": ["MONTHLY"]}, date(2027, 1, 31), 28, None, "UTC", 0)
@example({"FREQ": ["DAILY"]}, date(2027, 3, 13), 0, time(2, 30), "America/New_York", 0)
def test_the_next_is_the_first_that_is_meant_after_the_due_and_after_now(rrule, anchor, days, clock, zone, late):
    day = anchor + timedelta(days=days)
    due: Due = DueDate(date=day) if clock is None else DueTime(at=datetime.combine(day, clock), time_zone=zone)
    now = begin(day, clock or time(), zone) + timedelta(seconds=late)
    text = ";".join(f"{name}={','.join(values)}" for name, values in rrule.items())
    repeat = repeats.repeat(text, anchor.isoformat(), due)

    found = repeats.next_due(repeat, due, now, zone)

    first = max(day, now.date() - timedelta(days=2))
    candidates = (first + timedelta(days=step) for step in range(WITHIN_DAYS))
    expected = next(
        (
            each
            for each in candidates
            if each > day and begin(each, clock or time(), zone) > now and is_meant(rrule, anchor, each)
        ),
        None,
    )
    if expected is None:
        assert found is None or dues.occurrence(found) > (first + timedelta(days=WITHIN_DAYS - 1)).isoformat()
    elif clock is None:
        assert found == DueDate(date=expected)
    else:
        assert found == DueTime(at=datetime.combine(expected, clock), time_zone=zone)


@given(RULES, DAYS)
def test_a_calendar_that_knows_only_the_exported_rule_shows_the_same_days(rrule, anchor):
    text = ";".join(f"{name}={','.join(values)}" for name, values in rrule.items())
    repeat = repeats.repeat(text, None, DueDate(date=anchor))
    ours: list[date] = []
    due: Due | None = DueDate(date=anchor)
    while due is not None and len(ours) < 6:
        due = repeats.next_due(repeat, due, datetime(1970, 1, 2, tzinfo=UTC), "UTC")
        if isinstance(due, DueDate):
            ours.append(due.date)
    assume(ours)
    # From an occurrence on, as the feed begins.
    shown = rrulestr(repeats.to_rrule(repeat), dtstart=datetime.combine(ours[0], time()))
    assert [found.date() for found, _ in zip(shown, ours, strict=False)] == ours
    assert all(one < other for one, other in pairwise(ours))
