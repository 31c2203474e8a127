"""What can be done with one todo besides editing it."""

import pytest

from tests.edges.web.site import at, refusal


def test_completing_and_reopening(me) -> None:
    todo = me.add()
    done = me.act(todo, "complete").json()
    assert "completed_at" in done
    reopened = me.act(done, "reopen").json()
    assert "completed_at" not in reopened
    assert reopened["version"] == 3


def test_an_occurrence_completes_only_what_was_read(me) -> None:
    todo = me.add(due={"date": "2027-01-31"})
    problem = refusal(me.act(todo, "complete", {"occurrence": "2027-01-30"}), 409, "changed_meanwhile")
    assert problem["occurrence"] == "2027-01-31"
    assert "completed_at" not in me.get(at(todo))
    assert "completed_at" in me.act(todo, "complete", {"occurrence": "2027-01-31"}).json()


def test_moving_to_another_list_answers_the_todo_as_it_stands_there(me) -> None:
    todo, other = me.add(repository="acme/widget"), me.add_list()
    response = me.act(todo, "move", {"to_list": other})
    moved = response.json()
    assert (moved["list_id"], moved["origin"]["repository"]) == (other, "acme/widget")
    assert me.get(at(moved)) == moved
    refusal(me.ask("GET", at(todo)), 404, "not_found")
    assert response.headers["etag"] == f'"{moved["version"]}"'


@pytest.mark.parametrize("to_list", ["x", "", "01932f4e-5a00-7000-8000-000000000000"])
def test_there_is_no_moving_to_a_list_that_is_not_there(to_list, me) -> None:
    todo = me.add()
    refusal(me.act(todo, "move", {"to_list": to_list}), 404, "not_found")
    assert me.get(at(todo)) == todo


def test_assigning_a_repository_makes_it_a_follow_up_and_unassigning_takes_it_back(me, home) -> None:
    todo = me.add()
    assigned = me.act(todo, "assign", {"repository": "acme/widget"}).json()
    assert assigned["origin"] == {"repository": "acme/widget", "proposed": False}
    assert home.read() == [todo["title"]]
    own = me.act(assigned, "unassign").json()
    assert "origin" not in own
    assert home.read() == []


@pytest.mark.parametrize("repository", ["widget", "", "/srv/git/widget.git", "a b/c", "acme/widget\u202e"])
def test_what_names_no_repository_cannot_be_assigned(repository, me) -> None:
    problem = refusal(me.act(me.add(), "assign", {"repository": repository}), 422, "invalid")
    assert problem["field"] == "repository"


def test_a_repository_longer_than_its_limit_is_too_large(me) -> None:
    problem = refusal(me.act(me.add(), "assign", {"repository": f"acme/{'w' * 300}"}), 413, "too_large")
    assert (problem["limit"], problem["unit"]) == (200, "bytes")


def test_accepting_lets_a_proposed_follow_up_into_the_drain_and_dismissing_deletes_it(me, home) -> None:
    home.set_up(review_new=True)
    wanted, unwanted = home.follow_up("wanted"), home.follow_up("unwanted")
    path = me.todos
    accepted = me.post(f"{path}/{wanted.id}/accept", match=1)
    dismissed = me.post(f"{path}/{unwanted.id}/dismiss", match=1)
    assert not accepted["origin"]["proposed"]
    assert "deleted_at" in dismissed
    assert home.read() == ["wanted"]


def test_an_own_todo_can_neither_be_accepted_nor_dismissed_nor_returned(me) -> None:
    todo = me.add()
    for action in ("accept", "dismiss", "return-to-drain"):
        refusal(me.act(todo, action), 422, "invalid")
    assert me.get(at(todo)) == todo


def test_returning_a_follow_up_puts_the_owner_s_answer_into_its_notes(me, home) -> None:
    todo = home.follow_up()
    home.hand_back(todo, "Which guard?")
    waiting = me.get(f"{me.todos}/{todo.id}")
    returned = me.act(waiting, "return-to-drain", {"answer": "The shared one."}).json()
    assert returned["notes"] == "Handed back: Which guard?\n\nAnswer of the owner: The shared one."
    assert home.read() == [todo.title]


def test_snoozing_holds_a_follow_up_back_until_its_time(me, home, clock) -> None:
    todo = home.follow_up()
    shown = me.get(f"{me.todos}/{todo.id}")
    snoozed = me.act(shown, "snooze", {"until": "2026-11-30T15:00:00+02:00"}).json()
    assert snoozed["snoozed_until"] == "2026-11-30T13:00:00.000Z"
    assert home.read() == []
    clock.advance(hours=1)
    assert home.read() == [todo.title]


def test_null_ends_a_snooze(me) -> None:
    todo = me.act(me.add(), "snooze", {"until": "2030-01-01T00:00:00Z"}).json()
    assert "snoozed_until" not in me.act(todo, "snooze", {"until": None}).json()


@pytest.mark.parametrize(
    "until", ["2020-01-01T00:00:00Z", "tomorrow", "2030-01-01", "2030-01-01T00:00:00", "0001-01-01T00:00:00+14:00", ""]
)
def test_a_snooze_ends_at_an_instant_in_the_future(until, me) -> None:
    problem = refusal(me.act(me.add(), "snooze", {"until": until}), 422, "invalid")
    assert problem["field"] == "until"


@pytest.mark.parametrize(("action", "field"), [("move", "to_list"), ("assign", "repository"), ("snooze", "until")])
def test_an_action_that_needs_a_parameter_names_it(action, field, me) -> None:
    todo = me.add()
    assert refusal(me.act(todo, action, {}), 400, "invalid")["field"] == field
    refusal(me.act(todo, action), 400, "invalid")


def test_an_action_on_a_deleted_todo_finds_nothing(me) -> None:
    todo = me.add()
    me.ask("DELETE", at(todo), match="*")
    for action in ("complete", "reopen", "unassign"):
        refusal(me.act(todo, action, match="*"), 404, "not_found")
