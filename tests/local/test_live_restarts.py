"""Open pages and a server that stops, dies and comes back, as a program of its own."""

import json
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from local.data_folder import TABLE
from local.sqlite_table import SqliteTable
from tests.behind import everything
from tests.journeys.deployment import signed_in_at
from tests.journeys.local_server import LocalServer


class Owner:
    """At the web API of a server, with one list."""

    def __init__(self, server: LocalServer) -> None:
        self._http = httpx2.Client(base_url=server.address, headers=signed_in_at(server), trust_env=False)
        self.list_id = self.asked("GET", "/api/lists")["lists"][0]["id"]

    def asked(self, method: str, path: str, body: Any = None) -> Any:
        response = self._http.request(method, path, json=body)
        assert response.is_success, response.text
        return response.json()

    def add(self, title: str) -> str:
        todo_id: str = self.asked("POST", f"/api/lists/{self.list_id}/todos", {"title": title})["id"]
        return todo_id

    def page(self) -> ClientConnection:
        made = self.asked("POST", "/api/live-tickets")
        return connect(f"{made['url']}?ticket={made['ticket']}", proxy=None)


def told(page: ClientConnection) -> Any:
    return json.loads(page.recv(timeout=20))


def until_closed(page: ClientConnection) -> ConnectionClosed:
    """How it was closed, whatever it was told before."""
    while True:
        try:
            told(page)
        except ConnectionClosed as closed:
            return closed


@pytest.fixture
def server(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    return LocalServer(data)


def sockets_in(server: LocalServer) -> list[Any]:
    table = SqliteTable(server.data / TABLE)
    found = [place for place in everything(table) if place[0].startswith("SOCKET#")]
    table.close()
    return found


def test_after_a_crash_a_new_ticket_opens_and_what_was_missed_is_in_the_changes(server):
    server.start()
    owner = Owner(server)
    with owner.page() as page:
        seen = owner.add("Seen")
        message = told(page)
        assert [change["id"] for change in message["changes"]] == [seen]
        missed = owner.add("Written, and the server dies")
        server.kill()
        assert until_closed(page).rcvd is None
    assert len(sockets_in(server)) == 1
    server.start()
    owner = Owner(server)
    with owner.page() as page:
        new = owner.add("New")
        ids = []
        while new not in ids:
            ids += [change["id"] for change in told(page).get("changes", ())]
        found = owner.asked(
            "GET", f"/api/lists/{owner.list_id}/changes?since={message['position'].replace('#', '%23')}"
        )
        assert {missed, new} <= {change["id"] for change in found["changes"]}
        server.stop()
    assert sockets_in(server) == []


def test_when_it_is_stopped_pages_are_told_and_it_ends(server):
    server.start()
    owner = Owner(server)
    with owner.page() as page, owner.page() as other:
        server.stop()
        for each in (page, other):
            closed = until_closed(each)
            assert closed.rcvd is not None
            assert closed.rcvd.code == 1001
    assert sockets_in(server) == []
    assert "Traceback" not in server.output.read_text()
