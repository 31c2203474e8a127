"""Calendar feeds on each engine, and the dated todos that they show."""

from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta

import pytest

from followups.domain.dues import DueDate
from followups.domain.feeds import Feed
from followups.services import editing
from followups.storage import feeds
from followups.storage.feeds import TableFeeds
from tests.builders import a_home, ports_on

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

FULL = Feed(id="a" * 64, owner_id="o", list_id="l", name="Phone", created_at=NOON, last_used_at=NOON, write_id="w1")


@pytest.fixture
def stored(table) -> TableFeeds:
    return TableFeeds(table)


def test_every_field_comes_back():
    assert all(getattr(FULL, field.name) for field in fields(FULL)), "each is set to something"
    assert feeds.from_item(feeds.to_item(FULL)) == FULL
    bare = replace(FULL, name=None, last_used_at=None, write_id="")
    assert feeds.from_item(feeds.to_item(bare)) == bare


def test_those_of_a_list_come_oldest_first_and_no_others(stored):
    for number in (3, 1, 2):
        stored.add(replace(FULL, id=f"{number:064x}", created_at=NOON + timedelta(seconds=number)))
    stored.add(replace(FULL, id="b" * 64, list_id="another"))
    assert [int(feed.id, 16) for feed in stored.of_list("l")] == [1, 2, 3]


def test_a_use_is_noted_and_brings_no_deleted_feed_back(stored):
    stored.add(FULL)
    later = NOON + timedelta(hours=2)
    stored.used(FULL.id, later)
    assert stored.get(FULL.id) == replace(FULL, last_used_at=later)
    stored.delete(FULL)
    stored.used(FULL.id, later)
    assert stored.get(FULL.id) is None
    assert stored.of_list("l") == []


def test_an_add_that_landed_before_is_taken_for_done(stored):
    stored.add(FULL)
    stored.add(FULL)
    assert stored.of_list("l") == [FULL]


def test_the_dated_todos_of_a_list_are_its_open_ones_with_a_due(table):
    home = a_home(ports_on(table))
    second = a_home(home.ports, name="Second")
    day = DueDate(date=date(2027, 1, 31))
    home.add("Undated")
    dated = [home.add(due=day), home.follow_up(due="2027-01-31T09:00", time_zone="Europe/Berlin")]
    home.act(editing.complete, home.add(due=day))
    home.act(editing.delete, home.add(due=day))
    elsewhere = second.add(due=day)
    moved = home.act(editing.move, home.add(due=day), to_list=second.id)
    found = home.ports.todos.dated
    assert sorted(found(home.owner.owner_id, home.id)) == sorted(todo.id for todo in dated)
    assert sorted(found(home.owner.owner_id, second.id)) == sorted([elsewhere.id, moved.id])
    assert found("another owner", home.id) == []
