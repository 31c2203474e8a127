"""Fencing: one session holds a follow-up at a time, and whoever was superseded cannot write over the next one."""

from dataclasses import replace
from typing import Any

import pytest

from followups.domain.errors import ChangedMeanwhile, ClaimedElsewhere, ClaimLost, NotFound
from followups.services import editing
from tests.builders import a_home, on
from tests.faults import RacedTable


def token(todo):
    return todo.claim.token


def number(todo):
    return int(token(todo).partition(".")[0])


def test_a_claim_is_a_lease_of_half_an_hour_with_a_token(home, clock):
    claimed = home.claim(home.follow_up())
    assert claimed.claim.session_id == "s1"
    assert (claimed.claim.expires_at - clock.now()).total_seconds() == pytest.approx(30 * 60, abs=0.01)


def test_claiming_again_renews_and_keeps_the_token(home, clock):
    first = home.claim(home.follow_up())
    clock.advance(minutes=20)
    again = home.claim(first)
    assert token(again) == token(first)
    clock.advance(minutes=20)
    with pytest.raises(ClaimedElsewhere):
        home.claim(first, "s2")


def test_another_sessions_live_claim_is_refused_with_its_holder_and_expiry(home):
    claimed = home.claim(home.follow_up(), "s2")
    with pytest.raises(ClaimedElsewhere) as refused:
        home.claim(claimed, "s1")
    assert refused.value.details["holder"] == "s2"
    assert refused.value.details["expires_at"] == home.stored(claimed).claim.expires_at


def test_of_eight_that_claim_at_the_same_instant_one_has_it(home, sqlite):
    """E01: each of the eight has read the follow-up as free before the first of them writes."""
    for _ in range(20):
        todo = home.follow_up(session=f"s{_}")
        outcomes: list[Any] = []

        def attempt(session, rivals, todo=todo, outcomes=outcomes):
            through = on(home, RacedTable(sqlite, *rivals))
            try:
                outcomes.append(through.claim(todo, session))
            except ClaimedElsewhere as refused:
                outcomes.append(refused.details["holder"])

        def chain(left, attempt=attempt):
            return [lambda: attempt(f"d{left}", chain(left - 1))] if left else []

        attempt("d8", chain(7))
        winners = [each for each in outcomes if not isinstance(each, str)]
        assert len(winners) == 1
        assert {each for each in outcomes if isinstance(each, str)} == {winners[0].claim.session_id}
        assert len(outcomes) == 8


def test_the_superseded_holder_is_refused_and_told_who_holds_it(home, clock):
    """E03"""
    todo = home.follow_up()
    first = home.claim(todo, "a")
    clock.advance(minutes=31)
    second = home.claim(todo, "b")
    for attempt in (home.complete, home.hand_back):
        with pytest.raises(ClaimLost) as refused:
            attempt(first)
        assert refused.value.details["holder"] == "b"
    assert home.stored(todo).is_open
    assert home.stored(todo).claim.session_id == "b"
    assert home.complete(second).todo.completed_at is not None


def test_the_current_token_works_lapsed_or_not(home, clock):
    claimed = home.claim(home.follow_up())
    clock.advance(hours=5)
    assert home.complete(claimed).todo.completed_at is not None


@pytest.mark.parametrize("write", ["complete", "hand_back"])
def test_while_a_claim_is_live_a_write_without_its_token_is_refused(home, clock, write):
    claimed = home.claim(home.follow_up())
    with pytest.raises(ClaimLost, match="pass the claim_token"):
        getattr(home, write)(claimed, claim_token=None)
    assert home.stored(claimed) == claimed
    clock.advance(minutes=30)
    assert getattr(home, write)(claimed, claim_token=None).repeated is False


def test_an_unclaimed_one_is_written_without_a_token(home):
    assert home.complete(home.follow_up()).todo.completed_at is not None
    assert home.hand_back(home.follow_up()).todo.origin.with_owner


@pytest.mark.parametrize("given", ["", "1", "1.x", "9.whatever"])
def test_a_given_token_has_to_be_the_current_one(home, given):
    todo = home.follow_up()
    with pytest.raises(ClaimLost):
        home.complete(todo, claim_token=given)
    with pytest.raises(ClaimLost):
        home.complete(home.claim(todo), claim_token=given)


def test_numbers_only_ever_rise(home, clock):
    todo = home.follow_up()
    numbers = []
    for turn in range(6):
        claimed = home.claim(todo, f"s{turn}")
        numbers.append(number(claimed))
        match turn:
            case 0:
                clock.advance(minutes=31)
            case 1:
                home.act(editing.return_to_drain, home.hand_back(claimed).todo)
            case 2:
                home.act(editing.reopen, home.complete(claimed).todo)
            case 3:
                home.act(editing.delete, claimed)
                home.act(editing.restore, claimed)
            case 4:
                home.act(editing.unassign, claimed)
                home.act(editing.assign, claimed, repository="acme/widget")
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(
    ("leaves", "comes_back"),
    [
        (
            lambda home, todo: home.act(editing.complete, todo),
            lambda home, todo: home.act(editing.reopen, todo),
        ),
        (
            lambda home, todo: home.act(editing.delete, todo),
            lambda home, todo: home.act(editing.restore, todo),
        ),
        (
            lambda home, todo: home.act(editing.unassign, todo),
            lambda home, todo: home.act(editing.assign, todo, repository="acme/widget"),
        ),
        (
            lambda home, todo: home.hand_back(todo),
            lambda home, todo: home.act(editing.return_to_drain, todo),
        ),
    ],
    ids=["done", "deleted", "unassigned", "handed back"],
)
def test_a_token_from_before_it_left_is_worth_nothing_when_it_comes_back(home, leaves, comes_back):
    claimed = home.claim(home.follow_up())
    leaves(home, claimed)
    assert home.stored(claimed).claim is None
    comes_back(home, claimed)
    with pytest.raises(ClaimLost):
        home.complete(claimed)
    assert home.claim(claimed, "s2").claim.session_id == "s2"


def test_a_move_ends_the_lease(home, ports):
    second = a_home(ports, name="Second")
    claimed = home.claim(home.follow_up())
    home.act(editing.move, claimed, to_list=second.id)
    assert home.stored(claimed).claim is None
    with pytest.raises(ClaimLost):
        second.complete(claimed)
    assert number(second.claim(claimed, "s2")) > number(claimed)


@pytest.mark.parametrize("edit", [{"title": "New"}, {"starred": True}, {"notes": "n"}])
def test_an_edit_of_the_owners_leaves_the_lease_alone(home, edit):
    claimed = home.claim(home.follow_up())
    home.edit(claimed, **edit)
    assert home.stored(claimed).claim == claimed.claim
    assert home.complete(claimed).todo.completed_at is not None


class TestOutOfReach:
    """All of these answer the same `not_found`, and nothing is written."""

    def cases(self, home):
        own, done, deleted, back = home.add(), home.follow_up(), home.follow_up(), home.follow_up()
        home.complete(done)
        home.act(editing.delete, deleted)
        home.hand_back(back)
        home.set_up(review_new=True)
        proposed = home.follow_up()
        elsewhere = a_home(home.ports, name="Second").follow_up()
        foreign = a_home(home.ports, "owner-2").follow_up()
        return [own, done, deleted, back, proposed, elsewhere, foreign]

    def test_every_write_answers_the_same_for_each(self, home):
        answers = set()
        for todo in self.cases(home):
            before = home.stored(todo)
            for attempt in (
                lambda todo=todo: home.claim(todo),
                lambda todo=todo: home.complete(todo, "Another summary."),
                lambda todo=todo: home.complete(todo, "Another summary.", claim_token="1.x"),
                lambda todo=todo: home.complete(todo, "Another summary.", occurrence="2027-01-31"),
                lambda todo=todo: home.hand_back(todo, "Another reason."),
            ):
                with pytest.raises(NotFound) as refused:
                    attempt()
                answers.add((refused.value.message, str(refused.value.details)))
            assert home.stored(todo) == before
        assert len(answers) == 1

    @pytest.mark.parametrize("todo_id", ["0190a5c2-0000-7000-8000-000000000000", "nonsense", ""])
    def test_so_does_an_unknown_id(self, home, todo_id):
        own = home.add()
        answers = set()
        for todo in (own, replace(own, id=todo_id)):
            with pytest.raises(NotFound) as refused:
                home.claim(todo)
            answers.add(refused.value.message)
        assert len(answers) == 1


def test_a_claim_that_meets_a_change_each_time_gives_up_with_a_clear_error(home, sqlite):
    todo = home.follow_up()
    raced = on(home, RacedTable(sqlite, *[lambda: home.edit(todo, starred=not home.stored(todo).starred)] * 3))
    with pytest.raises(ChangedMeanwhile, match="Read it again"):
        raced.claim(todo)
    assert home.stored(todo).claim is None
