"""Every tool against every kind of caller: what is nobody's business here stays so. A tool that is not listed fails."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from followups.edges.agent.tools import TOOLS
from tests.builders import a_home
from tests.edges.agent.door import another_list


@dataclass(frozen=True)
class Expected:
    reader_may: bool
    arguments: dict[str, Any]
    """Beside list_id; `id` stands for a follow-up's."""


WHERE = {"repository": "acme/widget", "session_id": "s9"}

TABLE = {
    "add_follow_up": Expected(reader_may=False, arguments={**WHERE, "title": "From afar"}),
    "read_follow_ups": Expected(reader_may=True, arguments={"repository": "acme/widget"}),
    "read_follow_up": Expected(reader_may=True, arguments={"id": "?"}),
    "drain_next": Expected(reader_may=False, arguments=WHERE),
    "claim_follow_up": Expected(reader_may=False, arguments={"id": "?", "session_id": "s9"}),
    "complete_follow_up": Expected(reader_may=False, arguments={"id": "?", "summary": "From afar"}),
    "hand_back_follow_up": Expected(reader_may=False, arguments={"id": "?", "reason": "From afar"}),
}

UNKNOWN = "01900000-0000-7000-8000-000000000000"

each_tool = pytest.mark.parametrize("name", [tool.name for tool in TOOLS])


def arguments_for(name, id):
    given = TABLE[name].arguments
    return {**given, "id": id} if "id" in given else given


@pytest.fixture
def id(agent):
    return agent.add("Fix the guard").follow_up["id"]


def test_every_tool_is_listed_here():
    assert {tool.name for tool in TOOLS} == TABLE.keys()


@each_tool
def test_nobody_calls_a_tool(agent, id, name):
    nobody = replace(agent, key=None)
    arguments = {"list_id": agent.list_id, **arguments_for(name, id)}
    response = nobody.rpc("tools/call", {"name": name, "arguments": arguments})
    assert response.status_code == 401
    assert "www-authenticate" in response.headers


@each_tool
def test_another_owners_key_sees_what_an_unknown_list_shows(home, door, id, name):
    before = home.ports.todos.get(id)
    stranger = door.stranger(home.id)
    foreign = stranger.call(name, **arguments_for(name, id))
    unknown = stranger.call(name, **{"list_id": UNKNOWN, **arguments_for(name, id)})
    assert foreign.code == "not_found"
    assert foreign.body == unknown.body
    assert home.ports.todos.get(id) == before
    assert home.read() == ["Fix the guard"]


@pytest.mark.parametrize("name", [name for name, expected in TABLE.items() if "id" in expected.arguments])
def test_another_owners_follow_up_is_not_reached_through_ones_own_list(ports, door, id, name):
    stranger = door.agent(a_home(ports, "stranger"))
    foreign = stranger.call(name, **arguments_for(name, id))
    unknown = stranger.call(name, **arguments_for(name, UNKNOWN))
    assert foreign.code == "not_found"
    assert foreign.body == unknown.body


@each_tool
def test_a_key_of_another_list_sees_what_an_unknown_list_shows(home, door, id, name):
    elsewhere = door.agent(home, list_id=another_list(home))
    told = elsewhere.call(name, **{"list_id": home.id, **arguments_for(name, id)})
    unknown = elsewhere.call(name, **{"list_id": UNKNOWN, **arguments_for(name, id)})
    assert told.code == "not_found"
    assert told.body == unknown.body


@each_tool
def test_a_reader_reads_and_nothing_else(home, door, id, name):
    before = home.ports.todos.get(id)
    told = door.agent(home, role="reader").call(name, **arguments_for(name, id))
    assert told.code == ("" if TABLE[name].reader_may else "not_allowed")
    assert home.ports.todos.get(id) == before


@each_tool
def test_an_agent_may_call_all_of_them(agent, id, name):
    assert agent.call(name, **arguments_for(name, id)).code == ""
