"""Notes that are full, and todos as large as they may be: what agents do to them still lands."""

import pytest

from followups.domain.errors import TooLarge, Unavailable
from followups.domain.limits import NOTES_CHARACTERS, TODO_BYTES
from followups.domain.todos import Todo
from followups.services import editing, importing
from followups.storage.sizes import item_size
from followups.storage.todo_items import to_item
from tests.builders import Home, on
from tests.faults import FailingTable

FOUR_BYTES = "\U0001f4a6"
FULLEST = NOTES_CHARACTERS * FOUR_BYTES
"""400,000 bytes, of the 409,600 that an item has."""
LONG = {"session": FOUR_BYTES * 200, "repository": "acme/" + "r" * 195}
"""Names as long as they may be."""


def reports(home, todo):
    found, after = home.ports.todos.reports(todo.id, limit=10, after=None)
    assert after is None
    return [report.text for report in found]


@pytest.mark.parametrize("notes", ["x" * NOTES_CHARACTERS, "x" * (NOTES_CHARACTERS - 5), FULLEST])
@pytest.mark.parametrize(
    ("write", "lead"), [("complete", "Done: "), ("hand_back", "Handed back: ")], ids=["complete", "hand back"]
)
def test_when_the_notes_are_full_the_text_becomes_a_report_and_the_change_still_lands(home, notes, write, lead):
    todo = home.follow_up(notes=notes)
    said = FOUR_BYTES * 4_000
    answer = getattr(home, write)(home.claim(todo), said).todo
    assert answer == home.stored(todo)
    assert answer.notes == notes
    assert reports(home, todo) == [lead + said]
    assert not answer.may_be_taken


def test_a_text_that_still_fits_is_no_report(home):
    room = len("\n\nDone: ") + len("Did it.")
    done = home.complete(home.follow_up(notes="x" * (NOTES_CHARACTERS - room))).todo
    assert len(done.notes) == NOTES_CHARACTERS
    assert reports(home, done) == []


def test_the_owners_answer_becomes_a_report_too_and_reports_are_numbered(home):
    todo = home.follow_up(notes=FULLEST)
    home.hand_back(todo, "Which?")
    home.act(editing.return_to_drain, todo, answer="This one.")
    home.complete(todo, "Did it.")
    assert reports(home, todo) == ["Handed back: Which?", "Answer of the owner: This one.", "Done: Did it."]
    assert home.stored(todo).reports == 3


def largest(home: Home) -> Todo:
    """The largest todo that is taken."""
    notes = FULLEST
    while True:
        try:
            return home.follow_up(FOUR_BYTES * 1_000, notes=notes, **LONG)
        except TooLarge:
            notes = notes[:-10]


def test_the_fullest_todo_can_go_through_everything_an_agent_does_to_it(home):
    """With names as long as they may be, so that the bookkeeping is as large as it gets."""
    session = LONG["session"]
    todo = largest(home)

    home.hand_back(home.claim(todo, session), FOUR_BYTES * 4_000)
    home.act(editing.return_to_drain, todo, answer=FOUR_BYTES * 4_000)
    claimed = home.claim(todo, session)
    assert item_size(to_item(claimed)) > TODO_BYTES - 4_096, "or it was not full"
    done = home.complete(claimed, FOUR_BYTES * 4_000, commit="c" * 200).todo
    assert done.completed_at is not None
    assert len(reports(home, todo)) == 3


def test_notes_of_500_kb_are_refused_with_the_limit_before_anything_is_stored(home):
    """I01"""
    for attempt in (home.capture, home.add):
        with pytest.raises(TooLarge, match="at most 100,000 fit") as refused:
            attempt("Fix it", notes="x" * 500_000)
        assert refused.value.details == {"field": "notes", "limit": NOTES_CHARACTERS, "unit": "characters"}
    assert home.shelf() == []


def test_a_todo_that_leaves_no_room_is_refused_with_the_limit_before_anything_is_stored(home):
    todo = home.follow_up("Small", notes=FULLEST, **LONG)
    for attempt in (
        lambda: home.capture(FOUR_BYTES * 1_000, notes=FULLEST, **LONG),
        lambda: home.edit(todo, title=FOUR_BYTES * 1_000),
    ):
        with pytest.raises(TooLarge, match="409,600 bytes") as refused:
            attempt()
        assert refused.value.details == {"limit": TODO_BYTES, "unit": "bytes"}
    assert home.shelf() == ["Small"]


def test_an_imported_one_that_leaves_no_room_is_refused_by_itself(home):
    origin = {"repository": "acme/widget", "handed_back_reason": FOUR_BYTES * 4_000}
    rows = [{"title": "Before"}, {"title": "Large", "notes": FULLEST, "origin": origin}, {"title": "After"}]
    answer = importing.bring_in(home.ports, home.owner, rows)
    assert (answer.imported, [refused.position for refused in answer.refused]) == (2, [1])
    assert home.shelf() == ["Before", "After"]


@pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
def test_a_lost_answer_leaves_one_report(home, sqlite, works):
    todo = home.follow_up(notes=FULLEST)
    with pytest.raises(Unavailable):
        on(home, FailingTable(sqlite, 1, works=works)).complete(todo)
    assert home.complete(todo).repeated is works
    assert reports(home, todo) == ["Done: Did it."]
