from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain.dues import (
    DueDate,
    DueTime,
    from_fields,
    from_occurrence,
    from_text,
    occurrence,
    to_fields,
)
from followups.domain.errors import Invalid

BERLIN = "Europe/Berlin"
DATES = st.dates(min_value=date(1970, 1, 1), max_value=date(9999, 12, 31))
WALL_TIMES = st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(9999, 12, 31, 23, 59, 59)).map(
    lambda wall: wall.replace(microsecond=0)
)
ZONES = st.sampled_from(["UTC", BERLIN, "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Etc/GMT+7"])
DUES = st.builds(DueDate, date=DATES) | st.builds(DueTime, at=WALL_TIMES, time_zone=ZONES)


def at(text):
    return datetime.fromisoformat(text)


def test_a_date_is_a_date_with_or_without_a_zone_beside_it():
    assert from_text("2027-02-28", None) == DueDate(date=date(2027, 2, 28))
    assert from_text(" 2027-02-28 ", BERLIN) == DueDate(date=date(2027, 2, 28))


@pytest.mark.parametrize(
    ("text", "wall"),
    [
        ("2027-02-28T09:00", "2027-02-28T09:00"),
        ("2027-02-28 09:00", "2027-02-28T09:00"),
        ("2027-02-28t09:00:30", "2027-02-28T09:00:30"),
        ("2027-02-28T09:00:00.000", "2027-02-28T09:00"),
    ],
)
def test_a_wall_clock_time_is_kept_with_its_zone(text, wall):
    assert from_text(text, BERLIN) == DueTime(at=at(wall), time_zone=BERLIN)


@pytest.mark.parametrize(
    ("text", "wall"),
    [
        ("2027-02-28T08:00Z", "2027-02-28T09:00"),
        ("2027-02-28T08:00:00.000z", "2027-02-28T09:00"),
        ("2027-07-01T08:00:00Z", "2027-07-01T10:00"),
        ("2027-02-28T00:30-08:00", "2027-02-28T09:30"),
        ("2027-02-28T13:30+0530", "2027-02-28T09:00"),
        ("2027-02-28T10:00+02", "2027-02-28T09:00"),
        ("2027-01-01T00:30+02:00", "2026-12-31T23:30"),
    ],
)
def test_an_instant_becomes_what_the_clocks_of_the_zone_show_then(text, wall):
    assert from_text(text, BERLIN) == DueTime(at=at(wall), time_zone=BERLIN)


def test_an_instant_in_a_repeated_hour_becomes_the_wall_time_and_no_more():
    due = from_text("2027-10-31T01:30Z", BERLIN)
    assert due == DueTime(at=at("2027-10-31T02:30"), time_zone=BERLIN)
    assert isinstance(due, DueTime)
    assert due.at.fold == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [("2027-02-28T09:00", "whose clock"), ("2027-02-28T09:00Z", "says nothing about later clock changes")],
)
def test_a_time_without_a_zone_is_refused_and_asks_for_one(text, why):
    with pytest.raises(Invalid, match=why) as refused:
        from_text(text, None)
    assert refused.value.details == {"field": "time_zone"}
    assert "Add time_zone, such as Europe/Berlin" in refused.value.message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tomorrow",
        "2027",
        "2027-02",
        "20270228",
        "2027-W08-7",
        "28.02.2027",
        "2027-2-8",
        "2027-02-28T9:00",
        "2027-02-28T",
        "2027-02-28T09",
        "2027-02-28T0900",
        "2027-02-28T09:00:00.5",
        "2027-02-28Z",
        "2027-02-28T09:00 CET",
        "02027-02-28",
        "٢٠٢٧-02-28",
        "2027-02-28T09:00+2",
        "-2027-02-28",
        "1796040000",
        "\ud83d",
        "2027-02-28\x00",
    ],
    ids=ascii,
)
def test_what_is_neither_date_nor_time_is_refused_with_the_forms_that_are(text):
    with pytest.raises(Invalid, match="is neither a date nor a time. Give a date") as refused:
        from_text(text, BERLIN)
    assert refused.value.details == {"field": "due"}


@pytest.mark.parametrize(
    "text",
    [
        "2027-02-29",
        "2027-13-01",
        "2027-00-10",
        "0000-01-01",
        "2027-02-28T24:00",
        "2027-02-28T23:60",
        "2027-02-28T23:59:60",
        "2027-02-28T09:00+24:00",
        "2027-02-28T09:00+01:60",
    ],
)
def test_a_day_or_time_that_does_not_exist_is_refused(text):
    with pytest.raises(Invalid, match="does not exist") as refused:
        from_text(text, BERLIN)
    assert refused.value.details == {"field": "due"}


@pytest.mark.parametrize("text", ["1969-12-31", "0001-01-01T00:00", "0001-01-01T00:00+14:00", "9999-12-31T23:59-12:00"])
def test_a_year_before_1970_or_after_9999_is_refused(text):
    with pytest.raises(Invalid, match="outside the years 1970 to 9999") as refused:
        from_text(text, BERLIN)
    assert refused.value.details == {"field": "due"}


def test_the_first_and_the_last_day_are_within_the_years():
    assert from_text("1970-01-01", None) == DueDate(date=date(1970, 1, 1))
    assert from_text("9999-12-31T23:59", BERLIN) == DueTime(at=at("9999-12-31T23:59"), time_zone=BERLIN)


def test_a_long_text_is_repeated_only_by_its_head():
    with pytest.raises(Invalid) as refused:
        from_text("next " * 1_000, None)
    assert len(refused.value.message) < 300


@pytest.mark.parametrize("due", ["2027-02-28", "2027-02-28T09:00", "2027-02-28T09:00Z"])
def test_a_zone_that_is_none_is_refused_beside_every_due(due):
    with pytest.raises(Invalid, match="is an offset"):
        from_text(due, "GMT-7")


def test_fields_name_a_date_or_a_time_with_its_zone():
    assert from_fields({"date": "2027-01-31"}) == DueDate(date=date(2027, 1, 31))
    assert from_fields({"date": "2027-01-31", "at": None}) == DueDate(date=date(2027, 1, 31))
    assert from_fields({"at": "2027-01-31T09:00", "time_zone": BERLIN, "note": 1}) == DueTime(
        at=at("2027-01-31T09:00"), time_zone=BERLIN
    )


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "Give one of them"),
        ({"date": None}, "Give one of them"),
        ({"date": 20270131}, "Give one of them"),
        ({"date": "2027-01-31", "at": "2027-01-31T09:00", "time_zone": BERLIN}, "Give one of them"),
        ({"date": "2027-01-31T09:00"}, "holds a time. Put it in at"),
        ({"at": "2027-01-31", "time_zone": BERLIN}, "holds no time. Put it in date"),
        ({"at": "2027-01-31T09:00Z", "time_zone": BERLIN}, "holds an offset"),
        ({"at": "2027-01-31T09:00"}, "Add time_zone"),
        ({"at": "2027-01-31T09:00", "time_zone": 2}, "Add time_zone"),
        ({"at": "2027-01-31T09:00", "time_zone": "GMT-7"}, "is an offset"),
        ({"at": "nine", "time_zone": BERLIN}, "is neither a date nor a time"),
    ],
)
def test_fields_that_name_no_due_are_refused_with_what_to_give(fields, why):
    with pytest.raises(Invalid, match=why):
        from_fields(fields)


@given(DUES)
def test_a_due_is_read_back_from_its_fields_and_from_its_occurrence(due):
    zone = due.time_zone if isinstance(due, DueTime) else None

    assert from_fields(to_fields(due)) == due
    assert from_text(occurrence(due), zone) == due
    assert from_occurrence(occurrence(due), zone) == due


def test_an_occurrence_is_written_to_the_minute_and_with_seconds_only_where_there_are_some():
    assert occurrence(DueDate(date=date(2027, 1, 31))) == "2027-01-31"
    assert occurrence(DueTime(at=at("2027-01-31T09:00:00"), time_zone=BERLIN)) == "2027-01-31T09:00"
    assert occurrence(DueTime(at=at("2027-01-31T09:00:30"), time_zone=BERLIN)) == "2027-01-31T09:00:30"


def test_a_stored_zone_that_is_no_longer_known_is_read_back_all_the_same():
    due = from_occurrence("2027-01-31T09:00", "Mars/Olympus_Mons")
    assert to_fields(due) == {"at": "2027-01-31T09:00", "time_zone": "Mars/Olympus_Mons"}


@given(st.datetimes(min_value=datetime(1970, 1, 2), max_value=datetime(9999, 12, 30)), ZONES)
def test_an_instant_given_to_the_tools_is_kept_to_the_second(moment, zone):
    moment = moment.replace(microsecond=0, tzinfo=UTC)
    due = from_text(moment.isoformat(), zone)

    assert isinstance(due, DueTime)
    assert due.at.tzinfo is None
    assert from_text(moment.isoformat().replace("+00:00", "Z"), zone) == due
