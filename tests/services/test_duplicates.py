"""A title that is the same in form, in the same repository and open, is the same follow-up."""

import pytest

from followups.domain.errors import TooManyOpen
from followups.services import editing, importing
from tests.builders import a_home, on
from tests.faults import RacedTable

TITLE = "Add the missing `guard` in router users"


@pytest.mark.parametrize(
    "same",
    [
        TITLE,
        "ADD THE MISSING `guard` IN ROUTER USERS",
        "  Add  the missing\u00a0`guard` in router users ",
        "Add the missing 'guard' in router users",
        "Add the missing “guard” in router users",
        "Add the missing guard in router users",
        "Add the missing `guard` in router users.",
        "Add the missing `guard` in router users!?…",
    ],
    ids=["itself", "case", "white space", "quotes", "typographic", "no backticks", "full stop", "more punctuation"],
)
def test_a_title_that_is_the_same_after_folding_answers_the_one_that_is_there(home, same):
    first = home.capture(TITLE, notes="The first.")
    again = home.capture(same, session="s2", notes="The second.")

    assert again.duplicate is True
    assert again.todo == home.stored(first.todo)
    assert again.filed_by_you == 0, "it is the first session's"
    assert home.read() == [TITLE]


def test_siblings_that_differ_in_a_word_stay_apart(home):
    """C17"""
    titles = ["Add the missing guard in router users", "Add the missing guard in router orders"]
    assert not any(home.capture(title).duplicate for title in titles)
    assert home.read() == titles


def test_the_same_title_in_another_repository_or_list_is_another(home, ports):
    home.capture(TITLE)
    assert not home.capture(TITLE, repository="acme/other").duplicate
    assert not a_home(ports, name="Second").capture(TITLE).duplicate


def test_both_added_at_the_same_moment_are_one(home, sqlite):
    raced = on(home, RacedTable(sqlite, lambda: home.capture(TITLE, session="s2")))
    assert raced.capture(TITLE).duplicate is True
    assert home.read() == [TITLE]


@pytest.mark.parametrize(
    "closes",
    [
        lambda home, todo: home.complete(todo),
        lambda home, todo: home.act(editing.complete, todo),
        lambda home, todo: home.act(editing.delete, todo),
        lambda home, todo: home.act(editing.unassign, todo),
        lambda home, todo: home.act(editing.assign, todo, repository="acme/other"),
        lambda home, todo: home.act(editing.move, todo, to_list=a_home(home.ports, name="Second").id),
    ],
    ids=["completed", "completed by the owner", "deleted", "unassigned", "assigned elsewhere", "moved"],
)
def test_one_that_is_open_here_no_longer_gives_its_title_up(home, closes):
    first = home.follow_up(TITLE)
    closes(home, first)
    second = home.capture(TITLE)
    assert (second.duplicate, second.todo.id == first.id) == (False, False)
    assert home.capture(TITLE).todo.id == second.todo.id


def test_of_two_that_meet_a_title_given_up_at_the_same_moment_one_is_added(home, sqlite):
    home.complete(home.follow_up(TITLE))
    raced = on(home, RacedTable(sqlite, lambda: home.capture(TITLE, session="s2")))
    assert raced.capture(TITLE).duplicate is True
    assert home.read() == [TITLE]


def test_one_that_was_handed_back_or_waits_as_proposed_still_holds_its_title(home):
    home.hand_back(home.follow_up(TITLE))
    assert home.capture(TITLE).duplicate is True
    home.set_up(review_new=True)
    home.capture("Another")
    assert home.capture("Another").duplicate is True


class TestTheMark:
    def test_it_follows_the_title_as_it_was_filed(self, home):
        todo = home.follow_up(TITLE)
        home.edit(todo, title="Guard the users")
        assert home.capture(TITLE).todo.id == todo.id

    def test_it_is_written_again_when_the_owner_edits_the_title(self, home):
        todo = home.follow_up("Gaurd")
        home.edit(todo, title=TITLE)
        assert home.capture(TITLE).todo.id == todo.id

    def test_it_is_written_when_the_owner_assigns_a_repository(self, home):
        todo = home.add(TITLE)
        assert not home.capture(TITLE, repository="acme/other").duplicate
        home.act(editing.assign, todo, repository="acme/widget")
        assert home.capture(TITLE).todo.id == todo.id

    def test_it_is_written_when_the_owner_adds_a_follow_up(self, home):
        todo = home.add(TITLE, repository="acme/widget")
        assert home.capture(TITLE).todo.id == todo.id

    def test_it_is_written_when_one_is_imported(self, home):
        row = {"title": TITLE, "origin": {"repository": "acme/widget"}}
        assert importing.bring_in(home.ports, home.owner, [row]).imported == 1
        assert home.capture(TITLE).duplicate is True

    @pytest.mark.parametrize(
        ("closes", "reopens"),
        [(editing.complete, editing.reopen), (editing.delete, editing.restore)],
        ids=["reopened", "restored"],
    )
    def test_it_is_written_again_when_one_comes_back(self, home, closes, reopens):
        todo = home.follow_up(TITLE)
        home.act(closes, todo)
        home.complete(home.follow_up(TITLE, session="s2"))
        home.act(reopens, todo)
        assert home.capture(TITLE).todo.id == todo.id

    def test_it_goes_along_to_another_list(self, home, ports):
        second = a_home(ports, name="Second")
        todo = home.follow_up(TITLE)
        home.act(editing.move, todo, to_list=second.id)
        assert second.capture(TITLE).todo.id == todo.id

    def test_an_open_holder_keeps_it_when_another_gets_the_same_title(self, home):
        first = home.follow_up(TITLE)
        second = home.follow_up("Something else")
        home.edit(second, title=TITLE)
        assert home.capture(TITLE).todo.id == first.id


def test_a_session_that_may_add_no_more_is_still_answered_a_duplicate(home):
    for _ in range(25):
        home.capture()
    other = home.follow_up(TITLE, session="s2")
    answer = home.capture(TITLE)
    assert (answer.todo.id, answer.duplicate, answer.filed_by_you) == (other.id, True, 25)
    with pytest.raises(TooManyOpen):
        home.capture("Something new")
