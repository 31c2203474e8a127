"""Reminders on one machine: what falls due rings once, also across restarts, whatever the clock does."""

from datetime import date, datetime, timedelta

import pytest

from followups.domain.dues import Due, DueDate, DueTime
from followups.services import editing, managing_lists, signing_in
from followups.services.pushing import Delivered, Later
from local.reminders import LocalReminders
from local.sign_in import ISSUER, SUBJECT
from tests.builders import NOON, a_home
from tests.reminders import ORIGIN, Bell, a_bell


def at(hour: int, minute: int = 0, second: int = 0) -> Due:
    return DueTime(at=datetime(2026, 11, 30, hour, minute, second), time_zone="UTC")


TOMORROW = DueDate(date=date(2026, 12, 1))


class Machine:
    """A server's reminders, which can be killed and started again."""

    def __init__(self, ports, table) -> None:
        self.home = a_home(ports, SUBJECT)
        self.bell: Bell = a_bell(self.home)
        self.table = table
        assert ports.owners.signed_in(ISSUER, SUBJECT) == self.home.owner.owner_id
        self.bell.device("phone")
        self.start()

    @property
    def sent(self) -> int:
        return len(self.bell.services.pushed)

    def start(self) -> None:
        self.local = LocalReminders(self.home.ports, self.table, self.bell.services, ORIGIN)

    def wake(self) -> float:
        """Until nothing is ready. Answers how long it would sleep."""
        while (rest := self.local.step()) == 0:
            pass
        return rest

    def run(self, **span: float) -> int:
        """Let time pass as the thread does. Answers the pushes."""
        before, until = self.sent, self.home.clock.now() + timedelta(**span)
        while True:
            following = self.home.clock.now() + timedelta(seconds=self.wake())
            if following > until:
                break
            self.home.clock.turn_to(following)
        self.home.clock.turn_to(max(until, self.home.clock.now()))
        self.wake()
        return self.sent - before


@pytest.fixture
def machine(ports, sqlite) -> Machine:
    made = Machine(ports, sqlite)
    made.wake()
    return made


def test_what_is_due_rings_once_at_its_time(machine):
    machine.home.add(due=at(12, 0, 5))
    assert 4 < machine.wake() <= 5
    assert machine.run(seconds=4) == 0
    assert machine.run(seconds=2) == 1
    assert machine.run(days=2) == 0


def test_a_date_rings_at_the_day_start(machine):
    machine.home.add(due=TOMORROW)
    assert machine.run(hours=20) == 0
    assert machine.run(hours=2) == 1


def test_what_is_completed_re_dated_or_snoozed_in_time_rings_only_at_what_it_is_then(machine):
    done, moved, snoozed = (machine.home.add(due=at(13)) for _ in range(3))
    machine.wake()
    machine.home.act(editing.delete, done)
    machine.home.edit(moved, due=at(14))
    machine.home.act(editing.snooze, snoozed, until=NOON + timedelta(hours=3))
    assert machine.run(hours=1, minutes=30) == 0
    assert machine.run(hours=1) == 1
    assert machine.run(hours=1) == 1


def test_what_was_past_when_it_was_written_never_rings(machine):
    machine.run(minutes=5)
    machine.home.add(due=at(12, 4, 30))
    machine.home.add(due=DueDate(date=date(2026, 11, 30)))
    assert machine.run(days=2) == 0


def test_what_is_starred_in_the_moment_it_falls_due_rings(machine):
    todo = machine.home.add(due=at(12, 0, 5))
    machine.wake()
    machine.home.clock.advance(seconds=6)
    machine.home.edit(todo, starred=True)
    assert machine.run(seconds=1) == 1


def test_what_was_starred_after_its_time_while_the_machine_slept_rings(machine):
    todo = machine.home.add(due=at(15))
    machine.wake()
    machine.home.clock.turn_to(NOON + timedelta(hours=8))
    machine.home.edit(todo, starred=True)
    assert machine.run(minutes=1) == 1


def test_re_dated_after_it_was_snoozed_it_rings_at_its_new_time_alone(machine):
    todo = machine.home.add(due=at(12, 0, 5))
    assert machine.run(minutes=1) == 1
    snoozed(machine, todo)
    machine.home.edit(todo, due=at(18))
    assert machine.run(hours=4) == 0
    assert machine.run(hours=4) == 1


def test_snoozed_until_before_it_is_due_it_rings_when_it_is_due(machine):
    snoozed(machine, machine.home.add(due=at(18)))
    assert machine.run(hours=5) == 0
    assert machine.run(hours=2) == 1
    # By the index it rings in the hour in which the day begins first anywhere, by its owner's clock later.
    snoozed(machine, machine.home.add(due=TOMORROW))
    assert machine.run(hours=12) == 0
    assert machine.run(hours=12) == 1


def snoozed(machine, todo) -> None:
    until = machine.home.clock.now() + timedelta(hours=1)
    editing.snooze(machine.home.ports, machine.home.owner, editing.Seen(id=todo.id, version=None), until=until)


def test_what_fell_due_while_it_was_down_rings_at_the_start(machine):
    machine.home.add(due=at(13))
    machine.wake()
    machine.home.clock.advance(hours=5)
    machine.start()
    assert machine.run(seconds=1) == 1
    machine.start()
    assert machine.run(seconds=1) == 0


def test_what_fell_due_days_ago_joins_one_summary_at_the_start(machine):
    for minute in range(5):
        machine.home.add(due=at(13, minute))
    machine.home.clock.advance(days=3)
    machine.start()
    assert machine.run(seconds=1) == 1
    assert machine.bell.payloads()[0]["title"] == "5 todos are overdue"
    machine.start()
    assert machine.run(days=2) == 0


def test_killed_before_it_had_pushed_it_pushes_after_the_start(machine):
    machine.home.add(due=at(13))
    machine.home.add(due=at(13))
    machine.wake()
    machine.home.clock.advance(hours=1)
    machine.local.step()  # one of the two is pushed
    machine.start()
    machine.run(seconds=1)
    assert machine.sent == 2


def test_a_push_that_was_put_off_is_not_forgotten_over_a_restart(machine):
    machine.bell.services.answers["phone"] = [Later(600, "429"), Delivered()]
    machine.home.add(due=at(13))
    assert machine.run(hours=1, seconds=5) == 1
    machine.start()
    assert machine.run(minutes=20) == 1
    assert machine.run(days=2) == 0


def test_a_first_start_is_silent_about_what_was_due_before(ports, sqlite):
    machine = Machine(ports, sqlite)
    machine.home.add(due=at(13))
    machine.home.clock.advance(hours=5)
    machine.start()
    assert machine.run(seconds=1) == 0


def test_a_clock_that_was_hours_ahead_and_is_set_right_rings_again_in_time(machine):
    machine.home.clock.advance(hours=5)
    machine.wake()
    machine.home.clock.turn_to(NOON + timedelta(minutes=1))
    machine.home.add(due=at(13))
    assert machine.run(hours=2) == 1
    machine.home.add(due=at(15))
    machine.start()
    assert machine.run(hours=2) == 1


def test_a_day_that_has_begun_by_the_owners_new_clock_rings_at_once_and_one_that_rang_does_not(machine):
    machine.home.add(due=DueDate(date=date(2026, 12, 1)))
    machine.run(hours=20)
    assert machine.sent == 0
    signing_in.edit(machine.home.ports, machine.home.owner.caller, None, time_zone="Asia/Tokyo")
    assert machine.run(seconds=1) == 1
    signing_in.edit(machine.home.ports, machine.home.owner.caller, None, time_zone="America/New_York")
    assert machine.run(days=1) == 0


def test_without_an_owner_there_is_nothing_to_do(ports, sqlite):
    local = LocalReminders(ports, sqlite, a_bell(a_home(ports)).services, ORIGIN)
    assert local.step() > 0


def test_a_list_that_is_deleted_is_silent(machine):
    machine.home.add(due=at(13))
    managing_lists.create(machine.home.ports, machine.home.owner.caller, name="Other")
    managing_lists.delete(machine.home.ports, machine.home.owner, None)
    assert machine.run(hours=2) == 0


def test_an_idle_machine_looks_once_an_hour(machine):
    assert 3_599 < machine.wake() <= 3_600
