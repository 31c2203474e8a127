"""When a todo rings, and what names the ring."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from followups.domain import reminders
from followups.domain.dues import DueDate, DueTime
from followups.domain.owners import Owner
from followups.domain.todos import Todo
from tests.builders import NOON

TODO = Todo(id="t", list_id="l", owner_id="o", title="Water", order="a", created_at=NOON, updated_at=NOON)
OWNER = Owner(id="o", created_at=NOON, updated_at=NOON, time_zone="Europe/Berlin")
DAY = DueDate(date=date(2027, 1, 31))
TIME = DueTime(at=datetime(2027, 1, 31, 9), time_zone="America/New_York")
SNOOZE = datetime(2027, 2, 1, 8, tzinfo=UTC)
LATER = NOON + timedelta(minutes=5)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type,misc]


def test_a_calendar_date_rings_at_the_owners_day_start_in_the_owners_zone():
    todo = replace(TODO, due=DAY)
    assert reminders.rings_at(todo, OWNER) == utc(2027, 1, 31, 8)
    assert reminders.rings_at(todo, replace(OWNER, day_start="07:30")) == utc(2027, 1, 31, 6, 30)
    assert reminders.rings_at(todo, replace(OWNER, time_zone="Asia/Tokyo")) == utc(2027, 1, 31)


def test_a_time_rings_at_its_own_zones_clock_wherever_the_owner_is():
    assert reminders.rings_at(replace(TODO, due=TIME), OWNER) == utc(2027, 1, 31, 14)


@pytest.mark.parametrize("due", [DAY, TIME, None])
def test_a_snooze_moves_the_ring_and_makes_it_another_one(due):
    todo = replace(TODO, due=due)
    snoozed = replace(todo, snoozed_until=SNOOZE)
    assert reminders.rings_at(snoozed, OWNER) == SNOOZE
    assert reminders.occurrence(snoozed) == f"{reminders.occurrence(todo)}+2027-02-01T08:00:00.000Z"
    assert reminders.rings_with_its_day(snoozed, OWNER) is None


@pytest.mark.parametrize("due", [DAY, TIME])
def test_a_snooze_that_ends_before_it_is_due_moves_nothing(due):
    snoozed = replace(TODO, due=due, snoozed_until=NOON)
    assert reminders.rings_at(snoozed, OWNER) == reminders.rings_at(replace(TODO, due=due), OWNER)
    assert reminders.rings_with_its_day(snoozed, OWNER) == reminders.rings_with_its_day(replace(TODO, due=due), OWNER)


def test_what_it_rings_for_is_dated_by_the_write_that_set_it_and_by_no_other():
    dated = reminders.dated(None, replace(TODO, due=TIME), NOON)
    assert dated.dated_at == NOON
    assert reminders.dated(dated, replace(dated, starred=True), LATER).dated_at == NOON
    for rings_anew in (replace(dated, due=DAY), replace(dated, snoozed_until=SNOOZE)):
        assert reminders.dated(dated, rings_anew, LATER).dated_at == LATER
    done = replace(dated, completed_at=LATER)
    assert reminders.dated(dated, done, LATER).dated_at == NOON
    assert reminders.dated(done, replace(done, completed_at=None), LATER).dated_at == LATER
    assert reminders.dated(None, TODO, NOON).dated_at is None


def test_what_was_past_when_it_was_dated_is_not_ahead():
    dated = replace(TODO, due=TIME, dated_at=LATER)
    assert reminders.was_ahead(dated, LATER + timedelta(seconds=1))
    assert not reminders.was_ahead(dated, LATER)


def test_what_is_closed_or_not_due_does_not_ring():
    assert reminders.rings_at(TODO, OWNER) is None
    for closed in (replace(TODO, completed_at=NOON), replace(TODO, deleted_at=NOON)):
        assert reminders.rings_at(replace(closed, due=DAY), OWNER) is None
        assert reminders.rings_at(replace(closed, snoozed_until=SNOOZE), OWNER) is None


def test_a_day_start_that_a_clock_change_skips_rings_by_the_offset_before_it():
    owner = replace(OWNER, time_zone="America/New_York", day_start="02:30")
    assert reminders.day_rings_at(date(2027, 3, 14), owner) == utc(2027, 3, 14, 7, 30)
    assert reminders.day_rings_at(date(2027, 3, 15), owner) == utc(2027, 3, 15, 6, 30)


def test_of_a_day_start_that_comes_twice_the_first_rings():
    owner = replace(OWNER, day_start="02:30")
    assert reminders.day_rings_at(date(2027, 10, 31), owner) == utc(2027, 10, 31, 0, 30)


def test_the_last_day_of_all_has_an_instant():
    todo = replace(TODO, due=DueDate(date=date.max))
    for zone in ("Pacific/Kiritimati", "America/Los_Angeles"):
        at = reminders.rings_at(todo, replace(OWNER, time_zone=zone, day_start="23:59"))
        assert at is not None
        assert at - NOON > timedelta(days=365)


def test_a_zone_that_the_database_does_not_know_any_more_counts_as_utc():
    owner = replace(OWNER, time_zone="Mars/Olympus")
    assert reminders.day_rings_at(date(2027, 1, 31), owner) == utc(2027, 1, 31, 9)
    assert reminders.day_of(utc(2027, 1, 31, 23, 30), owner) == date(2027, 1, 31)


def test_the_ring_of_a_date_is_the_same_for_an_owner_who_moves_and_that_of_a_time_names_its_zone():
    assert reminders.occurrence(replace(TODO, due=DAY)) == "2027-01-31"
    assert reminders.occurrence(replace(TODO, due=TIME)) == "2027-01-31T09:00 America/New_York"


def test_the_day_is_the_owners():
    assert reminders.day_of(utc(2027, 1, 31, 23, 30), OWNER) == date(2027, 2, 1)
    assert reminders.rings_with_its_day(replace(TODO, due=DAY), OWNER) == date(2027, 1, 31)
    assert reminders.rings_with_its_day(replace(TODO, due=TIME), OWNER) is None
