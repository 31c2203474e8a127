"""What each call costs on DynamoDB, counted by the table's meter, the same on both engines.

For an item and a row within 1 kB, as they are before and after the call. Each call goes through its door: an agent's
reads its key and the list, the owner's reads the list.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from followups.domain.dues import DueDate, DueTime
from followups.domain.repeats import Asked
from followups.services import (
    access,
    capturing,
    claiming,
    completing,
    draining,
    editing,
    handing_back,
    managing_feeds,
    managing_keys,
    reading,
    reading_calendar,
)
from followups.services.access import ReachedList
from followups.services.change_log import Change
from followups.services.editing import Edit, Seen
from followups.services.ports import Shelf
from followups.storage.contract import Table
from followups.storage.indexes import row_of
from followups.storage.sizes import item_size
from followups.storage.todo_items import to_item
from followups.storage.units import Meter
from local.sqlite_table import SqliteTable
from tests.builders import WIDGET, Home, a_home, ports_on
from tests.storage.engines import dynamodb, new_dynamo_table


@dataclass
class Scene:
    home: Home
    meter: Meter
    secret: str

    def agent(self) -> ReachedList:
        """An agent's door: 1 R for the key, 1 R for the list."""
        caller = access.caller_of(self.home.ports, f"Bearer {self.secret}")
        return access.reach_list(self.home.ports, caller, self.home.id, "agent")

    def owner(self) -> ReachedList:
        """The owner's door: 1 R for the list."""
        return access.reach_list(self.home.ports, self.home.owner.caller, self.home.id)

    def cost(self, call: Callable[[], Any]) -> tuple[float, float]:
        """Read and write units of one call, some time after the one before."""
        self.home.clock.advance(seconds=1)
        self.meter.reset()
        call()
        return self.meter.total.read, self.meter.total.write

    def todo(self, **more: Any) -> Any:
        return self.home.follow_up(notes="n" * 150, **more)


@pytest.fixture(scope="module")
def dynamo() -> Iterator[Any]:
    with dynamodb() as client:
        yield client


@pytest.fixture(params=["sqlite", "dynamodb"])
def scene(request: Any) -> Scene:
    meter = Meter()
    if request.param == "dynamodb":
        return set_up(new_dynamo_table(request.getfixturevalue("dynamo"), meter), meter)
    return set_up(SqliteTable(":memory:", meter), meter)


@pytest.fixture
def sqlite_scene() -> Scene:
    """For what is long: moto takes ever longer with what a table holds, and says nothing about growth."""
    meter = Meter()
    return set_up(SqliteTable(":memory:", meter), meter)


def set_up(table: Table, meter: Meter) -> Scene:
    home = a_home(ports_on(table))
    secret = managing_keys.create(home.ports, home.owner.caller, name="An agent").secret
    access.caller_of(home.ports, f"Bearer {secret}")
    home.capture("The first of its repository", session="s0")
    return Scene(home, meter, secret)


def row_bytes(todo: Any) -> int:
    return item_size(row_of(to_item(todo), "GSI2"))


def assert_about_a_kilobyte(scene: Scene, todo: Any) -> None:
    item = to_item(scene.home.stored(todo))
    assert 700 <= item_size(item) <= 1_024
    assert item_size(row_of(item, "GSI1")) <= 1_024


def capture(scene: Scene, **more: Any) -> Callable[[], Any]:
    asked = {"repository": WIDGET, "session_id": "s1", "title": "Fix the guard in router orders", "notes": "n" * 180}
    return lambda: capturing.capture(scene.home.ports, scene.agent(), **{**asked, **more})


class TestWrites:
    def test_add(self, scene):
        assert scene.cost(capture(scene)) == (4, 8), "key, list, repository, the session's set; W as in the table"

    def test_add_with_an_idempotency_key(self, scene):
        assert scene.cost(capture(scene, idempotency_key="k1")) == (4, 10)

    def test_add_with_a_date(self, scene):
        assert scene.cost(capture(scene, due="2027-01-31")) == (4, 9)

    def test_add_of_the_first_in_a_repository(self, scene):
        assert scene.cost(capture(scene, repository="acme/other")) == (4, 10), "the repository's own row is 2 W more"

    def test_add_as_proposed(self, scene):
        scene.home.set_up(review_new=True)
        assert scene.cost(capture(scene)) == (4, 8)

    def test_the_25th_add_of_a_session(self, sqlite_scene):
        scene = sqlite_scene
        for _ in range(24):
            scene.home.capture()
        assert scene.cost(capture(scene)) == (4 + 24, 8), (
            "1 R more for each follow-up of the session that was filed before: filed_by_you is exact"
        )

    def test_the_26th_add_after_one_was_closed(self, sqlite_scene):
        scene = sqlite_scene
        todos = [scene.home.follow_up() for _ in range(25)]
        scene.home.complete(todos[3])
        assert scene.cost(capture(scene)) == (4 + 25, 9), "1 W more: the closed one leaves the session's set"

    def test_add_of_a_title_that_a_closed_one_holds(self, scene):
        scene.home.complete(scene.home.follow_up("Fix the guard in router orders", session="s9"))
        read, write = scene.cost(capture(scene))
        assert (read, write) == (7, 14), (
            "6 W more than 8: a transaction that meets the closed holder is charged, then sent again; "
            "3 R more: the holder, and repository and set again"
        )

    def test_add_of_a_duplicate(self, scene):
        scene.home.follow_up("Fix the guard in router orders", session="s9")
        assert scene.cost(capture(scene)) == (5, 6), (
            "the refused transaction is charged: 2 W for each of its three items"
        )

    def test_claim_with_its_binding(self, scene):
        first, second = scene.todo(), scene.todo()
        call = lambda todo: claiming.claim(scene.home.ports, scene.agent(), todo_id=todo.id, session_id="s1")  # noqa: E731
        assert scene.cost(lambda: call(first)) == (5, 5), "the session's first binding has no older row to move"
        assert scene.cost(lambda: call(second)) == (5, 6)
        assert scene.cost(lambda: call(second)) == (5, 6), "renewed"
        assert_about_a_kilobyte(scene, second)

    @pytest.mark.parametrize("is_claimed", [True, False])
    def test_complete(self, scene, is_claimed):
        todo = scene.home.follow_up("Fix it", session="s1")
        todo = scene.home.claim(todo) if is_claimed else todo
        token = todo.claim and todo.claim.token
        call = lambda: completing.complete(  # noqa: E731
            scene.home.ports, scene.agent(), todo_id=todo.id, summary="s" * 60, claim_token=token
        )
        assert scene.cost(call) == (4, 4)
        assert_about_a_kilobyte(scene, todo)
        assert scene.cost(call) == (4, 0), "the same call again writes nothing"

    def test_roll_forward(self, scene):
        due, daily = DueDate(date=date(2026, 11, 30)), Asked(rrule="FREQ=DAILY")
        todo = scene.home.add("Fix it", due=due, repeat=daily, repository=WIDGET)
        call = lambda: completing.complete(scene.home.ports, scene.agent(), todo_id=todo.id, summary="s")  # noqa: E731
        assert scene.cost(call) == (5, 5), "1 R more for the owner's zone; 1 W more for the date"
        assert_about_a_kilobyte(scene, todo)
        assert scene.cost(call) == (4, 0), "the same call again writes nothing"

    @pytest.mark.parametrize(
        ("due", "owner"),
        [(DueDate(date=date(2026, 11, 30)), 1), (DueTime(at=datetime(2026, 11, 30, 9), time_zone="UTC"), 0)],
        ids=["on days: 1 R more for the owner's zone", "at times"],
    )
    def test_skip_and_its_undo(self, scene, due, owner):
        todo = scene.home.add("Fix it", due=due, repeat=Asked(rrule="FREQ=DAILY"), repository=WIDGET, notes="n" * 50)
        seen = Seen(id=todo.id, version=1)
        assert scene.cost(lambda: editing.skip(scene.home.ports, scene.owner(), seen)) == (2 + owner, 5)
        assert_about_a_kilobyte(scene, todo)
        seen = Seen(id=todo.id, version=2)
        assert scene.cost(lambda: editing.reopen(scene.home.ports, scene.owner(), seen)) == (2, 5)

    def test_hand_back(self, scene):
        todo = scene.home.claim(scene.home.follow_up("Fix it"))
        call = lambda: handing_back.hand_back(  # noqa: E731
            scene.home.ports, scene.agent(), todo_id=todo.id, reason="Why?", claim_token=todo.claim.token
        )
        assert scene.cost(call) == (4, 4)
        assert_about_a_kilobyte(scene, todo)

    def test_one_that_grows_over_a_kilobyte_costs_one_more_in_the_table(self, scene):
        todo = scene.todo()
        assert_about_a_kilobyte(scene, todo)
        call = lambda: completing.complete(scene.home.ports, scene.agent(), todo_id=todo.id, summary="s" * 200)  # noqa: E731
        assert scene.cost(call) == (4, 5), "1 W over: item_size rounds up to 2 kB with the summary and the last write"

    @pytest.mark.parametrize(
        ("edit", "units"),
        [
            (Edit(starred=True), (2, 3)),
            (Edit(notes="m" * 150), (2, 3)),
            (Edit(title="Another title"), (2, 4)),
            (Edit(due=DueDate(date=date(2027, 1, 31))), (2, 4)),
            (Edit(), (2, 0)),
        ],
        ids=["star", "edit", "edit of the title: 1 W more for its mark", "a date enters: 1 W more", "no change"],
    )
    def test_edit_and_star(self, scene, edit, units):
        todo = scene.todo()
        seen = Seen(id=todo.id, version=1)
        assert scene.cost(lambda: editing.edit(scene.home.ports, scene.owner(), seen, edit)) == units
        assert_about_a_kilobyte(scene, todo)

    def test_a_date_that_leaves(self, scene):
        todo = scene.todo(due="2027-01-31")
        seen, edit = Seen(id=todo.id, version=1), Edit(clears=frozenset({"due"}))
        assert scene.cost(lambda: editing.edit(scene.home.ports, scene.owner(), seen, edit)) == (2, 4)

    def test_an_own_todo_has_one_row_less(self, scene):
        todo = scene.home.add(notes="n" * 180)
        seen = Seen(id=todo.id, version=1)
        assert scene.cost(lambda: editing.edit(scene.home.ports, scene.owner(), seen, Edit(starred=True))) == (2, 2)

    def test_reorder(self, scene):
        a, b, moved = scene.todo(), scene.todo(), scene.todo()
        seen, edit = Seen(id=moved.id, version=1), Edit(after=a.id, before=b.id)
        assert scene.cost(lambda: editing.edit(scene.home.ports, scene.owner(), seen, edit)) == (4, 5), (
            "1 R for each neighbour that is named"
        )
        seen, edit = Seen(id=moved.id, version=2), Edit(before=a.id)
        assert scene.cost(lambda: editing.edit(scene.home.ports, scene.owner(), seen, edit)) == (3.5, 5), (
            "1 R for the neighbour, half for the rows next to it"
        )

    def test_what_the_owner_adds(self, scene):
        add = lambda **more: scene.cost(lambda: scene.home.add(notes="n" * 180, **more))  # noqa: E731
        assert add() == (0, 2)
        assert add(repository=WIDGET) == (1, 4), "one row more, and its mark"

    def test_behind_every_change_one_row_in_the_log(self, scene):
        changes = [
            Change(list_id=scene.home.id, owner_id=scene.home.owner.owner_id, todo_id=f"t{n}", version=1, deleted=False)
            for n in range(5)
        ]
        now = scene.home.clock.now()
        assert scene.cost(lambda: scene.home.ports.changes.record(changes, now, "1")) == (0, 5)


class TestFeeds:
    """A calendar's door: 1 R for the feed, 1 R for the list."""

    @pytest.fixture
    def token(self, scene):
        token = managing_feeds.create(scene.home.ports, scene.home.owner).token
        access.caller_by_feed(scene.home.ports, token)
        return token

    def reach(self, scene, token):
        return access.reach_list(scene.home.ports, access.caller_by_feed(scene.home.ports, token), scene.home.id)

    def test_a_look_that_finds_nothing_new(self, scene, token):
        scene.todo(due="2027-01-31")
        look = lambda: reading_calendar.state(scene.home.ports, self.reach(scene, token))  # noqa: E731
        assert scene.cost(look) == (3, 0), "the feed, the list, the newest row of its log"

    def test_the_whole(self, scene, token):
        for _ in range(10):
            assert_about_a_kilobyte(scene, scene.todo(due="2027-01-31"))
        read = lambda: reading_calendar.entries(scene.home.ports, self.reach(scene, token))  # noqa: E731
        rows = 0.5  # 10 rows of 200 bytes
        assert scene.cost(read) == (2 + rows + 10 * 0.5, 0)

    def test_a_new_hour(self, scene, token):
        scene.home.clock.advance(hours=1)
        assert scene.cost(lambda: self.reach(scene, token)) == (2, 1), "the hour of its last use, which no index shows"

    def test_make_and_end(self, scene):
        made = []
        create = lambda: made.append(managing_feeds.create(scene.home.ports, scene.owner()))  # noqa: E731
        assert scene.cost(create) == (1.5, 2)
        end = lambda: managing_feeds.delete(scene.home.ports, scene.owner(), made[0].feed.id)  # noqa: E731
        assert scene.cost(end) == (2, 2)


class TestReads:
    def filled(self, scene, row=1_000):
        """25 follow-ups, each with a row of so many bytes."""
        bare = row_bytes(scene.home.follow_up("00", notes="n", repository="acme/bare", session="s00"))
        room = row - bare
        title, notes = min(room, 290), min(max(room - 290, 0), 230)
        session = room - title - notes
        for n in range(25):
            todo = scene.home.follow_up(
                f"{n:02d}" + "t" * title,
                notes="n" * (1 + notes),
                repository="acme/full",
                session=f"s{n:02d}" + "s" * session,
            )
            assert row_bytes(todo) == row

    def page(self, scene, after=None):
        return reading.follow_ups(
            scene.home.ports, scene.agent(), repository="acme/full", session_id="s1", limit=20, after=after
        )

    def test_a_page_of_20(self, scene):
        self.filled(scene)
        ahead = 3  # key, list, repository
        assert scene.cost(lambda: self.page(scene)) == (ahead + 2.5, 0)
        following = self.page(scene).next
        assert following is not None
        read, write = scene.cost(lambda: self.page(scene, following))
        assert (read <= ahead + 3, write) == (True, 0)

    def test_a_page_costs_the_same_at_every_size_of_the_list(self, sqlite_scene):
        scene = sqlite_scene
        self.filled(scene)
        small = scene.cost(lambda: self.page(scene))
        for n in range(60):
            scene.home.capture(notes="n" * 200, repository="acme/full", session=f"m{n}")
        assert scene.cost(lambda: self.page(scene)) == small

    def test_held_back_rows_at_its_head_cost_two_pages_more_at_most(self, sqlite_scene):
        scene = sqlite_scene
        self.filled(scene)
        for row in scene.home.ports.todos.shelf(scene.home.id, Shelf.OPEN, limit=25).rows[1:]:
            scene.home.act(editing.snooze, row, until=scene.home.clock.now() + timedelta(days=1))
        read, _ = scene.cost(lambda: self.page(scene))
        assert read <= 3 + 3 * 3

    def test_one_whole(self, scene):
        todo = scene.todo()
        assert scene.cost(lambda: reading.follow_up(scene.home.ports, scene.agent(), todo.id)) == (4, 0)

    def test_a_drain(self, sqlite_scene):
        """Counted at its start, at a checkpoint and at its stop, never in between."""
        scene = sqlite_scene
        self.filled(scene, row=560)
        drain = lambda: draining.drain_next(  # noqa: E731
            scene.home.ports, scene.agent(), repository="acme/full", session_id="d1"
        )
        ahead, todo = 4, 1  # key, list, repository, session; the follow-up itself
        count, page = 2, 1.5  # 25 and 20 rows of 560 bytes
        assert scene.cost(drain) == (ahead + count + page + todo, 5), "the session's first row has no older one to move"
        assert scene.cost(drain) == (ahead + 2 * todo, 3), "the one given before, looked at and renewed"
        for _ in range(9):
            scene.home.complete(scene.home.drain("d1", repository="acme/full").todo)
        assert scene.cost(drain) == (ahead + todo + 1.5 + todo, 6), "the one before; 16 rows; the next one"
        for _ in range(16):
            scene.home.complete(scene.home.drain("d1", repository="acme/full").todo)
        assert scene.cost(drain) == (ahead + todo + 2 * 0.5 + 1, 3), (
            "nothing left: the one before; two looks at rows that are gone, one at the session's own set; the session"
        )
