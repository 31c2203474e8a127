"""Indexes lag behind the table: a drain is never misled by what they do not show yet, or still show."""

import pytest

from followups.domain.drains import Stop
from followups.services import editing
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock, a_home, ports_on
from tests.storage.lagging import LaggingTable


def lagging_home(behind=None):
    table = LaggingTable(SqliteTable(":memory:"), behind)
    return a_home(ports_on(table, FakeClock())), table


def take(home, session="d1"):
    step = home.drain(session)
    assert step.todo is not None, step.stop
    home.complete(step.todo)
    return step.todo.title


def test_what_it_closed_is_not_given_again_while_the_index_still_shows_it():
    home, table = lagging_home()
    titles = [home.capture().todo.title for _ in range(8)]
    table.catch_up()
    assert [take(home) for _ in range(8)] == titles
    stop = home.drain()
    assert (stop.stop, stop.checkpoint, stop.taken, stop.open) == (Stop.NOTHING_LEFT, 8, 8, 0)


def test_nor_when_it_closed_more_than_it_remembers():
    home, table = lagging_home()
    titles = [home.capture().todo.title for _ in range(24)]
    table.catch_up()
    assert [take(home) for _ in range(24)] == titles
    assert home.drain().stop is Stop.NOTHING_LEFT


def test_nothing_left_is_not_said_of_what_the_session_filed_itself():
    home, _ = lagging_home()
    titles = [home.capture(session="d1").todo.title for _ in range(3)]
    assert [take(home) for _ in range(3)] == titles
    assert home.drain().stop is Stop.NOTHING_LEFT


def test_not_converging_is_not_said_of_closed_ones_that_the_index_still_shows():
    home, table = lagging_home()
    for _ in range(4):
        home.capture()
    table.catch_up()
    for _ in range(3):
        take(home)
    home.capture(session="d1")
    take(home)
    step = home.drain()
    assert (step.stop, step.checkpoint, step.taken) == (None, 1, 0), "one is open, fewer than four"


def test_not_converging_is_said_of_what_the_session_filed_though_the_index_does_not_show_it():
    home, table = lagging_home()
    for _ in range(2):
        home.capture()
    table.catch_up()
    for _ in range(2):
        take(home)
        home.capture(session="d1")
    step = home.drain()
    assert (step.stop, step.open) == (Stop.NOT_CONVERGING, 2)


def test_one_handed_back_and_returned_is_given_again_though_the_index_shows_it_as_it_was():
    home, table = lagging_home()
    title = home.capture().todo.title
    table.catch_up()
    first = home.drain().todo
    home.hand_back(first)
    assert home.drain().stop is Stop.NOTHING_LEFT
    home.act(editing.return_to_drain, first)
    assert home.drain().todo.title == title


def test_one_handed_back_and_returned_in_the_middle_of_a_drain_is_not_lost():
    home, table = lagging_home()
    for _ in range(2):
        home.capture()
    table.catch_up()
    first = home.drain().todo
    home.hand_back(first)
    second = home.drain().todo
    home.act(editing.return_to_drain, first)
    home.complete(second)
    assert home.drain().todo.title == first.title


def test_claims_that_the_index_does_not_show_yet_are_refused_one_by_one():
    home, table = lagging_home()
    todos = [home.follow_up() for _ in range(3)]
    table.catch_up()
    for todo in todos[:2]:
        home.claim(todo, "d2")
    assert home.drain().todo.title == todos[2].title
    home.complete(home.drain().todo)
    stop = home.drain()
    assert (stop.stop, stop.claimed_by_others) == (Stop.ALL_CLAIMED, 2)


def test_claims_that_have_ended_though_the_index_shows_them_are_no_reason_to_stop():
    home, table = lagging_home()
    todo = home.follow_up()
    claimed = home.claim(todo, "d2")
    table.catch_up()
    home.hand_back(claimed)
    home.act(editing.return_to_drain, claimed)
    assert home.drain().todo.title == todo.title


def test_one_assigned_to_this_repository_elsewhere_in_the_index_is_let_alone():
    home, table = lagging_home()
    todo = home.follow_up()
    table.catch_up()
    home.act(editing.assign, todo, repository="acme/other")
    assert home.drain().stop is Stop.NOTHING_LEFT
    assert home.stored(todo).claim is None


@pytest.mark.parametrize("behind", [1, 2, 3, 5, 8])
def test_a_whole_drain_behind_a_lagging_index_takes_each_once_and_ends_with_nothing_left(behind):
    home, table = lagging_home(behind)
    titles = [home.capture(session="d1" if n % 3 == 0 else "s1").todo.title for n in range(12)]
    table.catch_up()
    done = []
    while (step := home.drain()).todo is not None:
        done.append(step.todo.title)
        home.complete(step.todo)
        if len(done) in {3, 6, 9}:
            titles.append(home.capture(session="d1").todo.title)
    assert step.stop is Stop.NOTHING_LEFT
    assert sorted(done) == sorted(titles)
