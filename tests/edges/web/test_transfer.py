"""Export and import: everything out, everything in, whatever a file holds."""

import json
from typing import Any

import pytest

from followups.domain.limits import AGENT_TEXT_CHARACTERS, BATCH_TODOS, BODY_BYTES, NOTES_CHARACTERS
from tests.edges.web.site import Visitor, at, refusal

OURS = {"id", "list_id", "order", "version", "updated_at", "claim"}
"""What a list gives its todos itself."""


def exported(me: Visitor, list_id: str, limit: int = BATCH_TODOS) -> list[Any]:
    """The todos of every page."""
    todos: list[Any] = []
    cursor = None
    while True:
        params = {"limit": limit, **({} if cursor is None else {"cursor": cursor})}
        page = me.get(f"/api/lists/{list_id}/export", params=params)
        todos.extend(page["todos"])
        cursor = page.get("next_cursor")
        if cursor is None:
            return todos


def bring_in(me: Visitor, todos: Any, **more: Any) -> Any:
    # Escaped, as a file may be: halves of characters have no other form.
    content = json.dumps({"todos": todos}).encode()
    headers = {"Content-Type": "application/json"}
    return me.post(f"/api/lists/{me.list_id}/import", content=content, headers=headers, **more)


def content(todos: list[Any]) -> list[Any]:
    return [{name: value for name, value in todo.items() if name not in OURS} for todo in todos]


@pytest.fixture
def full(me, home, clock):
    """A list with one of everything."""
    me.add("plain")
    me.add("all of it", notes="# Notes\r\n\n- [ ] ü\t😀\n", starred=True, due={"date": "2027-01-31"})
    me.add("at nine", due={"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"})
    me.act(me.add("snoozed"), "snooze", {"until": "2030-01-01T00:00:00Z"})
    me.add("every month", due={"date": "2027-02-28"}, repeat={"rrule": "FREQ=MONTHLY", "anchor": "2027-01-31"})
    me.act(me.add("done"), "complete")
    clock.advance(minutes=1)
    found = home.follow_up("filed", host="codex", session="s7")
    home.follow_up("found there", discovered_from=found.id)
    home.hand_back(home.follow_up("handed back"), "Which one?")
    returned = home.follow_up("returned")
    home.hand_back(returned, "Why?")
    me.post(f"{me.todos}/{returned.id}/return-to-drain", {"answer": "Because."}, match="*")
    home.complete(home.follow_up("completed by an agent"), summary="Did it.", commit="abc")
    noted = home.follow_up("full notes", notes="n" * NOTES_CHARACTERS)
    home.hand_back(noted, "Too much to say.")
    home.set_up(review_new=True)
    home.capture("proposed", session="s9")
    gone = me.add("gone")
    me.ask("DELETE", at(gone), match="*")
    return me


def test_what_was_exported_and_imported_is_the_same_in_the_same_order(site, full) -> None:
    out = exported(full, full.list_id)
    second = site.owner("owner-2")
    assert bring_in(second, out) == {"imported": len(out), "refused": []}
    back = exported(second, second.list_id)
    assert content(back) == content(out)
    assert [todo["title"] for todo in out] == [
        "plain", "all of it", "at nine", "snoozed", "every month", "filed", "found there", "handed back", "returned",
        "full notes", "proposed", "completed by an agent", "done",
    ]  # fmt: skip
    assert [todo["reports"][0]["text"] for todo in back if "reports" in todo] == ["Handed back: Too much to say."]


def test_a_page_of_an_export_is_imported_as_it_is(site, full) -> None:
    page = full.get(f"/api/lists/{full.list_id}/export", params={"limit": 3})
    assert page["format"] == "follow-ups/1"
    second = site.owner("owner-2")
    path = f"/api/lists/{second.list_id}/import"
    assert second.post(path, page) == {"imported": 3, "refused": []}
    refusal(second.ask("POST", path, {**page, "format": "follow-ups/2"}), 400, "invalid")


def test_the_pages_of_an_export_hold_every_todo_once(full) -> None:
    assert exported(full, full.list_id, limit=1) == exported(full, full.list_id)


def test_a_page_of_an_export_can_be_sent_back_however_large_its_todos_are(site, me) -> None:
    for number in range(20):
        me.add(f"todo {number}", notes="💦" * NOTES_CHARACTERS)
    path = f"/api/lists/{me.list_id}/export"
    response = me.ask("GET", path)
    assert len(response.content) < BODY_BYTES
    assert "next_cursor" in response.json()
    second = site.owner("owner-2")
    sent = second.ask("POST", f"/api/lists/{second.list_id}/import", content=response.content,
                      headers={"Content-Type": "application/json"})  # fmt: skip
    assert sent.json()["refused"] == []
    assert [todo["title"] for todo in exported(me, me.list_id)] == [f"todo {number}" for number in range(20)]


def test_five_hundred_rows_with_one_that_is_wrong_import_the_others_and_name_it(me) -> None:
    rows = [{"title": f"todo {number}"} for number in range(500)]
    rows[3] = {"title": 3}  # type: ignore[dict-item]
    pages = [bring_in(me, rows[start : start + 100]) for start in range(0, 500, 100)]
    assert sum(page["imported"] for page in pages) == 499
    refused = [(number, each) for number, page in enumerate(pages) for each in page["refused"]]
    assert [(page, each["position"]) for page, each in refused] == [(0, 3)]
    assert refused[0][1]["problem"]["code"] == "invalid"
    assert refused[0][1]["problem"]["field"] == "title"
    assert me.titles(limit=200) == [f"todo {number}" for number in range(500) if number != 3]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (None, None),
        (1, None),
        ("t", None),
        ([], None),
        ({}, "title"),
        ({"title": ""}, "title"),
        ({"title": ["t"]}, "title"),
        ({"title": "t" * 1_001}, "title"),
        ({"title": "a\u202eb"}, "title"),
        ({"title": "\ud800"}, "title"),
        ({"title": "t", "notes": "\udfff"}, "notes"),
        ({"title": "t", "notes": 5}, "notes"),
        ({"title": "t", "starred": "yes"}, "starred"),
        ({"title": "t", "due": "2027-01-31"}, "due"),
        ({"title": "t", "due": {"date": "2027-02-30"}}, "due"),
        ({"title": "t", "due": {"at": "2027-01-31T09:00", "time_zone": "\ud800"}}, "time_zone"),
        ({"title": "t", "due": {"date": 1e308}}, "due"),
        ({"title": "t", "repeat": {"rrule": "FREQ=DAILY"}}, "repeat"),
        ({"title": "t", "due": {"date": "2027-01-31"}, "repeat": "FREQ=DAILY"}, None),
        ({"title": "t", "due": {"date": "2027-01-31"}, "repeat": {}}, "repeat"),
        ({"title": "t", "due": {"date": "2027-01-31"}, "repeat": {"rrule": "FREQ=DAILY;COUNT=2"}}, "repeat"),
        ({"title": "t", "due": {"date": "2027-01-31"}, "repeat": {"rrule": "FREQ=DAILY", "anchor": 1}}, "anchor"),
        ({"title": "t", "created_at": "0001-01-01T00:00:00+14:00"}, "created_at"),
        ({"title": "t", "completed_at": "2026-11-30"}, "completed_at"),
        ({"title": "t", "snoozed_until": "soon"}, "snoozed_until"),
        ({"title": "t", "origin": "acme/widget"}, None),
        ({"title": "t", "origin": {"repository": "\ud800/x"}}, "repository"),
        ({"title": "t", "origin": {"repository": 7}}, "repository"),
        ({"title": "t", "origin": {"repository": "acme/widget", "session_id": "\x00"}}, "session_id"),
        ({"title": "t", "origin": {"repository": "acme/widget", "host": "\ud800"}}, "host"),
        ({"title": "t", "origin": {"repository": "acme/widget", "proposed": 1}}, "proposed"),
        (
            {
                "title": "t",
                "origin": {"repository": "acme/widget", "handed_back_reason": "r" * (AGENT_TEXT_CHARACTERS + 1)},
            },
            "handed_back_reason",
        ),
    ],
)
def test_a_hostile_row_is_refused_by_itself_and_stores_nothing(row, field, me) -> None:
    answer = bring_in(me, [{"title": "before"}, row, {"title": "after"}])
    assert answer["imported"] == 2
    assert [each["position"] for each in answer["refused"]] == [1]
    assert answer["refused"][0]["problem"].get("field") == field
    assert me.titles() == ["before", "after"]


def test_what_a_row_holds_besides_is_passed_over(me) -> None:
    row = {
        "title": "t",
        "id": "x",
        "version": -1,
        "owner_id": "somebody",
        "list_id": [],
        "claim": {"token": 1},
        "": None,
    }
    assert bring_in(me, [row])["imported"] == 1
    todo = me.get(me.todos)["todos"][0]
    assert (todo["version"], todo["list_id"]) == (1, me.list_id)
    assert "claim" not in todo


def test_a_time_that_is_still_to_come_is_now(me) -> None:
    bring_in(me, [{"title": "t", "created_at": "2999-01-01T00:00:00Z", "completed_at": "2999-01-01T00:00:00Z"}])
    todo = me.get(me.todos, params={"state": "completed"})["todos"][0]
    assert todo["created_at"] == todo["completed_at"] == todo["updated_at"]


def test_a_page_that_is_sent_again_is_stored_once(me) -> None:
    rows = [{"title": "a"}, {"title": ""}, {"title": "c", "origin": {"repository": "acme/widget"}}]
    first = bring_in(me, rows, write_id="w1")
    assert bring_in(me, rows, write_id="w1") == first
    assert me.titles() == ["a", "c"]
    bring_in(me, rows, write_id="w2")
    assert me.titles() == ["a", "c", "a", "c"]


@pytest.mark.parametrize(
    "body", [{}, {"todos": None}, {"todos": {}}, {"todos": "x"}, {"todos": [1] * 101}, {"todos": [], "x": 1}]
)
def test_an_import_is_a_page_of_todos(body, me) -> None:
    refusal(me.ask("POST", f"/api/lists/{me.list_id}/import", body), 400, "invalid")


def test_an_imported_follow_up_is_in_the_drain_and_keeps_its_title_to_itself(me, home) -> None:
    bring_in(me, [{"title": "Fix it", "origin": {"repository": "acme/widget"}}])
    assert home.read() == ["Fix it"]
    assert home.capture("fix it.").duplicate
