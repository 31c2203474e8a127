"""Reminders on the stack: its scheduler fires, its functions push, and a push service on loopback decrypts."""

import json
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.push_peer import PushPeer
from tests.stack.person import Person, newcomer

pytestmark = pytest.mark.timeout(300)

SECONDS = 150
"""The scheduler looks at what is due every second; a function that was not asked for a while takes some to start."""


@pytest.fixture
def person(stack) -> Person:
    return newcomer(stack)


@pytest.fixture
def peer() -> Iterator[PushPeer]:
    with PushPeer() as made:
        yield made


class Todos:
    """Of somebody who has a browser at the peer."""

    def __init__(self, person: Person, peer: PushPeer) -> None:
        self._person = person
        self.list_id = person.ask("GET", "/api/lists")["lists"][0]["id"]
        key = person.ask("GET", "/api/push-subscriptions")["public_key"]
        person.ask("POST", "/api/push-subscriptions", peer.browser(key).to_json())

    def add(self, title: str, seconds: float) -> str:
        return str(self._ask("POST", "", {"title": title, "due": due_in(seconds)})["id"])

    def edit(self, todo_id: str, **changes: Any) -> None:
        self._ask("PATCH", f"/{todo_id}", changes)

    def complete(self, todo_id: str) -> None:
        self._ask("POST", f"/{todo_id}/complete")

    def move(self, todo_id: str) -> None:
        """To another list and back."""
        here, there = self.list_id, self._person.ask("POST", "/api/lists", {"name": "Elsewhere"})["id"]
        self._ask("POST", f"/{todo_id}/move", {"to_list": there})
        self.list_id = there
        self._ask("POST", f"/{todo_id}/move", {"to_list": here})
        self.list_id = here

    def hand_back(self, title: str, seconds: float) -> None:
        """An agent finds it, takes it and hands it back."""
        agent, here = self._person.agent(self.list_id), {"list_id": self.list_id, "session_id": "monday"}
        found = agent.call(
            "add_follow_up", **here, repository="acme/widget", title=title, due=due_in(seconds)["at"], time_zone="UTC"
        )
        step = agent.call("claim_follow_up", **here, id=found["follow_up"]["id"])
        held = {"id": step["follow_up"]["id"], "claim_token": step["claim"]["token"]}
        agent.call("hand_back_follow_up", list_id=self.list_id, **held, reason="Which of the two is meant?")

    def is_done(self, todo_id: str) -> bool:
        return "completed_at" in self._ask("GET", f"/{todo_id}")

    def _ask(self, method: str, rest: str, body: Any = None) -> Any:
        return self._person.ask(method, f"/api/lists/{self.list_id}/todos{rest}", body, if_match="*")


def due_in(seconds: float) -> dict[str, str]:
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    return {"at": at.strftime("%Y-%m-%dT%H:%M:%S"), "time_zone": "UTC"}


def test_what_is_due_rings_once_at_its_time_and_what_changed_before_rings_as_it_is_then(stack, person, peer):
    todos = Todos(person, peer)
    # The scheduler has these; what is due within a minute goes straight to the queue.
    done, re_dated = todos.add("Done before", 80), todos.add("Re-dated", 80)
    todos.move(todos.add("There and back", 85))
    todos.hand_back("Handed back", 90)
    todos.add("Past", -60)
    todos.add("Soon", 15)
    todos.complete(done)
    todos.edit(re_dated, due=due_in(100))
    pushes = peer.wait_for(4, seconds=SECONDS)
    assert [push.json["title"] for push in pushes] == ["Soon", "There and back", "Handed back", "Re-dated"]
    assert peer.faults == []

    request = urllib.request.Request(
        f"{stack.api_url}/api/reminder-actions",
        json.dumps({"token": pushes[3].json["token"], "action": "done"}).encode(),
        {"content-type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 204
    assert todos.is_done(re_dated)
    # Behind this one nothing waits any more.
    todos.add("Last", 10)
    assert [push.json["title"] for push in peer.wait_for(5, seconds=SECONDS)[4:]] == ["Last"]
