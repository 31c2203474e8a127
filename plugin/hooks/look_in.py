"""What happens every so many tool calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hook
import options
import service

if TYPE_CHECKING:
    from typing import Any

_SECONDS = 1.5


def answer(event: dict[str, Any]) -> dict[str, Any] | None:
    facts = {"list_id": options.text("list_id"), "session_id": event.get("session_id")}
    try:
        told = service.ask("/api/agent/hooks/tool-use", facts, _SECONDS).get("context")
    except (OSError, ValueError, service.Refused):
        return None
    # A subagent's call shows that its session works, but what there is to say is for the session.
    if event.get("agent_id") or not isinstance(told, str) or not told:
        return None
    return hook.context(event, told)
