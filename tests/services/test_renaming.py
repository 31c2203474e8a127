"""The owner renames a repository over all its follow-ups; the old name goes on to match."""

import pytest

from followups.domain.errors import Invalid, NotFound, Unavailable
from followups.services import editing, listing, renaming
from followups.services.ports import Shelf
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock, Home, a_home, on, ports_on
from tests.faults import CountingTable, FailingTable, PassingTable, RacedTable
from tests.storage.lagging import LaggingTable

OLD, NEW = "acme/widget", "acme/gadget"


def rename(home, old=OLD, new=NEW):
    return renaming.rename(home.ports, home.owner, old=old, new=new)


def shown(home, shelf=Shelf.OPEN):
    """What the page shows as the repository of each todo."""
    page = listing.page(home.ports, home.owner, listing.Wanted(shelf=shelf), limit=200, after=None, time_zone="UTC")
    return {row.title: page.repository_of(row) for row in page.rows}


class TestAFreeName:
    def test_both_names_read_the_same_follow_ups_in_the_same_order(self, home):
        titles = [home.capture().todo.title for _ in range(3)]
        assert rename(home) == renaming.Renamed(NEW, 0, finished=True)
        assert home.read(repository=OLD) == titles
        assert home.read(repository=NEW) == titles

    def test_everything_is_shown_under_the_new_name(self, home):
        home.capture("open")
        home.hand_back(home.follow_up("back"))
        home.complete(home.follow_up("done"))
        rename(home)
        assert shown(home) == {"open": NEW, "back": NEW}
        assert shown(home, Shelf.COMPLETED) == {"done": NEW}
        assert home.capture("more", repository=OLD).repository == NEW

    def test_it_is_one_step_that_writes_no_follow_up(self, home, sqlite):
        todos = [home.follow_up() for _ in range(5)]
        counted = CountingTable(sqlite)
        rename(on(home, counted))
        assert [home.stored(todo).version for todo in todos] == [1] * 5
        assert "batch_get" not in counted.calls

    def test_a_duplicate_is_found_across_the_names(self, home):
        first = home.capture("Fix it", repository=OLD)
        rename(home)
        assert home.capture("Fix it", repository=NEW).todo.id == first.todo.id
        assert home.capture("Fix it", repository=OLD).todo.id == first.todo.id

    def test_case_only_changes_the_spelling(self, home):
        home.capture(repository="acme/widget")
        assert rename(home, "acme/widget", "Acme/Widget").name == "Acme/Widget"
        assert home.capture(repository="acme/widget").repository == "Acme/Widget"
        assert set(shown(home).values()) == {"Acme/Widget"}

    def test_a_claim_goes_on(self, home):
        claimed = home.claim(home.follow_up())
        rename(home)
        assert home.stored(claimed) == claimed


class TestChains:
    def test_from_a_to_b_to_c_every_name_goes_on_to_match(self, home):
        titles = [home.capture(repository="x/a").todo.title]
        rename(home, "x/a", "x/b")
        titles.append(home.capture(repository="x/b").todo.title)
        rename(home, "x/b", "x/c")
        titles.append(home.capture(repository="x/a").todo.title)
        for name in ("x/a", "x/b", "x/c"):
            assert home.read(repository=name) == titles
            assert home.capture(titles[0], repository=name).repository == "x/c"
        assert set(shown(home).values()) == {"x/c"}

    def test_by_an_older_name_it_can_be_renamed_too(self, home):
        title = home.capture(repository="x/a").todo.title
        rename(home, "x/a", "x/b")
        rename(home, "x/a", "x/c")
        for name in ("x/a", "x/b", "x/c"):
            assert home.read(repository=name) == [title]
        assert set(shown(home).values()) == {"x/c"}

    def test_back_to_a_former_name(self, home):
        title = home.capture(repository="x/a").todo.title
        rename(home, "x/a", "x/b")
        assert rename(home, "x/b", "x/a") == renaming.Renamed("x/a", 0, finished=True)
        for name in ("x/a", "x/b"):
            assert home.read(repository=name) == [title]
        assert set(shown(home).values()) == {"x/a"}

    def test_takeovers_in_a_chain_keep_all(self, home):
        titles = [home.capture(repository=f"x/{name}").todo.title for name in "abc"]
        rename(home, "x/a", "x/b")
        rename(home, "x/b", "x/c")
        for name in "abc":
            assert sorted(home.read(repository=f"x/{name}")) == sorted(titles)
        assert set(shown(home).values()) == {"x/c"}


class TestANameThatExists:
    """An agent saw the new remote first: that one takes the old ones over."""

    def filled(self, home, old=3, new=2):
        self.old = [home.follow_up(repository=OLD, session=f"o{n // 20}") for n in range(old)]
        self.new = [home.follow_up(repository=NEW, session=f"n{n // 20}") for n in range(new)]
        return [todo.title for todo in (*self.old, *self.new)]

    def test_it_takes_the_old_ones_over_and_both_names_read_all_in_the_owners_order(self, home):
        titles = self.filled(home)
        assert rename(home) == renaming.Renamed(NEW, 3, finished=True)
        assert home.read(repository=NEW) == titles
        assert home.read(repository=OLD) == titles
        assert set(shown(home).values()) == {NEW}

    def test_more_than_one_call_takes_over_is_said_and_readers_see_both_until_then(self, home, monkeypatch):
        monkeypatch.setattr(renaming, "_PAGE", 2)
        monkeypatch.setattr(renaming, "_PAGES", 2)
        titles = self.filled(home, old=9)
        taken = []
        while not (step := rename(home)).finished:
            taken.append(step.taken_over)
            assert home.read(repository=NEW) == titles
            assert home.read(repository=OLD, limit=3) == titles
        assert [*taken, step.taken_over] == [4, 4, 1]
        assert home.read(repository=NEW) == titles

    def test_handed_back_proposed_and_done_ones_come_to_it_when_they_come_back(self, home):
        back, done = home.follow_up(), home.follow_up()
        home.hand_back(back)
        home.complete(done)
        home.set_up(review_new=True)
        proposed = home.follow_up()
        home.set_up(review_new=False)
        home.capture("new", repository=NEW)
        rename(home)
        home.act(editing.return_to_drain, back)
        home.act(editing.reopen, done)
        home.act(editing.accept, proposed)
        expected = [back.title, done.title, proposed.title, "new"]
        assert home.read(repository=NEW) == expected
        (repository_id,) = {home.stored(todo).origin.repository_id for todo in (back, done, proposed)}
        assert repository_id == home.ports.repositories.find(home.id, NEW).id

    def test_they_are_found_by_repository_meanwhile(self, home):
        back = home.follow_up()
        home.hand_back(back)
        home.capture("new", repository=NEW)
        rename(home)
        assert home.shelf(Shelf.HANDED_BACK, repository=NEW) == [back.title]
        assert home.shelf(Shelf.HANDED_BACK, repository=OLD) == [back.title]

    def test_titles_of_both_are_duplicates_afterwards(self, home):
        self.filled(home)
        rename(home)
        for todo in (*self.old, *self.new):
            answer = home.capture(todo.title, repository=NEW, session="x")
            assert (answer.duplicate, answer.todo.id) == (True, todo.id)

    def test_a_live_claim_goes_on_with_its_token(self, home):
        self.filled(home)
        claimed = home.claim(self.old[0])
        rename(home)
        assert home.complete(claimed).todo.completed_at is not None

    def test_one_that_is_filed_under_the_old_name_at_that_moment_is_still_seen_by_readers(self, home, sqlite):
        """The capture read what the old name meant before the rename and lands after it."""
        titles = self.filled(home)
        raced = on(home, RacedTable(sqlite, lambda: rename(home)))
        late = raced.capture("late", repository=OLD, session="x")
        assert late.todo.origin is not None
        old_id = late.todo.origin.repository_id
        assert old_id != home.ports.repositories.find(home.id, NEW).id, "or it was no race"
        assert home.read(repository=NEW) == [*titles, "late"]
        assert home.read(repository=OLD) == [*titles, "late"]
        assert home.drain(repository=NEW).checkpoint == 6
        assert rename(home).taken_over == 1

    @pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
    def test_a_call_that_breaks_off_anywhere_loses_nobody_and_the_same_call_finishes(self, works):
        at = 0
        while True:
            sqlite = SqliteTable(":memory:")
            home = a_home(ports_on(sqlite, FakeClock()))
            titles = self.filled(home)
            failing = FailingTable(sqlite, at, works=works)
            try:
                rename(on(home, failing))
            except Unavailable:
                assert set(home.read(repository=NEW)) >= {todo.title for todo in self.new}
                assert set(home.read(repository=OLD)) >= {todo.title for todo in self.old} - set(
                    home.read(repository=NEW)
                )
                assert rename(home).finished
            assert home.read(repository=NEW) == titles
            assert home.read(repository=OLD) == titles
            assert set(shown(home).values()) == {NEW}
            for todo in self.old:
                assert home.capture(todo.title, repository=NEW, session="x").duplicate
            if not failing.failed:
                break
            at += 1
        assert at > 12

    def test_behind_a_lagging_index_it_counts_what_it_moved_once(self):
        table = LaggingTable(SqliteTable(":memory:"))
        home = a_home(ports_on(table, FakeClock()))
        self.filled(home)
        table.catch_up()
        assert rename(home).taken_over == 3
        assert rename(home).taken_over == 0, "the index still shows all three"
        table.catch_up()
        assert len(home.read(repository=NEW)) == 5

    def test_one_that_was_moved_or_deleted_though_the_index_shows_it_is_let_alone(self):
        table = LaggingTable(SqliteTable(":memory:"))
        home = a_home(ports_on(table, FakeClock()))
        second = a_home(home.ports, name="Second")
        self.filled(home)
        table.catch_up()
        home.act(editing.move, self.old[0], to_list=second.id)
        home.act(editing.delete, self.old[1])
        moved = home.stored(self.old[0])
        rename(home)
        assert home.stored(self.old[0]) == moved


def test_what_was_never_filed_cannot_be_renamed(home):
    with pytest.raises(NotFound, match=r"Nothing was filed for acme/widget"):
        rename(home)
    assert home.ports.repositories.all(home.id) == []


@pytest.mark.parametrize(("old", "new"), [("widget", NEW), (OLD, "widget"), (OLD, "")])
def test_both_are_names_of_repositories(home, old, new):
    home.capture()
    with pytest.raises(Invalid):
        rename(home, old, new)


def test_a_page_that_ends_early_in_one_of_them_skips_nothing_of_the_others(home, sqlite, monkeypatch):
    """A page of the engine may end before its limit; the rows behind come later, in the owner's order."""

    class ShortPages(PassingTable):
        def query(self, query):
            page = self._table.query(query)
            if query.index != "GSI2" or len(page.items) < 3:
                return page
            kept = page.items[:2]
            after = {name: kept[-1][name] for name in ("PK", "SK", "GSI2PK", "GSI2SK")}
            return type(page)(items=kept, count=2, after=after)

    titles = [home.capture(repository=(OLD if n in {1, 2, 3, 9, 10, 11, 12} else NEW)).todo.title for n in range(14)]
    monkeypatch.setattr(renaming, "_PAGES", 0)
    assert not rename(home).finished
    through = on(home, ShortPages(sqlite))
    assert through.read(repository=NEW, limit=20) == titles
    assert through.drain(repository=NEW).checkpoint == 14


@pytest.mark.parametrize("standing", ["handed back", "proposed"])
def test_a_title_that_no_agent_may_take_counts_where_its_repository_was_taken_over(home: Home, standing: str) -> None:
    home.set_up(review_new=standing == "proposed")
    first = home.capture("Fix it", repository="acme/old").todo
    home.set_up(review_new=False)
    if standing == "handed back":
        home.hand_back(first)
    home.capture("Another", repository="acme/new")
    renaming.rename(home.ports, home.owner, old="acme/old", new="acme/new")
    again = home.capture("Fix it", repository="acme/new", session="s2")
    assert (again.duplicate, again.todo.id) == (True, first.id)
