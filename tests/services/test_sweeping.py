"""Whose purge was lost is found again."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from followups.domain.dues import DueDate, DueTime
from followups.services import editing, managing_lists, signing_in, sweeping
from followups.services.chores import OWNER_SHARDS, Chore, PurgeAccount, PurgeList, SweepOwners
from followups.services.reminder_queue import Align
from followups.storage import keys
from tests.behind import Behind, left_of
from tests.builders import NOON, a_home, an_owner, ports_on
from tests.chores import KeptChores
from tests.reminders import Bell, a_bell
from tests.storage.lagging import LaggingTable


def put_by_a_sweep(ports, **more) -> list[Chore]:
    """All that the pages of one sweep put, without the further pages."""
    chores = KeptChores()
    found: list[Chore] = []
    sweeping.start(chores)
    while waiting := chores.taken():
        for chore in waiting:
            if isinstance(chore, SweepOwners):
                sweeping.sweep(ports, chores, chore, **more)
            else:
                found.append(chore)
    return found


def test_a_sweep_looks_at_every_shard():
    chores = KeptChores()
    sweeping.start(chores)
    assert chores.waiting == [(SweepOwners(shard=n), 0) for n in range(OWNER_SHARDS)]


def test_a_list_deleted_a_day_ago_is_purged_again(home, ports, clock):
    managing_lists.delete(ports, home.owner, None)
    clock.advance(hours=23)
    assert put_by_a_sweep(ports) == []
    clock.advance(hours=2)
    assert put_by_a_sweep(ports) == [PurgeList(owner_id=home.owner.owner_id, list_id=home.id, version=2)]


def test_an_account_deleted_a_day_ago_is_purged_again_and_takes_its_lists_with_it(home, ports, clock):
    signing_in.delete_account(ports, home.owner.caller)
    clock.advance(hours=23)
    assert put_by_a_sweep(ports) == []
    clock.advance(hours=2)
    assert put_by_a_sweep(ports) == [PurgeAccount(owner_id=home.owner.owner_id)]


def test_what_is_not_deleted_is_passed_over(ports, clock):
    a_home(ports)
    a_home(ports, "owner-2")
    clock.advance(days=400)
    assert put_by_a_sweep(ports) == []


def test_how_long_a_purge_counts_as_under_way_is_for_whoever_sweeps_to_say(home, ports, clock):
    managing_lists.delete(ports, home.owner, None)
    clock.advance(minutes=16)
    assert put_by_a_sweep(ports, overdue=timedelta(minutes=15)) != []


def test_every_owner_is_met_once_however_many_pages_a_shard_has(ports, clock, monkeypatch):
    monkeypatch.setattr(sweeping, "PAGE", 3)
    owners = [an_owner(ports, f"owner-{n}") for n in range(100)]
    for owner in owners:
        signing_in.delete_account(ports, owner)
    clock.advance(days=2)
    found = put_by_a_sweep(ports)
    assert len(found) == len(owners)
    assert {PurgeAccount(owner_id=owner.owner_id) for owner in owners} == set(found)


def test_purges_whose_messages_were_lost_are_made_good(home, ports, sqlite, clock):
    home.capture()
    signing_in.delete_account(ports, home.owner.caller)
    clock.advance(days=2)
    behind = Behind(sqlite, ports)
    sweeping.start(behind.queue)
    behind.settle()
    assert left_of(sqlite, home.owner.owner_id) == set()


def test_an_owner_who_is_gone_but_still_in_the_index_is_passed_over(sqlite, clock):
    lagging = LaggingTable(sqlite)
    ports = ports_on(lagging, clock)
    home, other = a_home(ports), a_home(ports, "owner-2")
    signing_in.delete_account(ports, home.owner.caller)
    signing_in.delete_account(ports, other.owner.caller)
    lagging.catch_up()
    lagging.delete(keys.owner(home.owner.owner_id))
    clock.advance(days=2)
    assert put_by_a_sweep(ports) == [PurgeAccount(owner_id=other.owner.owner_id)]


@pytest.mark.parametrize("deleted_days_ago", [2, 0])
def test_a_list_under_a_living_account_is_judged_by_its_own_time(home, ports, clock, deleted_days_ago):
    second = managing_lists.new_list(ports, home.owner.owner_id, "Second")
    ports.lists.add(replace(second, deleted_at=clock.now() - timedelta(days=deleted_days_ago)))
    assert len(put_by_a_sweep(ports)) == (1 if deleted_days_ago else 0)


def aligned(bell: Bell) -> list[Align]:
    return [message for message in bell.queue.messages if isinstance(message, Align)]


def test_what_rings_within_26_hours_gets_its_schedule_anew(home):
    bell = a_bell(home)
    at = NOON.replace(tzinfo=None)
    soon = [
        home.add(due=DueTime(at=at + timedelta(hours=1), time_zone="UTC")),
        home.add(due=DueTime(at=at + timedelta(hours=25), time_zone="UTC")),
        home.add(due=DueDate(date=date(2026, 12, 1))),
        home.act(editing.snooze, home.add(), until=NOON + timedelta(hours=3)),
    ]
    home.add(due=DueTime(at=at + timedelta(hours=27), time_zone="UTC"))
    home.add(due=DueTime(at=at - timedelta(hours=1), time_zone="UTC"))
    home.add(due=DueDate(date=date(2026, 11, 30)))
    home.add(due=DueDate(date=date(2026, 12, 2)))
    chores = KeptChores()
    for shard in range(16):
        sweeping.sweep(home.ports, chores, SweepOwners(shard=shard), reminders=bell.queue)
    assert {todo_id for message in aligned(bell) for todo_id in message.todo_ids} == {todo.id for todo in soon}
    bell.run(seconds=1)
    assert all(bell.schedules.at(todo) is not None for todo in soon)


def test_many_are_looked_at_fifty_at_a_time(home):
    for _ in range(120):
        home.add(due=DueDate(date=date(2026, 12, 1)))
    bell = a_bell(home)
    for shard in range(16):
        sweeping.sweep(home.ports, KeptChores(), SweepOwners(shard=shard), reminders=bell.queue)
    assert [len(message.todo_ids) for message in aligned(bell)] == [50, 50, 20]
