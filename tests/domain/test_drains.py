from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from followups.domain.claims import Claim
from followups.domain.drains import REMEMBERED, Drain, Given
from followups.domain.origins import Origin
from followups.domain.todos import Todo

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LAPSED = NOW - timedelta(hours=1)
DRAIN = Drain.started("r1", 3).giving("t1")
TODO = Todo(
    id="t1",
    list_id="l1",
    owner_id="o1",
    title="Fix it",
    order="V",
    created_at=NOW,
    updated_at=NOW,
    version=4,
    origin=Origin(repository="acme/widget", repository_id="r1", session_id="s9"),
)


def claimed(by: str, at: datetime = NOW) -> Todo:
    return replace(TODO, claim=Claim.granted(session_id=by, number=1, secret="x", now=at))


def with_origin(**changes) -> Todo:
    assert TODO.origin is not None
    return replace(TODO, origin=replace(TODO.origin, **changes))


@pytest.mark.parametrize(
    ("todo", "fate"),
    [
        (claimed("s1"), Given.STILL_OURS),
        (claimed("s1", LAPSED), Given.STILL_OURS),
        (TODO, Given.STILL_OURS),
        (replace(TODO, completed_at=NOW), Given.TAKEN),
        (with_origin(with_owner=True), Given.TAKEN),
        (None, Given.PASSED_OVER),
        (replace(TODO, deleted_at=NOW), Given.PASSED_OVER),
        (replace(TODO, deleted_at=NOW, completed_at=NOW), Given.PASSED_OVER),
        (replace(TODO, origin=None), Given.PASSED_OVER),
        (with_origin(repository_id="r9"), Given.PASSED_OVER),
        (claimed("s2"), Given.PASSED_OVER),
        (claimed("s2", LAPSED), Given.PASSED_OVER),
        (with_origin(proposed=True), Given.PASSED_OVER),
        (replace(TODO, snoozed_until=NOW + timedelta(days=1)), Given.PASSED_OVER),
    ],
    ids=[
        *("ours", "ours but lapsed", "claimed by nobody", "done", "handed back", "gone", "deleted", "done and deleted"),
        *("unassigned", "of another repository", "taken by another", "taken by another, lapsed", "proposed", "snoozed"),
    ],
)
def test_what_became_of_the_one_given_before_is_told_by_what_it_is_now(todo, fate):
    waits = todo is not None and todo.held_until(NOW, "UTC") is not None
    assert DRAIN.fate_of_given(todo, "s1", {"r1"}, waits=waits) is fate


def test_one_that_stands_under_another_id_of_its_repository_is_still_the_one_given():
    moved = with_origin(repository_id="r2")
    assert DRAIN.fate_of_given(moved, "s1", {"r1", "r2"}, waits=False) is Given.STILL_OURS


def test_one_that_is_done_counts_as_taken_and_lies_behind_at_its_version():
    after = DRAIN.after(Given.TAKEN, TODO)
    assert (after.taken, after.given, after.behind) == (1, None, (("t1", 4),))
    assert after.has_behind("t1", 4)
    assert not after.has_behind("t1", 5), "a newer row is no lagging one"
    assert not after.has_behind("t2", 1)


def test_one_that_is_passed_over_counts_for_nothing():
    after = DRAIN.after(Given.PASSED_OVER, TODO)
    assert (after.taken, after.given, after.behind) == (0, None, ())


def test_one_that_is_still_ours_leaves_the_drain_as_it_is():
    assert DRAIN.after(Given.STILL_OURS, TODO) == DRAIN


def test_only_the_last_ones_are_remembered_each_once():
    drain = DRAIN
    for number in range(REMEMBERED + 5):
        drain = drain.giving(f"t{number}").after(Given.TAKEN, replace(TODO, id=f"t{number}"))
    drain = drain.giving("t8").after(Given.TAKEN, replace(TODO, id="t8", version=9))

    assert len(drain.behind) == REMEMBERED
    assert drain.behind[-1] == ("t8", 9)
    assert drain.behind[0] == ("t5", 4)


def test_a_drain_is_at_its_checkpoint_when_it_took_as_many_as_were_open():
    assert not replace(DRAIN, taken=2).is_at_checkpoint
    assert replace(DRAIN, taken=3).is_at_checkpoint
    assert Drain.started("r1", 0).is_at_checkpoint


def test_it_converges_only_while_fewer_are_open_than_at_the_checkpoint():
    assert DRAIN.converges_at(2)
    assert not DRAIN.converges_at(3)
    assert not DRAIN.converges_at(4)


def test_a_checkpoint_counts_anew_from_there():
    after = replace(DRAIN, taken=3).at_checkpoint(2)
    assert (after.checkpoint, after.taken) == (2, 0)


def test_a_drain_that_starts_anew_goes_on_with_what_it_works_on_and_knows_what_it_closed():
    before = replace(DRAIN, taken=2, behind=(("t0", 7),))
    after = before.started_anew(5)
    assert (after.checkpoint, after.taken, after.given, after.behind) == (5, 0, "t1", (("t0", 7),))
