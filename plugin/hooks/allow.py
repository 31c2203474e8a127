"""PreToolUse, where the owner switched it on: this plugin's own tools run without asking. No other tool is touched."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import hook
import options

if TYPE_CHECKING:
    from typing import Any

OURS = {"name": "plugin:follow-ups:follow-ups", "source": "plugin"}
"""This plugin's server, as the host tells it from those of a project and of the command line."""


def answer(event: dict[str, Any]) -> dict[str, Any] | None:
    name = event.get("tool_name")
    if not options.is_on("allow_tools") or name not in [options.SERVER + tool for tool in options.TOOLS]:
        return None
    # The host writes other letters in a server's name as `_`, so that another server's tools may be called like ours.
    if event.get("mcp_server") != OURS:
        return None
    allowed = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "allow",
        "permissionDecisionReason": "The Follow-ups plugin may use its own tools (option allow_tools).",
    }
    return {"hookSpecificOutput": allowed}


if __name__ == "__main__":
    hook.run(answer)
