from datetime import UTC, datetime

import pytest

from followups.domain.errors import Invalid
from followups.domain.limits import PREFERENCE_CHARACTERS, PREFERENCES
from followups.domain.owners import Owner

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
OWNER = Owner(id="o1", created_at=NOW, updated_at=NOW)


def test_an_owner_begins_in_utc_with_the_day_at_nine():
    assert (OWNER.time_zone, OWNER.day_start) == ("UTC", "09:00")


def test_an_edit_changes_what_is_given_and_leaves_the_rest():
    changed = OWNER.edited(time_zone="Europe/Berlin").edited(day_start="07:30")
    assert (changed.time_zone, changed.day_start) == ("Europe/Berlin", "07:30")
    assert changed.edited() == changed


def test_preferences_are_merged_and_null_clears_one():
    changed = OWNER.edited(preferences={"theme": "dark", "dense": True}).edited(preferences={"theme": None, "rows": 5})
    assert changed.preferences == {"dense": True, "rows": 5}


@pytest.mark.parametrize("value", [1.5, [], {}, "x" * (PREFERENCE_CHARACTERS + 1), 2**60])
def test_a_preference_is_one_short_value(value):
    with pytest.raises(Invalid, match="Preference theme"):
        OWNER.edited(preferences={"theme": value})


@pytest.mark.parametrize("name", ["", "Theme", "a b", "x" * 200])
def test_a_preference_has_a_short_plain_name(name):
    with pytest.raises(Invalid, match="name of a preference"):
        OWNER.edited(preferences={name: 1})


def test_there_are_not_too_many_preferences():
    with pytest.raises(Invalid, match="at most"):
        OWNER.edited(preferences={f"p{n}": n for n in range(PREFERENCES + 1)})


@pytest.mark.parametrize("day_start", ["9:00", "24:00", "09:60", "09:00:00", ""])
def test_a_day_starts_at_a_time_of_day(day_start):
    with pytest.raises(Invalid, match="day_start"):
        OWNER.edited(day_start=day_start)


def test_a_zone_is_one_of_the_tz_database():
    with pytest.raises(Invalid, match="time_zone"):
        OWNER.edited(time_zone="GMT-7")
