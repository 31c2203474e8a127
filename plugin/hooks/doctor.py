"""The doctor: what of the connection works, and how what does not is mended. It shows no key."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import options
import service
from repository import repository
from time_zone import time_zone

if TYPE_CHECKING:
    from typing import Any

_SECONDS = 1.2
_CONFIGURE = "claude plugin configure follow-ups@follow-ups --values-stdin"


def answer(event: dict[str, Any]) -> dict[str, Any] | None:
    if str(event.get("prompt", "")).split(None, 1)[:1] != ["/follow-ups:doctor"]:
        return None
    folder = str(event.get("cwd") or os.getcwd())
    lines = [*_configured(), *_connected(), *_here(folder)]
    return {"decision": "block", "reason": "Follow-ups doctor\n" + "\n".join(lines)}


def _configured() -> list[str]:
    missing = options.missing()
    if missing:
        return [_bad(f"{name} is not set. Run: {_CONFIGURE}") for name in missing]
    return [_good(f"site {options.text('site')}, list {options.text('list_id')}, a key that is set")]


def _connected() -> list[str]:
    if options.missing():
        return []
    try:
        told = service.ask("/api/agent/hooks/doctor", {"list_id": options.text("list_id")}, _SECONDS)
    except service.Refused as refused:
        return [
            _bad(_REFUSALS.get(refused.status, f"The site answers {refused.status}. Is it Follow-ups that runs there?"))
        ]
    except ValueError:
        return [_bad(f"What answers at the site is not Follow-ups. Set site anew: {_CONFIGURE}")]
    except OSError as failure:
        return [
            _bad(f"The site does not answer ({failure.strerror or failure}). Does it run, and is `site` its address?")
        ]
    lines = [_good(f"the key reaches the list {str(told.get('list'))!r} as {told.get('role')}")]
    if told.get("role") == "reader":
        lines.append(
            _bad("A reader's key cannot capture or drain. Make one with the role agent on the site, and set api_key.")
        )
    return lines


_REFUSALS = {
    401: f"The key is unknown, revoked or expired. Make a new one on the site, and set api_key: {_CONFIGURE}",
    403: "The key may not do this. Make one with the role agent on the site, and set api_key.",
    404: f"The key does not reach this list. Copy list_id from the site's Connect page: {_CONFIGURE}",
    429: "The site asks to wait: this key made too many calls. Try again in a minute.",
    503: "The site is up, its storage is not. Try again soon.",
}


def _here(folder: str) -> list[str]:
    name = repository(folder)
    zone = time_zone()
    return [
        _good(f"repository {name}")
        if name
        else _bad("This folder has no origin remote on a host, so nothing is captured here. git remote add origin URL"),
        _good(f"time zone {zone}") if zone else _good("no time zone was found: reminders use the one set on the site"),
        _good("tools run without asking (allow_tools)")
        if options.is_on("allow_tools")
        else _good("tools ask before they run; set allow_tools to true so that a drain does not wait"),
    ]


def _good(text: str) -> str:
    return "  ok    " + text


def _bad(text: str) -> str:
    return "  MEND  " + text
