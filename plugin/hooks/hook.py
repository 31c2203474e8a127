"""One hook from its input to its answer, which must never be in anybody's way.

Whatever happens, the exit code is 0, at most one JSON object is printed, and it ends in time: a hook that fails says
nothing, so that the session goes on as if it were not there.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from time_limit import end_in_time

if TYPE_CHECKING:
    from typing import Any


def run(answer: Callable[[dict[str, Any]], dict[str, Any] | None], then: Callable[[], None] | None = None) -> NoReturn:
    """Answer what is on standard input, do `then` once it is answered, and end."""
    end_in_time()
    try:
        event = json.loads(sys.stdin.buffer.read())
        told = answer(event) if isinstance(event, dict) else None
        if told is not None:
            sys.stdout.buffer.write(json.dumps(told).encode())
            sys.stdout.buffer.flush()
        if then is not None:
            then()
    except Exception:  # noqa: BLE001, S110 - the last line: a hook that fails is as if it were not there
        pass
    # Nobody waits for what was left behind, and a closed pipe is no failure.
    os._exit(0)


def context(event: dict[str, Any], text: str) -> dict[str, Any]:
    """The answer that gives the model a text."""
    return {"hookSpecificOutput": {"hookEventName": event["hook_event_name"], "additionalContext": text}}
