"""The plugin's own tools run without asking where the owner switched that on, and no other tool ever."""

import pytest

PREFIX = "mcp__plugin_follow-ups_follow-ups__"
OURS = [
    "add_follow_up",
    "read_follow_ups",
    "read_follow_up",
    "claim_follow_up",
    "complete_follow_up",
    "hand_back_follow_up",
    "drain_next",
]
OTHERS = [
    "Bash",
    "Write",
    PREFIX,
    PREFIX + "delete_list",
    PREFIX + "drain_next_",
    PREFIX + "DRAIN_NEXT",
    PREFIX + "drain_next ",
    "x" + PREFIX + "drain_next",
    "mcp__follow-ups__drain_next",
    "mcp__plugin_other_follow-ups__drain_next",
    "drain_next",
    "",
    None,
    7,
    [PREFIX + "drain_next"],
    {"name": PREFIX + "drain_next"},
]


@pytest.mark.parametrize("tool", OURS)
def test_a_tool_of_ours_is_allowed_when_it_is_on(tool, host) -> None:
    host.options["allow_tools"] = "true"
    said = host.before_tool(PREFIX + tool).answer["hookSpecificOutput"]
    assert (said["hookEventName"], said["permissionDecision"]) == ("PreToolUse", "allow")
    assert "allow_tools" in said["permissionDecisionReason"]


@pytest.mark.parametrize("tool", OTHERS)
def test_no_other_tool_is_touched(tool, host) -> None:
    host.options["allow_tools"] = "true"
    assert host.before_tool(tool, tool_input={"tool_name": PREFIX + "drain_next"}).stdout == b""


@pytest.mark.parametrize("value", [None, "", "false", "0", "no", "off", "${user_config.allow_tools}", "maybe"])
def test_it_is_off_unless_it_was_switched_on(value, host) -> None:
    if value is not None:
        host.options["allow_tools"] = value
    assert host.before_tool(PREFIX + "drain_next").stdout == b""


@pytest.mark.parametrize("value", ["true", "True", " true ", "1", "yes", "on"])
def test_it_is_on_however_it_was_written(value, host) -> None:
    host.options["allow_tools"] = value
    assert host.before_tool(PREFIX + "drain_next").answer is not None


def test_it_asks_nobody(host, service) -> None:
    host.options["allow_tools"] = "true"
    host.before_tool(PREFIX + "drain_next")
    assert not service.raw


@pytest.mark.parametrize(
    "server",
    [
        None,
        {"name": "plugin:follow-ups:follow-ups", "source": "project"},
        {"name": "plugin:follow-ups:follow-ups", "source": "dynamic"},
        {"name": "plugin_follow-ups_follow-ups", "source": "plugin"},
        "plugin:follow-ups:follow-ups",
    ],
)
def test_another_server_that_calls_its_tools_like_ours_is_not_allowed(server, host) -> None:
    host.options["allow_tools"] = "true"
    assert host.before_tool(PREFIX + "add_follow_up", mcp_server=server).stdout == b""
