"""Drains whose calls meet, break off or are repeated: each claim is written first, then the session."""

import pytest

from followups.domain.drains import Stop
from followups.domain.errors import ChangedMeanwhile, Unavailable
from followups.domain.todos import Todo
from followups.services import claiming, editing
from tests.builders import on
from tests.faults import FailingTable, RacedTable


def held_by(home, session):
    """What a session holds, whether it knows it or not."""
    (repository,) = home.ports.repositories.all(home.id)
    rows = home.ports.todos.takeable(home.id, repository.ids, after=None, limit=100).rows
    return [row.title for row in rows if row.claim_session == session]


def test_of_two_parallel_calls_of_one_session_both_answer_the_winners(home, sqlite):
    for _ in range(4):
        home.capture()
    winners = []
    raced = on(home, RacedTable(sqlite, lambda: winners.append(home.given())))
    todo = raced.given()
    assert todo.id == winners[0].id
    assert held_by(home, "d1") == [todo.title]
    again = home.drain()
    assert (again.checkpoint, again.taken) == (4, 0)


def test_the_loser_that_had_claimed_another_one_releases_it(home, sqlite):
    """A claim of the same session comes between the loser's own claim and its session."""
    todos = [home.follow_up() for _ in range(3)]
    raced = on(home, RacedTable(sqlite, lambda: None, lambda: home.claim(todos[2], "d1")))
    assert raced.given().title == todos[2].title
    assert held_by(home, "d1") == [todos[2].title]


def test_many_parallel_calls_of_one_session_are_one_follow_up(home, sqlite):
    for _ in range(9):
        home.capture()
    given: list[Todo] = []

    def call(rivals):
        given.append(on(home, RacedTable(sqlite, *rivals)).given())

    call([lambda: call([lambda: call([])]), lambda: call([])])
    assert len({todo.id for todo in given}) == 1
    assert len(given) == 4
    assert len(held_by(home, "d1")) == 1


def test_parallel_new_drains_are_one_drain(home, sqlite):
    for _ in range(3):
        home.capture()
    home.complete(home.given())
    raced = on(home, RacedTable(sqlite, lambda: home.drain(start=True)))
    step = raced.drain(start=True)
    assert (step.checkpoint, step.taken) == (2, 0)
    assert held_by(home, "d1") == [home.given().title]


def test_two_sessions_that_reach_for_the_same_one_get_two(home, sqlite):
    for _ in range(3):
        home.capture()
    rivals = []
    raced = on(home, RacedTable(sqlite, lambda: rivals.append(home.given("d2"))))
    assert raced.given("d1").id != rivals[0].id
    assert (len(held_by(home, "d1")), len(held_by(home, "d2"))) == (1, 1)


def test_one_that_is_closed_at_the_moment_it_is_reached_for_is_passed_by(home, sqlite):
    first, second = home.follow_up(), home.follow_up()
    raced = on(home, RacedTable(sqlite, lambda: home.act(editing.delete, first)))
    assert raced.given().title == second.title


def test_the_last_one_closed_at_that_moment_is_nothing_left(home, sqlite):
    todo = home.follow_up()
    raced = on(home, RacedTable(sqlite, lambda: home.act(editing.delete, todo)))
    assert raced.drain().stop is Stop.NOTHING_LEFT


def test_one_that_is_assigned_elsewhere_at_that_moment_is_let_go(home, sqlite):
    first, second = home.follow_up(), home.follow_up()
    raced = on(home, RacedTable(sqlite, lambda: home.act(editing.assign, first, repository="acme/other")))
    assert raced.given().title == second.title
    assert home.stored(first).claim is None


@pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
def test_a_call_that_breaks_off_anywhere_is_sent_again_and_gives_one_follow_up(home, sqlite, works):
    """Between the claim and the session too: the live claim that the session does not know is given again."""
    for _ in range(3):
        home.capture()
    at = 0
    while True:
        session = f"d{at}"
        failing = FailingTable(sqlite, at, works=works)
        try:
            todo = on(home, failing).given(session)
        except Unavailable:
            todo = home.given(session)
        assert held_by(home, session) == [todo.title]
        assert home.given(session).id == todo.id
        home.complete(todo)
        following = home.given(session)
        assert (home.drain(session).taken, held_by(home, session)) == (1, [following.title])
        home.act(editing.complete, following)
        if not failing.failed:
            break
        at += 1
        for _ in range(2):
            home.capture(session=f"more{at}")
    assert at >= 5, "the repository, the session, the count, the page, the claim and the session can each fail"


def test_after_a_crash_the_orphaned_claim_is_given_before_others_even_from_a_lower_place(home, sqlite):
    todos = [home.follow_up() for _ in range(3)]
    failing = FailingTable(sqlite, 6, works=False)
    with pytest.raises(Unavailable):
        on(home, failing).drain()
    assert held_by(home, "d1") == [todos[0].title]
    assert home.ports.sessions.get(home.id, "d1") is None, "or this is another crash"
    home.edit(todos[0], after=todos[2].id)
    assert home.given().title == todos[0].title


def test_a_crash_after_the_drain_ended_ends_it_again(home, sqlite):
    home.capture()
    home.complete(home.given())
    for at in range(12):
        failing = FailingTable(sqlite, at, works=True)
        try:
            step = on(home, failing).drain()
        except Unavailable:
            step = home.drain()
        assert step.stop is Stop.NOTHING_LEFT


def test_a_session_whose_calls_meet_every_time_is_told_so(home, sqlite):
    """Somebody writes the session again and again before this call does."""
    home.capture()

    def comes_first():
        known = home.ports.sessions.get(home.id, "d1")
        home.ports.sessions.save(known, claiming.seen_session(home.ports, home.agent, "d1", known))

    with pytest.raises(ChangedMeanwhile, match="Call drain_next again"):
        on(home, RacedTable(sqlite, *[comes_first] * 30)).drain()
    assert held_by(home, "d1") == []
