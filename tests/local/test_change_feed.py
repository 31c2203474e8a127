import asyncio

from followups.services import editing, reading_changes
from followups.services.editing import Seen
from followups.storage import keys
from local.change_feed import READER, ChangeFeed
from local.chores import LocalChores
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock, Home, a_home, ports_on


def a_feed(home: Home, table: SqliteTable) -> ChangeFeed:
    return ChangeFeed(table, home.ports, LocalChores(home.ports, table), asyncio.Event())


def drained(feed: ChangeFeed) -> None:
    while feed.step():
        pass


def logged(home: Home, since: str) -> list[tuple[str, int, bool]]:
    found = reading_changes.changes(home.ports, home.owner, since, exact=True, limit=100)
    return [(change.todo_id, change.version, change.deleted) for change in found.changes]


def start(home: Home) -> str:
    return reading_changes.changes(home.ports, home.owner, None, exact=True, limit=1).position


def test_every_write_of_a_todo_has_its_row_in_the_lists_log(home: Home, sqlite: SqliteTable) -> None:
    position = start(home)
    todo = home.capture("One").todo
    editing.delete(home.ports, home.owner, Seen(id=todo.id, version=1))
    drained(a_feed(home, sqlite))
    assert logged(home, position) == [(todo.id, 1, False), (todo.id, 2, True)]


def test_what_lay_beside_a_todo_goes_when_its_time_is_over(home: Home, sqlite: SqliteTable) -> None:
    todo = home.follow_up(notes="x" * 99_995)
    home.complete(todo)
    home.act(editing.delete, todo)
    assert sqlite.get(keys.report(todo.id, 1)) is not None
    home.clock.advance(days=31)
    sqlite.sweep_expired(int(home.clock.now().timestamp()))
    drained(a_feed(home, sqlite))
    assert sqlite.get(keys.report(todo.id, 1)) is None


def test_a_feed_goes_on_where_the_one_before_stopped(home: Home, sqlite: SqliteTable) -> None:
    position = start(home)
    first = home.capture("One").todo
    drained(a_feed(home, sqlite))
    second = home.capture("Two").todo
    drained(a_feed(home, sqlite))
    assert [todo_id for todo_id, _, _ in logged(home, position)] == [first.id, second.id]


def test_a_crash_between_the_rows_and_the_position_loses_nothing(home: Home, sqlite: SqliteTable) -> None:
    position = start(home)
    todo = home.capture("One").todo
    before = sqlite.position_of(READER)
    batch = sqlite.changes_after(before, 100)
    a_feed(home, sqlite)._follow(batch)  # the rows are there, the position is not
    assert sqlite.position_of(READER) == before
    drained(a_feed(home, sqlite))
    assert set(logged(home, position)) == {(todo.id, 1, False)}


def test_its_own_rows_do_not_keep_it_busy(home: Home, sqlite: SqliteTable) -> None:
    home.capture("One")
    feed = a_feed(home, sqlite)
    drained(feed)
    written = sqlite.last_position()
    drained(feed)
    assert sqlite.last_position() == written


def test_a_write_wakes_it() -> None:
    asyncio.run(_woken_by_a_write())


async def _woken_by_a_write() -> None:
    wake = asyncio.Event()
    table = SqliteTable(":memory:", on_change=wake.set)
    ports = ports_on(table, FakeClock())
    feed = ChangeFeed(table, ports, LocalChores(ports, table), wake)
    home = a_home(ports)
    running = asyncio.create_task(feed.run())
    position = start(home)
    todo = home.capture("One").todo
    async with asyncio.timeout(10):
        while (todo.id, 1, False) not in logged(home, position):
            await asyncio.sleep(0.01)
    running.cancel()
    table.close()


def test_only_what_follows_from_the_log_does_not_wait_for_the_disk(home: Home, sqlite: SqliteTable) -> None:
    full = 2
    home.capture("One")
    drained(a_feed(home, sqlite))
    assert sqlite._connection.execute("PRAGMA synchronous").fetchone() == (full,)
    with sqlite.not_waiting():
        assert sqlite._connection.execute("PRAGMA synchronous").fetchone() == (1,)
