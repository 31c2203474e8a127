"""The owner's manual order: keys made from the neighbours, short, and the same on every screen."""

from contextlib import suppress
from dataclasses import replace

import pytest

from followups.domain.errors import ChangedMeanwhile, Invalid, Unavailable
from followups.domain.limits import ORDER_KEY_BYTES
from followups.domain.todos import Todo
from followups.services import editing, importing, ordering
from followups.services.ordering import place_between
from followups.services.ports import Shelf
from local.sqlite_table import SqliteTable
from tests.builders import WIDGET, FakeClock, a_home, on, ports_on
from tests.faults import CountingTable, FailingTable, RacedTable
from tests.storage.lagging import LaggingTable


def moved(home, title, *, before=None, after=None):
    """By titles, as a person sees them."""
    ids = {row.title: row.id for row in rows(home)}
    todo = home.ports.todos.get(ids[title])
    return home.edit(todo, before=ids.get(before), after=ids.get(after))


def rows(home):
    return home.ports.todos.shelf(home.id, Shelf.OPEN, limit=1_000).rows


def keys(home):
    return [row.order for row in rows(home)]


def longest(home):
    return max(len(key.encode()) for key in keys(home))


@pytest.fixture
def abcd(home):
    """Four follow-ups, A to D."""
    for title in "ABCD":
        home.capture(title)
    return home


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ({"title": "D", "before": "A"}, "DABC"),
        ({"title": "A", "after": "D"}, "BCDA"),
        ({"title": "D", "after": "A", "before": "B"}, "ADBC"),
        ({"title": "D", "after": "A"}, "ADBC"),
        ({"title": "D", "before": "B"}, "ADBC"),
        ({"title": "A", "after": "B"}, "BACD"),
        ({"title": "B", "before": "C"}, "ABCD"),
        ({"title": "B", "before": "B"}, "ABCD"),
    ],
)
def test_a_todo_goes_between_the_neighbours_that_are_named(abcd, move, order):
    moved(abcd, **move)
    assert abcd.shelf() == list(order)
    assert abcd.read() == list(order), "the same on every reader"


def test_a_move_writes_no_other_todo(abcd):
    before = {row.id: row.version for row in rows(abcd)}
    moved(abcd, "D", before="A")
    changed = [row.title for row in rows(abcd) if row.version != before[row.id]]
    assert changed == ["D"]


def test_what_is_dropped_at_the_end_stays_above_what_is_added_later(abcd):
    moved(abcd, "A", after="D")
    abcd.capture("E")
    moved(abcd, "B", after="E")
    abcd.add("F", repository=WIDGET)
    importing.bring_in(abcd.ports, abcd.owner, [{"title": "G", "origin": {"repository": WIDGET}}])
    assert abcd.shelf() == list("CDAEBFG")
    assert abcd.read() == list("CDAEBFG")


def test_one_is_added_between_two_others(abcd):
    ids = {row.title: row.id for row in rows(abcd)}
    abcd.add("X", before=ids["B"], after=ids["A"])
    assert abcd.shelf() == list("AXBCD")


def test_two_that_are_dropped_into_one_gap_at_the_same_time_both_keep_their_place(abcd, sqlite):
    """E13"""
    ids = {row.title: row.id for row in rows(abcd)}

    def drop(home, title):
        todo = home.ports.todos.get(ids[title])
        seen = editing.Seen(id=todo.id, version=todo.version)
        editing.edit(home.ports, home.owner, seen, editing.Edit(before=ids["B"], after=ids["A"]))

    drop(on(abcd, RacedTable(sqlite, lambda: drop(abcd, "D"))), "C")
    order = abcd.shelf()
    assert order in (list("ACDB"), list("ADCB"))
    assert abcd.read() == order
    assert len(set(keys(abcd))) == 4


def test_when_they_are_no_neighbours_any_more_or_one_is_gone_the_place_next_to_the_other_is_taken(abcd):
    ids = {row.title: row.id for row in rows(abcd)}
    gone = abcd.ports.todos.get(ids["B"])
    abcd.complete(gone)
    d = abcd.ports.todos.get(ids["D"])
    abcd.edit(d, after=ids["A"], before=ids["B"])
    assert abcd.shelf() == list("ADC")
    abcd.edit(d, after=ids["C"], before=ids["A"])
    assert abcd.shelf() == list("ACD")


def test_when_both_neighbours_are_gone_nothing_is_moved(abcd, ports):
    ids = {row.title: row.id for row in rows(abcd)}
    for title in "AB":
        abcd.complete(abcd.ports.todos.get(ids[title]))
    foreign = a_home(ports, "owner-2").follow_up()
    for before, after in ((ids["A"], ids["B"]), (foreign.id, None), ("nonsense", None)):
        with pytest.raises(Invalid, match="Load the list again"):
            abcd.edit(abcd.ports.todos.get(ids["D"]), before=before, after=after)
    assert abcd.shelf() == list("CD")


def test_a_thousand_moves_into_one_place_stay_in_order_and_their_keys_short(home):
    top = home.add("top")
    bottom = home.add("bottom")
    dropped: list[Todo] = []
    for n in range(1_000):
        todo = home.add(f"{n:04d}", before=bottom.id, after=(dropped[-1].id if dropped else top.id))
        dropped.append(todo)
    assert home.shelf() == ["top", *(todo.title for todo in dropped), "bottom"]
    assert longest(home) <= 240


def test_the_owners_order_survives_done_and_reopened(abcd):
    todo = moved(abcd, "D", before="A")
    abcd.act(editing.complete, todo)
    abcd.act(editing.reopen, todo)
    assert abcd.shelf() == list("DABC")


class TestSpacingAnew:
    """A key over 800 bytes has its neighbours spaced anew."""

    def crowded(self, home, *, below=3):
        """A list with a place in it where no short key is left: between `low` and `high`."""
        for n in range(3):
            home.capture(f"above {n}")
        low, high = home.follow_up("low"), home.follow_up("high")
        for n in range(below):
            home.capture(f"below {n}")
        prefix = low.order + "V" * (ORDER_KEY_BYTES - len(low.order) - 4)
        for todo, key in ((low, prefix + "1aaa"), (high, prefix + "2aaa")):
            self.put_at(home, todo, key)
        return home.stored(low), home.stored(high), home.follow_up("moving", session="s2")

    def put_at(self, home, todo, key):
        before = home.stored(todo)
        home.ports.todos.save(before, replace(before, order=key, version=before.version + 1, write_id="x"))

    @pytest.mark.parametrize("below", [0, 3, 20])
    def test_the_place_is_made_and_every_key_is_short_again(self, home, below):
        low, high, moving = self.crowded(home, below=below)
        order = home.shelf()
        home.edit(moving, after=low.id, before=high.id)
        order.remove("moving")
        order.insert(order.index("high"), "moving")
        assert home.shelf() == order
        assert home.read() == order
        assert longest(home) <= ORDER_KEY_BYTES // 2

    def test_what_is_added_afterwards_still_comes_last(self, home):
        low, high, moving = self.crowded(home, below=0)
        home.edit(moving, after=low.id, before=high.id)
        home.capture("later", session="s3")
        assert home.shelf()[-1] == "later"

    def test_it_works_when_the_moving_one_stands_in_the_crowd_itself(self, home):
        low, high, _ = self.crowded(home)
        home.edit(home.stored(low), after=high.id)
        low, high = high, low
        self.put_at(home, low, "V" * (ORDER_KEY_BYTES - 4) + "1aaa")
        self.put_at(home, high, "V" * (ORDER_KEY_BYTES - 4) + "2aaa")
        third = home.follow_up("third", session="s3")
        self.put_at(home, third, "V" * (ORDER_KEY_BYTES - 4) + "3aaa")
        seen = home.seen(third, "w1")
        edit = editing.Edit(after=low.id, before=high.id)
        editing.edit(home.ports, home.owner, seen, edit)
        order = [title for title in home.shelf() if title in {"low", "high", "third"}]
        assert order == ["high", "third", "low"]
        assert longest(home) <= ORDER_KEY_BYTES // 2

    def crowded_below_a_gap(self, home):
        """The same, where those around the place have to move down into a wide gap and those below it up."""
        low, high, moving = self.crowded(home, below=0)
        home.clock.advance(hours=1)
        for n in range(4):
            home.capture(f"below {n}", session="s3")
        home.edit(moving, after=rows(home)[-1].id)
        return low, high, home.stored(moving)

    @pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
    @pytest.mark.parametrize("scene", ["crowded", "crowded_below_a_gap"])
    def test_a_crash_in_the_middle_leaves_the_owners_order_as_it_was_and_the_same_call_finishes(
        self, works, scene, monkeypatch
    ):
        monkeypatch.setattr(ordering, "_SPREAD", 2 if scene == "crowded_below_a_gap" else 25)
        at = 0
        while True:
            sqlite = SqliteTable(":memory:")
            home = a_home(ports_on(sqlite, FakeClock()))
            low, high, moving = getattr(self, scene)(home)
            order = home.shelf()
            seen = home.seen(moving, "w1")
            failing = FailingTable(sqlite, at, works=works)
            edit = editing.Edit(after=low.id, before=high.id)
            try:
                editing.edit(on(home, failing).ports, home.owner, seen, edit)
            except Unavailable:
                if home.stored(moving).write_id != "w1":
                    assert home.shelf() == order
                editing.edit(home.ports, home.owner, home.seen(moving, "w1"), edit)
            finished = [title for title in order if title != "moving"]
            finished.insert(finished.index("high"), "moving")
            assert home.shelf() == finished
            if not failing.failed:
                break
            at += 1
        assert at > 10, "each of the rows is read and written"

    def test_it_comes_to_an_end_while_the_index_still_shows_the_old_keys(self):
        table = LaggingTable(SqliteTable(":memory:"))
        home = a_home(ports_on(table, FakeClock()))
        low, high, moving = self.crowded(home)
        another = home.follow_up("another", session="s4")
        table.catch_up()
        home.edit(moving, after=low.id, before=high.id)
        with suppress(ChangedMeanwhile):
            home.edit(another, after=low.id)
        table.catch_up()
        order = home.shelf()
        assert order.index("low") < order.index("moving") < order.index("high")
        home.edit(another, after=low.id, before=high.id)
        table.catch_up()
        order = home.shelf()
        assert order.index("low") < order.index("another") < order.index("high")

    def test_one_that_somebody_moves_meanwhile_stays_where_they_put_it(self, home, sqlite):
        low, high, moving = self.crowded(home)
        last = rows(home)[-1]
        put = []
        raced = on(home, RacedTable(sqlite, lambda: put.append(home.edit(high, after=last.id))))
        with suppress(ChangedMeanwhile):
            raced.edit(moving, after=low.id, before=high.id)
        assert home.stored(high) == put[0]

    def test_a_stale_page_is_told_so_and_not_spaced_over(self, home, sqlite):
        low, high, moving = self.crowded(home)
        seen = home.seen(moving)
        home.edit(moving, starred=True)
        counted = CountingTable(sqlite)
        with pytest.raises(editing.Stale):
            editing.edit(on(home, counted).ports, home.owner, seen, editing.Edit(after=low.id, before=high.id))
        assert set(counted.calls) == {"get"}

    def test_a_move_that_lands_between_reading_and_writing_is_told_of_and_not_overwritten(self, home, sqlite):
        low, high, moving = self.crowded(home)
        seen = home.seen(moving)
        first = rows(home)[0]
        put = []
        raced = on(home, RacedTable(sqlite, lambda: put.append(home.edit(moving, before=first.id))))
        with pytest.raises(editing.Stale):
            editing.edit(raced.ports, raced.owner, seen, editing.Edit(after=low.id, before=high.id))
        assert home.stored(moving) == put[0]


def test_a_place_named_by_nothing_is_the_foot(home):
    first = home.add()
    place = place_between(home.ports, home.owner, before=None, after=None, now=home.clock.now())
    assert place.order > first.order
    assert place.spaced == {}
