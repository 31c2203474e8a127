"""Push subscriptions on each engine."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest

from followups.domain.push import Subscription, id_of
from followups.storage import subscriptions
from followups.storage.subscriptions import TableSubscriptions

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def at(endpoint: str, **more) -> Subscription:
    given = {"owner_id": "o", "p256dh": "p", "auth": "a", "name": "Phone", "created_at": NOON, **more}
    return Subscription(id=id_of(endpoint), endpoint=endpoint, **given)


FULL = at("https://push.example.com/1")


@pytest.fixture
def stored(table) -> TableSubscriptions:
    return TableSubscriptions(table)


def test_every_field_comes_back():
    assert all(getattr(FULL, field.name) for field in fields(FULL)), "each is set to something"
    assert subscriptions.from_item(subscriptions.to_item(FULL)) == FULL
    bare = replace(FULL, name=None)
    assert subscriptions.from_item(subscriptions.to_item(bare)) == bare


def test_those_of_an_owner_come_oldest_first_and_no_others(stored):
    for number in (3, 1, 2):
        stored.keep(at(f"https://push.example.com/{number}", created_at=NOON + timedelta(seconds=number)))
    stored.keep(at("https://push.example.com/theirs", owner_id="another"))
    assert [each.endpoint[-1] for each in stored.of_owner("o")] == ["1", "2", "3"]
    assert stored.of_owner("nobody") == []


def test_an_endpoint_is_kept_once_for_whoever_subscribed_last(stored):
    stored.keep(FULL)
    stored.keep(FULL)
    assert stored.of_owner("o") == [FULL]
    theirs = replace(FULL, owner_id="another", auth="b")
    stored.keep(theirs)
    assert stored.of_owner("o") == []
    assert stored.of_owner("another") == [theirs]
    assert stored.get(FULL.id) == theirs


def test_one_that_another_owner_has_by_now_is_not_taken_away(stored):
    stored.keep(replace(FULL, owner_id="another"))
    stored.delete(FULL)
    assert stored.get(FULL.id) is not None


def test_what_is_gone_can_be_taken_away_again_and_nothing_else_goes(stored):
    other = at("https://push.example.com/2")
    stored.keep(FULL)
    stored.keep(other)
    stored.delete(FULL)
    stored.delete(FULL)
    assert stored.get(FULL.id) is None
    assert stored.of_owner("o") == [other]
