"""The socket function: who comes with a ticket is let in, who goes is forgotten, a ping is answered."""

import io
import itertools
import json
from datetime import UTC, datetime, timedelta

import pytest

from followups.edges import logs, pings
from followups.edges.socket_events import socket_handler
from followups.services.issuing_tickets import issue
from followups.storage.socket_ports import sockets_over
from tests.behind import everything
from tests.builders import NOON, an_owner, on
from tests.faults import CountingTable, FailingTable, PassingTable
from tests.lambda_mappings import Crashed

CONNECTED = int(datetime(2026, 11, 30, 12, 0, 1, tzinfo=UTC).timestamp() * 1_000)


def event(route, socket_id="c1", *, at=CONNECTED, query=None, body=None, is_base64=False):
    """As API Gateway sends it."""
    kind = {"$connect": "CONNECT", "$disconnect": "DISCONNECT"}.get(route, "MESSAGE")
    context = {
        "routeKey": route,
        "eventType": kind,
        "connectionId": socket_id,
        "connectedAt": at,
        "requestTimeEpoch": at + 1,
        "requestId": "r1",
        "stage": "live",
        "apiId": "a1",
        "domainName": "a1.execute-api.eu-central-1.amazonaws.com",
        "identity": {"sourceIp": "192.0.2.1", "userAgent": "test"},
    }
    told = {"requestContext": context, "isBase64Encoded": is_base64}
    if kind == "CONNECT":
        told |= {"headers": {"Origin": "https://site.test"}, "queryStringParameters": query}
    return told if body is None else {**told, "body": body}


@pytest.fixture
def owner(ports):
    return an_owner(ports)


@pytest.fixture
def handle(ports):
    return socket_handler(ports)


def connect(handle, ticket, socket_id="c1", **more):
    return handle(event("$connect", socket_id, query={"ticket": ticket}, **more), None)


def open_ids(ports, owner):
    return [socket.id for socket in ports.sockets.of_owner(owner.owner_id, since=NOON - timedelta(days=1), limit=100)]


def test_who_comes_with_a_ticket_is_let_in_once(ports, owner, handle):
    ticket = issue(ports, owner)
    assert connect(handle, ticket) == {"statusCode": 200}
    assert connect(handle, ticket, "c2") == {"statusCode": 401}
    assert open_ids(ports, owner) == ["c1"]


@pytest.mark.parametrize("query", [None, {}, {"ticket": ""}, {"ticket": "x" * 43}, {"Ticket": "x"}, {"token": "t"}])
def test_nobody_else_is_and_nothing_is_written(handle, sqlite, query):
    before = everything(sqlite)
    assert handle(event("$connect", query=query), None) == {"statusCode": 401}
    assert everything(sqlite) == before


@pytest.mark.parametrize("route", ["$connect", "$disconnect"])
def test_no_message_of_a_page_passes_for_a_coming_or_a_going(ports, owner, handle, route):
    connect(handle, issue(ports, owner))
    message = event(route, body="{}")
    message["requestContext"]["eventType"] = "MESSAGE"
    assert handle(message, None)["statusCode"] == 200
    assert open_ids(ports, owner) == ["c1"]


def test_who_goes_is_forgotten(ports, owner, handle):
    connect(handle, issue(ports, owner))
    assert handle(event("$disconnect"), None) == {"statusCode": 200}
    assert open_ids(ports, owner) == []


def test_word_of_a_connection_that_was_replaced_removes_nothing(ports, owner, handle):
    connect(handle, issue(ports, owner), at=CONNECTED + 5_000)
    assert handle(event("$disconnect", at=CONNECTED), None) == {"statusCode": 200}
    assert open_ids(ports, owner) == ["c1"]


@pytest.mark.parametrize("number", [0, 7, -1, 1764500000000, 0.5, 10**180])
def test_a_ping_is_answered_with_its_number(handle, number):
    answer = handle(event("$default", body=json.dumps({"ping": number})), None)
    assert answer["statusCode"] == 200
    assert json.loads(answer["body"]) == {"pong": number}


@pytest.mark.parametrize(
    "body",
    [
        None, "", "{", "[]", "null", "7", '"ping"', '{"ping": "7"}', '{"ping": true}', '{"ping": null}', '{"pong": 7}',
        '{"ping": 1e999}', '{"ping": NaN}', '{"ping": [7]}', "[" * 150, f'{{"ping": 7, "more": "{"x" * 200}"}}',
        "x" * 1_000_000, "\ud800", '{"action": "$connect"}',
    ],
)  # fmt: skip
def test_anything_else_is_answered_with_what_is_taken(handle, body):
    answer = handle(event("$default", body=body), None)
    assert answer["statusCode"] == 200
    assert '{"ping": number}' in json.loads(answer["body"])["error"]


def test_a_binary_message_is_no_ping(handle):
    assert handle(event("$default", body="eyJwaW5nIjogN30=", is_base64=True), None)["body"] == pings.UNKNOWN


def test_each_event_asks_the_table_only_for_what_the_function_has_a_right_to(home, sqlite):
    ticket = issue(home.ports, home.owner.caller)
    counting = CountingTable(sqlite)
    handle = socket_handler(sockets_over(counting, home.clock))
    connect(handle, ticket)
    handle(event("$default", body='{"ping": 7}'), None)
    handle(event("$disconnect"), None)
    assert counting.calls == ["get", "delete", "put", "delete"]


@pytest.mark.parametrize("works", [False, True])
def test_wherever_the_table_fails_the_gateway_is_told_and_a_new_ticket_works(home, sqlite, works):
    owner = home.owner.caller
    for at in itertools.count():
        failing = FailingTable(sqlite, at, works=works)
        handle = socket_handler(on(home, failing).ports)
        answers = [connect(handle, issue(home.ports, owner), f"c{at}"), handle(event("$disconnect", f"c{at}"), None)]
        if not failing.failed:
            assert answers == [{"statusCode": 200}, {"statusCode": 200}]
            break
        assert {"statusCode": 503} in answers
        assert connect(handle, issue(home.ports, owner), f"c{at}") == {"statusCode": 200}
        assert handle(event("$disconnect", f"c{at}"), None) == {"statusCode": 200}
        assert open_ids(home.ports, owner) == []
    assert at == 4


@pytest.mark.parametrize("works", [False, True])
def test_after_a_crash_anywhere_the_same_ticket_opens_at_most_one_socket(home, sqlite, works):
    owner = home.owner.caller
    for at in range(3):
        ticket = issue(home.ports, owner)
        failing = FailingTable(sqlite, at, works=works, failure=Crashed)
        with pytest.raises(Crashed):
            connect(socket_handler(on(home, failing).ports), ticket, f"before-{at}")
        connect(socket_handler(home.ports), ticket, f"after-{at}")
        assert len([name for name in open_ids(home.ports, owner) if name.endswith(f"-{at}")]) <= 1


class Broken(PassingTable):
    def _call(self, operation, do):
        raise RuntimeError("the disk is on fire")


class TestLogs:
    @pytest.fixture
    def lines(self, monkeypatch):
        stream = io.StringIO()
        for name in ("handlers", "propagate"):
            monkeypatch.setattr(logs.LOGGER, name, getattr(logs.LOGGER, name))
        monkeypatch.setattr(logs.LOGGER, "handlers", [])
        before = logs.LOGGER.level
        logs.configure("INFO", stream, stack="test")
        yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
        logs.LOGGER.setLevel(before)

    def test_a_line_says_what_happened_and_never_a_ticket_or_what_a_page_said(self, ports, owner, handle, lines):
        ticket = issue(ports, owner)
        connect(handle, ticket)
        connect(handle, ticket)
        handle(event("$default", body='{"ping": 123456789}'), None)
        connected, refused, _ = lines()
        assert (connected["event"], connected["route"], connected["outcome"]) == ("socket", "$connect", "ok")
        assert connected["owner"] == logs.hashed(owner.owner_id)
        assert (refused["outcome"], "Errors" in refused) == ("unauthorized", False)
        assert ticket not in json.dumps(lines())
        assert "123456789" not in json.dumps(lines())

    def test_a_table_that_does_not_answer_is_an_error_with_its_cause(self, home, sqlite, owner, lines):
        connect(socket_handler(on(home, FailingTable(sqlite, 0, works=False)).ports), issue(home.ports, owner))
        (line,) = lines()
        assert (line["outcome"], line["cause"], line["Errors"]) == ("unavailable", "made to fail", 1)

    def test_what_nobody_expected_leaves_its_traceback(self, home, sqlite, owner, lines):
        handle = socket_handler(on(home, Broken(sqlite)).ports)
        assert connect(handle, issue(home.ports, owner)) == {"statusCode": 500}
        told, line = lines()
        assert "the disk is on fire" in told["traceback"]
        assert (line["outcome"], line["Errors"]) == ("internal", 1)
