"""What a scripted model does with the plugin: it takes every value from what it was told, as a real one must."""

import json
from typing import Any, Final

from tests.claude.messages_api import Heard, Say, Turn, Use

Json = dict[str, Any]

PREFIX: Final = "mcp__plugin_follow-ups_follow-ups__"
"""How the client calls the plugin's tools."""


def here(heard: Heard) -> Json:
    """Where this session is, as its context says."""
    return {name: heard.told(name) for name in ("list_id", "repository", "session_id")}


def captures(title: str, **details: Any) -> Turn:
    return lambda heard: Use(
        f"{PREFIX}add_follow_up", {**here(heard), "host": heard.told("host"), "title": title, **details}
    )


def drains(**options: Any) -> Turn:
    return lambda heard: Use(f"{PREFIX}drain_next", {**here(heard), **options})


def completes(step: Json, summary: str, **details: Any) -> Turn:
    return lambda heard: Use(f"{PREFIX}complete_follow_up", {**_held(heard, step), "summary": summary, **details})


def hands_back(step: Json, reason: str) -> Turn:
    return lambda heard: Use(f"{PREFIX}hand_back_follow_up", {**_held(heard, step), "reason": reason})


def says(text: str) -> Turn:
    return lambda heard: Say(text)


def answered(heard: Heard) -> Json:
    """What the plugin's tool that was called last answered."""
    told: Json = json.loads(heard.result)
    return told


def _held(heard: Heard, step: Json) -> Json:
    return {
        "list_id": heard.told("list_id"),
        "id": step["follow_up"]["id"],
        "claim_token": step["claim"]["token"],
    }
