"""What a todo may become, and by which named error each of the other ways is refused."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from followups.domain.dues import DueDate
from followups.domain.errors import ChangedMeanwhile, ClaimedElsewhere, ClaimLost, Invalid, NotFound, TooLarge
from followups.domain.limits import CLAIM_SECONDS, DELETED_SECONDS, NOTES_CHARACTERS
from followups.domain.notes import answer_note, completion_note, hand_back_note
from followups.domain.origins import Origin
from followups.domain.todos import NOT_IN_REACH, AgentWrite, Todo

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ORIGIN = Origin(repository="acme/widget", repository_id="r1", session_id="s0")
OWN = Todo(id="t1", list_id="l1", owner_id="o1", title="Fix it", order="V", created_at=NOW, updated_at=NOW, version=1)
FOLLOW_UP = replace(OWN, origin=ORIGIN)
HANDED_BACK = replace(FOLLOW_UP, origin=ORIGIN.given_to_owner("Which one?", NOW))
PROPOSED = replace(FOLLOW_UP, origin=replace(ORIGIN, proposed=True))
DONE = replace(FOLLOW_UP, completed_at=NOW)
DELETED = replace(FOLLOW_UP, deleted_at=NOW)

OUT_OF_REACH = pytest.mark.parametrize(
    "todo", [OWN, HANDED_BACK, PROPOSED, DONE, DELETED], ids=["own", "handed back", "proposed", "done", "deleted"]
)


def write(tool: str = "complete_follow_up", *, at: datetime = NOW, key: str = "k1", arguments: str = "a") -> AgentWrite:
    return AgentWrite(key_id=key, tool=tool, arguments=arguments, at=at)


def completed(todo: Todo, token: str | None = None, occurrence: str | None = None, at: datetime = NOW) -> Todo:
    return todo.completed_by_agent(token=token, occurrence=occurrence, write=write(at=at), now=at, owner_zone="UTC")


def handed_back(todo: Todo, token: str | None = None, at: datetime = NOW) -> Todo:
    return todo.handed_back_by_agent(reason="Which?", token=token, write=write("hand_back_follow_up"), now=at)


def token_of(todo: Todo) -> str:
    assert todo.claim is not None
    return todo.claim.token


class TestReach:
    def test_only_an_open_follow_up_neither_handed_back_nor_proposed_may_be_taken(self):
        assert FOLLOW_UP.may_be_taken
        assert not any(todo.may_be_taken for todo in (OWN, HANDED_BACK, PROPOSED, DONE, DELETED))

    @OUT_OF_REACH
    def test_what_is_out_of_reach_answers_the_same_whatever_is_tried_and_why(self, todo):
        for attempt in (
            lambda: todo.claim_for("s1", "x", NOW),
            lambda: completed(todo),
            lambda: completed(todo, token="1.x"),
            lambda: handed_back(todo),
        ):
            with pytest.raises(NotFound) as refused:
                attempt()
            assert refused.value.message == NOT_IN_REACH
            assert refused.value.details == {}

    def test_a_snooze_holds_it_back_until_then_and_no_longer(self):
        until = NOW + timedelta(hours=1)
        snoozed = FOLLOW_UP.snoozed(until, NOW)
        assert snoozed.held_until(NOW, "UTC") == until
        assert snoozed.held_until(until, "UTC") is None
        assert snoozed.snoozed(None, NOW).held_until(NOW, "UTC") is None

    def test_a_plain_due_holds_nothing_back(self):
        assert replace(FOLLOW_UP, due=DueDate(date=date(2030, 1, 1))).held_until(NOW, "UTC") is None


class TestClaiming:
    def test_the_first_claim_has_number_one_and_each_later_one_a_higher(self):
        first = FOLLOW_UP.claim_for("s1", "x", NOW)
        lapse = NOW + timedelta(seconds=CLAIM_SECONDS)
        second = first.claim_for("s2", "y", lapse)
        assert (token_of(first), token_of(second)) == ("1.x", "2.y")

    def test_claiming_again_renews_and_keeps_the_token_even_after_its_lapse(self):
        first = FOLLOW_UP.claim_for("s1", "x", NOW)
        for later in (NOW + timedelta(minutes=5), NOW + timedelta(days=1)):
            again = first.claim_for("s1", "other", later)
            assert token_of(again) == "1.x"
            assert again.claim is not None
            assert again.claim.expires_at == later + timedelta(seconds=CLAIM_SECONDS)

    def test_another_sessions_live_claim_is_refused(self):
        with pytest.raises(ClaimedElsewhere):
            FOLLOW_UP.claim_for("s1", "x", NOW).claim_for("s2", "y", NOW)

    def test_a_release_ends_the_sessions_own_claim_and_raises_the_number(self):
        released = FOLLOW_UP.claim_for("s1", "x", NOW).released_by("s1")
        assert released.claim is None
        assert token_of(released.claim_for("s2", "y", NOW)) == "3.y"

    def test_a_release_leaves_anothers_claim_alone(self):
        claimed = FOLLOW_UP.claim_for("s1", "x", NOW)
        assert claimed.released_by("s2") is claimed
        assert FOLLOW_UP.released_by("s2") is FOLLOW_UP

    @pytest.mark.parametrize(
        "leaves",
        [
            lambda todo: completed(todo, "1.x"),
            lambda todo: handed_back(todo, "1.x"),
            lambda todo: todo.completed(occurrence=None, now=NOW, owner_zone="UTC"),
            lambda todo: todo.deleted(NOW),
            lambda todo: todo.moved(list_id="l2", order="V", repository_id="r2"),
            lambda todo: todo.unassigned(),
            lambda todo: todo.assigned("acme/other", "r2"),
        ],
        ids=["done", "handed back", "done by the owner", "deleted", "moved", "unassigned", "assigned elsewhere"],
    )
    def test_every_write_that_takes_it_out_of_reach_ends_the_lease_and_raises_the_number(self, leaves):
        after = leaves(FOLLOW_UP.claim_for("s1", "x", NOW))
        assert after.claim is None
        assert after.claim_number == 2

    def test_a_repository_that_takes_it_over_leaves_the_claim_alone(self):
        claimed = FOLLOW_UP.claim_for("s1", "x", NOW)
        assert claimed.taken_over("r2").claim == claimed.claim


class TestCompleting:
    def test_it_is_done_no_longer_snoozed_and_remembers_the_call(self):
        after = completed(FOLLOW_UP.snoozed(NOW + timedelta(days=1), NOW))
        assert (after.completed_at, after.snoozed_until, after.last_agent_write) == (NOW, None, write())

    def test_completing_leaves_the_due_as_it_is(self):
        due = DueDate(date=date(2027, 1, 31))
        assert completed(replace(FOLLOW_UP, due=due)).due == due

    @pytest.mark.parametrize("occurrence", ["2027-01-30", "2027-01-31T09:00", ""])
    def test_an_occurrence_that_is_not_the_current_one_is_refused_with_the_current_one(self, occurrence):
        dated = replace(FOLLOW_UP, due=DueDate(date=date(2027, 1, 31)))
        for attempt in (
            lambda: completed(dated, occurrence=occurrence),
            lambda: dated.completed(occurrence=occurrence, now=NOW, owner_zone="UTC"),
        ):
            with pytest.raises(ChangedMeanwhile) as refused:
                attempt()
            assert refused.value.details == {"occurrence": "2027-01-31"}

    def test_an_occurrence_of_what_has_no_due_any_more_is_refused(self):
        with pytest.raises(ChangedMeanwhile, match="gone by now"):
            completed(FOLLOW_UP, occurrence="2027-01-31")

    def test_the_current_occurrence_passes(self):
        dated = replace(FOLLOW_UP, due=DueDate(date=date(2027, 1, 31)))
        assert completed(dated, occurrence="2027-01-31").completed_at == NOW

    def test_a_superseded_token_is_refused_though_no_claim_is_live(self):
        lapsed = FOLLOW_UP.claim_for("s1", "x", NOW - timedelta(days=2))
        taken = lapsed.claim_for("s2", "y", NOW - timedelta(days=1))
        with pytest.raises(ClaimLost):
            completed(taken, "1.x")

    def test_the_owner_ticks_once_and_a_second_tick_changes_nothing(self):
        done = FOLLOW_UP.completed(occurrence=None, now=NOW, owner_zone="UTC")
        assert done.completed(occurrence="whatever", now=NOW + timedelta(days=1), owner_zone="UTC") is done

    def test_the_owner_may_tick_a_claimed_one_without_a_token(self):
        assert (
            FOLLOW_UP.claim_for("s1", "x", NOW).completed(occurrence=None, now=NOW, owner_zone="UTC").completed_at
            == NOW
        )

    def test_reopening_opens_it_and_forgets_the_call_that_completed_it(self):
        after = completed(FOLLOW_UP).reopened()
        assert after.is_open
        assert after.last_agent_write is None


class TestTheSameCallAgain:
    def test_it_is_known_while_the_todo_is_as_that_call_left_it(self):
        assert completed(FOLLOW_UP).is_as_left_by(write(at=NOW + timedelta(hours=23)))
        assert handed_back(FOLLOW_UP).is_as_left_by(write("hand_back_follow_up"))

    def test_after_24_hours_it_is_decided_anew(self):
        assert not completed(FOLLOW_UP).is_as_left_by(write(at=NOW + timedelta(hours=24)))

    @pytest.mark.parametrize(
        "other", [write(arguments="b"), write(key="k2"), write("hand_back_follow_up")], ids=["arguments", "key", "tool"]
    )
    def test_another_call_is_another(self, other):
        assert not completed(FOLLOW_UP).is_as_left_by(other)

    def test_one_that_was_completed_by_somebody_else_is_not_as_it_was_left(self):
        assert (
            not completed(FOLLOW_UP)
            .reopened()
            .completed(occurrence=None, now=NOW, owner_zone="UTC")
            .is_as_left_by(write())
        )
        assert not DONE.is_as_left_by(write())

    def test_one_that_was_returned_done_deleted_or_taken_away_is_not_as_it_was_left(self):
        hand_back = write("hand_back_follow_up")
        left = handed_back(FOLLOW_UP)
        assert not left.returned_to_drain().is_as_left_by(hand_back)
        assert not left.completed(occurrence=None, now=NOW, owner_zone="UTC").is_as_left_by(hand_back)
        assert not left.deleted(NOW).is_as_left_by(hand_back)
        assert not left.unassigned().is_as_left_by(hand_back)
        assert not completed(FOLLOW_UP).unassigned().is_as_left_by(write()), "it is the owner's own now"
        assert not completed(FOLLOW_UP).deleted(NOW).is_as_left_by(write())

    def test_an_edit_of_the_owners_in_between_does_not_matter(self):
        assert completed(FOLLOW_UP).edited(title="Fixed it").is_as_left_by(write())


class TestHandingBack:
    def test_it_leaves_the_drain_and_stays_an_open_todo_with_the_reason(self):
        after = handed_back(FOLLOW_UP)
        assert after.is_open
        assert not after.may_be_taken
        assert after.origin is not None
        assert after.origin.handed_back is not None
        assert (after.origin.handed_back.reason, after.origin.handed_back.at) == ("Which?", NOW)

    def test_returning_lets_it_be_taken_again_and_the_reason_stays(self):
        after = handed_back(FOLLOW_UP).returned_to_drain()
        assert after.may_be_taken
        assert after.origin is not None
        assert after.origin.handed_back is not None
        assert after.returned_to_drain() == after

    @pytest.mark.parametrize(
        "todo", [OWN, FOLLOW_UP, handed_back(FOLLOW_UP).completed(occurrence=None, now=NOW, owner_zone="UTC")]
    )
    def test_what_is_no_open_handed_back_follow_up_cannot_return(self, todo):
        with pytest.raises(Invalid, match="open follow-up that was handed back"):
            todo.returned_to_drain()


class TestTheOwner:
    def test_an_edit_changes_what_is_given_and_leaves_the_rest(self):
        due = DueDate(date=date(2027, 1, 31))
        before = replace(FOLLOW_UP, notes="n", starred=True, due=due)
        assert before.edited(title="  New  ") == replace(before, title="New")
        assert before.edited(notes="") == replace(before, notes="")
        assert before.edited(starred=False) == replace(before, starred=False)
        assert before.edited(clears_due=True) == replace(before, due=None)
        assert before.edited() == before

    def test_an_edit_goes_through_the_door_of_an_add(self):
        with pytest.raises(Invalid):
            FOLLOW_UP.edited(title="\u200b")
        with pytest.raises(TooLarge):
            FOLLOW_UP.edited(notes="x" * (NOTES_CHARACTERS + 1))

    def test_assigning_makes_an_own_todo_a_follow_up_without_a_session(self):
        after = OWN.assigned("acme/widget", "r1")
        assert after.origin == Origin(repository="acme/widget", repository_id="r1")
        assert after.may_be_taken

    def test_assigning_elsewhere_keeps_the_session_that_wrote_it_and_the_same_repository_changes_nothing(self):
        assert FOLLOW_UP.assigned("acme/other", "r2").origin == replace(
            ORIGIN, repository="acme/other", repository_id="r2"
        )
        assert FOLLOW_UP.assigned("ACME/widget", "r1") is FOLLOW_UP

    def test_unassigning_leaves_a_todo_of_the_owners_own(self):
        assert FOLLOW_UP.unassigned().origin is None
        assert OWN.unassigned() is OWN

    def test_accepting_lets_a_proposed_one_into_the_drain_and_dismissing_deletes_it(self):
        assert PROPOSED.accepted().may_be_taken
        assert FOLLOW_UP.accepted() == FOLLOW_UP
        assert PROPOSED.dismissed(NOW).deleted_at == NOW

    def test_only_proposed_ones_are_dismissed_and_only_follow_ups_accepted(self):
        for todo in (FOLLOW_UP, OWN):
            with pytest.raises(Invalid, match="Only a proposed follow-up"):
                todo.dismissed(NOW)
        with pytest.raises(Invalid, match="Only a follow-up"):
            OWN.accepted()
        dismissed = PROPOSED.dismissed(NOW)
        assert dismissed.dismissed(NOW) is dismissed

    def test_moving_takes_it_to_the_foot_of_another_list_in_the_repository_of_that_list(self):
        after = FOLLOW_UP.moved(list_id="l2", order="W", repository_id="r2")
        assert (after.list_id, after.order, after.origin) == ("l2", "W", replace(ORIGIN, repository_id="r2"))
        assert OWN.moved(list_id="l2", order="W", repository_id=None).origin is None

    def test_a_snooze_lies_in_the_future(self):
        with pytest.raises(Invalid, match="future"):
            FOLLOW_UP.snoozed(NOW, NOW)

    def test_deleting_twice_keeps_the_first_instant_and_restoring_opens_it_again(self):
        assert DELETED.deleted(NOW + timedelta(days=1)) is DELETED
        assert DELETED.restored() == FOLLOW_UP

    def test_a_deleted_one_is_gone_after_30_days(self):
        assert not DELETED.is_gone(NOW + timedelta(seconds=DELETED_SECONDS - 1))
        assert DELETED.is_gone(NOW + timedelta(seconds=DELETED_SECONDS))
        assert not FOLLOW_UP.is_gone(NOW + timedelta(days=999))

    @pytest.mark.parametrize(
        "action",
        [
            Todo.reopened,
            Todo.unassigned,
            Todo.accepted,
            Todo.returned_to_drain,
            lambda todo: todo.completed(occurrence=None, now=NOW, owner_zone="UTC"),
            lambda todo: todo.assigned("a/b", "r2"),
            lambda todo: todo.moved(list_id="l2", order="V", repository_id=None),
            lambda todo: todo.snoozed(None, NOW),
            lambda todo: todo.placed("W"),
        ],
    )
    def test_a_deleted_one_is_restored_before_anything_else(self, action):
        with pytest.raises(NotFound, match="Restore it first"):
            action(DELETED)


class TestNotes:
    def test_a_summary_stands_below_the_notes_with_its_commit(self):
        noted = replace(FOLLOW_UP, notes="Look here.").noted(completion_note("  Fixed.  ", "abc123"))
        assert noted.notes == "Look here.\n\nDone in abc123: Fixed."
        assert str(completion_note("Fixed.", None)) == "Done: Fixed."

    def test_a_reason_and_an_answer_say_whose_they_are(self):
        assert str(hand_back_note("Which?")) == "Handed back: Which?"
        assert str(answer_note("This one.")) == "Answer of the owner: This one."

    @pytest.mark.parametrize("make", [lambda raw: completion_note(raw, None), hand_back_note, answer_note])
    def test_each_takes_1_to_4000_characters(self, make):
        make("x" * 4_000)
        with pytest.raises(Invalid):
            make(" \u200b ")
        with pytest.raises(TooLarge):
            make("x" * 4_001)

    def test_full_notes_refuse_a_paragraph_and_a_report_takes_it(self):
        full = replace(FOLLOW_UP, notes="x" * NOTES_CHARACTERS)
        with pytest.raises(TooLarge):
            full.noted(answer_note("y"))
        assert full.reported().reports == 1
