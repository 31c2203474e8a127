"""What the owner configured. Claude Code hands over only what was set, so every option has its default here."""

from __future__ import annotations

import os

SERVER = "mcp__plugin_follow-ups_follow-ups__"
"""How the host calls this plugin's tools."""
TOOLS = (
    "add_follow_up",
    "read_follow_ups",
    "read_follow_up",
    "claim_follow_up",
    "complete_follow_up",
    "hand_back_follow_up",
    "drain_next",
)
CONFIGURE = "| claude plugin configure follow-ups@follow-ups --values-stdin"
"""Behind a line of JSON, whose values are all texts."""
NEEDED = ("site", "list_id", "api_key")
LOOK_IN_EVERY = 20
"""Tool calls."""
LOOK_IN_LEAST = 5


def text(name: str) -> str:
    """Empty where it was not set, where the host left a placeholder in its place, or where it holds what none may."""
    value = os.environ.get("CLAUDE_PLUGIN_OPTION_" + name.upper(), "").strip()
    is_plain = value.isascii() and value.isprintable() and " " not in value
    return value if is_plain and not value.startswith("${") else ""


def is_on(name: str) -> bool:
    return text(name).lower() in ("true", "1", "yes", "on")


def missing() -> list[str]:
    return [name for name in NEEDED if not text(name)]


def look_in_every() -> int:
    value = text("plan_reminder_every")
    return max(LOOK_IN_LEAST, int(value)) if value.isascii() and value.isdigit() else LOOK_IN_EVERY


def data_folder() -> str | None:
    """Where the plugin may keep what it has to remember; the host makes it."""
    return os.environ.get("CLAUDE_PLUGIN_DATA") or None
