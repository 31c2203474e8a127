"""A call that could not be answered is not done."""

import json

import pytest

from tests.builders import Home
from tests.edges.agent.door import Agent

LEGACY = {"mcp-protocol-version": "2025-11-25"}


@pytest.mark.parametrize("id", ["{}", "null", "[1]", "true", "1.5", "1e400", "NaN", None])
def test_a_request_without_an_id_that_can_be_answered_does_nothing(agent: Agent, home: Home, id: str | None) -> None:
    arguments = {"list_id": home.id, "repository": "acme/widget", "session_id": "s1", "title": "Fix the guard"}
    params = json.dumps({"name": "add_follow_up", "arguments": arguments})
    member = "" if id is None else f'"id": {id}, '
    body = f'{{"jsonrpc": "2.0", {member}"method": "tools/call", "params": {params}}}'
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream", **LEGACY}
    answered = agent.door.send(content=body, headers={**headers, **agent.authorization})
    assert answered.status_code == 400
    assert "id" in answered.json()["error"]["message"]
    assert home.read() == []


@pytest.mark.parametrize(
    "body", ["null", "[1]", '{"title": "x"}', '"text"', '{"jsonrpc": "2.0", "id": 1}', '{"jsonrpc": "1.0"}']
)
def test_what_is_no_message_is_told_so_in_a_sentence(agent: Agent, body: str) -> None:
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream", **LEGACY}
    answered = agent.door.send(content=body, headers={**headers, **agent.authorization})
    assert answered.status_code == 400
    error = answered.json()["error"]
    assert error["data"]["code"] == "invalid"
    assert error["message"].startswith("A message ")


@pytest.mark.parametrize("kind", ["text/plain", "image/png", "application/jsonish", None])
def test_a_message_that_does_not_say_that_it_is_json_is_refused_in_json(agent: Agent, kind: str | None) -> None:
    headers = {"accept": "application/json, text/event-stream", **LEGACY, **agent.authorization}
    if kind is not None:
        headers["content-type"] = kind
    answered = agent.door.send(content=b"{}", headers=headers)
    assert answered.status_code == 415
    assert "application/json" in answered.json()["error"]["message"]
