"""One action on several todos, with an answer for each."""

from typing import Any

import pytest

from followups.domain.limits import BATCH_TODOS
from tests.edges.web.site import Visitor, at, refusal

UNKNOWN = "01932f4e-5a00-7000-8000-000000000000"


def batch(me: Visitor, action: str, todos: Any, **more: Any) -> Any:
    write_id = more.pop("write_id", None)
    listed = [{"id": todo["id"], "version": todo["version"]} for todo in todos]
    return me.ask("POST", f"{me.todos}/batch", {"action": action, "todos": listed, **more}, write_id=write_id)


def results(me: Visitor, action: str, todos: Any, **more: Any) -> list[Any]:
    response = batch(me, action, todos, **more)
    assert response.status_code == 200, response.text
    found: list[Any] = response.json()["results"]
    assert [result["id"] for result in found] == [todo["id"] for todo in todos]
    return found


def test_each_todo_is_answered_in_the_order_given(me) -> None:
    todos = [me.add(f"todo {number}") for number in range(3)]
    found = results(me, "complete", todos[::-1])
    assert [result["status"] for result in found] == [200, 200, 200]
    assert [result["todo"]["title"] for result in found] == ["todo 2", "todo 1", "todo 0"]
    assert me.titles() == []


def test_one_that_is_stale_or_unknown_does_not_keep_the_others_from_it(me) -> None:
    fine, stale = me.add("fine"), me.add("stale")
    me.patch(at(stale), {"notes": "somebody else's"})
    unknown = {"id": UNKNOWN, "version": 1}
    found = results(me, "complete", [stale, unknown, fine])
    assert [result["status"] for result in found] == [412, 404, 200]
    assert found[0]["problem"]["code"] == "changed_meanwhile"
    assert found[0]["problem"]["current"] == me.get(at(stale))
    assert me.titles() == ["stale"]


@pytest.mark.parametrize(
    ("action", "inverse", "more", "undoing"),
    [
        ("complete", "reopen", {}, {}),
        ("skip", "reopen", {}, {}),
        ("delete", "restore", {}, {}),
        ("star", "unstar", {}, {}),
        ("assign", "unassign", {"repository": "acme/widget"}, {}),
        ("snooze", "snooze", {"until": "2030-01-01T00:00:00Z"}, {"until": None}),
    ],
)
def test_the_inverse_batch_undoes(action, inverse, more, undoing, me) -> None:
    daily = {"due": {"date": "2026-11-30"}, "repeat": {"rrule": "FREQ=DAILY"}} if action == "skip" else {}
    todos = [me.add("a", **daily), me.add("b", **daily)]
    done = [result["todo"] for result in results(me, action, todos, **more)]
    assert all(after != before for after, before in zip(done, todos, strict=True))
    undone = [result["todo"] for result in results(me, inverse, done, **undoing)]
    for before, after in zip(todos, undone, strict=True):
        assert after == {**before, "version": 3, "updated_at": after["updated_at"]}


def test_moving_is_undone_from_the_other_list(me) -> None:
    todos, other = [me.add("a"), me.add("b")], me.add_list()
    moved = [result["todo"] for result in results(me, "move", todos, to_list=other)]
    assert {todo["list_id"] for todo in moved} == {other}
    listed = [{"id": todo["id"], "version": todo["version"]} for todo in moved]
    back = me.post(f"/api/lists/{other}/todos/batch", {"action": "move", "to_list": me.list_id, "todos": listed})
    assert [result["status"] for result in back["results"]] == [200, 200]
    assert me.titles() == ["a", "b"]


def test_proposed_ones_are_accepted_and_dismissed_at_the_versions_that_were_shown(me, home) -> None:
    home.set_up(review_new=True)
    for title in ("a", "b", "c"):
        home.capture(title)
    a, b, c = me.get(me.todos, params={"proposed": "true"})["todos"]
    accepted = results(me, "accept", [a, b])
    assert not any(result["todo"]["origin"]["proposed"] for result in accepted)
    assert "deleted_at" in results(me, "dismiss", [c])[0]["todo"]


def test_handed_back_ones_return_with_one_answer(me, home) -> None:
    for title in ("a", "b"):
        home.hand_back(home.follow_up(title))
    waiting = me.get(me.todos, params={"handed_back": "true"})["todos"]
    returned = results(me, "return_to_drain", waiting, answer="Go on.")
    assert all(result["todo"]["notes"].endswith("Answer of the owner: Go on.") for result in returned)
    assert sorted(home.read()) == ["a", "b"]


@pytest.mark.parametrize("size", [0, BATCH_TODOS + 1])
def test_a_batch_holds_one_to_a_hundred(size, me) -> None:
    todos = [{"id": f"{number}", "version": 1} for number in range(size)]
    assert refusal(batch(me, "complete", todos), 400, "invalid")["field"] == "todos"


def test_a_hundred_at_once(me) -> None:
    todos = [me.add(f"todo {number}") for number in range(BATCH_TODOS)]
    assert {result["status"] for result in results(me, "star", todos)} == {200}


def test_a_todo_that_comes_twice_is_refused_and_nothing_is_done(me) -> None:
    todo = me.add()
    assert refusal(batch(me, "complete", [todo, todo]), 422, "invalid")["field"] == "todos"
    assert me.get(at(todo)) == todo


@pytest.mark.parametrize(
    ("action", "more", "field"),
    [
        ("move", {}, "to_list"),
        ("assign", {}, "repository"),
        ("snooze", {}, "until"),
        ("complete", {"to_list": "x"}, "to_list"),
        ("move", {"to_list": "x", "answer": "y"}, "answer"),
        ("assign", {"repository": "widget"}, "repository"),
        ("snooze", {"until": "tomorrow"}, "until"),
        ("return_to_drain", {"answer": " "}, "answer"),
    ],
)
def test_a_parameter_that_is_missing_or_wrong_or_another_action_s_is_named(action, more, field, me) -> None:
    todo = me.add()
    assert refusal(batch(me, action, [todo], **more), 422, "invalid")["field"] == field
    assert me.get(at(todo)) == todo


@pytest.mark.parametrize("action", ["purge", "", None, 1])
def test_an_action_that_there_is_not_is_refused(action, me) -> None:
    assert refusal(batch(me, action, [me.add()]), 400, "invalid")["field"] == "action"


@pytest.mark.parametrize("version", ["1", 1.5, True, None, -1, 10**30])
def test_a_version_is_a_whole_number(version, me) -> None:
    todos = [{"id": UNKNOWN, "version": version}]
    assert refusal(batch(me, "complete", todos), 400, "invalid")["field"] == "todos.0.version"


def test_a_whole_number_may_be_written_with_a_fraction_of_nothing(me) -> None:
    assert results(me, "complete", [{**me.add(), "version": 1.0}])[0]["status"] == 200


def test_nothing_is_moved_where_the_target_is_not_there(me) -> None:
    todo = me.add()
    refusal(batch(me, "move", [todo], to_list=UNKNOWN), 404, "not_found")
    assert me.get(at(todo)) == todo


def test_a_batch_sent_again_answers_the_same(me) -> None:
    todos = [me.add("a"), me.add("b")]
    first = results(me, "complete", todos, write_id="w1")
    assert results(me, "complete", todos, write_id="w1") == first
