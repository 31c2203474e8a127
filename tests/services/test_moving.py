"""The owner moves todos between lists."""

from datetime import timedelta

import pytest

from followups.domain.errors import NotFound, Unavailable
from followups.services import editing, listing, renaming
from followups.services.ports import Shelf
from tests.builders import WIDGET, a_home, on
from tests.faults import FailingTable


@pytest.fixture
def second(home):
    return a_home(home.ports, name="Second")


def move(home, todo, second, write_id=None):
    return editing.move(home.ports, home.owner, home.seen(todo, write_id), to_list=second.id)


def test_it_leaves_every_page_of_the_one_list_and_stands_at_the_foot_of_the_other(home, second):
    second.capture("There")
    todo = home.follow_up("Moved")
    moved = move(home, todo, second)
    assert moved == second.stored(todo)
    assert (home.shelf(), home.read()) == ([], [])
    assert (second.shelf(), second.read()) == (["There", "Moved"], ["There", "Moved"])


def test_everything_else_goes_along(home, second):
    todo = home.follow_up(notes="n", due="2027-01-31", host="codex")
    home.edit(todo, starred=True)
    home.act(editing.snooze, todo, until=home.clock.now() + timedelta(days=1))
    before = home.stored(todo)
    moved = move(home, todo, second)
    for name in ("title", "notes", "starred", "due", "snoozed_until", "created_at"):
        assert getattr(moved, name) == getattr(before, name)
    assert moved.origin.session_id == before.origin.session_id
    assert moved.version == before.version + 1


def test_an_own_todo_stays_the_owners_own(home, second):
    todo = home.add()
    assert move(home, todo, second).origin is None
    assert second.read() == []


def test_a_follow_up_is_one_of_that_lists_repository_there(home, second):
    todo = home.follow_up()
    move(home, todo, second)
    assert second.drain().todo.id == todo.id
    found = listing.page(
        second.ports, second.owner, listing.Wanted(repository=WIDGET), limit=5, after=None, time_zone="UTC"
    )
    assert [row.title for row in found.rows] == [todo.title]


def test_one_whose_repository_was_renamed_there_goes_by_the_new_name(home, second):
    second.capture(repository=WIDGET)
    renaming.rename(second.ports, second.owner, old=WIDGET, new="acme/gadget")
    todo = home.follow_up()
    move(home, todo, second)
    assert todo.title in second.read(repository="acme/gadget")


@pytest.mark.parametrize("state", ["handed back", "proposed", "done"])
def test_one_that_may_not_be_taken_stands_in_that_lists_repository_too(home, second, state):
    if state == "proposed":
        home.set_up(review_new=True)
    todo = home.follow_up()
    if state == "handed back":
        home.hand_back(todo)
    if state == "done":
        home.complete(todo)
    move(home, todo, second)
    shelf = {"handed back": Shelf.HANDED_BACK, "proposed": Shelf.PROPOSED, "done": Shelf.COMPLETED}[state]
    assert second.shelf(shelf, repository=WIDGET) == [todo.title]
    back = {"handed back": editing.return_to_drain, "proposed": editing.accept, "done": editing.reopen}[state]
    second.act(back, todo)
    assert second.read() == [todo.title]


def test_into_the_same_list_is_no_change(home):
    todo = home.add()
    assert move(home, todo, home) == todo


def test_into_a_list_that_is_not_the_owners_or_not_there_it_is_refused(home, ports):
    foreign = a_home(ports, "owner-2")
    todo = home.add()
    for target in (foreign.id, "0190a5c2-0000-7000-8000-000000000000", "nonsense"):
        with pytest.raises(NotFound):
            editing.move(ports, home.owner, home.seen(todo), to_list=target)
    assert home.stored(todo) == todo


def test_a_stale_page_moves_nothing(home, second):
    todo = home.add()
    seen = home.seen(todo)
    home.edit(todo, title="New")
    with pytest.raises(editing.Stale):
        editing.move(home.ports, home.owner, seen, to_list=second.id)
    assert home.shelf() == ["New"]


@pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
def test_a_move_whose_answer_was_lost_is_answered_when_it_is_sent_again(home, second, sqlite, works):
    at = 0
    while True:
        todo = home.follow_up(session=f"s{at}")
        seen = home.seen(todo, f"w{at}")
        failing = FailingTable(sqlite, at, works=works)
        try:
            answer = editing.move(on(home, failing).ports, home.owner, seen, to_list=second.id)
        except Unavailable:
            answer = editing.move(home.ports, home.owner, seen, to_list=second.id)
        assert (answer.version, answer) == (2, second.stored(todo))
        assert second.capture(todo.title, session="x").todo.id == todo.id
        if not failing.failed:
            break
        at += 1
    assert at >= 5


def test_there_and_back_again_it_is_found_by_its_list(home, second):
    todo = home.follow_up()
    move(home, todo, second)
    editing.move(second.ports, second.owner, second.seen(todo), to_list=home.id)
    assert (home.read(), second.read()) == ([todo.title], [])
