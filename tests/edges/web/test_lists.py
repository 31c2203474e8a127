"""Lists."""

import pytest

from followups.domain.limits import ACCEPTED_REPOSITORIES, LISTS_PER_OWNER
from tests.edges.web.site import refusal


def test_a_new_owner_finds_a_list(me) -> None:
    (first,) = me.get("/api/lists")["lists"]
    assert (first["name"], first["review_new"], first["accepted_repositories"], first["version"]) == (
        "Follow-ups", False, [], 1,
    )  # fmt: skip


def test_an_added_list_is_answered_with_its_place(me) -> None:
    response = me.ask("POST", "/api/lists", {"name": " Side projects "})
    made = response.json()
    assert response.status_code == 201
    assert made["name"] == "Side projects"
    assert response.headers["location"] == f"/api/lists/{made['id']}"
    assert me.get(response.headers["location"]) == made


def test_lists_come_in_pages_oldest_first(me, clock) -> None:
    me.get("/api/lists")
    for number in range(4):
        clock.advance(seconds=1)
        me.add_list(f"list {number}")
    names: list[str] = []
    cursor = None
    while True:
        page = me.get("/api/lists", params={"limit": 2, **({"cursor": cursor} if cursor else {})})
        names.extend(each["name"] for each in page["lists"])
        cursor = page.get("next_cursor")
        if cursor is None:
            break
    assert names == ["Follow-ups", "list 0", "list 1", "list 2", "list 3"]


def test_a_patch_changes_what_it_names(me) -> None:
    path = f"/api/lists/{me.list_id}"
    me.patch(path, {"review_new": True}, match=1)
    patched = me.patch(path, {"accepted_repositories": ["git@github.com:acme/widget.git"]}, match=2)
    assert (patched["name"], patched["review_new"], patched["accepted_repositories"]) == (
        "Follow-ups", True, ["acme/widget"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("patch", "status", "field"),
    [
        ({"name": ""}, 422, "name"),
        ({"name": "a\nb"}, 422, "name"),
        ({"name": None}, 400, "name"),
        ({"name": "x" * 201}, 413, "name"),
        ({"review_new": 1}, 400, "review_new"),
        ({"accepted_repositories": ["widget"]}, 422, "repository"),
        ({"accepted_repositories": [1]}, 400, "accepted_repositories.0"),
        (
            {"accepted_repositories": [f"acme/w{n}" for n in range(ACCEPTED_REPOSITORIES + 1)]},
            422,
            "accepted_repositories",
        ),
        ({"colour": "red"}, 400, "colour"),
    ],
)
def test_a_change_that_is_none_is_refused(patch, status, field, me) -> None:
    path = f"/api/lists/{me.list_id}"
    before = me.get(path)
    problem = refusal(me.ask("PATCH", path, patch, match="*"), status, "too_large" if status == 413 else "invalid")
    assert problem["field"] == field
    assert me.get(path) == before


def test_a_deleted_list_is_closed_with_everything_in_it(me) -> None:
    other = me.add_list()
    todo = me.post(f"/api/lists/{other}/todos", {"title": "in it"})
    assert me.ask("DELETE", f"/api/lists/{other}", match=1).status_code == 204
    for path in (f"/api/lists/{other}", f"/api/lists/{other}/todos", f"/api/lists/{other}/todos/{todo['id']}"):
        refusal(me.ask("GET", path), 404, "not_found")
    assert [each["name"] for each in me.get("/api/lists")["lists"]] == ["Follow-ups"]


def test_a_deleted_list_comes_back_as_it_was(me) -> None:
    other = me.add_list()
    path = f"/api/lists/{other}"
    todo = me.post(f"{path}/todos", {"title": "in it"})
    me.ask("DELETE", path, match=1)
    response = me.ask("POST", f"{path}/restore", match=2)
    assert (response.status_code, response.headers["etag"]) == (200, '"3"')
    assert response.json() == me.get(path)
    assert me.get(f"{path}/todos")["todos"][0]["id"] == todo["id"]
    assert me.post(f"{path}/restore", match=3) == response.json(), "it is there: nothing to do"


def test_a_list_comes_back_from_the_version_that_the_page_saw(me) -> None:
    path = f"/api/lists/{me.add_list()}"
    refusal(me.ask("POST", f"{path}/restore"), 428, "if_match_required")
    me.ask("DELETE", path, match=1)
    problem = refusal(me.ask("POST", f"{path}/restore", match=1), 412, "changed_meanwhile")
    assert problem["current"]["version"] == 2
    refusal(me.ask("GET", path), 404, "not_found")


def test_a_list_that_was_deleted_too_long_ago_is_told_apart_from_none_by_nothing(me, clock) -> None:
    path = f"/api/lists/{me.add_list()}"
    me.ask("DELETE", path, match="*")
    clock.advance(minutes=10)
    late = me.ask("POST", f"{path}/restore", match="*")
    unknown = me.ask("POST", "/api/lists/01932f4e-5a00-7000-8000-000000000000/restore", match="*")
    refusal(late, 404, "not_found")
    assert late.json() == unknown.json()


def test_there_are_only_so_many_lists(me) -> None:
    for number in range(LISTS_PER_OWNER - 1):
        me.add_list(f"list {number}")
    refusal(me.ask("POST", "/api/lists", {"name": "one more"}), 422, "invalid")


def test_the_same_write_id_makes_one_list(me) -> None:
    first = me.post("/api/lists", {"name": "n"}, write_id="w1")
    assert me.post("/api/lists", {"name": "n"}, write_id="w1") == first
    refusal(me.ask("POST", "/api/lists", {"name": "another"}, write_id="w1"), 409, "key_conflict")
    me.ask("DELETE", f"/api/lists/{first['id']}", match="*")
    refusal(me.ask("POST", "/api/lists", {"name": "n"}, write_id="w1"), 409, "key_conflict")
