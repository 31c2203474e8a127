"""The change log of a list: what a page that was away reads."""

from datetime import timedelta

import pytest

from followups.domain.errors import Invalid, PositionGone
from followups.domain.instants import to_text
from followups.edges.stream_records import seen_todo
from followups.services import editing, recording_changes
from followups.services.reading_changes import changes
from tests.builders import a_home


class Follower:
    """Writes into the change log what the table's own log shows, as the stream's consumer does."""

    def __init__(self, ports, table):
        self._ports, self._table, self._at = ports, table, table.last_position()

    def catch_up(self):
        for change in self._table.changes_after(self._at, 1_000):
            self._at = change.position
            write = (seen_todo(change.old), seen_todo(change.new))
            if write != (None, None):
                recording_changes.record(self._ports, [write], f"{change.position:020d}")


@pytest.fixture
def follower(ports, sqlite, home):
    """From when the list is there."""
    assert home.shelf() == []
    return Follower(ports, sqlite)


def since(home, position, *, exact=True, limit=100):
    return changes(home.ports, home.owner, position, exact=exact, limit=limit)


def told(found):
    return [(change.todo_id, change.version, change.deleted) for change in found.changes]


def test_every_write_of_a_todo_is_one_change(home, follower):
    start = since(home, None).position
    todo = home.follow_up()
    home.complete(home.claim(todo))
    home.act(editing.delete, todo)
    home.act(editing.restore, todo)
    follower.catch_up()
    assert told(since(home, start)) == [
        *((todo.id, version, False) for version in (1, 2, 3)),
        (todo.id, 4, True),
        (todo.id, 5, False),
    ]


def test_a_move_is_a_deletion_here_and_a_change_there(home, follower, ports):
    second = a_home(ports, name="Second")
    todo = home.follow_up()
    follower.catch_up()
    here, there = since(home, None).position, since(second, None).position
    home.clock.advance(seconds=1)
    home.act(editing.move, todo, to_list=second.id)
    follower.catch_up()
    assert told(since(home, here)) == [(todo.id, 2, True)]
    assert told(since(second, there)) == [(todo.id, 2, False)]


def test_one_that_the_engine_takes_away_is_a_deletion(home, follower, sqlite, clock):
    todo = home.add()
    home.act(editing.delete, todo)
    follower.catch_up()
    clock.advance(days=31)
    position = to_text(clock.now() - timedelta(seconds=1))
    sqlite.sweep_expired(int(clock.now().timestamp()))
    follower.catch_up()
    assert told(since(home, position)) == [(todo.id, 2, True)]


def test_pages_follow_one_another(home, follower):
    start = since(home, None).position
    ids = [home.add().id for _ in range(7)]
    follower.catch_up()
    first = since(home, start, limit=3)
    second = since(home, first.position, limit=3)
    third = since(home, second.position, limit=3)
    assert [change.todo_id for page in (first, second, third) for change in page.changes] == ids
    assert [page.more for page in (first, second, third)] == [True, True, False]
    assert told(since(home, third.position)) == []


def test_the_last_minute_is_read_again_unless_it_is_asked_for_exactly(home, follower, clock):
    first = home.add()
    follower.catch_up()
    clock.advance(seconds=59)
    position = since(home, None).position
    second = home.add()
    follower.catch_up()
    assert [change.todo_id for change in since(home, position, exact=False).changes] == [first.id, second.id]
    assert [change.todo_id for change in since(home, position, exact=True).changes] == [second.id]


def test_the_position_never_goes_back(home, follower):
    home.add()
    follower.catch_up()
    position = since(home, None).position
    assert since(home, position, exact=False).position == position


def test_a_batch_that_is_recorded_again_does_no_harm(home, follower, ports):
    start = since(home, None).position
    todo = home.add()
    follower.catch_up()
    write = (
        None,
        recording_changes.Seen(
            todo_id=todo.id, list_id=home.id, owner_id=home.owner.owner_id, version=1, is_deleted=False
        ),
    )
    recording_changes.record(ports, [write], "00000000000000000099")
    recording_changes.record(ports, [write], "00000000000000000099")
    assert set(told(since(home, start))) == {(todo.id, 1, False)}


def test_the_log_reaches_back_fourteen_days_and_then_says_load_again(home, clock):
    clock.advance(days=20)
    assert since(home, to_text(clock.now() - timedelta(days=13))).changes == []
    with pytest.raises(PositionGone, match="Load the list again"):
        since(home, to_text(clock.now() - timedelta(days=14)))


@pytest.mark.parametrize(
    "position",
    ["", "yesterday", "2026-11-30", "2026-11-30T12:00:00", "#", "x" * 3_000, "2026-11-30T14:00:00.000+02:00"],
)
def test_what_was_never_a_position_is_refused(home, position):
    with pytest.raises((Invalid, PositionGone)):
        since(home, position)


def test_a_position_with_a_long_tail_is_refused(home, clock):
    with pytest.raises(Invalid):
        since(home, f"{to_text(clock.now())}#{'x' * 2_000}")


def test_lists_have_logs_of_their_own(home, follower, ports):
    other = a_home(ports, "owner-2")
    start = since(home, None).position
    other.add()
    follower.catch_up()
    assert told(since(home, start)) == []


def test_what_is_no_todo_is_no_change(home, follower):
    start = since(home, None).position
    home.set_up(review_new=True)
    home.capture()
    follower.catch_up()
    assert len(since(home, start).changes) == 1, "marks, sets and records of a capture are not told"
