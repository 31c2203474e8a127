"""A write whose answer was lost is sent again: it was done once, and the second answer is the one that was lost.

The table fails right behind each of its calls in turn, having done it or not, and the page sends the same again.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from followups.edges.web.routes import OPERATIONS
from local.sqlite_table import SqliteTable
from tests.builders import Home, a_home, on, ports_on
from tests.edges.web.site import Site, Visitor, a_site, at, refusal
from tests.faults import FailingTable, PassingTable
from tests.push_peer import Browser

LIST: Final = "/api/lists/{list_id}"
TODO: Final = f"{LIST}/todos/{{todo_id}}"

WITHOUT_A_TRACE: Final = frozenset({"DELETE /api/keys/{key_id}", "DELETE /api/push-subscriptions/{subscription_id}"})
"""Sent again, they find nothing left to do: 404 says that it is done."""


def _proposed(home: Home, _: Visitor) -> str:
    home.set_up(review_new=True)
    return home.follow_up().id


def _handed_back(home: Home, _: Visitor) -> str:
    todo = home.follow_up()
    home.hand_back(todo)
    return todo.id


def _deleted(_: Home, me: Visitor) -> str:
    todo = me.add(repository="acme/widget")
    me.ask("DELETE", at(todo), match="*")
    return str(todo["id"])


def _completed(_: Home, me: Visitor) -> str:
    todo = me.add(repository="acme/widget")
    me.act(todo, "complete")
    return str(todo["id"])


def _follow_up(_: Home, me: Visitor) -> str:
    return str(me.add(repository="acme/widget")["id"])


def _repeating(_: Home, me: Visitor) -> str:
    due, repeat = {"date": "2026-11-30"}, {"rrule": "FREQ=DAILY"}
    return str(me.add(repository="acme/widget", due=due, repeat=repeat)["id"])


def _row(todo_id: str) -> Any:
    return [{"id": todo_id, "version": 1}]


ROWS: Final = [
    {"title": "mine", "starred": True},
    {"title": "theirs", "origin": {"repository": "acme/new", "session_id": "s1"}},
    {"title": ""},
]

BROWSER: Final = Browser("https://push.example.com/send/1", None)
NEW_BROWSER: Final = Browser("https://push.example.com/send/2", None)

WRITES: Final[dict[str, tuple[Callable[[Home, Visitor], str], Callable[[Home, str], Any]]]] = {
    "PATCH /api/me": (_follow_up, lambda *_: {"day_start": "07:00"}),
    "DELETE /api/me": (_follow_up, lambda *_: None),
    "POST /api/lists": (_follow_up, lambda *_: {"name": "Further"}),
    f"PATCH {LIST}": (_follow_up, lambda *_: {"name": "Renamed"}),
    f"DELETE {LIST}": (_follow_up, lambda *_: None),
    f"POST {LIST}/todos": (_follow_up, lambda *_: {"title": "New", "repository": "acme/gadget"}),
    f"POST {LIST}/todos/batch": (_follow_up, lambda _, todo_id: {"action": "complete", "todos": _row(todo_id)}),
    f"PATCH {TODO}": (_follow_up, lambda *_: {"title": "Renamed", "due": {"date": "2027-01-31"}}),
    f"DELETE {TODO}": (_follow_up, lambda *_: None),
    f"POST {TODO}/complete": (_follow_up, lambda *_: None),
    f"POST {TODO}/skip": (_repeating, lambda *_: None),
    f"POST {TODO}/reopen": (_completed, lambda *_: None),
    f"POST {TODO}/restore": (_deleted, lambda *_: None),
    f"POST {TODO}/move": (_follow_up, lambda home, _: {"to_list": _other(home)}),
    f"POST {TODO}/assign": (_follow_up, lambda *_: {"repository": "acme/gadget"}),
    f"POST {TODO}/unassign": (_follow_up, lambda *_: None),
    f"POST {TODO}/accept": (_proposed, lambda *_: None),
    f"POST {TODO}/dismiss": (_proposed, lambda *_: None),
    f"POST {TODO}/return-to-drain": (_handed_back, lambda *_: {"answer": "Go on."}),
    f"POST {TODO}/snooze": (_follow_up, lambda *_: {"until": "2030-01-01T00:00:00Z"}),
    f"POST {LIST}/repositories/rename": (_follow_up, lambda *_: {"old": "acme/widget", "new": "acme/gadget"}),
    f"POST {LIST}/import": (_follow_up, lambda *_: {"todos": ROWS}),
    "POST /api/keys": (_follow_up, lambda *_: {"name": "a key"}),
    "DELETE /api/keys/{key_id}": (_follow_up, lambda *_: None),
    "POST /api/live-tickets": (_follow_up, lambda *_: None),
    "POST /api/push-subscriptions": (_follow_up, lambda *_: {**NEW_BROWSER.to_json(), "replaces": BROWSER.id}),
    "DELETE /api/push-subscriptions/{subscription_id}": (_follow_up, lambda *_: None),
}
"""Every write: what it is done to, and its body."""

ELSEWHERE: Final = frozenset(
    {
        f"POST {LIST}/restore",
        f"POST {LIST}/feeds",
        f"DELETE {LIST}/feeds/{{feed_id}}",
        "POST /api/reminder-actions",
    }
)
"""Writes whose repeats are shown beside the rest of what they do: test_feeds and test_reminder_actions here,
test_restoring of the services.
"""


def _other(home: Home) -> str:
    return next(each.id for each in home.ports.lists.of_owner(home.owner.owner_id) if each.name == "Other")


def test_every_write_of_the_api_is_listed_here() -> None:
    writes = {f"{each.method} {each.path}" for each in OPERATIONS if each.method != "GET" and not each.by_key}
    assert writes == WRITES.keys() | ELSEWHERE


class Attempt:
    """One world, in which one write is made through a table that may fail."""

    def __init__(self, route: str) -> None:
        self.table = SqliteTable(":memory:")
        self.home = a_home(ports_on(self.table))
        with a_site(self.home.ports) as site:
            me = site.owner()
            me.add_list("Other")
            prepare, body = WRITES[route]
            todo_id = prepare(self.home, me)
            key_id = me.post("/api/keys", {"name": "to be revoked"})["id"]
            me.post("/api/push-subscriptions", BROWSER.to_json())
            method, _, path = route.partition(" ")
            self.request = (
                method,
                path.format(list_id=self.home.id, todo_id=todo_id, key_id=key_id, subscription_id=BROWSER.id),
                body(self.home, todo_id),
            )
            self.version = self._version(me)

    def _version(self, me: Visitor) -> Any:
        """What the page has read of the thing before it writes."""
        _, path, _ = self.request
        thing = "/".join(path.split("/")[:6]) if "/todos/" in path else path
        read = me.ask("GET", thing)
        return read.json().get("version", "*") if read.is_success else "*"

    def send(self, site: Site) -> Any:
        method, path, body = self.request
        return site.owner().ask(method, path, body, match=self.version, write_id="write-1")

    def through(self, table: PassingTable | SqliteTable) -> Any:
        with a_site(on(self.home, table).ports) as site:
            return self.send(site)

    def state(self) -> Any:
        """All that the owner can see afterwards, without the times and the chance in it."""
        with a_site(self.home.ports) as site:
            me = site.owner()
            lists = me.get("/api/lists")["lists"]
            return [
                plain(me.get("/api/me")),
                sorted((each["name"], each["version"], each["review_new"]) for each in lists),
                sorted(key["name"] for key in me.get("/api/keys")["keys"]),
                [each["id"] for each in me.get("/api/push-subscriptions")["subscriptions"]],
                sorted((each["name"], row) for each in lists for row in shelves(me, each["id"])),
            ]


def shelves(me: Visitor, list_id: str) -> Iterator[str]:
    for state in ("open", "completed", "deleted"):
        page = me.get(f"/api/lists/{list_id}/todos", params={"state": state})
        for todo in page["todos"]:
            yield f"{state} {plain(todo)}"
    for repository in me.get(f"/api/lists/{list_id}/repositories")["repositories"]:
        yield f"{repository}"


def plain(thing: Any) -> Any:
    """Without what differs between two worlds that are the same: times, and what was left to chance."""
    names = {
        "id", "list_id", "order", "created_at", "updated_at", "completed_at", "deleted_at", "secret", "prefix",
        "ticket",
    }  # fmt: skip
    if isinstance(thing, dict):
        return {name: plain(value) for name, value in sorted(thing.items()) if name not in names}
    return [plain(each) for each in thing] if isinstance(thing, list) else thing


def outcome(response: Any) -> tuple[int, Any]:
    return response.status_code, plain(response.json()) if response.content else None


@pytest.mark.parametrize("route", sorted(WRITES))
def test_a_write_whose_answer_was_lost_is_answered_when_it_is_sent_again(route) -> None:
    undisturbed = Attempt(route)
    wanted = outcome(undisturbed.through(undisturbed.table))
    assert wanted[0] < 300
    expected = undisturbed.state()
    for works in (True, False):
        failed, at_call = True, 0
        while failed:
            attempt = Attempt(route)
            failing = FailingTable(attempt.table, at_call, works=works)
            first = attempt.through(failing)
            failed = failing.failed
            if failed:
                assert '"unavailable"' in first.text, f"call {at_call}: {first.text}"
            again = attempt.through(attempt.table)
            where = f"call {at_call}, {'after' if works else 'before'} its work: {again.status_code} {again.text}"
            assert outcome(again) == wanted or (route in WITHOUT_A_TRACE and again.status_code == 404), where
            assert attempt.state() == expected, where
            at_call += 1
        assert at_call > 1


def test_a_key_whose_answer_was_lost_is_replaced_since_its_secret_is_kept_nowhere(me) -> None:
    first = me.post("/api/keys", {"name": "a key"}, write_id="w1")
    second = me.post("/api/keys", {"name": "a key"}, write_id="w1")
    assert first["secret"] != second["secret"]
    assert [key["id"] for key in me.get("/api/keys")["keys"]] == [second["id"]]
    me.post("/api/keys", {"name": "a key"}, write_id="w2")
    assert len(me.get("/api/keys")["keys"]) == 2


def test_what_the_storage_did_not_answer_says_when_to_try_again(home, sqlite) -> None:
    with a_site(on(home, FailingTable(sqlite, 0, works=False)).ports) as site:
        response = site.owner().ask("GET", "/api/me")
    refusal(response, 503, "unavailable")
    assert response.headers["retry-after"] == "5"
