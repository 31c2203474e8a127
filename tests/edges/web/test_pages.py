"""Pages of todos: what is on them, in which order, and how one goes on."""

import base64
import json

import pytest

from followups.services.ports import Shelf
from tests.edges.web.site import at, refusal


def deleted(me, todo) -> None:
    me.ask("DELETE", at(todo), match="*")


def completed(me, todo) -> None:
    me.act(todo, "complete")


def test_open_todos_come_in_the_owner_s_order_page_by_page(me) -> None:
    for number in range(7):
        me.add(f"todo {number}")
    assert me.titles(limit=3) == [f"todo {number}" for number in range(7)]


def test_a_page_holds_no_more_than_was_asked_for(me) -> None:
    for number in range(5):
        me.add(f"todo {number}")
    page = me.get(me.todos, params={"limit": 2})
    assert [todo["title"] for todo in page["todos"]] == ["todo 0", "todo 1"]


def test_the_last_page_has_no_cursor(me) -> None:
    me.add()
    assert "next_cursor" not in me.get(me.todos)


def test_each_state_has_its_page(me) -> None:
    me.add("open")
    completed(me, me.add("completed"))
    deleted(me, me.add("deleted"))
    assert me.titles() == ["open"]
    assert me.titles(state="completed") == ["completed"]
    assert me.titles(state="deleted") == ["deleted"]


def test_a_row_is_shortened_and_says_so_and_the_todo_is_whole(me) -> None:
    title, notes = "👩‍👩‍👧 " * 150 + "end", "ü" * 5_000
    todo = me.add(title, notes=notes)
    row = me.get(me.todos)["todos"][0]
    assert row["title_shortened"]
    assert row["notes_shortened"]
    assert title.startswith(row["title"])
    assert notes.startswith(row["notes"])
    assert "\ufffd" not in row["title"] + row["notes"]
    assert me.get(at(todo))["title"] == title
    assert me.get(at(todo))["notes"] == notes


def test_a_row_that_is_whole_does_not_claim_to_be_shortened(me) -> None:
    me.add("short", notes="short")
    row = me.get(me.todos)["todos"][0]
    assert "title_shortened" not in row
    assert "notes_shortened" not in row


def test_a_row_and_the_todo_say_the_same_of_what_both_show(me) -> None:
    due = {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"}
    todo = me.add(due=due, starred=True, repository="acme/widget")
    me.act(todo, "snooze", {"until": "2030-01-01T00:00:00Z"})
    assert me.get(me.todos)["todos"][0] == me.get(at(todo))


def test_a_due_in_a_time_zone_shows_its_instant_and_a_day_has_none(me) -> None:
    timed = me.add(due={"at": "2027-07-01T09:00", "time_zone": "Europe/Berlin"})
    dated = me.add(due={"date": "2027-07-01"})
    assert timed["due_at"] == "2027-07-01T07:00:00.000Z"
    assert "due_at" not in dated


# Follow-ups


def test_a_live_claim_is_shown_without_its_token_and_a_lapsed_one_not_at_all(me, home, clock) -> None:
    """A worker that died leaves nothing behind that anybody has to clean up."""
    todo = home.follow_up()
    home.claim(todo, session="s7")
    path = f"{me.todos}/{todo.id}"
    shown = me.get(path)
    assert shown["claim"] == {"session_id": "s7", "expires_at": shown["claim"]["expires_at"]}
    assert me.get(me.todos)["todos"][0]["claim"] == shown["claim"]
    clock.advance(minutes=31)
    assert "claim" not in me.get(path)
    row = me.get(me.todos)["todos"][0]
    assert (row["title"], "claim" in row) == (todo.title, False)
    assert home.read() == [todo.title]


def test_a_follow_up_shows_where_it_comes_from(me, home) -> None:
    found = home.follow_up()
    todo = home.follow_up(session="s7", host="claude-code", discovered_from=found.id)
    assert me.get(f"{me.todos}/{todo.id}")["origin"] == {
        "repository": "acme/widget",
        "session_id": "s7",
        "host": "claude-code",
        "discovered_from": found.id,
        "proposed": False,
    }


def test_a_hand_back_shows_its_time_while_it_waits_and_its_reason_for_good(me, home) -> None:
    todo = home.follow_up()
    home.hand_back(todo, "Which one?")
    path = f"{me.todos}/{todo.id}"
    waiting = me.get(path)
    assert waiting["origin"]["handed_back_reason"] == "Which one?"
    assert "handed_back_at" in waiting["origin"]
    me.act(waiting, "return-to-drain")
    returned = me.get(path)["origin"]
    assert returned["handed_back_reason"] == "Which one?"
    assert "handed_back_at" not in returned


def test_the_handed_back_are_a_page_of_their_own_oldest_first(me, home, clock) -> None:
    kept, first, second = home.follow_up("kept"), home.follow_up("first"), home.follow_up("second")
    home.hand_back(first)
    clock.advance(seconds=1)
    home.hand_back(second)
    assert me.titles(handed_back="true") == ["first", "second"]
    assert me.titles() == [kept.title, "first", "second"]


def test_the_proposed_are_a_page_of_their_own_by_session(me, home) -> None:
    home.set_up(review_new=True)
    for session, title in (("s1", "a1"), ("s2", "b1"), ("s1", "a2"), ("s2", "b2")):
        home.capture(title, session=session)
    assert me.titles(proposed="true", limit=3) in (["a1", "a2", "b1", "b2"], ["b1", "b2", "a1", "a2"])


def test_the_follow_ups_of_one_repository_are_found_under_every_spelling_of_its_name(me, home) -> None:
    home.capture("widget 1")
    home.capture("gadget 1", repository="acme/gadget")
    home.capture("widget 2")
    me.add("mine")
    assert me.titles(repository="acme/widget") == ["widget 1", "widget 2"]
    assert me.titles(repository="git@github.com:Acme/Widget.git", limit=1) == ["widget 1", "widget 2"]
    assert me.titles(repository="acme/unknown") == []


def test_a_filter_answers_no_more_rows_than_were_asked_for_and_goes_on_behind_them(me, home) -> None:
    for number in range(12):
        home.capture(f"widget {number}", session=f"s{number}")
        home.capture(f"gadget {number}", session=f"s{number}", repository="acme/gadget")
    page = me.get(me.todos, params={"repository": "acme/widget", "limit": 5})
    assert [todo["title"] for todo in page["todos"]] == [f"widget {number}" for number in range(5)]
    assert me.titles(repository="acme/widget", limit=5) == [f"widget {number}" for number in range(12)]


# When they were completed


def test_completed_ones_are_found_by_the_day_in_the_owner_s_zone(me, clock) -> None:
    """In winter, a day in Madrid begins at 23:00 in UTC. The clock starts at noon of the 30th of November."""
    me.patch("/api/me", {"time_zone": "Europe/Madrid"})
    for title, hours_later in (("the evening before", 10), ("at one", 2), ("at eleven", 22), ("the day after", 2)):
        todo = me.add(title)
        clock.advance(hours=hours_later)
        completed(me, todo)
    found = me.titles(state="completed", completed_since="2026-12-01", completed_until="2026-12-01", limit=1)
    assert found == ["at eleven", "at one"]


def test_an_instant_bounds_the_completed_to_the_millisecond(me, clock) -> None:
    todo = me.add("at noon")
    at_noon = me.act(todo, "complete").json()["completed_at"]
    clock.advance(hours=1)
    completed(me, me.add("at one"))
    assert me.titles(state="completed", completed_since=at_noon) == ["at one", "at noon"]
    assert me.titles(state="completed", completed_until=at_noon) == []
    assert me.titles(state="completed", completed_until="2026-11-30T14:00:00+02:00") == []
    assert me.titles(state="completed", completed_until="2026-11-30T12:30:00Z") == ["at noon"]


@pytest.mark.parametrize(
    "bound",
    ["yesterday", "2026-02-30", "2026-11-30T12:00:00", "0001-01-01T00:00:00+14:00", "9999-12-31", "2026-W49-1", ""],
)
def test_a_bound_that_is_no_day_and_no_instant_is_refused(bound, me) -> None:
    response = me.ask("GET", me.todos, params={"state": "completed", "completed_until": bound})
    assert refusal(response, 422, "invalid")["field"] == "completed_until"


# Search


def test_search_looks_past_case_and_accents(me) -> None:
    me.add("Reunião de segunda")
    me.add("Reunion")
    assert me.titles(q="reuniao") == ["Reunião de segunda"]
    assert me.titles(q="REUNIÃO segunda") == ["Reunião de segunda"]


def test_search_finds_what_no_row_shows(me) -> None:
    me.add("long", notes=f"{'filler ' * 100}needle")
    me.add("other", notes="filler " * 100)
    assert me.titles(q="needle") == ["long"]


def test_a_search_that_looked_at_everything_says_so(me) -> None:
    me.add("hay")
    assert me.get(me.todos, params={"q": "needle"}) == {"todos": [], "searched_all": True}


def test_a_search_stops_after_reading_so_much_and_goes_on_with_its_cursor(me) -> None:
    for _ in range(30):
        me.add("hay", notes="h" * 90_000)
    me.add("needle")
    first = me.get(me.todos, params={"q": "needle"})
    assert (first["todos"], first["searched_all"]) == ([], False)
    assert me.titles(q="needle") == ["needle"]


def test_a_search_answers_no_more_rows_than_were_asked_for(me) -> None:
    for number in range(9):
        me.add(f"needle {number}")
    assert len(me.get(me.todos, params={"q": "needle", "limit": 2})["todos"]) == 2
    assert me.titles(q="needle", limit=2) == [f"needle {number}" for number in range(9)]


def test_a_search_for_blanks_is_none(me) -> None:
    me.add("todo")
    assert me.get(me.todos, params={"q": "  "}).keys() == {"todos"}


# Parameters and cursors


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"limit": "0"}, "limit"),
        ({"limit": "201"}, "limit"),
        ({"limit": "ten"}, "limit"),
        ({"limit": "1.0"}, "limit"),
        ({"limit": " 1"}, "limit"),
        ({"limit": "9" * 5_000}, "limit"),
        ({"state": "done"}, "state"),
        ({"handed_back": "false"}, "handed_back"),
        ({"q": "x" * 201}, "q"),
        ({"sort": "due"}, "sort"),
        ({"cursor": ""}, "cursor"),
    ],
)
def test_a_parameter_that_is_not_what_it_takes_is_named(params, field, me) -> None:
    problem = refusal(me.ask("GET", me.todos, params=params), 400, "invalid")
    assert problem["field"] == field


def test_a_parameter_that_comes_twice_is_refused(me) -> None:
    response = me.ask("GET", f"{me.todos}?state=open&state=deleted")
    assert refusal(response, 400, "invalid")["field"] == "state"


@pytest.mark.parametrize(
    "params",
    [
        {"handed_back": "true", "proposed": "true"},
        {"handed_back": "true", "state": "completed"},
        {"completed_since": "2026-11-30"},
    ],
)
def test_filters_that_exclude_each_other_are_refused(params, me) -> None:
    assert refusal(me.ask("GET", me.todos, params=params), 422, "invalid")["field"] == "state"


def test_a_cursor_goes_on_only_with_the_question_it_was_answered_to(me) -> None:
    other = me.add_list("Other")
    for number in range(3):
        me.add(f"needle {number}")
    cursor = me.get(me.todos, params={"limit": 1})["next_cursor"]
    assert me.titles(cursor=cursor) == ["needle 1", "needle 2"]
    for path, params in (
        (me.todos, {"state": "completed"}),
        (me.todos, {"q": "needle"}),
        (me.todos, {"repository": "acme/widget"}),
        (f"/api/lists/{other}/todos", {}),
        ("/api/lists", {}),
        (f"/api/lists/{me.list_id}/export", {}),
    ):
        response = me.ask("GET", path, params={**params, "cursor": cursor})
        assert refusal(response, 422, "invalid")["field"] == "cursor", path


def test_a_cursor_of_another_owner_is_none(site, me) -> None:
    me.add()
    me.add()
    cursor = me.get(me.todos, params={"limit": 1})["next_cursor"]
    second = site.owner("owner-2")
    refusal(second.ask("GET", second.todos, params={"cursor": cursor}), 422, "invalid")


def forged(place) -> str:
    return base64.urlsafe_b64encode(b"\x00" * 12 + json.dumps(place).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    ["x", "====", "ü", "AAAA", forged({}), forged({"PK": "TODO#1"}), forged([1]), "A" * 4_000],
)
def test_a_cursor_that_was_made_up_is_refused(cursor, me) -> None:
    response = me.ask("GET", me.todos, params={"cursor": cursor})
    assert refusal(response, 422, "invalid")["field"] == "cursor"


@pytest.mark.parametrize("shelf", list(Shelf))
def test_pages_of_every_kind_go_on_where_they_ended(shelf, me, home) -> None:
    for number in range(5):
        home.set_up(review_new=shelf is Shelf.PROPOSED)
        todo = home.follow_up(f"todo {number}", session=f"s{number}")
        if shelf is Shelf.HANDED_BACK:
            home.hand_back(todo)
        shown = me.get(f"{me.todos}/{todo.id}")
        if shelf is Shelf.COMPLETED:
            completed(me, shown)
        if shelf is Shelf.DELETED:
            deleted(me, shown)
    asked = {
        Shelf.HANDED_BACK: {"handed_back": "true"},
        Shelf.PROPOSED: {"proposed": "true"},
    }.get(shelf, {"state": shelf.value})
    found = me.titles(limit=2, **asked)
    assert sorted(found) == [f"todo {number}" for number in range(5)]
    assert me.titles(limit=2, repository="acme/widget", **asked) == found
    assert me.titles(limit=2, q="todo", **asked) == found
