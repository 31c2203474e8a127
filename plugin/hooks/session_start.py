"""SessionStart: tells the session where it stands. What is known here comes first, what the service knows behind it."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import hook
import options
import remembered
from time_limit import SECONDS

if TYPE_CHECKING:
    from typing import Any

LONGEST = 3_900
"""Characters of all that is said: far below where the host puts a file name in the text's place."""
HOST = "claude-code"
_MARGIN_SECONDS = 0.3
"""Of the time limit, for the answer itself."""

CONFIGURE = (
    "Follow-ups is installed but not configured ({missing} missing). Tell the user in one line to run, with the values "
    "that `python -m local connect --plugin` or `make connect` print in its checkout: "
    """echo '{{"site": "https://...", "list_id": "...", "api_key": "fu_..."}}' """
)

_NOTHING_ANY_MORE = "No follow-up is open here any more."
_told_now: dict[tuple[str, str], str] = {}
"""What this process tells, by session and part."""
REFUSED = (
    "Follow-ups refuses this plugin's key or list: nothing can be captured. Tell the user in one line to run "
    "/follow-ups:doctor. Say work that you notice and leave undone in your reply."
)


def answer(event: dict[str, Any]) -> dict[str, Any] | None:
    started = time.monotonic()
    missing = options.missing()
    if missing:
        return hook.context(event, CONFIGURE.format(missing=", ".join(missing)) + options.CONFIGURE)
    facts = _facts(event)
    parts = {"here": _told(facts)}
    try:
        asked = _asked(facts, started)
        if asked is not None:
            parts["there"] = asked
    except PermissionError:
        parts = {"here": REFUSED}
    session = str(event.get("session_id", ""))
    _told_now.update({(session, name): text for name, text in parts.items()})
    if event.get("source") == "resume":
        # The session still has in its context what it was told before.
        before = {name: remembered.last_told(session, name) for name in parts}
        parts = {name: text or _NOTHING_ANY_MORE for name, text in parts.items() if text != (before[name] or "")}
    text = "\n\n".join([text for text in parts.values() if text])
    return hook.context(event, _cut(text)) if text else None


def remember() -> None:
    """Once it is said: what was not heard is told again."""
    for (session, name), text in _told_now.items():
        remembered.tell(session, name, text)


def _facts(event: dict[str, Any]) -> dict[str, Any]:
    from repository import repository
    from time_zone import time_zone

    facts = {
        "list_id": options.text("list_id"),
        "session_id": event.get("session_id"),
        "source": event.get("source"),
        "host": HOST,
        "repository": repository(str(event.get("cwd") or os.getcwd())),
        "time_zone": time_zone(),
    }
    return {name: value for name, value in facts.items() if value}


def _told(facts: dict[str, Any]) -> str:
    names = [options.SERVER + tool for tool in options.TOOLS]
    lines = [
        "Follow-ups keeps the work that sessions notice and leave undone. Pass these values unchanged to its tools:",
        *[
            f"{name}: {facts[name]}"
            for name in ("list_id", "repository", "session_id", "host", "time_zone")
            if name in facts
        ],
    ]
    if "repository" not in facts:
        return "\n".join(
            [
                *lines,
                "repository: none. This folder has no origin remote on a host, so nothing may be captured here.",
                "Say work that you notice and leave undone in your reply instead.",
            ]
        )
    lines += [
        "Tools (where they are not loaded: ToolSearch with select: and the name): " + ", ".join(names),
        "Work that you notice and leave undone: use the skill follow-ups:capture, at once.",
        "Asked to work follow-ups off, or told so by this repository's rules: use the skill follow-ups:drain.",
    ]
    return "\n".join(lines)


def _asked(facts: dict[str, Any], started: float) -> str | None:
    """What the service has to say; None when it does not answer in time. Raises: PermissionError: it refuses."""
    import service

    left = SECONDS - _MARGIN_SECONDS - (time.monotonic() - started)
    if left <= 0:
        return None
    try:
        told = service.ask("/api/agent/hooks/session-start", facts, left).get("context")
    except service.Refused as refused:
        if refused.status in (401, 403, 404):
            raise PermissionError from refused
        return None
    except (OSError, ValueError):
        return None
    return told if isinstance(told, str) else ""


def _cut(text: str) -> str:
    """At the end of a line."""
    return text if len(text) <= LONGEST else text[:LONGEST].rpartition("\n")[0]


if __name__ == "__main__":
    hook.run(answer, remember)
