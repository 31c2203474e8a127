"""A day of one owner and the owner's agents, played on the counted functions."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from uuid import UUID

from bench.counted_calls import Counted, counted
from bench.filling import REPOSITORY
from bench.owner_page import PING_MINUTES, OwnerPage
from bench.sample_todos import NOTES, title
from bench.stage import FEW
from bench.use import Stored, Use

SESSIONS: Final = 20
"""A day, evenly spread: each finds the functions cold, and an hour in which the key was not used yet."""
ADDS: Final = 6
PAGES: Final = 2
"""Pages of follow-ups that an agent reads in a session."""
DRAINED: Final = 6
"""Follow-ups that a session takes with drain_next and completes or hands back: 20 tool calls with the others."""
HAND_BACKS: Final = 4
"""A day: every fifth session hands its last one back."""
LOOK_INS: Final = 2
"""Of the plugin in a session, beside the call at its start. A claim is done with before one has to renew it."""

PAGE_MINUTES: Final = (80, 20, 20)
"""How long each page stays open that the owner loads in a day. A session works meanwhile; behind the first page two."""
EDITS: Final = {
    "edit notes": 10, "star": 8, "complete": 4, "press Done": 2, "reorder": 2, "add": 2, "set a due": 2,
}  # fmt: skip
"""What the owner changes a day, by the kind of request: 30. As many are completed as were added or handed back; Done is
pressed on a notification."""
DUES: Final = EDITS["set a due"]
"""Reminders that ring a day, at its start: those of what the owner added the day before."""
DEVICES: Final = 2
"""That each reminder rings on."""

SESSION_START: Final = "plugin: session start"
LOOK_IN: Final = "plugin: look-in"
_SESSION_MINUTES: Final = 24 * 60 // SESSIONS
_FIRST_SUMMARY: Final = "Added the check as in the first handler; the tests of both pass."
_PUSH_KEYS: Final = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""The example of RFC 8291, appendix A."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """What a day came to, by the function and the kind of call, and by how much it let the table grow."""

    agent: Mapping[str, Use]
    web: Mapping[str, Use]
    socket: Mapping[str, Use]
    remind: Mapping[str, Use]
    sweep: Mapping[str, Use]
    growth: Stored


@lru_cache(maxsize=1)
def counted_day() -> Day:
    """The second of two days: the first leaves behind what a day usually finds."""
    with counted(FEW) as calls:
        for number in range(DEVICES):
            endpoint = f"https://push.example.com/send/{number}"
            calls.page("subscribe", "POST", "/api/push-subscriptions", {"endpoint": endpoint, "keys": _PUSH_KEYS})
        _play(calls, day=1)
        calls.forget()
        before = calls.stored()
        _play(calls, day=2)
        return Day(**calls.tally, growth=calls.stored() - before)


def _play(calls: Counted, day: int) -> None:
    edits = [kind for kind, times in EDITS.items() for _ in range(times)]
    share = len(edits) // len(PAGE_MINUTES)
    page: OwnerPage | None = None
    for number in range(SESSIONS):
        # Every other session: the first page is still open at the second one.
        visit, is_between = divmod(number, 2)
        comes = visit < len(PAGE_MINUTES) and not is_between
        if comes:
            page = OwnerPage(calls, PAGE_MINUTES[visit])
        _session(calls, day * SESSIONS + number)
        if page is not None and comes:
            page.edit(edits[visit * share : (visit + 1) * share])
        _wait(calls, page)
    calls.sweep()


def _wait(calls: Counted, page: OwnerPage | None) -> None:
    """Until the next session."""
    for _ in range(_SESSION_MINUTES // PING_MINUTES):
        calls.wait(minutes=PING_MINUTES)
        if page is not None and page.is_open:
            page.stay()


def _session(calls: Counted, number: int) -> None:
    session_id = str(UUID(int=number << 64))
    where = {"repository": REPOSITORY, "session_id": session_id}
    calls.hook("session-start", SESSION_START, **where)
    calls.mcp("server/discover", "server/discover")
    calls.mcp("tools/list", "tools/list")
    for _ in range(PAGES):
        calls.tool("read_follow_ups", **where)
    for taken in range(DRAINED):
        given = calls.tool("drain_next", **where, start=taken == 0)
        named = {"id": given["follow_up"]["id"], "claim_token": given["claim"]["token"]}
        if taken < LOOK_INS:
            calls.hook("tool-use", LOOK_IN, session_id=session_id)
        if taken == DRAINED - 1 and number % (SESSIONS // HAND_BACKS) == 0:
            calls.tool("hand_back_follow_up", **named, reason="It is a choice between two readings of the rule.")
        else:
            calls.tool("complete_follow_up", **named, summary=_FIRST_SUMMARY)
        calls.tool("add_follow_up", **where, title=title(number * ADDS + taken + 10_000), notes=NOTES)
