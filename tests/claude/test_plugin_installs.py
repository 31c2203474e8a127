"""The plugin is installed from this checkout's marketplace file, as its documents say, and works from then on."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.claude.acting import captures, says
from tests.claude.machine import ROOT, Machine
from tests.claude.messages_api import Model
from tests.journeys.deployment import browser, signed_in_at
from tests.journeys.local_server import LocalServer
from tests.journeys.owner import Owner

pytestmark = [pytest.mark.claude, pytest.mark.anyio]

PLUGIN = "follow-ups@follow-ups"


@pytest.mark.parametrize("folder", [ROOT / "plugin", ROOT], ids=["plugin", "marketplace"])
def test_the_client_finds_nothing_wrong_with_what_it_installs(machine: Machine, folder: Path) -> None:
    told = json.loads(machine.command("plugin", "validate", "--strict", "--json", str(folder)))

    assert told["success"] is True


async def test_the_commands_of_connect_are_all_it_takes(machine: Machine, server: LocalServer) -> None:
    pasted = [line.strip() for line in _printed(server, "connect").splitlines() if "claude plugin" in line]

    for line in pasted:
        machine.pasted(line)

    assert len(pasted) == 4
    (plugin,) = [one for one in json.loads(machine.command("plugin", "list", "--json")) if one["id"] == PLUGIN]
    assert plugin["enabled"] is True
    assert "✔ Connected" in machine.command("mcp", "list")


async def test_the_line_of_connect_configures_the_plugin_without_a_prompt_and_a_session_captures(
    machine: Machine, server: LocalServer
) -> None:
    line = _printed(server, "connect", "--plugin")
    values = json.loads(line)
    machine.command("plugin", "marketplace", "add", str(ROOT))
    machine.command("plugin", "install", PLUGIN)

    configured = [
        json.loads(machine.command("plugin", "configure", PLUGIN, "--values-stdin", "--json", given=given))["saved"]
        for given in (line, '{"allow_tools": "true"}')
    ]
    ended = machine.ask("Hello.", Model([captures("Guard orders"), says("Captured.")]))

    assert [sorted(saved) for saved in configured] == [sorted(values), ["allow_tools"]]
    assert ended["permission_denials"] == []
    async with browser(server.address, signed_in_at(server)) as http:
        (todo,) = await Owner(http, values["list_id"]).todos()
    assert todo["title"] == "Guard orders"


def test_the_key_stands_nowhere_but_where_the_client_keeps_secrets(machine: Machine, server: LocalServer) -> None:
    line = _printed(server, "connect", "--plugin")
    key = json.loads(line)["api_key"]
    machine.command("plugin", "marketplace", "add", str(ROOT))
    machine.command("plugin", "install", PLUGIN)
    machine.command("plugin", "configure", PLUGIN, "--values-stdin", given=line)

    machine.ask("Hello.", Model([captures("Guard refunds"), says("Captured.")]))

    written = [file for file in machine.home.rglob("*") if file.is_file() and key.encode() in file.read_bytes()]
    assert [file.name for file in written] == [".credentials.json"]
    assert written[0].stat().st_mode & 0o077 == 0


def _printed(server: LocalServer, *command: str) -> str:
    """What one of the local commands prints."""
    return subprocess.run(
        [sys.executable, "-m", "local", *command, "--data", str(server.data)],
        check=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
    ).stdout
