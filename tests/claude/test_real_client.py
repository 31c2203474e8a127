"""The client without the plugin, at the server alone: what it calls lands, and what it is told reaches the model."""

import json
from typing import Any

import pytest

from tests.claude.acting import Json
from tests.claude.machine import Machine
from tests.claude.messages_api import Heard, Model, Say, Turn, Use
from tests.journeys.deployment import Place

pytestmark = [pytest.mark.claude, pytest.mark.anyio]

SERVER = "follow-ups"
ALWAYS_LOADED = {"add_follow_up", "read_follow_ups", "drain_next"}


async def test_a_session_captures_reads_drains_completes_and_hands_back(place: Place, machine: Machine) -> None:
    here = {"list_id": place.list_id, "repository": "acme/widget", "session_id": "a-conversation"}
    model = Model(
        [
            _calls("add_follow_up", **here, title="Guard orders", notes="As in users.", host="claude-code"),
            _calls("read_follow_ups", **here),
            _calls("drain_next", **here),
            _closes("complete_follow_up", place.list_id, summary="Guarded.", commit="4f2a91c"),
            _calls("add_follow_up", **here, title="Guard invoices", host="claude-code"),
            _calls("drain_next", **here, start=True),
            _closes("hand_back_follow_up", place.list_id, reason="Which invoices?"),
            _calls("drain_next", **here),
            lambda heard: Say("That is all."),
        ]
    )
    _, api_key = await place.new_key("Claude Code")

    ended = _ask(machine, model, place.deployment.mcp_url, api_key)

    assert ended["result"] == "That is all."
    added, read, drained, completed, _, again, handed_back, stopped = (heard.result for heard in model.heard[1:])
    assert "Guard orders" in added
    assert "Guard orders" in read
    assert "As in users." in drained
    assert '"completed"' in completed
    assert "Guard invoices" in again
    assert "Which invoices?" in handed_back
    assert "nothing left" in stopped

    (done,) = await place.owner.todos(state="completed")
    (asked,) = await place.owner.todos(handed_back="true")
    assert (done["title"], asked["title"]) == ("Guard orders", "Guard invoices")
    seen = await place.owner.todo(done["id"])
    assert seen["origin"]["host"] == "claude-code"
    assert "Guarded." in seen["notes"]
    assert "4f2a91c" in seen["notes"]
    assert (await place.owner.todo(asked["id"]))["origin"]["handed_back_reason"] == "Which invoices?"


async def test_the_model_has_the_three_first_tools_at_hand_and_is_told_what_the_list_is_for(
    place: Place, machine: Machine
) -> None:
    model = Model([lambda heard: Say("Hello.")])
    _, api_key = await place.new_key("Claude Code")
    monday = await place.agent("monday", api_key=api_key)

    _ask(machine, model, place.deployment.mcp_url, api_key)

    (heard,) = model.heard
    assert {_named(tool) for tool in ALWAYS_LOADED} <= set(heard.tools)
    assert monday.client.instructions is not None
    assert _plain(monday.client.instructions)[:200] in _plain(heard.text)


async def test_a_refusal_reaches_the_model_with_its_code_and_the_next_step(place: Place, machine: Machine) -> None:
    own = await place.owner.add("The owner's own")
    model = Model(
        [
            _calls("complete_follow_up", list_id=place.list_id, id=own["id"], summary="Done."),
            lambda heard: Say("It is not mine."),
        ]
    )
    _, api_key = await place.new_key("Claude Code")

    _ask(machine, model, place.deployment.mcp_url, api_key)

    told = model.heard[1].result
    assert "not_found" in told
    assert "read_follow_ups or drain_next show what is left" in told
    assert "completed_at" not in await place.owner.todo(own["id"])


def _calls(tool: str, **arguments: Any) -> Turn:
    return lambda heard: Use(_named(tool), arguments)


def _closes(tool: str, list_id: str, **said: str) -> Turn:
    """Closes what `drain_next` gave, as a model reads it from the answer."""

    def turn(heard: Heard) -> Use:
        step = json.loads(heard.result)
        held = {"id": step["follow_up"]["id"], "claim_token": step["claim"]["token"]}
        return Use(_named(tool), {"list_id": list_id, **held, **said})

    return turn


def _named(tool: str) -> str:
    return f"mcp__{SERVER}__{tool}"


def _plain(text: str) -> str:
    return " ".join(text.replace('\\"', '"').replace("\\n", " ").split())


def _ask(machine: Machine, model: Model, mcp_url: str, api_key: str) -> Json:
    """One conversation with the server as its only one."""
    server = {"type": "http", "url": mcp_url, "headers": {"Authorization": f"Bearer {api_key}"}}
    config = machine.home / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {SERVER: server}}))
    options = ["--mcp-config", str(config), "--strict-mcp-config", "--allowedTools", f"mcp__{SERVER}__*"]
    return machine.ask("Drain the follow-ups.", model, *options)
