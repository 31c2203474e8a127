"""A drain: one call gives the next follow-up, already claimed, or says stop and why."""

from datetime import timedelta

import pytest

from followups.domain.drains import Stop
from followups.domain.errors import Invalid, TooLarge
from followups.services import editing, renaming
from tests.builders import WIDGET, a_home


def given(step):
    assert step.todo is not None, step.stop
    assert step.todo.claim is not None
    return step.todo.title


def counts(step):
    return step.checkpoint, step.taken, step.open


def filled(home, count):
    return [home.follow_up(session=f"s{n // 20}") for n in range(count)]


def take(home, session="d1"):
    """Do one: the next follow-up, completed."""
    step = home.drain(session)
    assert step.todo is not None, step.stop
    return home.complete(step.todo).todo


def open_rows(home):
    (repository,) = home.ports.repositories.all(home.id)
    return home.ports.todos.takeable(home.id, repository.ids, after=None, limit=100).rows


def test_it_gives_the_first_free_one_in_the_owners_order_already_claimed(home):
    todos = filled(home, 3)
    home.edit(todos[2], before=todos[0].id)
    step = home.drain()
    assert given(step) == todos[2].title
    assert step.todo == home.stored(todos[2])
    assert step.todo.claim.session_id == "d1"
    assert counts(step) == (3, 0, 3)


def test_it_goes_on_one_change_at_a_time_until_nothing_is_left(home):
    todos = filled(home, 3)
    assert [take(home).title for _ in range(3)] == [todo.title for todo in todos]
    stop = home.drain()
    assert (stop.stop, stop.todo) == (Stop.NOTHING_LEFT, None)
    assert counts(stop) == (3, 3, 0)


def test_an_unknown_repository_has_nothing_left(home):
    assert home.drain(repository="acme/nothing").stop is Stop.NOTHING_LEFT


def test_only_what_may_be_taken_now_is_given(home):
    home.add("The owner's own")
    home.hand_back(home.follow_up())
    home.act(editing.snooze, home.follow_up(), until=home.clock.now() + timedelta(hours=1))
    home.capture(repository="acme/other")
    home.set_up(review_new=True)
    home.capture("Proposed")
    assert home.drain().stop is Stop.NOTHING_LEFT


class TestTheOneGivenBefore:
    def test_still_open_and_held_it_is_given_again_renewed(self, home, clock):
        """A compacted session goes on where it was."""
        filled(home, 2)
        first = home.drain()
        clock.advance(minutes=20)
        again = home.drain()
        assert given(again) == given(first)
        assert again.todo.claim.token == first.todo.claim.token
        assert again.todo.claim.expires_at - first.todo.claim.expires_at == timedelta(minutes=20)
        assert counts(again) == (2, 0, 2)

    def test_lapsed_and_claimed_by_nobody_else_it_is_given_again(self, home, clock):
        filled(home, 2)
        first = home.drain()
        clock.advance(hours=3)
        again = home.drain()
        assert given(again) == given(first)
        assert again.todo.claim.is_live(clock.now())

    @pytest.mark.parametrize(
        "closes",
        [
            lambda home, todo: home.complete(todo),
            lambda home, todo: home.hand_back(todo),
            lambda home, todo: home.act(editing.complete, todo),
        ],
        ids=["done", "handed back", "done by the owner"],
    )
    def test_done_or_handed_back_it_is_one_more_taken(self, home, closes):
        todos = filled(home, 3)
        closes(home, home.drain().todo)
        step = home.drain()
        assert given(step) == todos[1].title
        assert counts(step) == (3, 1, 3)

    @pytest.mark.parametrize(
        "leaves",
        [
            lambda home, todo: home.act(editing.delete, todo),
            lambda home, todo: home.act(editing.move, todo, to_list=a_home(home.ports, name="Second").id),
            lambda home, todo: home.act(editing.unassign, todo),
            lambda home, todo: home.act(editing.assign, todo, repository="acme/other"),
            lambda home, todo: (home.clock.advance(minutes=31), home.claim(todo, "d2")),
        ],
        ids=["deleted", "moved", "unassigned", "assigned elsewhere", "taken by another"],
    )
    def test_gone_from_here_it_is_passed_over_and_not_counted(self, home, leaves):
        todos = filled(home, 3)
        leaves(home, home.drain().todo)
        step = home.drain()
        assert given(step) == todos[1].title
        assert step.taken == 0

    def test_handed_back_and_returned_before_the_next_call_it_is_given_again(self, home):
        filled(home, 2)
        first = home.drain().todo
        home.hand_back(first)
        home.act(editing.return_to_drain, first, answer="Do it.")
        again = home.drain()
        assert given(again) == first.title
        assert again.todo.notes.endswith("Do it.")
        assert again.taken == 0

    def test_handed_back_and_returned_later_it_is_given_again_in_its_turn(self, home):
        todos = filled(home, 3)
        first = home.drain().todo
        home.hand_back(first)
        second = home.drain().todo
        assert second.title == todos[1].title
        home.act(editing.return_to_drain, first)
        home.complete(second)
        assert given(home.drain()) == first.title

    def test_snoozed_by_the_owner_it_is_passed_over_until_then(self, home, clock):
        todos = filled(home, 2)
        first = home.drain().todo
        home.act(editing.snooze, first, until=clock.now() + timedelta(minutes=5))
        assert take(home).title == todos[1].title
        assert home.drain().stop is Stop.NOTHING_LEFT
        clock.advance(minutes=5)
        assert given(home.drain()) == first.title


class TestOwnClaims:
    def test_a_live_claim_that_the_drain_does_not_know_counts_as_the_one_given_before(self, home, clock):
        todos = filled(home, 3)
        claimed = home.claim(todos[2], "d1")
        clock.advance(minutes=10)
        step = home.drain()
        assert given(step) == claimed.title
        assert step.todo.claim.token == claimed.claim.token
        assert step.todo.claim.expires_at > claimed.claim.expires_at
        home.complete(step.todo)
        assert counts(home.drain()) == (3, 1, 3)

    def test_it_counts_however_far_down_the_list_it_stands(self, home):
        todos = filled(home, 45)
        home.claim(todos[44], "d1")
        assert given(home.drain()) == todos[44].title

    def test_one_in_another_repository_is_left_alone(self, home):
        elsewhere = home.follow_up(repository="acme/other")
        here = home.follow_up()
        claimed = home.claim(elsewhere, "d1")
        assert given(home.drain()) == here.title
        assert home.stored(elsewhere) == claimed

    def test_a_lapsed_one_is_one_of_the_others(self, home, clock):
        todos = filled(home, 2)
        home.claim(todos[1], "d1")
        clock.advance(minutes=31)
        assert given(home.drain()) == todos[0].title


class TestOthers:
    def test_what_others_hold_is_passed_by(self, home):
        todos = filled(home, 3)
        home.claim(todos[0], "d2")
        assert given(home.drain()) == todos[1].title

    def test_when_all_that_is_left_is_held_by_others_it_says_by_how_many_and_until_when(self, home, clock):
        todos = filled(home, 3)
        first = home.claim(todos[0], "d2")
        clock.advance(minutes=5)
        home.claim(todos[1], "d3")
        home.complete(home.drain().todo)
        stop = home.drain()
        assert (stop.stop, stop.claimed_by_others, stop.free_at) == (
            *(Stop.ALL_CLAIMED, 2, home.stored(first).claim.expires_at),
        )
        assert counts(stop) == (3, 1, 2)

    def test_it_goes_on_when_they_lapse(self, home, clock):
        (todo,) = filled(home, 1)
        home.claim(todo, "dead")
        assert home.drain().stop is Stop.ALL_CLAIMED
        clock.advance(minutes=30)
        assert given(home.drain()) == todo.title

    def test_two_drains_share_the_list_and_neither_gets_what_the_other_has(self, home):
        todos = filled(home, 6)
        done: dict[str, list[str]] = {"d1": [], "d2": []}
        for _ in range(3):
            steps = {session: home.drain(session) for session in done}
            for session, step in steps.items():
                done[session].append(home.complete(step.todo).todo.title)
        assert sorted(done["d1"] + done["d2"]) == sorted(todo.title for todo in todos)
        assert home.drain("d1").stop is Stop.NOTHING_LEFT
        assert home.drain("d2").stop is Stop.NOTHING_LEFT

    def test_it_looks_past_a_whole_page_of_what_others_hold(self, home):
        todos = filled(home, 45)
        for n, todo in enumerate(todos[:44]):
            home.claim(todo, f"d{n + 2}")
        assert given(home.drain()) == todos[44].title


class TestTheCheckpoint:
    def test_it_is_the_open_count_at_the_start_held_back_ones_not_and_claimed_ones_too(self, home):
        todos = filled(home, 5)
        home.claim(todos[4], "d2")
        home.act(editing.snooze, todos[3], until=home.clock.now() + timedelta(days=1))
        assert counts(home.drain()) == (4, 0, 4)

    def test_it_is_not_counted_again_on_every_call(self, home):
        filled(home, 3)
        take(home)
        home.capture(session="s9")
        assert counts(home.drain()) == (3, 1, 3)

    def test_as_many_taken_and_no_fewer_open_stops_as_not_converging_with_everything_left_open(self, home):
        """F15"""
        filled(home, 10)
        for turn in range(10):
            take(home)
            home.capture(session=f"d1-{turn // 20}")
        home.capture(session="x1")
        home.capture(session="x1")
        before = home.shelf()
        versions = [row.version for row in open_rows(home)]
        stop = home.drain()
        assert (stop.stop, stop.todo) == (Stop.NOT_CONVERGING, None)
        assert counts(stop) == (10, 10, 12)
        assert home.shelf() == before
        assert [row.version for row in open_rows(home)] == versions

    def test_it_stays_stopped_until_fewer_are_open_or_a_new_drain_is_started(self, home):
        filled(home, 2)
        for _ in range(2):
            take(home)
            home.capture(session="s9")
        assert home.drain().stop is Stop.NOT_CONVERGING
        assert home.drain().stop is Stop.NOT_CONVERGING
        home.act(editing.complete, open_rows(home)[0])
        assert counts(home.drain()) == (1, 0, 1)

    def test_fewer_open_become_the_checkpoint_and_it_goes_on(self, home):
        """F17"""
        filled(home, 10)
        for turn in range(10):
            take(home)
            if turn < 6:
                home.capture(session="s9")
        step = home.drain()
        assert counts(step) == (6, 0, 6)
        for _ in range(6):
            take(home)
            home.capture(session="s8")
        stop = home.drain()
        assert (stop.stop, counts(stop)) == (Stop.NOT_CONVERGING, (6, 6, 6))

    def test_what_the_drain_itself_captured_counts(self, home):
        filled(home, 2)
        for _ in range(2):
            take(home)
            home.capture(session="d1")
        assert home.drain().stop is Stop.NOT_CONVERGING

    def test_a_list_that_is_emptied_by_others_ends_the_drain_as_nothing_left(self, home):
        todos = filled(home, 3)
        take(home)
        for todo in todos[1:]:
            home.act(editing.delete, todo)
        assert home.drain().stop is Stop.NOTHING_LEFT


class TestStart:
    def test_a_new_drain_counts_anew(self, home):
        filled(home, 3)
        take(home)
        home.capture(session="s9")
        assert counts(home.drain(start=True)) == (3, 0, 3)

    def test_after_it_did_not_converge_a_new_drain_goes_on(self, home):
        filled(home, 2)
        for _ in range(2):
            take(home)
            home.capture(session="s9")
        assert home.drain().stop is Stop.NOT_CONVERGING
        step = home.drain(start=True)
        assert counts(step) == (2, 0, 2)

    def test_what_the_session_still_holds_is_given_again_first(self, home):
        filled(home, 3)
        first = home.drain()
        assert given(home.drain(start=True)) == given(first)

    def test_what_it_closed_before_is_no_part_of_the_new_drain(self, home):
        filled(home, 3)
        home.complete(home.drain().todo)
        assert counts(home.drain(start=True)) == (2, 0, 2)

    def test_after_nothing_was_left_the_next_call_is_a_new_drain(self, home):
        filled(home, 2)
        take(home)
        take(home)
        assert home.drain().stop is Stop.NOTHING_LEFT
        home.capture(session="s9")
        assert counts(home.drain()) == (1, 0, 1)

    def test_a_drain_of_another_repository_is_another_drain(self, home):
        filled(home, 2)
        home.capture(repository="acme/other")
        take(home)
        assert counts(home.drain(repository="acme/other")) == (1, 0, 1)


class TestRenaming:
    def test_a_drain_goes_on_under_the_new_name_and_under_the_old_one(self, home):
        filled(home, 3)
        take(home)
        renaming.rename(home.ports, home.owner, old=WIDGET, new="acme/gadget")
        step = home.drain(repository="acme/gadget")
        assert (step.repository, counts(step)) == ("acme/gadget", (3, 1, 3))
        home.complete(step.todo)
        assert counts(home.drain(repository=WIDGET)) == (3, 2, 3)

    def test_a_drain_goes_on_when_its_repository_is_taken_over_with_one_in_its_hands(self, home):
        filled(home, 3)
        home.capture("Filed under the new name", repository="acme/gadget")
        first = home.drain()
        renaming.rename(home.ports, home.owner, old=WIDGET, new="acme/gadget")
        again = home.drain(repository="acme/gadget")
        assert given(again) == given(first)
        assert again.todo.claim.token == first.todo.claim.token
        home.complete(again.todo)
        step = home.drain()
        assert (step.checkpoint, step.taken) == (3, 1)

    def test_one_done_while_its_repository_is_taken_over_counts_as_taken(self, home):
        filled(home, 3)
        home.capture("Filed under the new name", repository="acme/gadget")
        first = home.drain().todo
        renaming.rename(home.ports, home.owner, old=WIDGET, new="acme/gadget")
        home.complete(first)
        assert home.drain(repository="acme/gadget").taken == 1


@pytest.mark.parametrize(("session", "refusal"), [("", Invalid), ("a\nb", Invalid), ("x" * 201, TooLarge)])
def test_a_session_id_is_one_short_line(home, session, refusal):
    home.capture()
    with pytest.raises(refusal):
        home.drain(session)
