"""ETag, If-Match and Write-Id."""

from typing import Any

import pytest

from tests.edges.web.site import at, refusal


@pytest.fixture
def writes(me) -> list[tuple[str, str, Any]]:
    """Every write that names a version: method, path, body."""
    todo = me.add(repository="acme/widget")
    path = at(todo)
    return [
        ("PATCH", path, {"title": "New"}),
        ("DELETE", path, None),
        ("POST", f"{path}/complete", None),
        ("POST", f"{path}/skip", None),
        ("POST", f"{path}/reopen", None),
        ("POST", f"{path}/restore", None),
        ("POST", f"{path}/move", {"to_list": todo["list_id"]}),
        ("POST", f"{path}/assign", {"repository": "acme/gadget"}),
        ("POST", f"{path}/unassign", None),
        ("POST", f"{path}/accept", None),
        ("POST", f"{path}/dismiss", None),
        ("POST", f"{path}/return-to-drain", None),
        ("POST", f"{path}/snooze", {"until": "2030-01-01T00:00:00Z"}),
        ("PATCH", f"/api/lists/{todo['list_id']}", {"name": "New"}),
        ("DELETE", f"/api/lists/{todo['list_id']}", None),
        ("PATCH", "/api/me", {"day_start": "08:00"}),
        ("DELETE", "/api/me", None),
    ]


def read_of(path: str) -> str:
    """What a write is made from."""
    parts = path.split("/")
    return "/".join(parts[:6]) if "todos" in parts else path


def test_a_write_without_a_version_is_refused(me, writes) -> None:
    for method, path, body in writes:
        before = me.get(read_of(path))
        problem = refusal(me.ask(method, path, body), 428, "if_match_required")
        assert "If-Match" in problem["detail"]
        assert me.get(read_of(path)) == before, path


def test_a_write_from_another_version_is_refused_with_what_is_there(me, writes) -> None:
    for method, path, body in writes:
        before = me.get(read_of(path))
        response = me.ask(method, path, body, match=before["version"] + 1)
        assert refusal(response, 412, "changed_meanwhile")["current"] == before
        assert response.headers["etag"] == f'"{before["version"]}"'
        assert me.get(read_of(path)) == before, path


@pytest.mark.parametrize(
    "if_match",
    ['W/"1"', "1", '"1', '1"', '"one"', '"-1"', '""', "", '"1", "2"', "* ,", '"1.0"', f'"{"9" * 5_000}"', "'1'"],
)
def test_an_if_match_that_is_weak_or_none_of_ours_is_refused(if_match, me, writes) -> None:
    for method, path, body in writes:
        before = me.get(read_of(path))
        problem = refusal(me.ask(method, path, body, match=if_match), 400, "invalid")
        assert problem["field"] == "If-Match"
        assert me.get(read_of(path)) == before, path


def test_every_answer_of_one_thing_carries_its_version(me) -> None:
    todo = me.add()
    for path in (at(todo), f"/api/lists/{todo['list_id']}", "/api/me"):
        for method in ("GET", "HEAD"):
            assert me.ask(method, path).headers["etag"] == '"1"'


@pytest.mark.parametrize("write_id", ["x" * 201, "a b", "", "ü".encode().decode("latin-1")])
def test_a_write_id_is_short_and_visible(write_id, me) -> None:
    response = me.ask("POST", me.todos, {"title": "t"}, headers={b"Write-Id": write_id.encode("latin-1")})
    assert refusal(response, 400, "invalid")["field"] == "Write-Id"
    assert me.titles() == []


def test_the_same_write_sent_again_is_done_once(me) -> None:
    todo = me.add()
    first = me.patch(at(todo), {"title": "New"}, match=1, write_id="w1")
    again = me.patch(at(todo), {"title": "New"}, match=1, write_id="w1")
    assert again == first
    refusal(me.ask("PATCH", at(todo), {"title": "New"}, match=1, write_id="w2"), 412, "changed_meanwhile")


def test_a_write_sent_again_after_somebody_else_s_is_stale(me) -> None:
    todo = me.add()
    me.patch(at(todo), {"title": "mine"}, match=1, write_id="w1")
    me.patch(at(todo), {"title": "theirs"}, match=2)
    refusal(me.ask("PATCH", at(todo), {"title": "mine"}, match=1, write_id="w1"), 412, "changed_meanwhile")
    assert me.get(at(todo))["title"] == "theirs"


def test_a_write_that_sends_the_whole_todo_back_may_be_sent_again(me) -> None:
    todo = me.add()
    body = {**todo, "title": "New"}
    first = me.patch(at(todo), body, match=1, write_id="w1")
    assert me.patch(at(todo), body, match=1, write_id="w1") == first
    refusal(me.ask("PATCH", at(todo), body, match=1), 412, "changed_meanwhile")


def test_the_same_write_id_adds_one_todo(me) -> None:
    first = me.add(notes="n", repository="acme/widget", write_id="w1")
    assert me.add(notes="n", repository="acme/widget", write_id="w1") == first
    assert len(me.titles()) == 1
    refusal(me.ask("POST", me.todos, {"title": "another"}, write_id="w1"), 409, "key_conflict")


def test_write_ids_of_two_owners_and_of_two_lists_never_meet(site, me) -> None:
    other, second = me.add_list(), site.owner("owner-2")
    ids = {
        me.add(write_id="w1")["id"],
        me.post(f"/api/lists/{other}/todos", {"title": "another"}, write_id="w1")["id"],
        second.add("a third", write_id="w1")["id"],
    }
    assert len(ids) == 3
