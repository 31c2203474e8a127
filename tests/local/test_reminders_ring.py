"""Reminders of a server that runs as a program of its own, at a push service on loopback."""

from datetime import UTC, datetime, timedelta
from typing import Any

import anyio
import httpx2
import pytest

from followups.domain.instants import to_text
from tests.journeys.agent import Agent, connected
from tests.journeys.deployment import signed_in_at
from tests.journeys.local_server import LocalServer
from tests.push_peer import Answer, Browser, PushPeer

SETTINGS = {"FOLLOW_UPS_PUSH_PRIVATE": "1", "FOLLOW_UPS_PUSH_SUBJECT": "mailto:owner@example.org"}


class Owner:
    """At the web API of a server, with one list and one browser."""

    def __init__(self, server: LocalServer) -> None:
        self._http = httpx2.Client(base_url=server.address, headers=signed_in_at(server), trust_env=False)
        self.address = server.address
        self.list_id = self.asked("GET", "/api/lists")["lists"][0]["id"]

    def asked(self, method: str, path: str, body: Any = None) -> Any:
        response = self._http.request(method, path, json=body, headers={"If-Match": "*"})
        assert response.is_success, response.text
        return response.json() if response.content else None

    def subscribed(self, peer: PushPeer) -> Browser:
        key = self.asked("GET", "/api/push-subscriptions")["public_key"]
        browser = peer.browser(key)
        self.asked("POST", "/api/push-subscriptions", browser.to_json())
        return browser

    def add(self, title: str, seconds: float) -> str:
        """A todo that is due so many seconds from now."""
        return str(self.asked("POST", self._todos, {"title": title, "due": due_in(seconds)})["id"])

    def act(self, todo_id: str, action: str, body: Any = None) -> Any:
        return self.asked("POST", f"{self._todos}/{todo_id}/{action}", body)

    def edit(self, todo_id: str, **changes: Any) -> Any:
        return self.asked("PATCH", f"{self._todos}/{todo_id}", changes)

    def move(self, todo_id: str) -> None:
        """To another list and back."""
        here, there = self.list_id, self.asked("POST", "/api/lists", {"name": "Elsewhere"})["id"]
        self.act(todo_id, "move", {"to_list": there})
        self.list_id = there
        self.act(todo_id, "move", {"to_list": here})
        self.list_id = here

    async def hand_back(self, title: str, seconds: float) -> None:
        """An agent finds it, takes it and hands it back."""
        made = self.asked("POST", "/api/keys", {"name": "agent", "role": "agent", "list_id": self.list_id})
        async with connected(f"{self.address}/mcp", made["secret"], "auto") as client:
            agent = Agent(client, list_id=self.list_id, repository="acme/widget", session_id="monday")
            found = await agent.capture(title, due=due_in(seconds)["at"], time_zone="UTC")
            await agent.hand_back(await agent.claim(found["follow_up"]["id"]), "Which of the two is meant?")

    def is_done(self, todo_id: str) -> bool:
        return bool(self.asked("GET", f"{self._todos}/{todo_id}")["completed_at"])

    @property
    def _todos(self) -> str:
        return f"/api/lists/{self.list_id}/todos"


def due_in(seconds: float) -> dict[str, str]:
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    return {"at": at.strftime("%Y-%m-%dT%H:%M:%S"), "time_zone": "UTC"}


@pytest.fixture
def server(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    made = LocalServer(data, SETTINGS)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def peer():
    with PushPeer() as made:
        yield made


def titles(peer: PushPeer) -> list[str]:
    return [push.json["title"] for push in peer.received]


def test_what_is_due_rings_once_and_what_changed_before_rings_as_it_is_then(server, peer):
    owner = Owner(server)
    owner.subscribed(peer)
    done, moved, snoozed = (owner.add(title, 4) for title in ("Done", "Moved", "Snoozed"))
    owner.add("Past", -60)
    owner.add("Plain", 4)
    owner.act(done, "complete")
    owner.edit(moved, due=due_in(7))
    owner.act(snoozed, "snooze", {"until": to_text(datetime.now(UTC) + timedelta(seconds=7))})
    peer.wait_for(3, seconds=20)
    # A last one, behind which nothing waits any more.
    owner.add("Last", 2)
    peer.wait_for(4, seconds=20)
    assert titles(peer)[0] == "Plain"
    assert sorted(titles(peer)[1:3]) == ["Moved", "Snoozed"]
    assert titles(peer)[3:] == ["Last"]
    assert peer.faults == []


def test_what_was_moved_away_and_back_or_handed_back_rings_once_though_the_server_restarted_in_between(server, peer):
    owner = Owner(server)
    owner.subscribed(peer)
    owner.move(owner.add("There and back", 8))
    anyio.run(owner.hand_back, "Handed back", 8)
    server.stop()
    server.start()
    peer.wait_for(2, seconds=20)
    Owner(server).add("Last", 1)
    peer.wait_for(3, seconds=20)
    assert sorted(titles(peer)[:2]) == ["Handed back", "There and back"]
    assert titles(peer)[2:] == ["Last"]
    assert peer.faults == []


def test_a_press_on_its_button_completes_the_todo_without_a_cookie(server, peer):
    owner = Owner(server)
    owner.subscribed(peer)
    todo_id = owner.add("Press", 2)
    (push,) = peer.wait_for(1, seconds=20)
    answer = httpx2.post(
        f"{server.address}/api/reminder-actions",
        json={"token": push.json["token"], "action": "done"},
        trust_env=False,
    )
    assert answer.status_code == 204, answer.text
    assert owner.is_done(todo_id)


def test_what_fell_due_while_it_was_killed_rings_at_the_next_start_and_not_again_at_another(server, peer):
    owner = Owner(server)
    browser = owner.subscribed(peer)
    owner.add("Before", 2)
    peer.wait_for(1, seconds=20)
    soon = due_in(3)
    owner.asked("POST", f"/api/lists/{owner.list_id}/todos", {"title": "Missed", "due": soon})
    server.kill()
    at = datetime.fromisoformat(soon["at"]).replace(tzinfo=UTC)
    while datetime.now(UTC) <= at:  # The time itself is what the test is about.
        peer.closing.wait(0.2)
    server.start()
    peer.wait_for(2, seconds=20)
    server.kill()
    server.start()
    Owner(server).add("After", 1)
    peer.wait_for(3, seconds=20)
    assert titles(peer) == ["Before", "Missed", "After"]
    assert {push.endpoint for push in peer.received} == {browser.endpoint}


def test_a_device_that_is_gone_or_hangs_keeps_no_other_from_ringing(server, peer):
    owner = Owner(server)
    gone, hanging, well = (owner.subscribed(peer) for _ in range(3))
    peer.forget(gone)
    peer.always(hanging, Answer(hangs="before"))
    owner.add("Ring", 2)
    # Both have the message; one never says so.
    assert [push.endpoint for push in peer.wait_for(2, seconds=40)] == [hanging.endpoint, well.endpoint]
    left = {each["id"] for each in owner.asked("GET", "/api/push-subscriptions")["subscriptions"]}
    assert left == {hanging.id, well.id}
