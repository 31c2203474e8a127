"""One todo: adding it, changing it, and what two pages do to each other."""

import re

import pytest

from followups.domain.limits import AGENT_TEXT_CHARACTERS, NOTES_CHARACTERS, TITLE_CHARACTERS, TODO_BYTES
from tests.edges.web.site import at, refusal


def test_an_added_todo_is_answered_whole_with_its_place_and_version(me) -> None:
    response = me.ask("POST", me.todos, {"title": "  Fix the guard ", "notes": "n", "starred": True})
    todo = response.json()
    assert response.status_code == 201
    assert response.headers["location"] == at(todo)
    assert response.headers["etag"] == '"1"'
    assert me.get(response.headers["location"]) == todo
    assert (todo["title"], todo["notes"], todo["starred"], todo["version"]) == ("Fix the guard", "n", True, 1)


def test_what_is_absent_is_left_out(me) -> None:
    assert me.add().keys() == {
        "id", "list_id", "title", "notes", "starred", "order", "version", "created_at", "updated_at",
    }  # fmt: skip


def test_null_for_what_is_optional_is_the_same_as_leaving_it_out(me) -> None:
    assert "due" not in me.add(due=None, repository=None, before=None, after=None)


def test_a_todo_with_a_repository_is_a_follow_up_without_a_session(me, home) -> None:
    todo = me.add(repository="https://github.com/acme/widget.git")
    assert todo["origin"] == {"repository": "acme/widget", "proposed": False}
    assert home.read() == [todo["title"]]


def test_a_todo_is_added_between_its_neighbours(me) -> None:
    a, b = me.add("a"), me.add("b")
    me.add("between", after=a["id"], before=b["id"])
    me.add("first", before=a["id"])
    me.add("last", after=b["id"])
    assert me.titles() == ["first", "a", "between", "b", "last"]


def test_times_and_ids_are_the_server_s_whatever_the_client_s_clock_says(me) -> None:
    hours_off = {"Date": "Mon, 30 Nov 2026 17:00:00 GMT"}
    todo = me.ask("POST", me.todos, {"title": "t"}, headers=hours_off).json()
    done = me.act(todo, "complete", headers=hours_off).json()
    assert todo["created_at"].startswith("2026-11-30T12:00")
    assert done["completed_at"].startswith("2026-11-30T12:00")
    assert done["version"] == 2
    refusal(me.ask("POST", me.todos, {"title": "t", "created_at": "2020-01-01T00:00:00Z"}), 400, "invalid")


def test_an_id_is_never_used_again(me) -> None:
    first = [me.add(f"todo {number}") for number in range(3)]
    me.ask("DELETE", at(first[1]), match="*")
    more = [me.add("a fourth"), me.add("two at once"), me.add("two at once")]
    ids = [todo["id"] for todo in [*first, *more]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", id) for id in ids)


# Patches


def test_a_patch_changes_what_it_names_and_leaves_the_rest(me) -> None:
    todo = me.add(notes="n", starred=True, due={"date": "2027-01-31"})
    patched = me.patch(at(todo), {"title": "New"}, match=1)
    assert patched == {**todo, "title": "New", "version": 2, "updated_at": patched["updated_at"]}


def test_null_clears(me) -> None:
    todo = me.add(notes="n", starred=True, due={"date": "2027-01-31"})
    cleared = me.patch(at(todo), {"notes": None, "starred": None, "due": None})
    assert (cleared["notes"], cleared["starred"], "due" in cleared) == ("", False, False)


@pytest.mark.parametrize(
    "media_type", ["application/merge-patch+json", "application/json", "Application/JSON; charset=utf-8"]
)
def test_a_patch_comes_as_merge_patch_or_as_plain_json(media_type, me) -> None:
    response = me.ask(
        "PATCH", at(me.add()), content=b'{"title": "New"}', headers={"Content-Type": media_type}, match="*"
    )
    assert response.json()["title"] == "New"


def test_a_patch_that_changes_nothing_writes_nothing(me) -> None:
    todo = me.add()
    assert me.patch(at(todo), {}) == todo
    assert me.patch(at(todo), {"title": todo["title"]}) == todo


@pytest.mark.parametrize(
    ("due", "patch", "expected"),
    [
        (None, {"date": "2027-01-31"}, {"date": "2027-01-31"}),
        ({"date": "2027-01-31"}, {"date": "2027-02-28"}, {"date": "2027-02-28"}),
        (
            {"date": "2027-01-31"},
            {"at": "2027-01-31T09:00", "time_zone": "UTC"},
            {"at": "2027-01-31T09:00", "time_zone": "UTC"},
        ),
        ({"at": "2027-01-31T09:00", "time_zone": "UTC"}, {"date": "2027-02-28"}, {"date": "2027-02-28"}),
        (
            {"at": "2027-01-31T09:00", "time_zone": "UTC"},
            {"date": "2027-02-28", "at": None, "time_zone": None},
            {"date": "2027-02-28"},
        ),
        (
            {"at": "2027-01-31T09:00", "time_zone": "UTC"},
            {"time_zone": "Europe/Berlin"},
            {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"},
        ),
        (
            {"at": "2027-01-31T09:00", "time_zone": "UTC"},
            {"at": "2027-01-31T10:30"},
            {"at": "2027-01-31T10:30", "time_zone": "UTC"},
        ),
    ],
)
def test_a_due_is_merged_into_the_one_that_is_there(due, patch, expected, me) -> None:
    assert me.patch(at(me.add(due=due)), {"due": patch})["due"] == expected


@pytest.mark.parametrize(
    "due",
    [
        {},
        {"date": "2027-02-30"},
        {"date": "tomorrow"},
        {"at": "2027-01-31T09:00"},
        {"time_zone": "UTC"},
        {"at": "2027-01-31T09:00", "time_zone": "GMT-7"},
        {"at": "2027-01-31T09:00+01:00", "time_zone": "Europe/Berlin"},
        {"at": "2027-01-31T09:00", "time_zone": "Europe/Atlantis"},
        {"date": "2027-01-31", "at": "2027-01-31T09:00", "time_zone": "UTC"},
    ],
)
def test_a_due_that_is_none_is_refused(due, me) -> None:
    assert refusal(me.ask("POST", me.todos, {"title": "t", "due": due}), 422, "invalid")["field"] in {
        "due",
        "time_zone",
    }
    todo = me.add()
    refusal(me.ask("PATCH", at(todo), {"due": due}, match="*"), 422, "invalid")
    assert me.get(at(todo)) == todo


def test_a_todo_that_was_read_can_be_sent_back_with_its_changes(me) -> None:
    todo = me.add(due={"at": "2027-01-31T09:00", "time_zone": "UTC"}, repository="acme/widget")
    snoozed = me.act(todo, "snooze", {"until": "2030-01-01T00:00:00Z"}).json()
    patched = me.patch(at(todo), {**snoozed, "title": "New"}, match=snoozed["version"])
    assert patched == {**snoozed, "title": "New", "version": 3, "updated_at": patched["updated_at"]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", "01932f4e-5a00-7000-8000-000000000000"),
        ("version", 7),
        ("order", "V"),
        ("completed_at", "2026-11-30T12:00:00.000Z"),
        ("origin", None),
        ("claim", {"session_id": "s", "expires_at": "2026-11-30T12:00:00.000Z"}),
        ("created_at", "2020-01-01T00:00:00.000Z"),
    ],
)
def test_what_cannot_be_set_is_refused_when_it_comes_changed(name, value, me) -> None:
    todo = me.add(repository="acme/widget")
    problem = refusal(me.ask("PATCH", at(todo), {name: value, "title": "New"}, match="*"), 422, "invalid")
    assert problem["field"] == name
    assert me.get(at(todo)) == todo


@pytest.mark.parametrize("name", ["stage", "size", "plan", "tilte", "deleted"])
def test_a_member_that_is_not_known_is_named_and_nothing_is_changed(name, me) -> None:
    todo = me.add()
    problem = refusal(me.ask("PATCH", at(todo), {"title": "New", name: 1}, match="*"), 400, "invalid")
    assert problem["field"] == name
    assert problem["errors"] == [{"field": name, "message": "is not known here"}]
    assert me.get(at(todo)) == todo
    assert refusal(me.ask("POST", me.todos, {"title": "New", name: 1}), 400, "invalid")["field"] == name


def test_a_title_cannot_be_cleared(me) -> None:
    todo = me.add()
    refusal(me.ask("PATCH", at(todo), {"title": None}, match="*"), 400, "invalid")
    refusal(me.ask("PATCH", at(todo), {"title": ""}, match="*"), 422, "invalid")
    refusal(me.ask("PATCH", at(todo), {"title": "\u200b\u2060"}, match="*"), 422, "invalid")


def test_every_mistake_of_a_body_is_named_at_once(me) -> None:
    problem = refusal(me.ask("POST", me.todos, {"notes": 1, "starred": "yes", "due": []}), 400, "invalid")
    assert {each["field"] for each in problem["errors"]} == {"title", "notes", "starred", "due"}


# Limits of size


def test_a_title_fits_up_to_its_limit(me) -> None:
    assert len(me.add("x" * TITLE_CHARACTERS)["title"]) == TITLE_CHARACTERS
    problem = refusal(me.ask("POST", me.todos, {"title": "x" * (TITLE_CHARACTERS + 1)}), 413, "too_large")
    assert (problem["field"], problem["limit"], problem["unit"]) == ("title", TITLE_CHARACTERS, "characters")
    assert len(me.titles()) == 1


def test_notes_of_half_a_megabyte_are_refused_and_nothing_is_stored(me) -> None:
    problem = refusal(me.ask("POST", me.todos, {"title": "t", "notes": "n" * 500_000}), 413, "too_large")
    assert (problem["field"], problem["limit"], problem["unit"]) == ("notes", NOTES_CHARACTERS, "characters")
    assert me.titles() == []


def test_a_todo_that_outgrows_its_item_is_refused_with_the_limit_in_bytes(me, home) -> None:
    todo = home.follow_up()
    home.hand_back(todo, reason="💦" * AGENT_TEXT_CHARACTERS)
    path = f"{me.todos}/{todo.id}"
    before = me.get(path)
    problem = refusal(me.ask("PATCH", path, {"notes": "💦" * NOTES_CHARACTERS}, match="*"), 413, "too_large")
    assert (problem["limit"], problem["unit"]) == (TODO_BYTES, "bytes")
    assert me.get(path) == before


def test_the_largest_notes_fit(me) -> None:
    notes = "n" * NOTES_CHARACTERS
    assert me.get(at(me.add(notes=notes)))["notes"] == notes


# Two pages


def test_the_later_page_does_not_overwrite_the_earlier_one(me) -> None:
    todo = me.add(notes="as both read it")
    me.patch(at(todo), {"notes": "the first page's"}, match=1)
    response = me.ask("PATCH", at(todo), {"notes": "the second page's"}, match=1)
    problem = refusal(response, 412, "changed_meanwhile")
    assert problem["current"] == me.get(at(todo))
    assert problem["current"]["notes"] == "the first page's"
    assert response.headers["etag"] == '"2"'


def test_the_owner_s_save_survives_an_agent_s_and_the_other_way_round(me, home) -> None:
    todo = home.follow_up(notes="as filed")
    path = f"{me.todos}/{todo.id}"
    home.claim(todo)
    refusal(me.ask("PATCH", path, {"notes": "the owner's"}, match=1), 412, "changed_meanwhile")
    me.patch(path, {"notes": "the owner's"}, match=2)
    home.complete(home.stored(todo), summary="Did it.")
    assert me.get(path)["notes"] == "the owner's\n\nDone: Did it."


def test_a_star_takes_whatever_is_there(me) -> None:
    todo = me.add()
    me.patch(at(todo), {"notes": "n"}, match=1)
    assert me.patch(at(todo), {"starred": True}, match="*")["notes"] == "n"


def test_a_change_to_what_was_deleted_meanwhile_finds_nothing(me) -> None:
    """The page offers its text as a new todo then: there is nothing to merge it into."""
    todo = me.add()
    me.ask("DELETE", at(todo), match=1)
    for match in (1, 2, "*"):
        refusal(me.ask("PATCH", at(todo), {"title": "New"}, match=match), 404, "not_found")
    refusal(me.ask("GET", at(todo)), 404, "not_found")
    assert me.titles() == []
    assert me.titles(state="deleted") == [todo["title"]]


def test_a_tick_from_days_ago_changes_nothing(me, clock) -> None:
    todo, other = me.add(), me.add()
    done = me.act(todo, "complete").json()
    me.patch(at(other), {"title": "edited since"})
    clock.advance(days=3)
    refusal(me.act(todo, "complete", match=1), 412, "changed_meanwhile")
    assert me.act(todo, "complete", match="*").json() == done
    assert me.get(at(other))["title"] == "edited since"


def test_two_pages_that_drop_todos_into_one_gap_both_keep_theirs_in_one_order(site, me) -> None:
    a, b, x, y = (me.add(title) for title in "abxy")
    gap = {"after": a["id"], "before": b["id"]}
    me.patch(at(x), gap, match=1)
    me.patch(at(y), gap, match=1)
    order = me.titles()
    assert sorted(order[1:3]) == ["x", "y"]
    assert (order[0], order[3]) == ("a", "b")
    assert site.owner().titles(limit=1) == order


def test_a_place_beside_todos_that_are_gone_is_refused(me) -> None:
    a, gone = me.add("a"), me.add("gone")
    me.ask("DELETE", at(gone), match="*")
    refusal(me.ask("PATCH", at(a), {"before": gone["id"]}, match="*"), 422, "invalid")
    refusal(me.ask("PATCH", at(a), {"before": "nonsense"}, match="*"), 422, "invalid")


# Deleting


def test_deleting_answers_the_version_to_restore_it_with(me) -> None:
    todo = me.add()
    response = me.ask("DELETE", at(todo), match=1)
    gone = response.json()
    assert "deleted_at" in gone
    assert response.headers["etag"] == f'"{gone["version"]}"'
    assert me.act(gone, "restore").json()["title"] == todo["title"]
    assert me.titles() == [todo["title"]]


def test_deleting_what_is_deleted_changes_nothing(me) -> None:
    todo = me.add()
    gone = me.ask("DELETE", at(todo), match="*").json()
    assert me.ask("DELETE", at(todo), match="*").json() == gone


@pytest.mark.parametrize(
    "id",
    [
        "x",
        "0",
        "%00",
        "..%2f",
        "💦",
        "01932f4e-5a00-7000-8000-00000000000g",
        "01932f4e-5a00-7000-8000-000000000000",
        "x" * 3_000,
    ],
)
def test_an_id_that_nobody_has_finds_nothing(id, me) -> None:
    for method in ("GET", "DELETE"):
        refusal(me.ask(method, f"{me.todos}/{id}", match="*"), 404, "not_found")
        refusal(me.ask(method, f"/api/lists/{id}", match="*"), 404, "not_found")
