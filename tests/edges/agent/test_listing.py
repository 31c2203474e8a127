"""tools/list: what a model learns of the tools, and what clients demand of their schemas."""

import json
import tomllib

import jsonschema
import pytest

from followups.domain import limits
from followups.edges.agent.server import VERSION
from followups.edges.agent.tools import TOOLS
from tests.architecture.sources import ROOT
from tests.edges.agent.door import LEGACY, MODERN

MOST_BYTES = 20_000

by_name = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)


def schemas_in(value):
    """Every object of a schema, at any depth."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from schemas_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from schemas_in(inner)


@pytest.fixture(params=[MODERN, LEGACY])
def listing(agent, request):
    response = agent.rpc("tools/list", headers={"mcp-protocol-version": request.param, "mcp-method": "tools/list"})
    return response.json()["result"]


def test_all_tools_are_listed_in_both_eras(listing):
    assert [tool["name"] for tool in listing["tools"]] == [
        "add_follow_up",
        "read_follow_ups",
        "read_follow_up",
        "drain_next",
        "claim_follow_up",
        "complete_follow_up",
        "hand_back_follow_up",
    ]


def test_the_listing_stays_small(listing):
    size = len(json.dumps(listing, ensure_ascii=False, separators=(",", ":")).encode())
    print(f"tools/list: {size:,} bytes")  # noqa: T201 - for whoever runs it with -s
    assert size < MOST_BYTES


def test_the_listing_arrives_as_it_was_written(listing):
    assert listing["tools"] == [tool.definition for tool in TOOLS]


@by_name
def test_a_tool_says_what_it_is_for_and_each_argument_what_it_takes(tool):
    described = tool.definition
    assert described["title"]
    assert len(described["description"]) > 80
    for name, schema in described["inputSchema"]["properties"].items():
        assert len(schema["description"]) > 20, name


@by_name
def test_schemas_are_valid_and_hold_nothing_that_clients_stumble_over(tool):
    for schema in (tool.definition["inputSchema"], tool.definition["outputSchema"]):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        for inner in schemas_in(schema):
            assert not isinstance(inner.get("type"), list)
            assert not inner.keys() & {"anyOf", "oneOf", "allOf", "$ref", "nullable"}
            assert inner.get("additionalProperties", True) is not False


@by_name
def test_only_what_a_call_cannot_do_without_is_required(tool):
    schema = tool.definition["inputSchema"]
    assert schema["required"] == [each.name for each in tool.takes if each.required]
    assert "list_id" in schema["required"]
    assert not any("default" in schema["properties"][name] for name in schema["required"])


@by_name
def test_a_refusal_does_not_break_the_output_schema(tool):
    """Some clients hold a refusal to the schema, too."""
    schema = tool.definition["outputSchema"]
    assert "required" not in schema
    assert "error" in schema["properties"]


def test_limits_in_the_schemas_are_the_ones_that_are_enforced():
    takes = {tool.name: tool.definition["inputSchema"]["properties"] for tool in TOOLS}
    assert takes["add_follow_up"]["title"]["maxLength"] == limits.TITLE_CHARACTERS
    assert takes["add_follow_up"]["notes"]["maxLength"] == limits.NOTES_CHARACTERS
    assert takes["add_follow_up"]["session_id"]["maxLength"] == limits.SESSION_ID_CHARACTERS
    assert takes["add_follow_up"]["idempotency_key"]["maxLength"] == limits.IDEMPOTENCY_KEY_CHARACTERS
    assert takes["read_follow_ups"]["limit"]["maximum"] == limits.AGENT_PAGE_ROWS
    assert takes["complete_follow_up"]["summary"]["maxLength"] == limits.AGENT_TEXT_CHARACTERS
    assert takes["complete_follow_up"]["commit"]["maxLength"] == limits.COMMIT_CHARACTERS
    assert takes["hand_back_follow_up"]["reason"]["maxLength"] == limits.AGENT_TEXT_CHARACTERS


def test_hints_say_which_tools_only_read_and_which_may_be_repeated():
    hints = {tool.name: tool.definition["annotations"] for tool in TOOLS}
    assert {name for name, hint in hints.items() if hint["readOnlyHint"]} == {"read_follow_ups", "read_follow_up"}
    assert {name for name, hint in hints.items() if not hint["idempotentHint"]} == {"drain_next"}
    assert not any(hint["destructiveHint"] or hint["openWorldHint"] for hint in hints.values())


def test_three_tools_ask_to_be_at_hand_from_the_start():
    loaded = {tool.name for tool in TOOLS if tool.definition.get("_meta", {}).get("anthropic/alwaysLoad")}
    assert loaded == {"add_follow_up", "read_follow_ups", "drain_next"}


def test_nothing_deletes_renames_or_reorders():
    assert not any(word in tool.name for tool in TOOLS for word in ("delete", "rename", "order", "move", "edit"))


def test_the_server_says_which_version_it_is():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["version"] == VERSION
