"""Chores on one machine: done in time, a page after the other, and found again after a restart."""

import asyncio

import pytest

from followups.services import managing_lists, purging, signing_in
from followups.services.chores import PurgeAccount, PurgeList
from followups.services.doing_chores import do
from local.change_feed import ChangeFeed
from local.chores import LocalChores
from local.sqlite_table import SqliteTable
from tests.behind import everything, left_of
from tests.builders import FakeClock, Home, a_home, on, ports_on
from tests.faults import FailingTable


@pytest.fixture
def chores(home: Home, sqlite: SqliteTable) -> LocalChores:
    return LocalChores(home.ports, sqlite)


def purge_of(home: Home) -> PurgeList:
    managing_lists.delete(home.ports, home.owner, None)
    return PurgeList(owner_id=home.owner.owner_id, list_id=home.id)


def is_there(home: Home) -> bool:
    return home.ports.lists.get(home.owner.owner_id, home.id) is not None


def work_off(chores: LocalChores) -> None:
    """All that is due."""
    while chores.step() == 0:
        pass


def follow(home: Home, sqlite: SqliteTable, chores: LocalChores) -> None:
    feed = ChangeFeed(sqlite, home.ports, chores, asyncio.Event())
    while feed.step():
        pass


def test_nothing_waits_at_first(chores: LocalChores) -> None:
    assert chores.step() is None


def test_a_chore_is_done_when_its_time_has_come_and_no_earlier(home: Home, chores: LocalChores) -> None:
    chores.put([purge_of(home)], after_seconds=900)
    rest = chores.step()
    assert rest is not None
    assert 899 < rest <= 900
    assert is_there(home)
    home.clock.advance(minutes=15)
    work_off(chores)
    assert not is_there(home)


def test_what_is_due_first_is_done_first(ports, sqlite) -> None:
    first, second = a_home(ports), a_home(ports, "owner-2")
    chores = LocalChores(ports, sqlite)
    chores.put([purge_of(second)], after_seconds=900)
    chores.put([purge_of(first)], after_seconds=60)
    first.clock.advance(minutes=2)
    work_off(chores)
    assert (is_there(first), is_there(second)) == (False, True)


def test_a_step_does_one_page(home: Home, chores: LocalChores) -> None:
    for _ in range(purging.PAGE + 1):
        home.add()
    chores.put([purge_of(home)])
    assert chores.step() == 0
    assert len(home.shelf()) == 1


def test_a_deleted_list_is_gone_a_quarter_of_an_hour_later(home: Home, sqlite: SqliteTable, chores) -> None:
    home.capture()
    managing_lists.delete(home.ports, home.owner, None)
    follow(home, sqlite, chores)
    work_off(chores)
    assert is_there(home)
    home.clock.advance(minutes=15)
    work_off(chores)
    assert not is_there(home)


def test_a_restart_loses_no_purge(home: Home, sqlite: SqliteTable, chores) -> None:
    home.capture()
    signing_in.delete_account(home.ports, home.owner.caller)
    follow(home, sqlite, chores)
    home.clock.advance(minutes=16)
    again = LocalChores(home.ports, sqlite)
    again.sweep()
    for _ in range(20):
        work_off(again)
        home.clock.advance(minutes=5)
    follow(home, sqlite, again)
    assert left_of(sqlite, home.owner.owner_id) <= {"change", "idempotency"}


def test_what_was_deleted_a_moment_ago_waits_for_the_next_sweep(home: Home, sqlite: SqliteTable, chores) -> None:
    purge_of(home)
    before = everything(sqlite)
    chores.sweep()
    work_off(chores)
    assert everything(sqlite) == before


def test_a_table_that_does_not_answer_is_asked_again_in_a_minute(home: Home, sqlite: SqliteTable) -> None:
    failing = LocalChores(on(home, FailingTable(sqlite, 0, works=False)).ports, sqlite)
    failing.put([purge_of(home)])
    rest = failing.step()
    assert rest is not None
    assert 59 < rest <= 60
    home.clock.advance(seconds=61)
    work_off(failing)
    assert not is_there(home)


def test_purges_do_not_wait_for_the_disk_and_the_owners_writes_do(home: Home, sqlite: SqliteTable, chores) -> None:
    seen: list[int] = []

    def look(*arguments, **more) -> None:
        seen.extend(sqlite._connection.execute("PRAGMA synchronous").fetchone())
        do(*arguments, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("local.chores.do", look)
        chores.put([purge_of(home)])
        work_off(chores)
    assert set(seen) == {1}
    assert sqlite._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_other_work_comes_in_between_any_two_pages() -> None:
    asyncio.run(_in_between())


async def _in_between() -> None:
    table = SqliteTable(":memory:")
    home = a_home(ports_on(table, FakeClock()))
    for _ in range(3 * purging.PAGE):
        home.add()
    chores = LocalChores(home.ports, table)
    running = asyncio.create_task(chores.run())
    await asyncio.sleep(0)  # it waits for something to do
    chores.put([purge_of(home), PurgeAccount(owner_id="nobody")])
    left = [300]
    async with asyncio.timeout(10):
        while is_there(home):
            await asyncio.sleep(0)
            left.append(len(home.shelf()))
    running.cancel()
    table.close()
    assert {200, 100} <= set(left)
