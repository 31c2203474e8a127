"""The change feed tells open pages: at once after a lone write, and never before that write is answered."""

import asyncio

import pytest

from followups.services import editing, reading_changes
from local import change_feed
from local.answering import Answering
from local.change_feed import READER, ChangeFeed
from local.chores import LocalChores
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock, a_home, on, ports_on
from tests.faults import FailingTable
from tests.pages import KeptMessages, a_page
from tests.waiting import soon

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


def a_feed(home, table, gateway, **more):
    woken = more.pop("woken", None) or asyncio.Event()
    return ChangeFeed(table, home.ports, LocalChores(home.ports, table), woken, gateway=gateway, **more)


def drain(feed):
    while feed.step():
        pass


def test_an_open_page_is_told_with_the_row_and_its_place_in_the_log(home, sqlite):
    gateway = KeptMessages()
    a_page(home.ports, home.owner.caller)
    todo = home.capture("Fix it").todo
    drain(a_feed(home, sqlite, gateway))
    (message,) = [message for message in gateway.heard("page-1") if message["type"] == "changes"]
    assert message["changes"][0]["todo"]["title"] == "Fix it"
    found = reading_changes.changes(home.ports, home.owner, None, exact=True, limit=1)
    assert message["position"] == found.position
    assert gateway.changes("page-1") == [(todo.id, 1, False)]


def test_the_page_of_another_owner_is_told_nothing(home, sqlite):
    gateway = KeptMessages()
    theirs = a_home(home.ports, "owner-2")
    a_page(home.ports, theirs.owner.caller, "theirs")
    drain(a_feed(home, sqlite, gateway))
    gateway.sent.clear()
    todo = home.add()
    home.act(editing.delete, todo)
    drain(a_feed(home, sqlite, gateway))
    assert gateway.sent == []


def test_after_a_crash_before_the_position_is_kept_a_page_is_told_again(home, sqlite):
    gateway = KeptMessages()
    a_page(home.ports, home.owner.caller)
    todo = home.add()
    before = sqlite.position_of(READER)
    feed = a_feed(home, sqlite, gateway)
    feed._follow(sqlite.changes_after(before, 100)).spread(home.ports, gateway, lambda: False)
    drain(a_feed(home, sqlite, gateway))
    assert gateway.changes("page-1") == [(todo.id, 1, False)] * 2


def test_when_the_pages_cannot_be_read_the_rows_are_there_and_the_feed_goes_on(home, sqlite):
    gateway = KeptMessages()
    a_page(home.ports, home.owner.caller)
    drain(a_feed(home, sqlite, gateway))
    todo = home.add()
    failing = on(home, FailingTable(sqlite, 1, works=False))
    drain(a_feed(failing, sqlite, gateway))
    assert gateway.changes("page-1") == []
    found = reading_changes.changes(home.ports, home.owner, "2026-11-30T00:00:00.000Z", exact=True, limit=100)
    assert [change.todo_id for change in found.changes] == [todo.id]
    assert sqlite.position_of(READER) == sqlite.last_position()


class Running:
    """A feed that runs beside the writes, over a table of its own."""

    def __init__(self):
        self.woken, self.answering, self.gateway = asyncio.Event(), Answering(), KeptMessages()
        self.table = SqliteTable(":memory:", on_change=self.woken.set)
        self.home = a_home(ports_on(self.table, FakeClock()))
        a_page(self.home.ports, self.home.owner.caller)
        feed = a_feed(self.home, self.table, self.gateway, woken=self.woken, answering=self.answering)
        drain(feed)
        self.gateway.sent.clear()
        self._task = asyncio.create_task(feed.run())

    async def told_of(self, todo):
        async def is_told():
            return (todo.id, 1, False) in self.gateway.changes("page-1")

        await soon(is_told, within=10, what="the change at the page")

    async def some_turns(self):
        for _ in range(100):
            await asyncio.sleep(0)

    async def end(self):
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self.table.close()


@pytest.fixture
async def running():
    found = Running()
    yield found
    await found.end()


async def test_a_page_is_told_only_once_the_write_is_answered(running, monkeypatch):
    monkeypatch.setattr(change_feed, "_REST_SECONDS", 0)
    monkeypatch.setattr(change_feed, "_ANSWER_SECONDS", 60)
    await running.told_of(running.home.add())
    await running.some_turns()
    running.gateway.sent.clear()
    with running.answering:
        todo = running.home.add()
        await running.some_turns()
        assert running.gateway.sent == []
    await running.some_turns()
    assert running.gateway.changes("page-1") == [(todo.id, 1, False)]


async def test_answers_that_take_long_hold_no_page_up_for_long(running):
    with running.answering:
        await running.told_of(running.home.add())


async def test_its_own_rows_do_not_make_it_rest_once_more(running, monkeypatch):
    """Else a write that follows soon would wait for two rests."""
    rests = []
    real = asyncio.sleep

    async def noted(seconds):
        rests.append(seconds)
        await real(0)

    monkeypatch.setattr(change_feed, "_REST_SECONDS", 0.5)
    await running.told_of(running.home.add())
    monkeypatch.setattr(asyncio, "sleep", noted)
    await running.some_turns()
    rests.clear()
    await running.told_of(running.home.add())
    for _ in range(100):
        await real(0)
    monkeypatch.undo()
    assert rests.count(0.5) == 1


class TestAnswering:
    async def test_it_is_over_when_the_last_one_has_its_answer(self):
        answering = Answering()
        with answering, answering:
            pass
        with answering:
            waiting = asyncio.create_task(answering.over(within=60))
            with answering:
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert not waiting.done()
        async with asyncio.timeout(10):
            await waiting

    async def test_a_request_that_fails_is_over_too(self):
        answering = Answering()
        with pytest.raises(ValueError, match="broken"), answering:
            raise ValueError("broken")
        async with asyncio.timeout(10):
            await answering.over(within=60)
