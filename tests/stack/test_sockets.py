"""Open pages on the stack: the WebSocket API, the function behind it, and what the table's stream sends to them."""

import json
from datetime import timedelta
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from followups.domain.instants import from_text, to_text
from tests.stack.person import Person, newcomer
from tests.waiting import eventually

SECONDS = 60


@pytest.fixture
def person(stack) -> Person:
    return newcomer(stack)


@pytest.fixture
def list_id(person) -> str:
    (mine,) = person.ask("GET", "/api/lists")["lists"]
    return str(mine["id"])


def ticket_of(person: Person) -> str:
    return str(person.ask("POST", "/api/live-tickets")["ticket"])


def opened(stack, ticket: str) -> ClientConnection:
    """A page's socket; leave the block to close it."""
    return connect(f"{stack.live_url}?ticket={ticket}", open_timeout=SECONDS, proxy=None)


def heard(page: ClientConnection) -> Any:
    """The next message."""
    return json.loads(page.recv(timeout=SECONDS))


def said(page: ClientConnection, message: Any) -> Any:
    """What the page hears first after it said this."""
    page.send(json.dumps(message))
    return heard(page)


def ids_in(message: Any) -> list[str]:
    assert message["type"] == "changes"
    return [each["id"] for each in message["changes"]]


def sockets(stack, list_id: str) -> dict[str, Any]:
    """The sockets' items of the list's owner, by their keys; the whole table is looked at."""
    pages = stack.aws.client("dynamodb").get_paginator("scan").paginate(TableName=stack.outputs["TableName"])
    items = [item for page in pages for item in page["Items"]]
    (owner,) = {item["PK"]["S"] for item in items if item["SK"]["S"] == f"LIST#{list_id}"}
    return {item["PK"]["S"]: item for item in items if item.get("GSI1PK", {}).get("S") == f"{owner}#SOCKETS"}


def test_a_page_is_sent_to_the_sites_own_address(stack, person):
    issued = person.ask("POST", "/api/live-tickets")
    assert issued["url"] == f"{stack.outputs['Site'].replace('https://', 'wss://')}/live"


def test_a_write_reaches_every_open_page_of_its_owner_and_nobody_elses(stack, person, list_id):
    pages = [opened(stack, ticket_of(each)) for each in (person, person, newcomer(stack))]
    with pages[0] as one, pages[1] as another, pages[2] as strangers:
        todo = person.ask("POST", f"/api/lists/{list_id}/todos", {"title": "Sort the attic"})
        for page in (one, another):
            message = heard(page)
            assert (message["list_id"], ids_in(message)) == (list_id, [todo["id"]])
            (change,) = message["changes"]
            assert (change["version"], change["deleted"], change["todo"]["title"]) == (1, False, "Sort the attic")
        assert said(strangers, {"ping": 1}) == {"pong": 1}


def test_a_page_goes_on_reading_where_its_socket_left_off(stack, person, list_id):
    with opened(stack, ticket_of(person)) as page:
        person.ask("POST", f"/api/lists/{list_id}/todos", {"title": "Before"})
        position = heard(page)["position"]
    later = person.ask("POST", f"/api/lists/{list_id}/todos", {"title": "While away"})

    def missed():
        answer = person.ask("GET", f"/api/lists/{list_id}/changes?since={position}")
        return later["id"] in {each["id"] for each in answer["changes"]}

    eventually(missed, within=SECONDS, what="the change that no socket brought")


def test_a_ping_is_answered_and_no_message_passes_for_a_coming_or_a_going(stack, person, list_id):
    with opened(stack, ticket_of(person)) as page:
        before = sockets(stack, list_id)
        for route in ("$disconnect", "$connect"):
            page.send(json.dumps({"action": route, "requestContext": {"eventType": "DISCONNECT"}}))
        page.send(json.dumps({"ping": 2**40}))
        answers = [heard(page)]
        while "pong" not in answers[-1]:
            answers.append(heard(page))
        assert answers[-1] == {"pong": 2**40}
        assert sockets(stack, list_id) == before
        todo = person.ask("POST", f"/api/lists/{list_id}/todos", {"title": "Still heard"})
        assert ids_in(heard(page)) == [todo["id"]]


def test_a_ticket_opens_one_socket_and_anything_else_none(stack, person, list_id):
    ticket = ticket_of(person)
    with opened(stack, ticket):
        before = sockets(stack, list_id)
        for refused in (ticket, "x" * len(ticket), ""):
            with pytest.raises(InvalidStatus):
                opened(stack, refused)
        assert sockets(stack, list_id) == before


def test_a_page_that_closes_leaves_nothing_behind(stack, person, list_id):
    before = sockets(stack, list_id).keys()
    with opened(stack, ticket_of(person)):
        (mine,) = sockets(stack, list_id).keys() - before
    eventually(lambda: mine not in sockets(stack, list_id), within=SECONDS, what="the socket's item is gone")


def test_a_page_that_went_without_a_word_is_forgotten_at_the_next_write(stack, person, list_id):
    before = sockets(stack, list_id).keys()
    with opened(stack, ticket_of(person)) as page:
        (mine,) = sockets(stack, list_id).keys() - before
        since = {"S": to_text(from_text(sockets(stack, list_id)[mine]["connected_at"]["S"]) - timedelta(hours=1))}
        gone = {**sockets(stack, list_id)[mine], "PK": {"S": "SOCKET#gone"}, "connected_at": since, "GSI1SK": since}
        stack.aws.client("dynamodb").put_item(TableName=stack.outputs["TableName"], Item=gone)
        todo = person.ask("POST", f"/api/lists/{list_id}/todos", {"title": "Sort the attic"})
        assert ids_in(heard(page)) == [todo["id"]]
        eventually(
            lambda: "SOCKET#gone" not in sockets(stack, list_id), within=SECONDS, what="the dead socket's item is gone"
        )
