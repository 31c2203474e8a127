"""Export and import: everything out, everything in, page by page, each row stored or refused by itself."""

import sys
import unicodedata
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from followups.domain import dues
from followups.domain.dues import DueDate
from followups.domain.errors import Invalid, Unavailable
from followups.domain.instants import to_text
from followups.domain.limits import BATCH_TODOS
from followups.services import editing, exporting, importing, renaming
from followups.services.ports import Shelf
from tests.builders import WIDGET, a_home, on
from tests.faults import FailingTable


def exported(home, limit=100):
    """All pages."""
    found: list[exporting.ExportedTodo] = []
    after = None
    while True:
        page = exporting.export(home.ports, home.owner, limit=limit, after=after)
        found.extend(page.todos)
        after = page.next
        if after is None:
            return found


def as_row(each):
    """An exported todo as an import takes it."""
    todo, origin = each.todo, each.todo.origin
    row = {
        "title": todo.title,
        "notes": todo.notes,
        "starred": todo.starred,
        "due": None if todo.due is None else dues.to_fields(todo.due),
        "snoozed_until": todo.snoozed_until and to_text(todo.snoozed_until),
        "completed_at": todo.completed_at and to_text(todo.completed_at),
        "created_at": to_text(todo.created_at),
        "reports": [{"text": report.text, "created_at": to_text(report.created_at)} for report in each.reports],
    }
    if origin is not None:
        row["origin"] = {
            "repository": each.repository,
            "session_id": origin.session_id,
            "host": origin.host,
            "discovered_from": origin.discovered_from,
            "proposed": origin.proposed,
            "handed_back_at": to_text(origin.handed_back.at) if origin.with_owner else None,
            "handed_back_reason": origin.handed_back and origin.handed_back.reason,
        }
    return row


def bring_in(home, rows, write_id=None):
    return importing.bring_in(home.ports, home.owner, rows, write_id=write_id)


@pytest.fixture
def varied(home, clock):
    """A list with one of each kind."""
    home.add("own", starred=True, notes="n\r\n\tü \U0001f4a6", due=DueDate(date=date(2027, 1, 31)))
    first = home.follow_up("follow-up", due="2027-01-31T09:00", time_zone="Europe/Berlin", host="codex")
    home.capture("found", discovered_from=first.id)
    home.hand_back(home.follow_up("back"), "Which?")
    returned = home.follow_up("returned")
    home.hand_back(returned)
    home.act(editing.return_to_drain, returned, answer="This.")
    home.act(editing.snooze, home.add("snoozed"), until=clock.now() + timedelta(days=3))
    clock.advance(hours=1)
    home.complete(home.follow_up("done", notes="x" * 99_990), "A summary that does not fit.")
    clock.advance(hours=1)
    home.act(editing.complete, home.add("done own"))
    home.act(editing.delete, home.add("deleted"))
    home.claim(first, "s9")
    home.set_up(review_new=True)
    home.capture("proposed", session="s2")
    return home


def test_an_export_holds_every_todo_that_is_not_deleted_whole_in_the_owners_order(varied):
    found = exported(varied)
    assert [each.todo.title for each in found] == [*varied.shelf(), *varied.shelf(Shelf.COMPLETED)]
    assert all(each.todo == varied.stored(each.todo) for each in found)


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_its_pages_follow_one_another_without_overlap_or_gap(varied, limit):
    titles = [each.todo.title for each in exported(varied, limit)]
    assert titles == [each.todo.title for each in exported(varied)]
    assert len(set(titles)) == len(titles) == 9


def test_a_page_of_large_todos_ends_early_so_that_it_can_be_imported_again(home):
    for n in range(30):
        home.add(f"{n:02d}", notes="\u0001" * 100_000)
    page = exporting.export(home.ports, home.owner, limit=100, after=None)
    assert 1 < len(page.todos) < 30
    assert sum(len(each.todo.notes) for each in page.todos) <= exporting.PAGE_BYTES
    assert [each.todo.title for each in exported(home)] == [f"{n:02d}" for n in range(30)]


def test_a_cursor_that_was_never_one_is_refused(home):
    for cursor in ({}, {"shelf": "nonsense"}):
        with pytest.raises(Invalid, match="cursor"):
            exporting.export(home.ports, home.owner, limit=5, after=cursor)


def test_what_was_exported_comes_back_as_it_was_in_another_list(varied):
    second = a_home(varied.ports, name="Second")
    rows = [as_row(each) for each in exported(varied)]
    assert bring_in(second, rows).refused == []
    assert [as_row(each) for each in exported(second)] == rows
    assert sorted(second.read()) == sorted(varied.read()), "a claim stays behind"
    for shelf in (Shelf.OPEN, Shelf.COMPLETED, Shelf.HANDED_BACK, Shelf.PROPOSED):
        assert second.shelf(shelf) == varied.shelf(shelf)


def test_pages_of_an_import_stand_in_the_order_they_came_at_the_foot(home):
    home.add("before")
    for page in range(3):
        bring_in(home, [{"title": f"{page}-{n:02d}"} for n in range(40)])
    home.add("after")
    assert home.shelf() == ["before", *(f"{page}-{n:02d}" for page in range(3) for n in range(40)), "after"]


def test_a_renamed_repository_is_exported_under_the_name_it_has_now(home):
    home.capture()
    renaming.rename(home.ports, home.owner, old=WIDGET, new="acme/gadget")
    (each,) = exported(home)
    assert each.repository == "acme/gadget"


class TestHostileRows:
    """J05: each is refused by itself with the reason, and the others are stored."""

    BAD: tuple[Any, ...] = (
        None,
        [],
        "title",
        5,
        {},
        {"title": ""},
        {"title": 5},
        {"title": "\u200b"},
        {"title": "half \ud83d"},
        {"title": "a\u202eb"},
        {"title": "x" * 1_001},
        {"title": "t", "notes": "x" * 100_001},
        {"title": "t", "notes": []},
        {"title": "t", "starred": "yes"},
        {"title": "t", "due": "2027-01-31"},
        {"title": "t", "due": {"date": "2027-02-30"}},
        {"title": "t", "due": {"at": "2027-01-31T09:00"}},
        {"title": "t", "due": {"at": "2027-01-31T09:00", "time_zone": "GMT-7"}},
        {"title": "t", "repeat": {"rrule": "FREQ=DAILY"}},
        {"title": "t", "completed_at": "yesterday"},
        {"title": "t", "completed_at": 5},
        {"title": "t", "created_at": "0001-01-01T00:00:00+14:00"},
        {"title": "t", "snoozed_until": "9999-12-31T23:59:59-14:00"},
        {"title": "t", "origin": "acme/widget"},
        {"title": "t", "origin": {"repository": "widget"}},
        {"title": "t", "origin": {"repository": WIDGET, "session_id": "a\nb"}},
        {"title": "t", "origin": {"repository": WIDGET, "host": "emacs"}},
        {"title": "t", "origin": {"repository": WIDGET, "proposed": 1}},
        {"title": "t", "origin": {"repository": WIDGET, "handed_back_reason": "x" * 4_001}},
        {"title": "t", "reports": "none"},
        {"title": "t", "reports": [{"text": ""}]},
        {"title": "t", "reports": [5]},
        {"title": "t", "reports": [{"text": "r"}] * 100},
    )

    def test_a_bad_row_is_refused_with_its_place_and_the_rest_is_stored(self, home):
        rows = [row for bad in self.BAD for row in (bad, {"title": f"after {self.BAD.index(bad)}"})]
        answer = bring_in(home, rows)
        assert [refused.position for refused in answer.refused] == list(range(0, len(rows), 2))
        assert all(refused.refusal.message for refused in answer.refused)
        assert answer.imported == len(self.BAD)
        assert home.shelf() == [f"after {n}" for n in range(len(self.BAD))]

    def test_row_3_of_500_is_told_and_499_are_stored(self, home):
        rows = [{"title": f"{n:03d}"} for n in range(500)]
        rows[3] = {"title": ""}
        answers = [bring_in(home, rows[start : start + BATCH_TODOS]) for start in range(0, 500, BATCH_TODOS)]
        assert sum(answer.imported for answer in answers) == 499
        assert [refused.position for answer in answers for refused in answer.refused] == [3]
        assert len(home.shelf()) == 499

    def test_a_page_has_at_most_100_rows(self, home):
        with pytest.raises(Invalid, match="at most 100"):
            bring_in(home, [{"title": "t"}] * 101)
        assert home.shelf() == []

    def test_times_of_others_that_lie_in_the_future_are_now(self, home, clock):
        """G13"""
        ahead = to_text(clock.now() + timedelta(hours=5))
        bring_in(home, [{"title": "t", "completed_at": ahead, "created_at": ahead}])
        (each,) = exported(home)
        assert each.todo.completed_at <= clock.now()
        assert each.todo.created_at <= clock.now()

    def test_a_snooze_that_has_passed_says_nothing(self, home, clock):
        bring_in(home, [{"title": "t", "snoozed_until": to_text(clock.now() - timedelta(hours=1))}])
        assert exported(home)[0].todo.snoozed_until is None

    def test_every_class_of_character_comes_back_exactly_or_is_refused(self, home):
        rows: dict[str, list[str]] = {}
        for code in range(0, sys.maxunicode + 1, 37):
            rows.setdefault(unicodedata.category(chr(code)), []).append(chr(code))
        texts = ["".join(characters) for characters in rows.values()]
        for text in texts:
            answer = bring_in(home, [{"title": f"t{len(text)}", "notes": text}])
            assert answer.imported == 1 or "half of a character" in answer.refused[0].refusal.message
        kept = {each.todo.notes for each in exported(home)}
        assert kept == {text for text in texts if not any(0xD800 <= ord(c) <= 0xDFFF for c in text)}


class TestSentAgain:
    ROWS = ({"title": "a"}, {"title": ""}, {"title": "b", "origin": {"repository": WIDGET}}, {"title": "c"})

    def test_a_page_with_a_write_id_may_be_sent_again(self, home):
        for _ in range(2):
            answer = bring_in(home, self.ROWS, "w1")
            assert (answer.imported, [refused.position for refused in answer.refused]) == (3, [1])
        assert home.shelf() == ["a", "b", "c"]

    @pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
    def test_a_page_that_broke_off_anywhere_is_finished_by_the_same_page(self, home, sqlite, works):
        at = 0
        while True:
            rows = [{"title": f"{at}a"}, {"title": f"{at}b", "origin": {"repository": WIDGET}}, {"title": f"{at}c"}]
            failing = FailingTable(sqlite, at, works=works)
            try:
                bring_in(on(home, failing), rows, f"w{at}")
            except Unavailable:
                answer = bring_in(home, rows, f"w{at}")
                assert (answer.imported, answer.refused) == (3, [])
            assert home.shelf()[-3:] == [f"{at}a", f"{at}b", f"{at}c"]
            assert home.capture(f"{at}B", session=f"s{at}").duplicate
            if not failing.failed:
                break
            at += 1
        assert at >= 5
        assert len(home.shelf()) == 3 * (at + 1)

    def test_without_one_it_is_another_import(self, home):
        bring_in(home, [{"title": "a"}])
        bring_in(home, [{"title": "a"}])
        assert home.shelf() == ["a", "a"]

    def test_the_same_write_id_in_another_list_is_another_import(self, home, ports):
        second = a_home(ports, name="Second")
        bring_in(home, [{"title": "a"}], "w1")
        bring_in(second, [{"title": "a"}], "w1")
        assert (home.shelf(), second.shelf()) == (["a"], ["a"])


def test_a_row_of_old_times_keeps_them(home):
    at = datetime.fromisoformat("2020-02-29T23:59:59.123+00:00")
    bring_in(home, [{"title": "t", "created_at": "2020-03-01T00:59:59.123+01:00"}])
    (each,) = exported(home)
    assert each.todo.created_at == at
