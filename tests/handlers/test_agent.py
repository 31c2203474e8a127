"""The agent function as Lambda runs it: many calls in one process, on DynamoDB."""

import json
from typing import Any

import boto3
import pytest
from moto import mock_aws

from followups.gateways.system import SystemChance, SystemClock
from followups.services import managing_keys, managing_lists, signing_in
from followups.storage.assembly import ports_over
from followups.storage.definition import table_definition
from followups.storage.table import DynamoTable, dynamo_client
from tests.handlers import gateway
from tests.handlers.gateway import LEGACY, MODERN, REGION

TABLE = "follow-ups-test"
ORIGIN = "https://todo.test"


class Function:
    """The handler, loaded as a process of Lambda loads it, and a list with a key."""

    def __init__(self, handler: Any, list_id: str, key: str) -> None:
        self._handler = handler
        self.list_id = list_id
        self.key = key

    def invoke(self, method: str = "POST", path: str = "/mcp", body: Any = None, **headers: str) -> dict[str, Any]:
        sent = {"accept": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
        answer: dict[str, Any] = self._handler(gateway.event(method, path, body, headers=sent), None)
        return answer

    def call(self, tool: str, *, era: str = MODERN, **arguments: Any) -> dict[str, Any]:
        """The structured content of a tool's answer."""
        asked = gateway.tool_call(self.key, tool, {"list_id": self.list_id, **arguments}, era=era)
        found: dict[str, Any] = gateway.content(self._handler(asked, None))
        return found


@pytest.fixture
def function(monkeypatch):
    for name, value in gateway.settings(TABLE).items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        boto3.client("dynamodb", region_name=REGION).create_table(**table_definition(TABLE))
        ports = ports_over(DynamoTable(dynamo_client(REGION), TABLE), SystemClock(), SystemChance())
        owner = signing_in.sign_in(ports, "test", "owner-1")
        list_id = managing_lists.lists_of(ports, owner)[0].id
        key = managing_keys.create(ports, owner, name="An agent").secret
        yield Function(gateway.loaded("agent").handler, list_id, key)


WHERE = {"repository": "acme/widget", "session_id": "s1"}


def test_many_calls_in_one_process_are_all_answered_in_both_eras(function):
    for n in range(6):
        era = (MODERN, LEGACY)[n % 2]
        added = function.call("add_follow_up", era=era, **WHERE, title=f"Fix guard {n}")
        assert added["filed_by_you"] == n + 1
    page = function.call("read_follow_ups", repository="acme/widget")
    assert [row["title"] for row in page["follow_ups"]] == [f"Fix guard {n}" for n in range(6)]


def test_a_session_drains_what_is_there(function):
    function.call("add_follow_up", **WHERE, title="Fix the guard")
    step = function.call("drain_next", **WHERE, start=True)
    done = function.call(
        "complete_follow_up", id=step["follow_up"]["id"], summary="Did it.", claim_token=step["claim"]["token"]
    )
    assert done["follow_up"]["status"] == "completed"
    assert function.call("drain_next", **WHERE)["stop"]["reason"] == "nothing left"


def test_after_a_refused_and_after_a_broken_call_the_next_one_works(function):
    assert function.call("read_follow_up", id="x")["error"]["code"] == "not_found"
    assert function.invoke(body="no message", authorization=f"Bearer {function.key}")["statusCode"] == 400
    assert function.invoke(body={}, authorization="Bearer x")["statusCode"] == 401
    client = boto3.client("dynamodb", region_name=REGION)
    client.delete_table(TableName=TABLE)
    broken = function.invoke(body={}, authorization=f"Bearer {function.key}")
    assert broken["statusCode"] == 503
    client.create_table(**table_definition(TABLE))
    assert function.invoke(body={}, authorization=f"Bearer {function.key}")["statusCode"] == 401
    assert function.invoke("GET", "/.well-known/oauth-protected-resource/mcp")["statusCode"] == 200


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_what_would_open_or_end_a_stream_is_refused_at_once(function, method):
    for _ in range(2):
        answer = function.invoke(method, authorization=f"Bearer {function.key}", accept="text/event-stream")
        assert answer["statusCode"] == 405
        assert answer["headers"]["allow"] == "POST, OPTIONS"


def test_a_path_with_two_slashes_is_the_same_route(function):
    assert function.invoke("OPTIONS", "//mcp")["statusCode"] == 204


def test_absolute_addresses_come_from_the_setting(function):
    answer = function.invoke("GET", "/.well-known/oauth-protected-resource", host="evil.test")
    assert json.loads(answer["body"])["resource"] == f"{ORIGIN}/mcp"
    refused = function.invoke(body={}, host="evil.test")
    assert f'="{ORIGIN}/.well-known/oauth-protected-resource/mcp"' in refused["headers"]["www-authenticate"]
