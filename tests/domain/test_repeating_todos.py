"""What repeats is due again when it is done: what stays with it, what ends, and what undoes it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from followups.domain import dues, repeats
from followups.domain.drains import Drain, Given
from followups.domain.dues import DueDate
from followups.domain.errors import ChangedMeanwhile, ClaimLost, Invalid, NotDue
from followups.domain.origins import Origin
from followups.domain.repeats import Asked, Repeat, Rolled
from followups.domain.todos import AgentWrite, Todo

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
TODAY = DueDate(date=date(2026, 12, 1))
WEEKLY = repeats.repeat("FREQ=WEEKLY", None, TODAY)
TODO = Todo(
    id="t1",
    list_id="l1",
    owner_id="o1",
    title="Water the plants",
    notes="All of them.",
    starred=True,
    order="V",
    due=TODAY,
    repeat=WEEKLY,
    created_at=NOW,
    updated_at=NOW,
    version=3,
)
FOLLOW_UP = replace(TODO, origin=Origin(repository="acme/widget", repository_id="r1", session_id="s0"))


def due_on(todo: Todo) -> str | None:
    return None if todo.due is None else dues.occurrence(todo.due)


def completed(todo: Todo, at: datetime = NOW, *, occurrence: str | None = None, skips: bool = False) -> Todo:
    return todo.completed(occurrence=occurrence, now=at, owner_zone="UTC", skips=skips)


def write(arguments: str = "a", at: datetime = NOW) -> AgentWrite:
    return AgentWrite(key_id="k1", tool="complete_follow_up", arguments=arguments, at=at)


def completed_by_agent(todo: Todo, at: datetime = NOW, *, zone: str = "UTC", **more) -> Todo:
    asked = {"token": None, "occurrence": None, "write": write(at=at), **more}
    return todo.completed_by_agent(now=at, owner_zone=zone, **asked)


class TestRollingForward:
    def test_it_is_due_again_and_everything_else_is_as_it_was(self):
        after = completed(TODO)
        assert due_on(after) == "2026-12-08"
        assert after.is_open
        assert after.rolled == Rolled(due="2026-12-01", to="2026-12-08", at=NOW, skipped=False)
        assert replace(after, due=TODAY, rolled=None, claim_number=TODO.claim_number) == TODO

    def test_it_ends_a_claim_and_a_snooze_and_no_token_of_before_works_any_more(self):
        held = FOLLOW_UP.claim_for("s1", "x", NOW).snoozed(NOW + timedelta(hours=1), NOW)
        after = completed(held)
        assert (after.claim, after.snoozed_until, after.origin) == (None, None, FOLLOW_UP.origin)
        with pytest.raises(ClaimLost):
            completed_by_agent(after, NOW + timedelta(days=7), token="1.x")

    def test_untouched_for_days_it_is_one_todo_and_completed_once_it_is_due_after_now(self):
        """A25"""
        daily = replace(TODO, repeat=repeats.repeat("FREQ=DAILY", None, TODAY))
        assert due_on(completed(daily, NOW + timedelta(days=5))) == "2026-12-07"

    def test_what_has_no_occurrence_left_is_done_for_good(self):
        last = DueDate(date=date(9999, 12, 31))
        after = completed(replace(TODO, due=last))
        assert (after.completed_at, after.due, after.rolled) == (NOW, last, None)

    def test_a_todo_that_does_not_repeat_keeps_its_due(self):
        after = completed(replace(TODO, repeat=None))
        assert (after.completed_at, after.due, after.rolled) == (NOW, TODAY, None)

    def test_an_occurrence_is_completed_once(self):
        after = completed(TODO, occurrence="2026-12-01")
        with pytest.raises(ChangedMeanwhile, match="2026-12-08"):
            completed(after, occurrence="2026-12-01")

    def test_the_days_of_the_owner_decide_what_is_next(self):
        daily = replace(TODO, repeat=repeats.repeat("FREQ=DAILY", None, TODAY))
        late = datetime(2026, 12, 2, 4, tzinfo=UTC)
        in_new_york = daily.completed(occurrence=None, now=late, owner_zone="America/New_York")
        assert due_on(in_new_york) == "2026-12-02"
        assert due_on(completed(daily, late)) == "2026-12-03"


class TestSkipping:
    def test_it_is_rolled_forward_and_recorded_as_skipped(self):
        after = completed(TODO, skips=True)
        assert due_on(after) == "2026-12-08"
        assert after.rolled == Rolled(due="2026-12-01", to="2026-12-08", at=NOW, skipped=True)

    def test_what_does_not_repeat_cannot_be_skipped(self):
        with pytest.raises(Invalid, match="Only what repeats") as refused:
            completed(replace(TODO, repeat=None), skips=True)
        assert refused.value.details == {"field": "repeat"}


class TestReopening:
    def test_completed_undone_and_completed_again_it_is_due_at_the_same_next_time(self):
        """A23"""
        undone = completed(TODO).reopened()
        assert (undone.due, undone.rolled) == (TODAY, None)
        assert due_on(completed(undone)) == "2026-12-08"

    def test_it_takes_one_roll_back_and_no_second(self):
        twice = completed(completed(TODO), NOW + timedelta(days=7))
        undone = twice.reopened()
        assert due_on(undone) == "2026-12-08"
        assert undone.reopened() == undone

    def test_one_that_was_moved_since_stays_where_it_is(self):
        moved = completed(TODO).edited(due=DueDate(date=date(2026, 12, 9)))
        assert due_on(moved.reopened()) == "2026-12-09"

    def test_one_that_was_done_for_good_keeps_its_due(self):
        last = replace(completed(TODO), due=DueDate(date=date(9999, 12, 31)))
        done = completed(last)
        assert (done.reopened().is_open, due_on(done.reopened())) == (True, "9999-12-31")

    def test_a_time_comes_back_in_its_zone(self):
        due = dues.from_occurrence("2026-12-01T09:00", "Europe/Berlin")
        timed = replace(TODO, due=due, repeat=repeats.repeat("FREQ=DAILY", None, due))
        assert completed(timed).reopened().due == due


class TestHeldBack:
    def test_a_repeating_one_is_held_until_its_day_begins_where_its_owner_is(self):
        after = completed(FOLLOW_UP)
        begins = datetime(2026, 12, 8, 5, tzinfo=UTC)
        assert after.held_until(NOW, "America/New_York") == begins
        assert after.held_until(begins - timedelta(seconds=1), "America/New_York") == begins
        assert after.held_until(begins, "America/New_York") is None

    def test_a_snooze_beyond_it_holds_it_longer(self):
        until = NOW + timedelta(days=30)
        assert completed(FOLLOW_UP).snoozed(until, NOW).held_until(NOW, "UTC") == until

    def test_an_agent_cannot_complete_what_is_not_due_and_hears_when_it_is(self):
        with pytest.raises(NotDue, match="2026-12-08") as refused:
            completed_by_agent(completed(FOLLOW_UP), NOW + timedelta(days=6), occurrence="2026-12-08")
        assert refused.value.details == {"occurrence": "2026-12-08"}

    def test_its_owner_may_complete_it_before_it_is_due(self):
        assert due_on(completed(completed(FOLLOW_UP))) == "2026-12-15"

    def test_one_with_a_plain_due_is_not_held(self):
        assert replace(completed(FOLLOW_UP), repeat=None).held_until(NOW, "UTC") is None


class TestAgents:
    def test_the_same_call_again_is_known_while_the_todo_stands_where_that_call_rolled_it(self):
        after = completed_by_agent(FOLLOW_UP)
        assert due_on(after) == "2026-12-08"
        assert after.is_as_left_by(write(at=NOW + timedelta(hours=23)))
        assert not after.is_as_left_by(write("b"))
        assert not after.is_as_left_by(write(at=NOW + timedelta(hours=24)))

    def test_it_is_not_known_any_more_once_its_owner_moved_undid_or_completed_it(self):
        after = completed_by_agent(FOLLOW_UP)
        for by_owner in (
            after.reopened(),
            after.edited(due=DueDate(date=date(2026, 12, 9))),
            completed(after, NOW + timedelta(minutes=1)),
        ):
            assert not by_owner.is_as_left_by(write())


class TestDrains:
    DRAIN = Drain.started("r1", 3).giving("t1")

    def test_one_that_was_rolled_forward_is_taken_whether_or_not_it_waits(self):
        rolled = replace(completed_by_agent(FOLLOW_UP.claim_for("s1", "x", NOW), token="1.x"), version=5)
        for waits in (True, False):
            assert self.DRAIN.fate_of_given(rolled, "s1", {"r1"}, waits=waits) is Given.TAKEN
        after = self.DRAIN.after(Given.TAKEN, rolled)
        assert after.taken == 1
        assert after.has_behind("t1", 4), "an index that shows it as it was before lags"
        assert not after.has_behind("t1", 5), "as it is now it comes again when it is due"

    def test_one_that_waits_while_it_is_held_is_passed_over(self):
        earlier = completed(FOLLOW_UP)
        held = earlier.claim_for("s1", "x", NOW + timedelta(days=7))
        assert self.DRAIN.fate_of_given(held, "s1", {"r1"}, waits=False) is Given.STILL_OURS
        assert self.DRAIN.fate_of_given(held, "s1", {"r1"}, waits=True) is Given.PASSED_OVER

    def test_one_that_was_handed_back_lies_behind_at_its_version(self):
        rolled = completed(FOLLOW_UP)
        assert rolled.origin is not None
        back = replace(rolled, origin=rolled.origin.given_to_owner("Why?", NOW))
        assert self.DRAIN.after(Given.TAKEN, back).has_behind("t1", back.version)


class TestEditing:
    def test_moving_the_due_by_hand_moves_the_anchor(self):
        moved = TODO.edited(due=DueDate(date=date(2026, 12, 3)))
        assert moved.repeat == Repeat(rule=WEEKLY.rule, anchor=date(2026, 12, 3))
        assert due_on(completed(moved, NOW + timedelta(days=2))) == "2026-12-10"

    def test_the_same_write_may_give_the_anchor(self):
        asked = Asked(rrule=None, anchor="2026-12-01")
        moved = TODO.edited(due=DueDate(date=date(2026, 12, 3)), repeat=asked)
        assert (due_on(moved), moved.repeat) == ("2026-12-03", WEEKLY)

    def test_the_due_as_it_is_leaves_the_anchor(self):
        monthly = replace(
            TODO, due=DueDate(date=date(2027, 2, 28)), repeat=Repeat(rule=WEEKLY.rule, anchor=date(2027, 1, 31))
        )
        assert monthly.edited(due=monthly.due) == monthly
        assert monthly.edited(title="Water them").repeat == monthly.repeat

    def test_without_its_due_it_repeats_no_more(self):
        assert TODO.edited(clears_due=True).repeat is None

    def test_the_repeat_alone_ends_and_the_due_stays(self):
        after = TODO.edited(clears_repeat=True)
        assert (after.repeat, after.due) == (None, TODAY)

    def test_a_repeat_without_a_due_is_refused(self):
        for attempt in (
            lambda: replace(TODO, due=None, repeat=None).edited(repeat=Asked(rrule="FREQ=DAILY")),
            lambda: TODO.edited(clears_due=True, repeat=Asked(rrule="FREQ=DAILY")),
        ):
            with pytest.raises(Invalid, match="needs a due"):
                attempt()

    def test_a_repeat_set_with_its_due_is_anchored_there(self):
        plain = replace(TODO, due=None, repeat=None)
        dated = plain.edited(due=TODAY, repeat=Asked(rrule="freq=weekly"))
        assert (dated.due, dated.repeat) == (TODAY, WEEKLY)
