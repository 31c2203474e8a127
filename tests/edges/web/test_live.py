"""A ticket for live changes: its owner's, for one socket, at the address that pages reach."""

import pytest

from followups.domain.errors import Unauthorized
from followups.edges.web.app import build_app
from followups.services import signing_in
from followups.services.opening_sockets import open_socket
from tests.edges.web.site import NamedSignIn, Site


def test_a_ticket_opens_a_socket_of_the_owner_who_asked_and_only_one(site):
    made = site.owner("owner-2").post("/api/live-tickets")
    socket = open_socket(site.ports, made["ticket"], socket_id="c1")
    assert socket.owner_id == signing_in.sign_in(site.ports, "local", "owner-2").owner_id
    with pytest.raises(Unauthorized):
        open_socket(site.ports, made["ticket"], socket_id="c2")


def test_each_call_makes_a_ticket_of_its_own(me):
    first, second = (me.ask("POST", "/api/live-tickets") for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json()["ticket"] != second.json()["ticket"]
    assert first.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("origin", "live_url", "url"),
    [
        ("http://127.0.0.1:8765", "", "ws://127.0.0.1:8765/live"),
        ("https://todo.example", "", "wss://todo.example/live"),
        ("https://todo.example", "wss://sockets.example/live", "wss://sockets.example/live"),
    ],
)
def test_pages_open_their_sockets_where_it_is_set_and_else_at_the_origin(ports, origin, live_url, url):
    site = Site(ports)
    site.app = build_app(ports, NamedSignIn(ports), origin, live_url=live_url)
    try:
        assert site.owner().post("/api/live-tickets")["url"] == url
    finally:
        site.close()
