"""The doctor: what of the connection works, and how what does not is mended. It shows no key."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import options
import service
from repository import repository
from time_zone import time_zone

if TYPE_CHECKING:
    from typing import Any

_SECONDS = 1.2
_NEW_KEY = (
    "Make one (`python -m local connect` in the checkout, `make connect` on AWS), then: "
    """echo '{"api_key": "fu_..."}' """ + options.CONFIGURE
)
_ALLOW = """echo '{"allow_tools": "true"}' """ + options.CONFIGURE
_NEW_SITE = """Set the address alone, without /mcp: echo '{"site": "https://..."}' """ + options.CONFIGURE
_NEW_LIST = """Set the list that the key was made for: echo '{"list_id": "..."}' """ + options.CONFIGURE
_ALL = "In its checkout: python -m local connect --plugin " + options.CONFIGURE


def answer(event: dict[str, Any]) -> dict[str, Any] | None:
    if str(event.get("prompt", "")).split(None, 1)[:1] != ["/follow-ups:doctor"]:
        return None
    folder = str(event.get("cwd") or os.getcwd())
    lines = [*_configured(), *_connected(), *_here(folder)]
    return {"decision": "block", "reason": "Follow-ups doctor (this is its answer, not an error)\n" + "\n".join(lines)}


def _configured() -> list[str]:
    missing = options.missing()
    if missing:
        return [_bad(f"not configured: {', '.join(missing)}. {_ALL}")]
    return [_good(f"site {options.text('site')}, list {options.text('list_id')}, a key that is set")]


def _connected() -> list[str]:
    if options.missing():
        return []
    try:
        told = service.ask("/api/agent/hooks/doctor", {"list_id": options.text("list_id")}, _SECONDS)
    except service.Refused as refused:
        return [_bad(_refusal(refused.status, _detail(refused.body)))]
    except OSError as failure:
        return [_bad(_unreached(failure))]
    except ValueError:
        return [_bad(f"What answers at the site is not Follow-ups. {_NEW_SITE}")]
    lines = [_good(f"the key reaches the list {str(told.get('list'))!r} as {told.get('role')}")]
    if told.get("role") == "reader":
        lines.append(_bad(f"A reader's key cannot capture or drain. {_NEW_KEY}"))
    return lines


def _unreached(failure: OSError) -> str:
    why = failure.strerror or str(failure)
    if "CERTIFICATE" in why.upper():
        return f"The site's certificate is not trusted here ({why[:80]}). Name its authority's file in SSL_CERT_FILE."
    return f"The site does not answer ({why}). Start it (make run, with the port it had). {_NEW_SITE}"


def _refusal(status: int, detail: str | None) -> str:
    """What is wrong, in the service's own words where it has some."""
    if detail is None:
        return f"What answers at the site ({status}) is not Follow-ups. {_NEW_SITE}"
    if status in (401, 403):
        return f"{detail} {_NEW_KEY}"
    if status == 404:
        return f"The key does not reach this list. {_NEW_LIST}"
    return f"{detail} Try again in a minute."


def _detail(body: bytes) -> str | None:
    """Of a problem that the service reports (RFC 9457); None where it is none of its own."""
    try:
        problem = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(problem, dict) or not isinstance(problem.get("code"), str):
        return None
    detail = "".join([letter for letter in str(problem.get("detail", "")) if letter.isprintable()])
    return detail[:300]


def _here(folder: str) -> list[str]:
    name = repository(folder)
    zone = time_zone()
    return [
        _good(f"repository {name}")
        if name
        else _good("no repository: this folder has no remote `origin` on a host, so nothing is captured here"),
        _good(f"time zone {zone}") if zone else _good("no time zone was found: reminders use the one set on the site"),
        _good("tools run without asking (allow_tools)")
        if options.is_on("allow_tools")
        else _good("tools ask before they run. So that they do not: " + _ALLOW),
    ]


def _good(text: str) -> str:
    return "  ok    " + text


def _bad(text: str) -> str:
    return "  MEND  " + text
