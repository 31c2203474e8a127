"""The owner's pages: shelves, filters and search."""

from datetime import UTC, datetime, timedelta

import pytest

from followups.domain.errors import Invalid
from followups.domain.limits import SEARCH_BYTES
from followups.services import editing, listing
from followups.services.ports import Shelf
from tests.builders import a_home, on
from tests.faults import PassingTable


def page(home, *, limit=50, after=None, zone="UTC", **wanted):
    return listing.page(home.ports, home.owner, listing.Wanted(**wanted), limit=limit, after=after, time_zone=zone)


def titles(found):
    return [row.title for row in found.rows]


def test_pages_follow_one_another_without_overlap(home):
    filed = [home.add().title for _ in range(12)]
    first = page(home, limit=5)
    second = page(home, limit=5, after=first.next)
    third = page(home, limit=5, after=second.next)
    assert [titles(each) for each in (first, second, third)] == [filed[:5], filed[5:10], filed[10:]]
    assert third.next is None


def test_each_todo_stands_on_the_shelves_of_its_state(home):
    home.add("own")
    home.capture("follow-up")
    home.hand_back(home.follow_up("back"))
    home.complete(home.follow_up("done"))
    home.act(editing.delete, home.follow_up("deleted"))
    home.set_up(review_new=True)
    home.capture("proposed")
    assert {shelf: home.shelf(shelf) for shelf in Shelf} == {
        Shelf.OPEN: ["own", "follow-up", "back", "proposed"],
        Shelf.COMPLETED: ["done"],
        Shelf.DELETED: ["deleted"],
        Shelf.HANDED_BACK: ["back"],
        Shelf.PROPOSED: ["proposed"],
    }


def test_rows_name_their_repositories_as_they_are_called_now(home):
    home.capture(repository="Acme/Widget")
    home.add()
    found = page(home)
    assert [found.repository_of(row) for row in found.rows] == ["Acme/Widget", None]


class TestByRepository:
    def test_only_its_follow_ups_are_shown_page_by_page(self, home):
        for n in range(30):
            home.capture(f"w{n:02d}", session=f"s{n // 20}")
            home.add(f"own {n}")
            home.capture(f"o{n:02d}", repository="acme/other", session=f"o{n // 20}")
        assert home.shelf(repository="ACME/other") == [f"o{n:02d}" for n in range(30)]
        assert len(page(home, limit=7, repository="acme/other").rows) == 7

    def test_an_unknown_repository_has_none(self, home):
        home.capture()
        assert home.shelf(repository="acme/nothing") == []

    def test_what_names_no_repository_is_refused(self, home):
        with pytest.raises(Invalid):
            page(home, repository="nothing")


class TestCompletedWithin:
    def test_days_are_the_owners_and_the_last_one_is_included(self, home, clock):
        """A19, A21"""
        for day, hour, minute, title in (
            (12, 21, 59, "the 12th"),
            (12, 22, 0, "the 13th begins"),
            (13, 21, 59, "the 13th ends"),
            (13, 22, 0, "the 14th"),
        ):
            clock.turn_to(datetime(2025, 10, day, hour, minute, tzinfo=UTC))
            home.act(editing.complete, home.add(title))
        found = page(
            home,
            shelf=Shelf.COMPLETED,
            completed_since="2025-10-13",
            completed_until="2025-10-13",
            zone="Europe/Madrid",
        )
        assert titles(found) == ["the 13th ends", "the 13th begins"]

    def test_bounds_are_instants_too_the_first_inclusive_and_the_last_exclusive(self, home, clock):
        todos = []
        for _ in range(3):
            todos.append(home.act(editing.complete, home.add()))
            clock.advance(seconds=10)
        bounds = [todo.completed_at.isoformat() for todo in todos]
        found = page(home, shelf=Shelf.COMPLETED, completed_since=bounds[0], completed_until=bounds[2])
        assert titles(found) == [todos[1].title, todos[0].title]
        first = page(home, shelf=Shelf.COMPLETED, completed_since=bounds[0], completed_until=bounds[2], limit=1)
        second = page(
            home, shelf=Shelf.COMPLETED, completed_since=bounds[0], completed_until=bounds[2], limit=1, after=first.next
        )
        assert titles(first) + titles(second) == titles(found)

    def test_a_range_that_ends_before_it_starts_is_empty(self, home):
        home.act(editing.complete, home.add())
        assert (
            titles(page(home, shelf=Shelf.COMPLETED, completed_since="2030-01-01", completed_until="2029-01-01")) == []
        )

    @pytest.mark.parametrize("bound", ["tomorrow", "2026-13-01", "2026-11-30T12:00", "", "9999-12-31T23:59:59+00:00x"])
    def test_anything_else_is_refused(self, home, bound):
        for name in ("completed_since", "completed_until"):
            with pytest.raises(Invalid, match=name):
                page(home, shelf=Shelf.COMPLETED, **{name: bound})

    def test_the_last_day_there_is_has_an_end_or_is_refused(self, home):
        home.act(editing.complete, home.add())
        assert (
            titles(page(home, shelf=Shelf.COMPLETED, completed_since="9999-12-30", completed_until="9999-12-30")) == []
        )
        assert len(page(home, shelf=Shelf.COMPLETED, completed_since="0001-01-01").rows) == 1
        with pytest.raises(Invalid, match="completed_until"):
            page(home, shelf=Shelf.COMPLETED, completed_until="9999-12-31")

    def test_bounds_go_with_the_completed_alone(self, home):
        with pytest.raises(Invalid, match="state=completed"):
            page(home, completed_since="2026-01-01")


class TestSearch:
    def test_it_finds_words_in_titles_and_notes_whatever_their_case_and_accents(self, home):
        """I07"""
        home.add("reunião de segunda")
        home.add("Other", notes="Über die REUNIÃO")
        home.add("Nothing of the kind")
        assert home.shelf(search="reuniao") == ["reunião de segunda", "Other"]
        assert home.shelf(search="REUNIAO segunda") == ["reunião de segunda"]
        assert home.shelf(search="absent") == []

    def test_it_finds_what_the_row_does_not_show(self, home):
        home.add("x" * 900 + " needle")
        home.add("Second", notes="y " * 20_000 + "needle")
        home.add("Third", notes="y " * 20_000)
        assert [title[:6] for title in home.shelf(search="needle")] == ["xxxxxx", "Second"]

    def test_it_searches_every_shelf_and_within_a_repository(self, home):
        home.complete(home.follow_up("done needle"))
        home.capture("open needle", repository="acme/other")
        home.add("own needle")
        assert home.shelf(Shelf.COMPLETED, search="needle") == ["done needle"]
        assert home.shelf(search="needle", repository="acme/other") == ["open needle"]

    def test_a_page_has_no_more_than_its_limit_and_goes_on_where_it_ended(self, home):
        filed = [home.add(f"needle {n:02d}").title for n in range(30)]
        seen, after = [], None
        while True:
            found = page(home, limit=4, after=after, search="needle")
            assert len(found.rows) <= 4
            seen.extend(titles(found))
            after = found.next
            if after is None:
                break
        assert seen == filed

    def test_it_reads_at_most_1_mb_a_call_answers_what_it_found_and_goes_on_from_there(self, home, sqlite):
        for n in range(12):
            home.add(f"long {n:02d}", notes="x" * 99_000 + (" needle" if n % 5 == 0 else ""))
        counted = WeighingTable(sqlite)
        through = on(home, counted)
        seen, after, calls = [], None, 0
        while True:
            counted.read = 0
            found = page(through, after=after, search="needle")
            assert counted.read <= SEARCH_BYTES
            seen.extend(titles(found))
            calls += 1
            assert found.searched_all is (found.next is None)
            after = found.next
            if after is None:
                break
        assert seen == ["long 00", "long 05", "long 10"]
        assert calls == 2

    def test_a_full_page_is_no_sign_that_the_search_stopped(self, home):
        for _ in range(5):
            home.add("needle")
        found = page(home, limit=2, search="needle")
        assert (len(found.rows), found.searched_all) == (2, True)

    @pytest.mark.parametrize("hostile", ["%", "_", "\\", "'; DROP", "(", "[", "𝄞", "\u0000"])
    def test_what_is_searched_for_is_text_and_nothing_else(self, home, hostile):
        home.add("plain")
        assert home.shelf(search=hostile) == []

    def test_only_the_owners_list_is_searched(self, home, ports):
        a_home(ports, "owner-2").add("needle")
        a_home(ports, name="Second").add("needle")
        assert home.shelf(search="needle") == []


class WeighingTable(PassingTable):
    """How many bytes of what was asked for were read."""

    read = 0

    def query(self, query):
        found = self._table.query(query)
        self.read += sum(len(str(item)) for item in found.items)
        return found

    def batch_get(self, keys, *, consistent=True):
        items = self._table.batch_get(keys, consistent=consistent)
        self.read += sum(len(item.get("notes", "")) for item in items)
        return items


def test_a_snoozed_one_stays_on_the_owners_pages(home):
    todo = home.follow_up()
    home.act(editing.snooze, todo, until=home.clock.now() + timedelta(days=1))
    (row,) = page(home).rows
    assert row.snoozed_until == "2026-12-01T12:00:00.000Z"
