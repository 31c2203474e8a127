"""The commands beside the server: connect an agent, see and revoke its keys, sign a browser in."""

import json
import shlex
from pathlib import Path
from typing import Any, Final

from local.asking import ask

ALLOW: Final = """echo '{"allow_tools": "true"}' | claude plugin configure follow-ups@follow-ups --values-stdin"""


def connect(data: Path, *, name: str | None, as_json: bool, key_only: bool, for_plugin: bool) -> str:
    """What to print: a new key of the running server and how an agent is connected with it."""
    connection = ask(data, "/local/admin/connect", {"name": name} if name else {})
    if key_only:
        return str(connection["api_key"])
    plugin = connection.pop("plugin")
    if for_plugin:
        return json.dumps({name: connection[name] for name in ("site", "list_id", "api_key")})
    return json.dumps(connection) if as_json else _told(connection, plugin)


def login(data: Path, *, as_json: bool) -> str:
    """What to print: a link that signs one browser in."""
    answered = ask(data, "/local/admin/login", {})
    if as_json:
        return json.dumps(answered)
    return f"Open this in the browser that shall be signed in. It works once:\n\n  {answered['login_url']}\n"


def keys(data: Path, *, revoke: str | None, as_json: bool) -> str:
    """What to print: the owner's API keys, after revoking one."""
    answered = ask(data, "/local/admin/keys", {"revoke": revoke} if revoke else {})
    if as_json:
        return json.dumps(answered)
    told = [
        f"  {key['id']}  {key['begins']}…  {key['role']}, last used {key['last_used'] or 'never'}: {key['name']}"
        for key in answered["keys"]
    ]
    if not told:
        return "There are no API keys. Make one with: connect"
    return "\n".join(
        ["Id, first characters, role and name of each API key:", "", *told, "", "Revoke one: keys --revoke ID"]
    )


def claude_command(mcp_url: str, api_key: str) -> str:
    """What connects Claude Code, ready to paste."""
    header = shlex.quote(f"Authorization: Bearer {api_key}")
    return f"claude mcp add --scope user --transport http follow-ups {mcp_url} --header {header}"


def _told(connection: dict[str, Any], plugin: list[str]) -> str:
    return f"""This API key is shown once. Whoever has it may work on the follow-ups of your list.

  Site      {connection["site"]}
  MCP URL   {connection["mcp_url"]}
  List id   {connection["list_id"]}
  API key   {connection["api_key"]}

Connect Claude Code with the plugin, which tells each session where it stands. Then start a session in a repository:

{chr(10).join([f"  {command}" for command in plugin])}

So that its tools run without asking, as a drain that nobody watches needs:

  {ALLOW}

Or without the plugin, as an MCP server alone. Not both: Claude Code would drop the plugin's own server, whose tools are
the ones that sessions are told of (`claude mcp remove follow-ups --scope user` takes this one away again):

  {claude_command(connection["mcp_url"], connection["api_key"])}

Any other MCP client: the MCP URL over Streamable HTTP, with the header
  Authorization: Bearer {connection["api_key"]}

docs/hosts.md says how opencode, Codex and others are set up, and has the block for their AGENTS.md.
"""
