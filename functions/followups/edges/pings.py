"""What a page says over its socket: `{"ping": number}`, and what it hears: `{"pong": number}`, the same number."""

import json
from math import isfinite
from typing import Final

from followups.domain.limits import PING_CHARACTERS

UNKNOWN: Final = json.dumps({"error": 'A page sends {"ping": number} and nothing else. Send that, or nothing.'})


def answer_to(message: str | None) -> str:
    """The pong; for anything else a message that says what is taken."""
    number = None if message is None else _number_in(message)
    return UNKNOWN if number is None else json.dumps({"pong": number})


def _number_in(message: str) -> int | float | None:
    if len(message) > PING_CHARACTERS:
        return None
    try:
        told = json.loads(message)
    except ValueError:
        return None
    number = told.get("ping") if isinstance(told, dict) else None
    if isinstance(number, bool) or not isinstance(number, int | float) or not isfinite(number):
        return None
    return number
