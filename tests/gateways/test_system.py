from datetime import UTC, datetime, timedelta

import pytest

from followups.domain.base62 import ALPHABET
from followups.domain.ids import is_id
from followups.gateways.system import SMALL_STEP, SystemChance, SystemClock
from followups.services import access, adding, capturing, importing, managing_lists, signing_in
from followups.services.ports import Ports, Shelf
from followups.storage.assembly import ports_over
from local.sqlite_table import SqliteTable

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_the_clock_is_the_machines_in_utc():
    before = datetime.now(UTC)
    assert before <= SystemClock().now() <= datetime.now(UTC) + timedelta(milliseconds=1)


def test_it_never_shows_the_same_microsecond_twice():
    clock = SystemClock(lambda: NOON)
    shown = [clock.now() for _ in range(1_000)]
    assert shown == sorted(set(shown))
    assert shown[-1] - NOON < timedelta(milliseconds=1)


def test_time_order_survives_a_small_step_back():
    readings = iter([NOON, NOON - SMALL_STEP / 2, NOON - SMALL_STEP / 4, NOON + SMALL_STEP])
    clock = SystemClock(lambda: next(readings))
    shown = [clock.now() for _ in range(4)]
    assert shown == sorted(shown)
    assert shown[-1] == NOON + SMALL_STEP


def test_a_clock_that_is_put_right_by_more_is_believed():
    """G13: it ran five hours ahead, and claims are judged by it."""
    readings = iter([NOON + timedelta(hours=5), NOON])
    clock = SystemClock(lambda: next(readings))
    clock.now()
    assert clock.now() == NOON


@pytest.fixture
def ports() -> Ports:
    """On a machine whose clock stands still."""
    return ports_over(SqliteTable(":memory:"), SystemClock(lambda: NOON), SystemChance())


def test_what_is_added_in_one_go_is_read_back_in_its_order_even_while_the_clock_stands_still(ports):
    owner = signing_in.sign_in(ports, "local", "owner-1")
    reached = access.reach_list(ports, owner, managing_lists.lists_of(ports, owner)[0].id)
    titles = []
    for n in range(250):
        titles.extend([f"captured {n}", f"added {n}", f"imported {n} a", f"imported {n} b"])
        capturing.capture(ports, reached, repository="acme/widget", session_id=f"s{n // 20}", title=titles[-4])
        adding.add(ports, reached, title=titles[-3])
        importing.bring_in(ports, reached, [{"title": titles[-2]}, {"title": titles[-1]}])
    rows = ports.todos.shelf(reached.id, Shelf.OPEN, limit=1_000).rows
    assert [row.title for row in rows] == titles


def test_chance_makes_ids_base62_and_bytes_that_differ_each_time():
    chance = SystemChance()
    ids = {chance.id(NOON) for _ in range(100)}
    assert len(ids) == 100
    assert all(is_id(each) for each in ids)
    tails = {chance.base62(22) for _ in range(100)}
    assert len(tails) == 100
    assert all(len(tail) == 22 and set(tail) <= set(ALPHABET) for tail in tails)
    assert len({chance.bits() for _ in range(100)}) == 100
    assert len(chance.bits()) == 32
