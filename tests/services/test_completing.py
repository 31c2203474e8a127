"""An agent completes a follow-up or hands it back; the same call again is answered and changes nothing."""

import pytest

from followups.domain.errors import ChangedMeanwhile, Invalid, NotFound, TooLarge
from followups.services import completing, editing, renaming
from followups.services.ports import Shelf
from tests.builders import WIDGET, an_agent, an_owner, on
from tests.faults import CountingTable, RacedTable, RepeatingTable


def both(test):
    return pytest.mark.parametrize("write", ["complete", "hand_back"])(test)


def test_a_completion_ticks_it_off_with_the_summary_in_its_notes(home):
    done = home.complete(home.follow_up(notes="Look here."), "Added it.", commit="abc123").todo
    assert done.notes == "Look here.\n\nDone in abc123: Added it."
    assert (home.shelf(), home.shelf(Shelf.COMPLETED), home.read()) == ([], [done.title], [])
    assert done == home.stored(done)


def test_a_hand_back_leaves_the_drain_and_stays_an_open_todo_with_the_reason(home):
    back = home.hand_back(home.follow_up(notes="Look here."), "Which of the two?").todo
    assert back.notes == "Look here.\n\nHanded back: Which of the two?"
    assert back.origin.handed_back.reason == "Which of the two?"
    assert (home.shelf(), home.shelf(Shelf.HANDED_BACK), home.read()) == ([back.title], [back.title], [])
    assert back == home.stored(back)


def test_handed_back_ones_are_shown_oldest_first(home, clock):
    todos = [home.follow_up() for _ in range(3)]
    for todo in reversed(todos):
        home.hand_back(todo)
        clock.advance(seconds=1)
    assert home.shelf(Shelf.HANDED_BACK) == [todo.title for todo in reversed(todos)]


def test_the_owner_returns_it_to_the_drain_with_an_answer_and_the_reason_stays(home):
    todo = home.follow_up()
    home.hand_back(todo, "Which?")
    returned = home.act(editing.return_to_drain, todo, answer="The second.")
    assert returned.notes == "Handed back: Which?\n\nAnswer of the owner: The second."
    assert returned.origin.handed_back.reason == "Which?"
    assert (home.read(), home.shelf(Shelf.HANDED_BACK)) == ([todo.title], [])


def test_an_answer_to_what_was_never_handed_back_is_refused(home):
    todo = home.follow_up()
    with pytest.raises(Invalid):
        home.act(editing.return_to_drain, todo, answer="What?")
    assert home.stored(todo) == todo


@both
def test_the_same_call_again_answers_the_stored_success_and_writes_nothing(home, sqlite, write):
    claimed = home.claim(home.follow_up())
    first = getattr(home, write)(claimed)
    counted = CountingTable(sqlite)
    again = getattr(on(home, counted), write)(claimed)
    assert (first.repeated, again.repeated) == (False, True)
    assert (again.todo, again.repository) == (first.todo, first.repository)
    assert set(counted.calls) == {"get"}


@both
def test_it_is_answered_for_24_hours_and_then_decided_anew(home, clock, write):
    todo = home.follow_up()
    getattr(home, write)(todo)
    clock.advance(hours=23, minutes=59)
    assert getattr(home, write)(todo).repeated is True
    clock.advance(minutes=1)
    with pytest.raises(NotFound):
        getattr(home, write)(todo)


@both
def test_a_call_that_differs_is_another_call(home, ports, write):
    todo = home.follow_up()
    getattr(home, write)(todo, "The one.")
    others = [
        lambda: getattr(home, write)(todo, "Another."),
        lambda: getattr(home, write)(todo, "The one.", claim_token="1.x"),
        lambda: (home.hand_back if write == "complete" else home.complete)(todo, "The one."),
        lambda: completing.complete(
            ports,
            home.owner.__class__(home.agent.list, an_agent(ports, an_owner(ports))),
            todo_id=todo.id,
            summary="The one.",
        ),
    ]
    for other in others:
        with pytest.raises(NotFound):
            other()


def test_one_that_was_reopened_is_completed_anew_by_the_same_call(home):
    todo = home.follow_up()
    home.complete(todo)
    home.act(editing.reopen, todo)
    again = home.complete(todo)
    assert again.repeated is False
    assert again.todo.notes.count("Done: Did it.") == 2


def test_one_that_was_returned_is_handed_back_anew_by_the_same_call(home):
    todo = home.follow_up()
    home.hand_back(todo)
    home.act(editing.return_to_drain, todo)
    assert home.hand_back(todo).repeated is False
    assert home.shelf(Shelf.HANDED_BACK) == [todo.title]


def test_one_that_is_the_owners_own_by_now_is_out_of_reach_of_the_same_call(home):
    todo = home.follow_up()
    home.complete(todo)
    home.act(editing.unassign, todo)
    with pytest.raises(NotFound):
        home.complete(todo)


def test_an_edit_of_the_owners_in_between_leaves_the_success(home):
    todo = home.follow_up()
    home.complete(todo)
    home.edit(todo, title="As it was meant")
    assert home.complete(todo).repeated is True


@both
def test_the_same_call_at_the_same_moment_lands_once(home, sqlite, write):
    todo = home.follow_up()
    raced = on(home, RacedTable(sqlite, lambda: getattr(home, write)(todo)))
    assert getattr(raced, write)(todo).repeated is True
    assert home.stored(todo).version == todo.version + 1


@both
def test_a_client_that_repeats_the_write_itself_meets_its_own_success(home, sqlite, write):
    todo = home.follow_up()
    answer = getattr(on(home, RepeatingTable(sqlite)), write)(todo)
    assert answer.repeated is False
    assert home.stored(todo) == answer.todo
    assert home.stored(todo).version == todo.version + 1


@both
def test_a_change_somebody_made_in_between_survives(home, sqlite, write):
    todo = home.follow_up(notes="Before.")
    raced = on(home, RacedTable(sqlite, lambda: home.edit(todo, title="Edited", notes="After.")))
    answer = getattr(raced, write)(todo).todo
    assert answer.title == "Edited"
    assert answer.notes.startswith("After.\n\n")


@both
def test_after_three_attempts_it_is_a_clear_error_and_nothing_was_written(home, sqlite, write):
    todo = home.follow_up()
    rivals = [lambda: home.edit(todo, starred=not home.stored(todo).starred)] * 3
    with pytest.raises(ChangedMeanwhile, match="try once more"):
        getattr(on(home, RacedTable(sqlite, *rivals)), write)(todo)
    assert home.stored(todo).may_be_taken
    assert home.stored(todo).version == todo.version + 3


@both
@pytest.mark.parametrize(("said", "refusal"), [("", Invalid), (" \u200b", Invalid), ("x" * 4_001, TooLarge)])
def test_a_summary_and_a_reason_take_1_to_4000_characters(home, write, said, refusal):
    todo = home.follow_up()
    with pytest.raises(refusal):
        getattr(home, write)(todo, said)
    assert home.stored(todo) == todo


class TestOccurrences:
    def test_the_occurrence_is_the_due_as_it_was_read(self, home):
        todo = home.follow_up(due="2027-01-31T09:00", time_zone="Europe/Berlin")
        assert home.complete(todo, occurrence="2027-01-31T09:00").todo.due == todo.due

    def test_one_that_is_not_the_current_one_is_refused_with_the_current_one(self, home):
        todo = home.follow_up(due="2027-01-31")
        with pytest.raises(ChangedMeanwhile) as refused:
            home.complete(todo, occurrence="2027-01-30")
        assert refused.value.details == {"occurrence": "2027-01-31"}
        assert home.stored(todo) == todo

    def test_a_due_that_the_owner_moved_meanwhile_is_noticed(self, home, sqlite):
        todo = home.follow_up(due="2027-01-31")
        raced = on(home, RacedTable(sqlite, lambda: home.edit(todo, clears=frozenset({"due"}))))
        with pytest.raises(ChangedMeanwhile, match="gone by now"):
            raced.complete(todo, occurrence="2027-01-31")


def test_the_answer_names_the_repository_as_it_is_called_now(home):
    todo = home.follow_up()
    renaming.rename(home.ports, home.owner, old=WIDGET, new="acme/gadget")
    assert home.complete(todo).repository == "acme/gadget"
    assert home.complete(todo).repository == "acme/gadget"
