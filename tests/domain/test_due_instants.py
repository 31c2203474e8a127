from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain.dues import DueDate, DueTime, day_range, instant, start_of_day, zone_is_known
from followups.domain.errors import Invalid
from followups.domain.instants import to_text

ZONES = st.sampled_from(
    [
        "UTC",
        "Europe/Berlin",
        "Europe/London",
        "America/New_York",
        "America/Santiago",
        "America/Havana",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Pacific/Chatham",
        "Africa/Casablanca",
        "America/Sao_Paulo",
        "Asia/Beirut",
        "Pacific/Apia",
    ]
)
MINUTES = st.datetimes(min_value=datetime(1970, 1, 2), max_value=datetime(2199, 12, 31)).map(
    lambda wall: wall.replace(second=0, microsecond=0)
)
DAYS = st.dates(min_value=date(1970, 1, 2), max_value=date(2199, 12, 31))
SKIPPED_DAYS = {("Pacific/Apia", date(2011, 12, 30))}
"""The day that Samoa left out when it changed sides of the date line."""


def comes(wall, time_zone):
    moment = instant(DueTime(at=datetime.fromisoformat(wall), time_zone=time_zone))
    assert moment is not None
    return to_text(moment)


def test_a_date_has_no_instant():
    assert instant(DueDate(date=date(2027, 2, 28))) is None


@pytest.mark.parametrize(
    ("wall", "time_zone", "moment"),
    [
        ("2026-10-19T09:00", "Europe/London", "2026-10-19T08:00:00.000Z"),
        ("2026-11-02T09:00", "Europe/London", "2026-11-02T09:00:00.000Z"),
        ("2027-03-13T02:30", "America/New_York", "2027-03-13T07:30:00.000Z"),
        ("2027-03-15T02:30", "America/New_York", "2027-03-15T06:30:00.000Z"),
        ("2027-02-28T09:00:30", "Asia/Kolkata", "2027-02-28T03:30:30.000Z"),
    ],
)
def test_a_wall_time_stays_and_its_instant_moves_with_the_clocks(wall, time_zone, moment):
    assert comes(wall, time_zone) == moment


@pytest.mark.parametrize(
    ("wall", "time_zone", "moment"),
    [
        ("2027-03-14T02:30", "America/New_York", "2027-03-14T07:30:00.000Z"),
        ("2027-03-28T02:00", "Europe/Berlin", "2027-03-28T01:00:00.000Z"),
        ("2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"),
    ],
)
def test_a_wall_time_in_a_gap_counts_by_the_offset_before_it(wall, time_zone, moment):
    assert comes(wall, time_zone) == moment


@pytest.mark.parametrize(
    ("wall", "time_zone", "moment"),
    [
        ("2027-11-07T01:30", "America/New_York", "2027-11-07T05:30:00.000Z"),
        ("2027-10-31T02:59", "Europe/Berlin", "2027-10-31T00:59:00.000Z"),
    ],
)
def test_of_a_wall_time_that_comes_twice_the_first_counts(wall, time_zone, moment):
    assert comes(wall, time_zone) == moment
    second = DueTime(at=datetime.fromisoformat(wall).replace(fold=1), time_zone=time_zone)
    assert instant(second) == datetime.fromisoformat(moment)


@given(MINUTES, ZONES)
def test_at_its_instant_the_clocks_show_the_wall_time_or_have_just_skipped_it(wall, time_zone):
    moment = instant(DueTime(at=wall, time_zone=time_zone))
    assert moment is not None
    assert moment.utcoffset() == timedelta(0)
    shown = moment.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None)

    if shown != wall:
        never_shown = wall.replace(tzinfo=ZoneInfo(time_zone), fold=1).astimezone(UTC)
        assert never_shown.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None) != wall
        assert shown > wall


@given(MINUTES, ZONES)
def test_no_earlier_instant_shows_the_same_wall_time(wall, time_zone):
    moment = instant(DueTime(at=wall, time_zone=time_zone))
    assert moment is not None
    for minutes in (20, 30, 60, 120):
        earlier = moment - timedelta(minutes=minutes)
        assert earlier.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None) != wall


@pytest.mark.parametrize("gone", ["Mars/Olympus_Mons", "GMT-7", "../../etc/passwd", "", "Factory"])
def test_a_stored_zone_that_is_not_known_counts_as_utc_and_can_be_told(gone):
    assert comes("2027-02-28T09:00", gone) == "2027-02-28T09:00:00.000Z"
    assert not zone_is_known(gone)
    assert zone_is_known("Europe/Berlin")


def test_the_last_wall_time_of_all_has_an_instant_west_of_greenwich_too():
    assert comes("9999-12-31T23:59", "America/New_York") == "9999-12-31T23:59:59.000Z"
    assert comes("9999-12-31T23:59", "Asia/Kolkata") == "9999-12-31T18:29:00.000Z"


def test_a_day_whose_midnight_does_not_exist_begins_when_the_clocks_skip_it():
    assert to_text(start_of_day(date(2026, 9, 6), "America/Santiago")) == "2026-09-06T04:00:00.000Z"


def test_a_day_whose_midnight_comes_twice_begins_with_the_first():
    assert to_text(start_of_day(date(2026, 11, 1), "America/Havana")) == "2026-11-01T04:00:00.000Z"


@given(DAYS, ZONES)
def test_a_day_begins_at_the_first_second_that_bears_its_date(day, time_zone):
    if (time_zone, day) in SKIPPED_DAYS:
        return
    start = start_of_day(day, time_zone)

    assert start.astimezone(ZoneInfo(time_zone)).date() == day
    assert (start - timedelta(seconds=1)).astimezone(ZoneInfo(time_zone)).date() < day


def test_a_day_that_a_zone_left_out_is_empty():
    start, end = day_range(date(2011, 12, 30), date(2011, 12, 30), "Pacific/Apia")
    assert start == end == datetime(2011, 12, 30, 10, tzinfo=UTC)


def test_a_range_of_one_day_is_that_day_in_the_zone():
    start, end = day_range(date(2025, 10, 13), date(2025, 10, 13), "Europe/Madrid")
    assert (to_text(start), to_text(end)) == ("2025-10-12T22:00:00.000Z", "2025-10-13T22:00:00.000Z")


def test_a_range_over_a_clock_change_has_its_hour_more():
    start, end = day_range(date(2027, 10, 31), date(2027, 10, 31), "Europe/Berlin")
    assert end - start == timedelta(hours=25)


def test_a_range_may_reach_to_the_last_day_of_all():
    start, end = day_range(date(1970, 1, 1), date(9999, 12, 31), "Asia/Tokyo")
    assert (to_text(start), to_text(end)) == ("1969-12-31T15:00:00.000Z", "9999-12-31T23:59:59.000Z")


def test_a_range_that_ends_before_it_starts_is_refused():
    with pytest.raises(Invalid, match="ends on 2025-10-12, before it starts on 2025-10-13") as refused:
        day_range(date(2025, 10, 13), date(2025, 10, 12), "UTC")
    assert refused.value.details == {"field": "until"}


@given(DAYS, ZONES)
def test_the_days_of_a_zone_follow_each_other_without_a_gap(day, time_zone):
    one = day_range(day, day, time_zone)
    both = day_range(day, day + timedelta(days=1), time_zone)
    assert one[0] == both[0]
    assert one[1] == start_of_day(day + timedelta(days=1), time_zone)
    assert one[1] <= both[1]
