"""A session that works shows itself now and then, and keeps what it holds."""

from datetime import timedelta

import pytest

from followups.domain.errors import Invalid, TooLarge
from followups.domain.limits import CLAIM_SECONDS, SESSION_ID_CHARACTERS
from followups.services import editing
from followups.services.looking_in import look_in
from tests.builders import a_home, on
from tests.faults import WRITES, CountingTable, RacedTable

WHOLE = timedelta(seconds=CLAIM_SECONDS)


def looked_in(home, session="s1"):
    return look_in(home.ports, home.agent, session_id=session)


def held(home, session="s1", **more):
    return home.claim(home.follow_up(**more), session)


def left(home, todo):
    return home.stored(todo).claim.expires_at - home.clock.now()


@pytest.mark.parametrize("minutes", [0, 1, 9.9])
def test_a_claim_that_lasts_20_minutes_or_more_is_left_alone(minutes, home, sqlite, clock):
    todo = held(home)
    clock.advance(minutes=minutes)
    counted = CountingTable(sqlite)
    assert not looked_in(on(home, counted))
    assert home.stored(todo) == todo
    assert not WRITES & set(counted.calls)


@pytest.mark.parametrize("minutes", [10.1, 20, 29.9])
def test_a_claim_with_less_left_lasts_half_an_hour_again_by_one_write(minutes, home, sqlite, clock):
    todo = held(home)
    clock.advance(minutes=minutes)
    counted = CountingTable(sqlite)
    assert looked_in(on(home, counted))
    assert WHOLE - timedelta(seconds=1) < left(home, todo) <= WHOLE
    assert home.stored(todo).claim.token == todo.claim.token
    assert sum(call in WRITES for call in counted.calls) == 1


def test_a_renewed_claim_still_completes_with_its_first_token(home, clock):
    todo = held(home)
    for _ in range(5):
        clock.advance(minutes=25)
        assert looked_in(home)
    home.complete(home.stored(todo), claim_token=todo.claim.token)
    assert not home.stored(todo).is_open


def test_what_a_drain_gave_is_renewed_too(home, clock):
    home.follow_up()
    todo = home.given("d1")
    clock.advance(minutes=15)
    assert looked_in(home, "d1")
    assert left(home, todo) > timedelta(minutes=29)


@pytest.mark.parametrize("minutes", [30, 31, 24 * 60])
def test_a_lapsed_claim_is_not_taken_again(minutes, home, clock):
    todo = held(home)
    clock.advance(minutes=minutes)
    assert not looked_in(home)
    assert home.stored(todo) == todo


def test_what_another_session_took_over_stays_with_it(home, clock):
    todo = held(home, "s1")
    clock.advance(minutes=31)
    taken = home.claim(todo, "s2")
    clock.advance(minutes=15)
    assert not looked_in(home, "s1")
    assert home.stored(todo) == taken
    assert looked_in(home, "s2")


@pytest.mark.parametrize("session", ["s1", "never-seen"])
def test_a_session_that_holds_nothing_writes_nothing(session, home, sqlite):
    home.follow_up()
    counted = CountingTable(sqlite)
    assert not looked_in(on(home, counted), session)
    assert not WRITES & set(counted.calls)


@pytest.mark.parametrize(
    "ends",
    [
        lambda home, todo: home.complete(todo),
        lambda home, todo: home.hand_back(todo),
        lambda home, todo: home.act(editing.delete, todo),
        lambda home, todo: home.act(editing.complete, todo),
        lambda home, todo: home.act(editing.move, todo, to_list=a_home(home.ports, name="Second").id),
    ],
    ids=["completed", "handed back", "deleted", "completed by the owner", "moved away"],
)
class TestWhatEndsAClaim:
    def test_what_ended_before_is_not_renewed(self, ends, home, clock):
        todo = held(home)
        clock.advance(minutes=15)
        ends(home, todo)
        after = home.stored(todo)
        assert not looked_in(home)
        assert home.stored(todo) == after

    def test_what_ends_meanwhile_is_not_renewed(self, ends, home, sqlite, clock):
        todo = held(home)
        clock.advance(minutes=15)
        after = []

        def ended():
            ends(home, todo)
            after.append(home.stored(todo))

        assert not looked_in(on(home, RacedTable(sqlite, ended)))
        assert [home.stored(todo)] == after


def test_an_edit_meanwhile_is_kept_and_the_claim_renewed(home, sqlite, clock):
    todo = held(home)
    clock.advance(minutes=15)
    raced = on(home, RacedTable(sqlite, lambda: home.edit(todo, title="Better")))
    assert looked_in(raced)
    assert home.stored(todo).title == "Better"
    assert left(home, todo) > timedelta(minutes=29)


def test_of_two_look_ins_at_once_neither_fails_and_the_claim_is_whole(home, sqlite, clock):
    todo = held(home)
    clock.advance(minutes=15)
    assert looked_in(on(home, RacedTable(sqlite, lambda: looked_in(home))))
    assert left(home, todo) > timedelta(minutes=29)
    assert home.stored(todo).claim.token == todo.claim.token


def test_a_takeover_meanwhile_stands(home, sqlite, clock):
    """The claim lapses between the read and the write, and another session is there first."""
    todo = held(home)
    clock.advance(minutes=29)
    taken = []

    def taken_over():
        clock.advance(minutes=2)
        taken.append(home.claim(todo, "s2"))

    assert not looked_in(on(home, RacedTable(sqlite, taken_over)))
    assert [home.stored(todo)] == taken


def test_the_same_session_id_in_another_list_renews_nothing_here(home, ports, clock):
    second = a_home(ports, name="Second")
    todo = held(home)
    clock.advance(minutes=15)
    assert not looked_in(second)
    assert home.stored(todo) == todo


def test_only_what_the_session_works_on_is_renewed(home, clock):
    """Of two claims it is the later one: the session left the other."""
    first, second = held(home), held(home)
    clock.advance(minutes=15)
    assert looked_in(home)
    assert home.stored(first) == first
    assert left(home, second) > timedelta(minutes=29)


@pytest.mark.parametrize("session", ["", "   ", "s\n1", "\u202e", "\u200b"])
def test_what_is_no_session_id_is_refused(session, home):
    with pytest.raises(Invalid):
        looked_in(home, session)


def test_a_session_id_that_is_too_long_is_refused(home):
    with pytest.raises(TooLarge):
        looked_in(home, "x" * (SESSION_ID_CHARACTERS + 1))
