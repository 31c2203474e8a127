"""What repeats, through both doors: rolled forward in one write, held back until it is due, taken once each time."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from followups.domain import dues
from followups.domain.drains import Stop
from followups.domain.dues import Due, DueDate, DueTime
from followups.domain.errors import ChangedMeanwhile, Invalid, KeyConflict, NotDue
from followups.domain.repeats import Asked
from followups.services import adding, claiming, editing, signing_in
from followups.services.editing import Seen
from tests.builders import WIDGET, Home, a_home, on, ports_on
from tests.faults import RacedTable, RepeatingTable
from tests.storage.engines import dynamodb, new_dynamo_table

TODAY = DueDate(date=date(2026, 11, 30))
"""Of the clock that a test begins with."""
DAILY, WEEKLY = Asked(rrule="FREQ=DAILY"), Asked(rrule="FREQ=WEEKLY")


@pytest.fixture(scope="module")
def dynamo():
    with dynamodb() as client:
        yield client


@pytest.fixture(params=["sqlite", "dynamodb"])
def home(request, sqlite, clock):
    """The same behaviour on both engines."""
    table = sqlite if request.param == "sqlite" else new_dynamo_table(request.getfixturevalue("dynamo"))
    return a_home(ports_on(table, clock))


def repeating(home: Home, title: str = "Water", due: Due = TODAY, repeat: Asked = DAILY):
    return home.add(title, due=due, repeat=repeat, repository=WIDGET)


def due_on(home: Home, todo) -> str:
    due = home.stored(todo).due
    assert due is not None
    return dues.occurrence(due)


def live_in(home: Home, zone: str) -> None:
    signing_in.edit(home.ports, home.owner.caller, None, time_zone=zone)


class TestAgents:
    def test_completing_rolls_it_forward_with_the_summary_in_its_notes(self, home):
        todo = repeating(home)
        written = home.complete(home.claim(todo), "Watered them.", occurrence="2026-11-30")
        stored = home.stored(todo)
        assert written.todo == stored
        assert (due_on(home, todo), stored.is_open, stored.claim) == ("2026-12-01", True, None)
        assert stored.notes == "Done: Watered them."
        assert (stored.rolled.due, stored.rolled.to, stored.rolled.skipped) == ("2026-11-30", "2026-12-01", False)
        assert stored.version == 3

    def test_the_same_call_again_answers_the_stored_success(self, home, clock):
        held = home.claim(repeating(home))
        first = home.complete(held, "Watered them.")
        clock.advance(minutes=5)
        again = home.complete(held, "Watered them.")
        assert (first.repeated, again.repeated) == (False, True)
        assert again.todo == first.todo
        assert due_on(home, held) == "2026-12-01"

    def test_until_it_is_due_it_is_not_served_claimed_or_completed(self, home, clock):
        todo = repeating(home)
        home.complete(todo)
        assert home.read() == []
        for attempt in (
            lambda: home.claim(todo),
            lambda: home.complete(todo, "Again."),
            lambda: home.claim(todo, "s2"),
        ):
            with pytest.raises(NotDue, match="2026-12-01"):
                attempt()
        clock.turn_to(datetime(2026, 12, 1, tzinfo=UTC))
        assert home.read() == ["Water"]
        assert home.complete(home.claim(todo), "Again.").todo.is_open
        assert due_on(home, todo) == "2026-12-02"

    def test_its_day_begins_where_its_owner_is(self, home, clock):
        live_in(home, "America/New_York")
        todo = repeating(home)
        home.complete(todo)
        clock.turn_to(datetime(2026, 12, 1, 4, 59, tzinfo=UTC))
        assert home.read() == []
        clock.turn_to(datetime(2026, 12, 1, 5, tzinfo=UTC))
        assert home.read() == ["Water"]

    def test_a_time_comes_in_its_own_zone(self, home, clock):
        live_in(home, "Asia/Tokyo")
        nine = DueTime(at=datetime(2026, 11, 30, 9), time_zone="Europe/Berlin")
        home.complete(repeating(home, due=nine))
        clock.turn_to(datetime(2026, 12, 1, 7, 59, tzinfo=UTC))
        assert home.read() == []
        clock.turn_to(datetime(2026, 12, 1, 8, tzinfo=UTC))
        assert home.read() == ["Water"]

    def test_one_that_is_not_due_from_the_start_waits_and_one_that_does_not_repeat_does_not(self, home):
        later = DueDate(date=date(2026, 12, 24))
        repeating(home, "Waits", due=later)
        home.add("Is there", due=later, repository=WIDGET)
        assert home.read() == ["Is there"]

    def test_an_occurrence_that_was_taken_is_not_taken_again(self, home, clock):
        todo = repeating(home)
        home.complete(todo, occurrence="2026-11-30")
        clock.advance(days=1)
        with pytest.raises(ChangedMeanwhile, match="2026-12-01"):
            home.complete(todo, "A later retry.", occurrence="2026-11-30")

    def test_of_two_that_complete_one_occurrence_at_once_one_does(self, home, sqlite, clock):
        home = a_home(ports_on(sqlite, clock))
        todo = repeating(home)
        raced = on(home, RacedTable(sqlite, lambda: home.complete(todo, "Theirs.", occurrence="2026-11-30")))
        with pytest.raises(ChangedMeanwhile):
            raced.complete(todo, "Ours.", occurrence="2026-11-30")
        assert due_on(home, todo) == "2026-12-01"

    def test_a_client_that_repeats_the_write_itself_rolls_it_forward_once(self, sqlite, clock):
        home = a_home(ports_on(sqlite, clock))
        todo = repeating(home)
        on(home, RepeatingTable(sqlite)).complete(todo)
        assert due_on(home, todo) == "2026-12-01"


class TestDrains:
    def test_a_drain_takes_each_occurrence_once_and_ends(self, home):
        todos = [repeating(home, "a"), home.follow_up("b"), repeating(home, "c", repeat=WEEKLY)]
        taken = []
        while (step := home.drain()).todo is not None:
            taken.append(step.todo.title)
            home.complete(step.todo)
        assert taken == ["a", "b", "c"]
        assert (step.stop, step.taken, step.open) == (Stop.NOTHING_LEFT, 3, 0)
        assert [due_on(home, todo) for todo in (todos[0], todos[2])] == ["2026-12-01", "2026-12-07"]

    def test_what_waits_is_not_counted(self, home):
        repeating(home, "waits", due=DueDate(date=date(2026, 12, 24)))
        home.follow_up("free")
        step = home.drain()
        assert (step.checkpoint, step.todo.title) == (1, "free")

    def test_one_that_is_due_again_before_the_drain_ends_is_given_again(self, home, clock):
        repeating(home, "a")
        home.follow_up("b")
        home.complete(home.given())
        held = home.given()
        clock.turn_to(datetime(2026, 12, 1, tzinfo=UTC))
        home.complete(home.claim(held, "d1"))
        assert home.given().title == "a"

    def test_it_reads_the_owner_once_and_only_where_days_repeat(self, home):
        home.follow_up("plain")
        reads: list[str] = []
        counted = on_owner_reads(home, reads)
        counted.drain("d1")
        assert reads == []
        for name in "abcde":
            repeating(home, name, due=DueDate(date=date(2026, 12, 24)))
        counted.drain("d2")
        assert len(reads) == 1


class TestOwners:
    def test_completing_rolls_it_forward_in_one_write_and_reopening_undoes_it(self, home):
        """A23"""
        weekly = DueDate(date=date(2026, 12, 1))
        todo = home.add("Review", due=weekly, repeat=WEEKLY)
        done = home.act(editing.complete, todo)
        assert (due_on(home, todo), done.version) == ("2026-12-08", 2)
        undone = home.act(editing.reopen, todo)
        assert (undone.due, undone.rolled) == (weekly, None)
        home.act(editing.complete, todo)
        assert due_on(home, todo) == "2026-12-08"
        assert home.shelf() == ["Review"]

    def test_the_owners_day_decides_what_comes_next(self, home, clock):
        """A19"""
        live_in(home, "America/New_York")
        clock.turn_to(datetime(2026, 11, 30, 4, 30, tzinfo=UTC))
        todo = home.add("Walk", due=DueDate(date=date(2026, 11, 29)), repeat=DAILY)
        home.act(editing.complete, todo)
        assert due_on(home, todo) == "2026-11-30"

    def test_skipping_is_recorded_and_undone_alike(self, home):
        todo = home.add("Review", due=TODAY, repeat=WEEKLY)
        skipped = home.act(editing.skip, todo, occurrence="2026-11-30")
        assert (due_on(home, todo), skipped.rolled.skipped) == ("2026-12-07", True)
        assert home.act(editing.reopen, todo).due == TODAY

    def test_what_does_not_repeat_cannot_be_skipped_and_stays_as_it_is(self, home):
        todo = home.add("Once", due=TODAY)
        with pytest.raises(Invalid) as refused:
            home.act(editing.skip, todo)
        assert refused.value.details == {"field": "repeat"}
        assert home.stored(todo) == todo

    @pytest.mark.parametrize("action", [editing.complete, editing.skip])
    def test_the_same_write_sent_again_rolls_it_forward_once(self, home, action):
        todo = home.add("Review", due=TODAY, repeat=WEEKLY)
        seen = Seen(id=todo.id, version=1, write_id="w1")
        first = action(home.ports, home.owner, seen)
        assert action(home.ports, home.owner, seen) == first
        assert due_on(home, todo) == "2026-12-07"

    def test_it_keeps_its_place_its_star_and_its_notes(self, home):
        todos = [home.add(name, due=TODAY, repeat=WEEKLY, starred=True, notes="n") for name in "abc"]
        after = home.act(editing.complete, todos[1])
        assert home.shelf() == ["a", "b", "c"]
        assert (after.id, after.order, after.starred, after.notes) == (todos[1].id, todos[1].order, True, "n")

    def test_one_that_was_handed_back_stays_with_its_owner(self, home):
        todo = repeating(home)
        home.hand_back(todo)
        assert home.act(editing.complete, todo).origin.with_owner

    def test_a_repeat_is_set_moved_and_ended_by_hand(self, home):
        todo = home.add("Pay", due=DueDate(date=date(2027, 1, 31)))
        monthly = home.edit(todo, repeat=Asked(rrule="freq=monthly"))
        assert (str(monthly.repeat.rule), monthly.repeat.anchor) == ("FREQ=MONTHLY", date(2027, 1, 31))
        moved = home.edit(todo, due=DueDate(date=date(2027, 2, 15)))
        assert moved.repeat.anchor == date(2027, 2, 15)
        assert home.edit(todo, clears=frozenset({"repeat"})).repeat is None
        with pytest.raises(Invalid, match="needs a due"):
            home.edit(todo, clears=frozenset({"due"}), repeat=WEEKLY)

    def test_an_add_that_is_sent_again_is_the_same_todo_and_with_another_rule_another_one(self, home):
        add = lambda repeat: adding.add(  # noqa: E731
            home.ports, home.owner, title="Review", due=TODAY, repeat=repeat, write_id="w1"
        )
        assert add(WEEKLY) == add(WEEKLY)
        with pytest.raises(KeyConflict):
            add(DAILY)

    def test_an_add_with_a_repeat_and_no_due_stores_nothing(self, home):
        with pytest.raises(Invalid, match="needs a due"):
            home.add("Never", repeat=WEEKLY)
        assert home.shelf() == []


def on_owner_reads(home: Home, reads: list[str]) -> Home:
    """The same list, with each read of its owner noted."""

    class Noting:
        def get(self, owner_id: str):
            reads.append(owner_id)
            return home.ports.owners.get(owner_id)

    owners: Any = Noting()
    return replace(home, ports=replace(home.ports, owners=owners))


def test_a_live_claim_of_one_that_was_moved_away_is_not_renewed_before_its_due(home):
    held = home.claim(repeating(home))
    home.edit(held, due=DueDate(date=date(2026, 12, 24)))
    with pytest.raises(NotDue):
        claiming.claim(home.ports, home.agent, todo_id=held.id, session_id="s1")
    assert home.stored(held).claim.expires_at - home.clock.now() < timedelta(minutes=30)
