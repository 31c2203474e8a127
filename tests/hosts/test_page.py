"""The page of the hosts: what it shows can be read, names what there is, and leaves out nothing that the skills say."""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from followups.domain.drains import Stop
from followups.domain.origins import Host
from followups.edges.agent.tools import TOOLS
from tests.architecture.documents import code_words, first_cells, text
from tests.hosts.described import PAGE, agents_block, blocks

SKILLS = ["plugin/skills/capture/SKILL.md", "plugin/skills/drain/SKILL.md"]
TOOL_NAMES = {tool.name for tool in TOOLS}
ARGUMENTS = {argument.name for tool in TOOLS for argument in tool.takes}
PREFIXED = re.compile(r"(?:mcp__(?:plugin_follow-ups_)?follow-ups__|follow-ups_|follow-ups/)([a-z]+(?:_[a-z]+)+)")
"""A tool, as the hosts call it."""


def configurations() -> Iterator[dict[str, Any]]:
    yield from map(json.loads, blocks("json"))
    yield from map(tomllib.loads, blocks("toml"))


def connections() -> list[str]:
    """Those that name the address."""
    return [told for config in configurations() if "MCP_URL" in (told := json.dumps(config))]


def test_every_connection_calls_the_server_follow_ups_and_takes_the_key_from_outside_of_the_file() -> None:
    assert len(connections()) == 5
    for told in connections():
        assert '"follow-ups": {' in told
        assert re.search(r"FOLLOW_UPS_KEY|\$\{input:", told)


def test_no_key_stands_on_the_page() -> None:
    assert "fu_" not in text(PAGE)


def test_what_is_denied_are_tools_that_there_are() -> None:
    named = set(PREFIXED.findall(text(PAGE)))
    listed = {
        tool
        for config in map(tomllib.loads, blocks("toml"))
        for server in config["mcp_servers"].values()
        for tool in server.get("disabled_tools", [])
    }
    assert named
    assert listed
    assert named | listed <= TOOL_NAMES


def test_every_tool_argument_and_refusal_that_the_skills_name_is_in_the_agents_block() -> None:
    refusals = set(first_cells(text("docs/errors.md"), "Code"))
    of_skills = set().union(*(re.findall(r"\w+", word) for skill in SKILLS for word in code_words(text(skill))))
    meant = of_skills & (TOOL_NAMES | ARGUMENTS | refusals)
    assert {"drain_next", "claim_token", "claim_lost"} <= meant
    assert meant - code_words(agents_block()) == set()


def test_what_the_agents_block_names_exists() -> None:
    answers = {"duplicate", "stop"}
    places = {"git remote get-url origin", "owner/name", "host/path", ".git", "Follow-up: <id>", "follow-ups"}
    known = TOOL_NAMES | ARGUMENTS | set(Host) | set(first_cells(text("docs/errors.md"), "Code")) | answers | places
    assert code_words(agents_block()) - known == set()


def test_the_agents_block_names_whatever_the_tools_that_it_names_require() -> None:
    named = code_words(agents_block())
    used = [tool for tool in TOOLS if tool.name in named]
    assert used
    assert {argument.name for tool in used for argument in tool.takes if argument.required} <= named


def test_the_agents_block_quotes_a_reason_that_there_is() -> None:
    quoted = set(re.findall(r"(?<!\*)\*([a-z ]+)\*(?!\*)", agents_block()))
    assert quoted
    assert quoted <= set(Stop)
