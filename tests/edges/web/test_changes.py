"""The change log, reports and repositories of a list."""

import pytest

from followups.services import recording_changes
from followups.services.recording_changes import Seen
from tests.edges.web.site import refusal


def record(home, *todos, sequence="1") -> None:
    """What the table's stream does behind the writes."""
    writes = [
        (None, Seen(todo_id=todo.id, list_id=todo.list_id, owner_id=todo.owner_id, version=todo.version,
                    is_deleted=todo.deleted_at is not None))
        for todo in todos
    ]  # fmt: skip
    recording_changes.record(home.ports, writes, sequence)


@pytest.fixture
def changes(me) -> str:
    return f"/api/lists/{me.list_id}/changes"


def test_a_page_that_was_away_reads_what_it_missed(me, home, changes, clock) -> None:
    since = me.get(changes)["position"]
    todo = home.follow_up()
    record(home, todo)
    clock.advance(minutes=2)
    missed = me.get(changes, params={"since": since})
    assert missed["changes"] == [{"id": todo.id, "version": 1, "deleted": False}]
    assert not missed["more"]
    clock.advance(minutes=2)
    assert me.get(changes, params={"since": missed["position"]})["changes"] == missed["changes"]
    assert me.get(changes, params={"since": missed["position"], "exact": "true"})["changes"] == []


def test_a_long_absence_is_read_in_pages(me, home, changes) -> None:
    since = me.get(changes)["position"]
    todos = [home.add() for _ in range(5)]
    record(home, *todos)
    found: list[str] = []
    exact: dict[str, str] = {}
    while True:
        page = me.get(changes, params={"since": since, "limit": 2, **exact})
        found.extend(change["id"] for change in page["changes"])
        since, exact = page["position"], {"exact": "true"}
        if not page["more"]:
            break
    assert found == [todo.id for todo in todos]


def test_a_position_that_the_log_has_left_behind_is_gone(me, changes, clock) -> None:
    since = me.get(changes)["position"]
    clock.advance(days=14)
    refusal(me.ask("GET", changes, params={"since": since}), 410, "position_gone")


@pytest.mark.parametrize(
    "since", ["", "0", "now", "2026-11-30", "2026-11-30T12:00:00.000Z#", "2026-11-30T12:00:00.000Z#ü", "x" * 5_000]
)
def test_what_was_never_a_position_is_refused(since, me, changes) -> None:
    assert refusal(me.ask("GET", changes, params={"since": since}), 400, "invalid")["field"] == "since"


def test_a_position_of_a_day_that_there_is_not_is_refused(me, changes) -> None:
    response = me.ask("GET", changes, params={"since": "2026-02-30T12:00:00.000Z"})
    assert refusal(response, 422, "invalid")["field"] == "since"


# Reports


def test_what_no_longer_fitted_into_the_notes_is_read_as_reports(me, home) -> None:
    todo = home.follow_up(notes="n" * 100_000)
    for number in range(3):
        home.hand_back(home.stored(todo), f"reason {number}")
        me.post(f"{me.todos}/{todo.id}/return-to-drain", match="*")
    path = f"{me.todos}/{todo.id}/reports"
    first = me.get(path, params={"limit": 2})
    second = me.get(path, params={"cursor": first["next_cursor"]})
    assert [(report["number"], report["text"]) for report in [*first["reports"], *second["reports"]]] == [
        (number + 1, f"Handed back: reason {number}") for number in range(3)
    ]


def test_a_todo_without_reports_has_an_empty_page(me) -> None:
    assert me.get(f"{me.todos}/{me.add()['id']}/reports") == {"reports": []}


# Repositories


def test_a_renamed_repository_is_shown_by_its_new_name_everywhere(me, home) -> None:
    todo = home.follow_up()
    path = f"/api/lists/{me.list_id}/repositories"
    renamed = me.post(f"{path}/rename", {"old": "acme/widget", "new": "acme/gadget"})
    assert renamed == {"name": "acme/gadget", "taken_over": 0, "finished": True}
    assert me.get(path) == {"repositories": [{"name": "acme/gadget", "former_names": ["acme/widget"]}]}
    assert me.get(f"{me.todos}/{todo.id}")["origin"]["repository"] == "acme/gadget"
    assert me.get(me.todos)["todos"][0]["origin"]["repository"] == "acme/gadget"
    assert me.titles(repository="acme/widget") == me.titles(repository="acme/gadget") == [todo.title]
    assert home.read(repository="acme/widget") == [todo.title]


def test_a_name_that_an_agent_saw_first_takes_the_old_one_s_follow_ups_over(me, home) -> None:
    home.capture("old")
    home.capture("new", repository="acme/gadget")
    path = f"/api/lists/{me.list_id}/repositories"
    assert me.post(f"{path}/rename", {"old": "acme/widget", "new": "acme/gadget"})["taken_over"] == 1
    assert home.read(repository="acme/gadget") == ["old", "new"]


def test_repositories_come_by_name_in_pages(me, home) -> None:
    for name in ("c", "a", "b"):
        home.capture(name, repository=f"acme/{name}")
    path = f"/api/lists/{me.list_id}/repositories"
    first = me.get(path, params={"limit": 2})
    second = me.get(path, params={"cursor": first["next_cursor"]})
    assert [each["name"] for each in [*first["repositories"], *second["repositories"]]] == [
        "acme/a",
        "acme/b",
        "acme/c",
    ]


@pytest.mark.parametrize(
    ("rename", "status", "code"),
    [
        ({"old": "acme/unknown", "new": "acme/gadget"}, 404, "not_found"),
        ({"old": "widget", "new": "acme/gadget"}, 422, "invalid"),
        ({"old": "acme/widget", "new": ""}, 422, "invalid"),
        ({"old": "acme/widget"}, 400, "invalid"),
    ],
)
def test_a_rename_that_means_nothing_is_refused(rename, status, code, me, home) -> None:
    home.capture("a")
    path = f"/api/lists/{me.list_id}/repositories"
    before = me.get(path)
    refusal(me.ask("POST", f"{path}/rename", rename), status, code)
    assert me.get(path) == before
