"""The plugin's files agree with each other and with the server, beyond what the host's own check looks at."""

import ast
import json
import re
import tomllib
from typing import Any, Final

import pytest

from followups.edges.agent.tools import TOOLS
from tests.plugin.hook_program import HOOKS, ROOT

PLUGIN: Final = ROOT / "plugin"
MANIFEST: Final[dict[str, Any]] = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
OPTIONS: Final[dict[str, Any]] = MANIFEST["userConfig"]
SENSITIVE: Final = {name for name, option in OPTIONS.items() if option.get("sensitive")}
MARKETPLACE: Final[dict[str, Any]] = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text())
HOOKS_FILE: Final[dict[str, Any]] = json.loads((HOOKS / "hooks.json").read_text())

EVENTS: Final = frozenset(
    {
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PostToolBatch",
        "Notification",
        "UserPromptSubmit",
        "UserPromptExpansion",
        "SessionStart",
        "SessionEnd",
        "Stop",
        "StopFailure",
        "SubagentStart",
        "SubagentStop",
        "PreCompact",
        "PostCompact",
        "PreModelSwitch",
        "PostModelSwitch",
        "PermissionRequest",
        "PermissionDenied",
        "Setup",
        "TeammateIdle",
        "TaskCreated",
        "TaskCompleted",
        "Elicitation",
        "ElicitationResult",
        "ConfigChange",
        "WorktreeCreate",
        "WorktreeRemove",
        "InstructionsLoaded",
        "CwdChanged",
        "FileChanged",
        "DirectoryAdded",
        "MessageDisplay",
        "PreSkillShellCommand",
    }
)
HOOK_FIELDS: Final = frozenset(
    {"type", "command", "args", "if", "shell", "timeout", "onFailure", "statusMessage", "once", "async", "asyncRewake"}
)
OPTION_FIELDS: Final = frozenset(
    {"type", "title", "description", "required", "default", "multiple", "sensitive", "min", "max", "options"}
)
KNOWN_FIELDS: Final = frozenset(
    {
        "$schema",
        "name",
        "version",
        "description",
        "author",
        "homepage",
        "repository",
        "license",
        "keywords",
        "icon",
        "privacyPolicyUrl",
        "displayName",
        "defaultEnabled",
        "dependencies",
        "optionalDependencies",
        "metadata",
        "engines",
        "network",
        "userConfig",
        "channels",
        "commands",
        "agents",
        "skills",
        "hooks",
        "mcpServers",
        "lspServers",
        "monitors",
        "outputStyles",
        "themes",
        "workflows",
        "experimental",
    }
)
"""Of Claude Code 2.1."""

NAME_CHARACTERS: Final = 64
DESCRIPTION_CHARACTERS: Final = 1024
LONGEST_TIMEOUT: Final = 60
"""Seconds; a larger one was meant in milliseconds."""

REFERENCE: Final = re.compile(r"\$\{user_config\.([^}]*)\}")

HANDLERS: Final = [
    pytest.param(handler, id=event)
    for event, groups in HOOKS_FILE["hooks"].items()
    for group in groups
    for handler in group["hooks"]
]
every_handler = pytest.mark.parametrize("handler", HANDLERS)
SKILLS: Final = sorted((PLUGIN / "skills").glob("*/SKILL.md"))
COMMANDS: Final = sorted((PLUGIN / "commands").glob("*.md"))


def front_matter(file) -> dict[str, str]:
    """Plain `name: value` lines between two rules: whatever reads YAML reads them alike."""
    first, head, _ = file.read_text().split("---\n", 2)
    assert first == ""
    told = dict(line.split(": ", 1) for line in head.splitlines())
    assert not [value for value in told.values() if re.search(r": | #|^[\[{&*!|>'\"%@`]", value)], "quote it for YAML"
    return told


def hook_options() -> Any:
    """What the hooks know of their options, read from the source."""
    constants: dict[str, Any] = {}
    for node in ast.parse((HOOKS / "options.py").read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            constants[node.targets[0].id] = ast.literal_eval(node.value)
    return constants


def asked_options() -> set[str]:
    """Every option that a hook asks for by its name."""
    asked = set()
    for file in HOOKS.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in {"text", "is_on"}:
                asked.add(str(node.args[0].value))
    return asked


# Hooks


def test_every_event_and_every_field_of_the_hooks_is_one_that_the_host_knows() -> None:
    assert HOOKS_FILE.keys() <= {"description", "hooks"}
    assert HOOKS_FILE["hooks"].keys() <= EVENTS
    for groups in HOOKS_FILE["hooks"].values():
        assert [group.keys() - {"matcher", "hooks"} for group in groups] == [set()] * len(groups)


@every_handler
def test_a_hook_is_a_command_with_fields_that_the_host_knows(handler) -> None:
    assert handler.keys() <= HOOK_FIELDS
    assert handler["type"] == "command"


@every_handler
def test_a_hook_s_command_refers_to_no_option(handler) -> None:
    """The host refuses to run one that does."""
    assert not REFERENCE.search(json.dumps(handler))
    assert "CLAUDE_PLUGIN_OPTION" not in json.dumps(handler)


@every_handler
def test_a_hook_s_script_is_there(handler) -> None:
    name = re.fullmatch(r'sh "\$\{CLAUDE_PLUGIN_ROOT\}/hooks/launch\.sh" (\w+)', handler["command"])
    assert name is not None
    assert (HOOKS / "launch.sh").is_file()
    assert (HOOKS / f"{name[1]}.py").is_file()


@every_handler
def test_a_hook_s_timeout_is_in_seconds_and_longer_than_its_own(handler) -> None:
    assert 2 < handler["timeout"] <= LONGEST_TIMEOUT


def test_sessions_are_greeted_whatever_started_them() -> None:
    assert ["matcher" in group for group in HOOKS_FILE["hooks"]["SessionStart"]] == [False]


def test_the_hook_that_allows_is_asked_about_our_tools_alone() -> None:
    (group,) = HOOKS_FILE["hooks"]["PreToolUse"]
    server = hook_options()["SERVER"]
    assert all(re.fullmatch(group["matcher"], server + tool.name) for tool in TOOLS)
    assert not re.fullmatch(group["matcher"], "Bash")
    assert not re.fullmatch(group["matcher"], "mcp__other__drain_next")


# Options


def test_every_option_that_a_hook_asks_for_is_declared_and_every_declared_one_is_asked_for() -> None:
    assert asked_options() | set(hook_options()["NEEDED"]) == OPTIONS.keys()


def test_an_option_has_a_title_a_description_and_only_fields_that_the_host_knows() -> None:
    for name, option in OPTIONS.items():
        assert option.keys() <= OPTION_FIELDS, name
        assert option["title"], name
        assert option["description"], name
        assert re.fullmatch(r"[A-Za-z_]\w*", name)


def test_what_the_hooks_need_is_required_and_nothing_else_is() -> None:
    assert {name for name, option in OPTIONS.items() if option.get("required")} == set(hook_options()["NEEDED"])


def test_the_defaults_that_are_shown_are_the_hooks_own() -> None:
    """The host hands over what was set, not what is declared."""
    known = hook_options()
    every = OPTIONS["plan_reminder_every"]
    assert (every["default"], every["min"]) == (known["LOOK_IN_EVERY"], known["LOOK_IN_LEAST"])
    assert OPTIONS["allow_tools"]["default"] is False
    assert {name for name, option in OPTIONS.items() if "default" in option} == {"plan_reminder_every", "allow_tools"}


def test_the_key_is_kept_as_a_secret() -> None:
    assert {"api_key"} == SENSITIVE


@pytest.mark.parametrize("file", [*SKILLS, *COMMANDS, PLUGIN / "README.md"], ids=lambda file: file.stem)
def test_no_skill_and_no_command_refers_to_a_secret_or_to_what_is_not_declared(file) -> None:
    named = set(REFERENCE.findall(file.read_text()))
    assert not named & SENSITIVE
    assert named <= OPTIONS.keys()
    assert "CLAUDE_PLUGIN_OPTION" not in file.read_text()


def test_the_readme_tells_every_option_and_its_default() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*?) ?\|", (PLUGIN / "README.md").read_text(), re.MULTILINE))
    shown = {True: "on", False: "off"}
    assert rows == {
        name: str(shown.get(option["default"], option["default"])) if "default" in option else ""
        for name, option in OPTIONS.items()
    }


def test_the_server_is_reached_with_the_declared_site_and_key() -> None:
    servers = json.loads((PLUGIN / ".mcp.json").read_text())["mcpServers"]
    assert servers.keys() == {"follow-ups"}
    (server,) = servers.values()
    assert server["type"] == "http"
    assert server["url"] == "${user_config.site}/mcp"
    assert server["headers"] == {"Authorization": "Bearer ${user_config.api_key}"}
    assert set(REFERENCE.findall(json.dumps(server))) <= OPTIONS.keys()


# Tools, skills and commands


def test_the_tools_that_the_plugin_names_are_the_server_s() -> None:
    assert sorted(hook_options()["TOOLS"]) == sorted(tool.name for tool in TOOLS)


def test_the_tools_are_called_as_the_host_calls_those_of_a_plugin() -> None:
    (server,) = json.loads((PLUGIN / ".mcp.json").read_text())["mcpServers"]
    assert hook_options()["SERVER"] == f"mcp__plugin_{MANIFEST['name']}_{server}__"


@pytest.mark.parametrize("file", SKILLS, ids=lambda file: file.parent.name)
def test_a_skill_s_name_and_description_are_within_the_host_s_limits(file) -> None:
    told = front_matter(file)
    assert told["name"] == file.parent.name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", told["name"])
    assert len(told["name"]) <= NAME_CHARACTERS
    assert 0 < len(told["description"]) <= DESCRIPTION_CHARACTERS


@pytest.mark.parametrize("file", COMMANDS, ids=lambda file: file.stem)
def test_a_command_has_a_description(file) -> None:
    assert 0 < len(front_matter(file)["description"]) <= DESCRIPTION_CHARACTERS


@pytest.mark.parametrize("file", [*SKILLS, *COMMANDS], ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_tool_or_skill_that_a_text_names_is_there(file) -> None:
    text = file.read_text()
    tools = {tool.name for tool in TOOLS}
    assert set(re.findall(r"mcp__plugin_follow-ups_follow-ups__(\w+)", text)) <= tools
    assert set(re.findall(r"`…__(\w+)`", text)) <= tools
    named = set(re.findall(r"(?<![\w/])follow-ups:([a-z-]+)", text))
    assert named <= {skill.parent.name for skill in SKILLS} | {command.stem for command in COMMANDS}


# Where things are


def test_the_manifest_has_only_fields_that_the_host_knows() -> None:
    assert MANIFEST.keys() <= KNOWN_FIELDS
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", MANIFEST["name"])


def test_the_folder_of_the_manifest_holds_nothing_else() -> None:
    """Skills, commands and hooks in there are not found."""
    assert [file.name for file in (PLUGIN / ".claude-plugin").iterdir()] == ["plugin.json"]
    assert [file.name for file in (ROOT / ".claude-plugin").iterdir()] == ["marketplace.json"]


def test_the_plugin_brings_no_settings() -> None:
    """The host takes no status line from there."""
    assert not (PLUGIN / "settings.json").exists()


def test_the_marketplace_lists_this_plugin_by_a_folder_that_is_there() -> None:
    (listed,) = MARKETPLACE["plugins"]
    assert listed["name"] == MANIFEST["name"]
    assert listed["source"].startswith("./")
    assert (ROOT / listed["source"]).resolve() == PLUGIN
    assert listed["description"] == MANIFEST["description"]
    assert "version" not in listed or listed["version"] == MANIFEST["version"]


def test_the_plugin_has_the_version_of_the_product() -> None:
    product = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert MANIFEST["version"] == product
