"""What repeats, as pages see it: set, shown, rolled forward, skipped and undone."""

from typing import Any

import pytest

from tests.edges.web.site import at, refusal

TODAY = {"date": "2026-11-30"}
NINE = {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"}
WEEKLY = {"rrule": "FREQ=WEEKLY"}


def test_a_repeat_is_shown_in_its_one_form_with_its_anchor(me) -> None:
    todo = me.add(due=TODAY, repeat={"rrule": "rrule:byday=th,mo;freq=weekly"})
    assert todo["repeat"] == {"rrule": "FREQ=WEEKLY;BYDAY=MO,TH", "anchor": "2026-11-30"}
    assert me.get(at(todo))["repeat"] == todo["repeat"]
    assert me.get(me.todos)["todos"][0]["repeat"] == todo["repeat"]
    assert "repeat" not in me.add("Once", due=TODAY)


def test_with_a_time_its_anchor_is_a_wall_clock_time(me) -> None:
    todo = me.add(due=NINE, repeat={"rrule": "FREQ=MONTHLY"})
    assert todo["repeat"] == {"rrule": "FREQ=MONTHLY", "anchor": "2027-01-31T09:00"}
    given = me.add(due=NINE, repeat={"rrule": "FREQ=MONTHLY", "anchor": "2027-01-30"})
    assert given["repeat"]["anchor"] == "2027-01-30T09:00"


def test_completing_answers_from_when_to_when_it_was_rolled(me) -> None:
    todo = me.add(due=TODAY, repeat=WEEKLY)
    done = me.act(todo, "complete", {"occurrence": "2026-11-30"}).json()
    assert (done["due"], done["repeat"]) == ({"date": "2026-12-07"}, {"rrule": "FREQ=WEEKLY", "anchor": "2026-11-30"})
    at_noon = {"at": "2026-11-30T12:00:00.000Z", "skipped": False}
    assert done["rolled"] == {"from": "2026-11-30", "to": "2026-12-07", **at_noon}
    assert "completed_at" not in done
    assert me.titles(state="completed") == []
    undone = me.act(done, "reopen").json()
    assert undone["due"] == TODAY
    assert "rolled" not in undone


def test_skipping_is_told_apart(me) -> None:
    todo = me.add(due=TODAY, repeat=WEEKLY)
    skipped = me.act(todo, "skip").json()
    assert (skipped["due"], skipped["rolled"]["skipped"]) == ({"date": "2026-12-07"}, True)
    refusal(me.act(skipped, "skip", {"occurrence": "2026-11-30"}), 409, "changed_meanwhile")
    once = me.add("Once", due=TODAY)
    assert refusal(me.act(once, "skip"), 422, "invalid")["field"] == "repeat"
    assert me.get(at(once)) == once


@pytest.mark.parametrize(
    "repeat",
    [
        {"rrule": ""},
        {"rrule": "FREQ=HOURLY"},
        {"rrule": "FREQ=DAILY;COUNT=3"},
        {"rrule": "FREQ=DAILY", "anchor": "soon"},
        {"rrule": "FREQ=DAILY", "anchor": "2026-11-30T09:00"},
    ],
)
def test_what_is_no_repeat_is_refused_and_nothing_is_stored(repeat, me) -> None:
    assert refusal(me.ask("POST", me.todos, {"title": "t", "due": TODAY, "repeat": repeat}), 422, "invalid")[
        "field"
    ] == ("repeat")
    assert me.titles() == []
    todo = me.add(due=TODAY)
    assert refusal(me.ask("PATCH", at(todo), {"repeat": repeat}, match=1), 422, "invalid")["field"] == "repeat"
    assert me.get(at(todo)) == todo


@pytest.mark.parametrize(
    "repeat", ["FREQ=DAILY", 1, [], {"rrule": None}, {"rrule": 1}, {"rrule": "FREQ=DAILY", "count": 3}]
)
def test_what_has_another_shape_is_named(repeat, me) -> None:
    todo = me.add(due=TODAY)
    for response in (
        me.ask("PATCH", at(todo), {"repeat": repeat}, match=1),
        me.ask("POST", me.todos, {"title": "t", "due": TODAY, "repeat": repeat}),
    ):
        assert refusal(response, 400, "invalid")["field"].startswith("repeat")


def test_a_repeat_needs_a_due(me) -> None:
    assert refusal(me.ask("POST", me.todos, {"title": "t", "repeat": WEEKLY}), 422, "invalid")["field"] == "repeat"
    undated = me.add()
    assert refusal(me.ask("PATCH", at(undated), {"repeat": WEEKLY}, match=1), 422, "invalid")["field"] == "repeat"
    dated = me.add(due=TODAY)
    both = {"due": None, "repeat": WEEKLY}
    assert refusal(me.ask("PATCH", at(dated), both, match=1), 422, "invalid")["field"] == "repeat"


class TestPatches:
    @pytest.fixture
    def todo(self, me) -> Any:
        """Of every 31st, on a day that stands for it."""
        return me.add(due={"date": "2027-02-28"}, repeat={"rrule": "FREQ=MONTHLY", "anchor": "2027-01-31"})

    def patched(self, me, todo, **patch) -> Any:
        return me.patch(at(todo), patch).get("repeat")

    def test_what_is_not_named_stays(self, me, todo) -> None:
        assert self.patched(me, todo, title="Pay") == todo["repeat"]
        assert self.patched(me, todo, repeat={}) == todo["repeat"]

    def test_null_ends_it_and_the_due_stays(self, me, todo) -> None:
        assert self.patched(me, todo, repeat=None) is None
        assert me.get(at(todo))["due"] == todo["due"]

    def test_clearing_the_due_ends_it(self, me, todo) -> None:
        assert self.patched(me, todo, due=None) is None

    def test_the_whole_todo_sent_back_changes_nothing(self, me, todo) -> None:
        rolled = me.act(todo, "complete").json()
        assert me.patch(at(todo), {**rolled, "title": rolled["title"]}, match=rolled["version"]) == rolled
        assert self.patched(me, rolled, repeat={"rrule": "freq=monthly"}) == todo["repeat"]

    def test_another_rule_counts_from_the_due(self, me, todo) -> None:
        assert self.patched(me, todo, repeat=WEEKLY) == {"rrule": "FREQ=WEEKLY", "anchor": "2027-02-28"}

    def test_an_anchor_may_come_alone_or_with_the_due(self, me, todo) -> None:
        assert self.patched(me, todo, repeat={"anchor": "2027-01-30"}) == {**todo["repeat"], "anchor": "2027-01-30"}
        moved = self.patched(me, todo, due={"date": "2027-02-27"}, repeat={"anchor": "2027-01-31"})
        assert moved == todo["repeat"]
        assert self.patched(me, todo, repeat={"anchor": None})["anchor"] == "2027-02-27"

    def test_moving_the_due_by_hand_moves_the_anchor(self, me, todo) -> None:
        assert self.patched(me, todo, due={"date": "2027-03-05"})["anchor"] == "2027-03-05"

    def test_the_last_roll_cannot_be_set(self, me, todo) -> None:
        rolled = {"from": "2027-01-31", "to": "2027-02-28", "at": "2027-02-01T00:00:00.000Z", "skipped": False}
        assert refusal(me.ask("PATCH", at(todo), {"rolled": rolled}, match=1), 422, "invalid")["field"] == "rolled"


def test_an_import_keeps_the_anchor_and_without_one_counts_from_the_due(me) -> None:
    due = {"date": "2027-02-28"}
    rows = [
        {"title": "anchored", "due": due, "repeat": {"rrule": "FREQ=MONTHLY", "anchor": "2027-01-31"}},
        {"title": "not", "due": due, "repeat": {"rrule": "freq=monthly"}},
        {"title": "nothing", "due": due, "repeat": None},
    ]
    path = f"/api/lists/{me.list_id}/import"
    assert me.post(path, {"todos": rows}) == {"imported": 3, "refused": []}
    shown = [todo.get("repeat") for todo in me.get(me.todos)["todos"]]
    assert shown == [
        {"rrule": "FREQ=MONTHLY", "anchor": "2027-01-31"},
        {"rrule": "FREQ=MONTHLY", "anchor": "2027-02-28"},
        None,
    ]
