"""The socket function, and the one that tells open pages, as Lambda runs them, on DynamoDB."""

import json
from datetime import timedelta

import boto3
import pytest
from botocore.exceptions import ClientError

from followups.services.issuing_tickets import issue
from tests.builders import FakeClock, a_home, ports_on
from tests.edges.test_socket_events import event
from tests.handlers import behind

ENDPOINT = "https://a1.execute-api.eu-central-1.amazonaws.com/live"


@pytest.fixture
def place(monkeypatch):
    with behind.place(monkeypatch) as found:
        monkeypatch.setenv("FOLLOW_UPS_SOCKETS_ENDPOINT", ENDPOINT)
        yield found


@pytest.fixture
def home(place):
    return a_home(ports_on(place.table, FakeClock(place.ports.clock.now())))


def connect(place, home, socket_id="c1", ago=timedelta()):
    """A page that comes now, or came some time ago."""
    at = int((place.ports.clock.now() - ago).timestamp() * 1_000)
    ticket = issue(place.ports, home.owner.caller)
    return place.function("socket")(event("$connect", socket_id, at=at, query={"ticket": ticket}), None)


def types(place):
    return {item["type"]["S"] for item in place.items()}


def test_a_page_comes_asks_and_goes(place, home):
    handle = place.function("socket")
    assert connect(place, home) == {"statusCode": 200}
    assert "socket" in types(place)
    assert "ticket" not in types(place)
    answer = handle(event("$default", "c1", body='{"ping": 7}'), None)
    assert json.loads(answer["body"]) == {"pong": 7}
    later = int(place.ports.clock.now().timestamp() * 1_000) + 1_000
    assert handle(event("$disconnect", "c1", at=later), None) == {"statusCode": 200}
    assert "socket" not in types(place)


def test_who_has_no_ticket_is_refused(place):
    assert place.function("socket")(event("$connect", "c1"), None) == {"statusCode": 401}


class Connections:
    """API Gateway's side: `gone` connections are no more."""

    def __init__(self):
        self.sent = []
        self.gone = set()

    def __call__(self, **arguments):
        if arguments["ConnectionId"] in self.gone:
            raise ClientError({"Error": {"Code": "GoneException"}}, "PostToConnection")
        self.sent.append((arguments["ConnectionId"], json.loads(arguments["Data"])))


@pytest.fixture
def connections(monkeypatch):
    found = Connections()
    make = boto3.client

    def client(service, **more):
        made = make(service, **more)
        if service == "apigatewaymanagementapi":
            assert more["endpoint_url"] == ENDPOINT
            monkeypatch.setattr(made, "post_to_connection", found)
        return made

    monkeypatch.setattr("followups.gateways.sockets.boto3.client", client)
    return found


def test_a_write_is_told_to_the_open_page(place, home, connections):
    connect(place, home)
    live_sync = place.function("live_sync")
    todo = home.add("Fix it", starred=True)
    assert live_sync({"Records": place.records()}, None) == {"batchItemFailures": []}
    messages = [message for socket_id, message in connections.sent if socket_id == "c1"]
    (changes,) = [message for message in messages if message["type"] == "changes"]
    (change,) = changes["changes"]
    assert (change["id"], change["todo"]["title"], change["todo"]["starred"]) == (todo.id, "Fix it", True)
    assert changes["position"] == place.ports.changes.newest(home.id)


def test_a_page_that_is_gone_leaves_the_table(place, home, connections):
    connect(place, home, ago=timedelta(minutes=5))
    connections.gone = {"c1"}
    home.add()
    assert place.function("live_sync")({"Records": place.records()}, None) == {"batchItemFailures": []}
    assert "socket" not in types(place)


def test_a_page_that_is_still_opening_stays_in_the_table(place, home, connections):
    connect(place, home)
    connections.gone = {"c1"}
    home.add()
    assert place.function("live_sync")({"Records": place.records()}, None) == {"batchItemFailures": []}
    assert "socket" in types(place)
