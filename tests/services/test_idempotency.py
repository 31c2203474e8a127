"""The same idempotency key with the same arguments is one call, whatever is lost, repeated or done at once."""

import pytest

from followups.domain.errors import KeyConflict, TooManyOpen, Unavailable
from followups.services import editing
from tests.builders import a_home, on
from tests.faults import FailingTable, RacedTable

ASK = {"title": "Fix it", "notes": "n", "due": "2027-01-31", "idempotency_key": "k1"}


def test_the_same_call_replays_the_first_answer(home):
    first = home.capture(**ASK)
    home.capture("Another")
    assert home.capture(**ASK) == first
    assert home.read() == ["Fix it", "Another"]


def test_it_replays_the_answer_of_a_follow_up_that_has_changed_since(home):
    first = home.capture(**ASK)
    home.edit(first.todo, title="Fixed differently")
    home.complete(home.stored(first.todo))
    home.set_up(review_new=True, accepted_repositories=["acme/other"])
    assert home.capture(**ASK) == first
    assert home.shelf() == []


def test_it_replays_for_24_hours_and_then_adds_anew(home, clock):
    first = home.capture(**ASK)
    home.complete(first.todo)
    clock.advance(hours=23, minutes=59)
    assert home.capture(**ASK) == first
    clock.advance(minutes=1)
    anew = home.capture(**ASK)
    assert anew.todo.id != first.todo.id
    assert home.capture(**ASK) == anew


def test_the_same_call_at_the_same_moment_is_answered_the_same(home, sqlite):
    answers = []
    raced = on(home, RacedTable(sqlite, lambda: answers.append(home.capture(**ASK))))
    assert raced.capture(**ASK) == answers[0]
    assert home.read() == ["Fix it"]


@pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
def test_it_is_answered_even_when_the_first_answer_was_lost(home, sqlite, works):
    """C15"""
    at = 0
    while True:
        failing = FailingTable(sqlite, at, works=works)
        ask = {**ASK, "title": f"Fix {at}", "idempotency_key": f"k{at}"}
        try:
            on(home, failing).capture(**ask)
        except Unavailable:
            answer = home.capture(**ask)
            assert (answer.duplicate, answer.todo) == (False, home.stored(answer.todo))
            home.complete(answer.todo)
        if not failing.failed:
            break
        at += 1
    assert at >= 4, "the record, the repository, the noise set and the transaction can each fail"
    assert home.read() == [f"Fix {at}"]


@pytest.mark.parametrize(
    "other",
    [
        {"title": "Fix that"},
        {"notes": "other"},
        {"notes": None},
        {"due": None},
        {"session": "s2"},
        {"repository": "acme/other"},
        {"host": "codex"},
        {"discovered_from": "0190a5c2-0000-7000-8000-000000000000"},
    ],
)
def test_with_other_arguments_it_is_a_conflict_that_names_the_key(home, other):
    """C13"""
    home.capture(**ASK)
    with pytest.raises(KeyConflict, match="'k1'") as refused:
        home.capture(**{**ASK, **other})
    assert refused.value.details == {"idempotency_key": "k1"}
    assert home.shelf() == ["Fix it"]


def test_what_is_absent_and_what_is_null_are_the_same_argument(home):
    first = home.capture("Fix it", idempotency_key="k1")
    assert home.capture("Fix it", idempotency_key="k1", notes=None, due=None, time_zone=None, host=None) == first


def test_a_duplicates_answer_is_replayed_too(home):
    home.capture("Fix it")
    first = home.capture("Fix it.", session="s2", idempotency_key="k1")
    assert first.duplicate is True
    home.complete(home.stored(first.todo))
    again = home.capture("Fix it.", session="s2", idempotency_key="k1")
    assert (again.duplicate, again.todo.id, again.filed_by_you) == (True, first.todo.id, 0)
    assert home.shelf() == []


def test_two_calls_of_one_title_with_two_keys_are_one_follow_up(home, sqlite):
    raced = on(home, RacedTable(sqlite, lambda: home.capture(**{**ASK, "idempotency_key": "k2"})))
    assert raced.capture(**ASK).duplicate is True
    assert home.capture(**ASK).duplicate is True
    assert home.read() == ["Fix it"]


def test_keys_of_two_owners_and_of_two_lists_never_meet(home, ports):
    for other in (a_home(ports, "owner-2"), a_home(ports, name="Second")):
        home.capture(**ASK)
        answer = other.capture(**{**ASK, "title": f"In {other.id}"})
        assert answer.duplicate is False


def test_it_is_answered_to_a_session_that_may_add_no_more(home):
    first = home.capture(**ASK)
    for _ in range(24):
        home.capture()
    assert home.capture(**ASK) == first
    with pytest.raises(KeyConflict):
        home.capture(**{**ASK, "title": "Fix that"})


def test_a_refused_call_leaves_its_key_unused(home):
    filed = [home.follow_up() for _ in range(25)]
    with pytest.raises(TooManyOpen):
        home.capture(**ASK)
    home.act(editing.delete, filed[0])
    assert home.capture(**{**ASK, "title": "Another"}).duplicate is False
