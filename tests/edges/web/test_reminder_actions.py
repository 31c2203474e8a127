"""A notification's buttons: whoever has the token of a push does one thing with it, once."""

import pytest

from followups.domain.dues import DueTime
from followups.services import editing, managing_lists
from tests.builders import NOON, a_home
from tests.edges.web.site import refusal
from tests.reminders import Bell, a_bell

PATH = "/api/reminder-actions"
DUE = DueTime(at=NOON.replace(hour=13, tzinfo=None), time_zone="UTC")


@pytest.fixture
def bell(ports) -> Bell:
    made = a_bell(a_home(ports))
    made.device("phone")
    return made


@pytest.fixture
def rung(bell):
    """A todo that has just rung, and the token of its push."""
    todo = bell.written(bell.home.add(due=DUE))
    bell.run(hours=1, minutes=1)
    return todo, bell.payloads()[-1]["token"]


def press(site, token, action):
    return site.nobody().ask("POST", PATH, {"token": token, "action": action})


def test_done_completes_it_without_anybody_signed_in(site, bell, rung):
    todo, token = rung
    assert press(site, token, "done").status_code == 204
    assert bell.home.stored(todo).completed_at is not None


def test_later_lets_it_ring_again_in_an_hour(site, bell, rung):
    todo, token = rung
    before = bell.home.stored(todo)
    assert press(site, token, "later").status_code == 204
    bell.look(before, bell.home.stored(todo))
    assert bell.run(minutes=58).sent == 0
    assert bell.run(minutes=3).sent == 1


@pytest.mark.parametrize("action", ["done", "later"])
def test_the_same_again_after_a_lost_answer_is_answered_and_not_done_twice(site, bell, rung, action):
    todo, token = rung
    assert press(site, token, action).status_code == 204
    once = bell.home.stored(todo)
    bell.home.clock.advance(minutes=5)
    assert press(site, token, action).status_code == 204
    assert bell.home.stored(todo) == once


@pytest.mark.parametrize(("first", "second"), [("done", "later"), ("later", "done")])
def test_a_token_is_good_for_one_of_the_two(site, bell, rung, first, second):
    todo, token = rung
    press(site, token, first)
    once = bell.home.stored(todo)
    refusal(press(site, token, second), 404, "not_found")
    assert bell.home.stored(todo) == once


def test_after_a_day_it_does_nothing(site, bell, rung):
    todo, token = rung
    bell.home.clock.advance(hours=24)
    refusal(press(site, token, "done"), 404, "not_found")
    assert bell.home.stored(todo).is_open


def test_what_is_due_at_another_time_by_now_stays_as_it_is(site, bell, rung):
    todo, token = rung
    bell.home.edit(todo, due=DueTime(at=NOON.replace(hour=15, tzinfo=None), time_zone="UTC"))
    refusal(press(site, token, "done"), 409, "changed_meanwhile")
    assert bell.home.stored(todo).is_open


def test_a_change_of_something_else_at_the_same_moment_stays_and_it_is_done(site, bell, rung):
    todo, token = rung
    bell.home.edit(todo, title="Another")
    assert press(site, token, "done").status_code == 204
    stored = bell.home.stored(todo)
    assert stored.completed_at is not None
    assert stored.title == "Another"


def test_what_is_deleted_or_in_a_deleted_list_says_no_more_than_an_unknown_one(site, bell, rung):
    todo, token = rung
    managing_lists.create(bell.ports, bell.home.owner.caller, name="Other")
    managing_lists.delete(bell.ports, bell.home.owner, None)
    refusal(press(site, token, "done"), 404, "not_found")
    assert bell.home.stored(todo).is_open


def test_each_device_has_a_token_of_its_own(site, bell):
    bell.device("tablet")
    todo = bell.written(bell.home.add(due=DUE))
    bell.run(hours=1, minutes=1)
    first, second = (payload["token"] for payload in bell.payloads())
    assert first != second
    assert press(site, first, "done").status_code == 204
    refusal(press(site, second, "later"), 409, "changed_meanwhile")
    bell.home.act(editing.reopen, todo)
    assert bell.home.stored(todo).is_open


@pytest.mark.parametrize("secret", ["0" * 43, "z" * 43])
def test_a_token_with_another_secret_opens_nothing(site, bell, rung, secret):
    todo, token = rung
    refusal(press(site, f"{token.partition('.')[0]}.{secret}", "done"), 404, "not_found")
    assert bell.home.stored(todo).is_open


@pytest.mark.parametrize("token", ["", "x", ".", "e30." + "0" * 43, "W10." + "0" * 43, "é" * 60, "a" * 2_000, "=." * 9])
def test_what_is_no_token_is_not_found(site, token):
    refusal(press(site, token, "done"), 404, "not_found")


def test_another_action_is_told_what_there_is(site, rung):
    _, token = rung
    assert site.nobody().ask("POST", PATH, {"token": token, "action": "delete"}).status_code == 400
