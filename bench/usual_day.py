"""A day of one owner and the owner's agents, played on the counted functions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from bench.counted_calls import Counted, Stored, Use, counted
from bench.filling import REPOSITORY
from bench.sample_todos import NOTES, title
from bench.stage import FEW

SESSIONS: Final = 20
"""A day, evenly spread: each finds the functions cold, and an hour in which the key was not used yet."""
ADDS: Final = 6
PAGES: Final = 2
"""Pages of follow-ups that an agent reads in a session."""
DRAINED: Final = 6
"""Follow-ups that a session takes with drain_next and completes or hands back: 20 tool calls with the others."""
HAND_BACKS: Final = 4
"""A day: every fifth session hands its last one back."""
HOOKS: Final = 3
"""Calls of the plugin's hooks in a session, each costing what a page of follow-ups does."""

PAGE_LOADS: Final = 3
"""A day; each opens one socket."""
EDITS: Final = {"edit notes": 10, "star": 8, "complete": 6, "reorder": 2, "set a due": 2, "add": 2}
"""What the owner changes a day, by the kind of request: 30. As many are completed as were added or handed back."""
DUES: Final = EDITS["set a due"]
"""Reminders that ring a day."""

HOOK: Final = "plugin hook"
_SESSION_MINUTES: Final = 24 * 60 / SESSIONS
_FIRST_SUMMARY: Final = "Added the check as in the first handler; the tests of both pass."


@dataclass(frozen=True, slots=True)
class Day:
    """What a day came to, by the kind of call, and by how much it let the table grow."""

    agent: Mapping[str, Use]
    web: Mapping[str, Use]
    growth: Stored


@lru_cache(maxsize=1)
def counted_day() -> Day:
    """The second of two days: the first leaves behind what a day usually finds."""
    with counted(FEW) as calls:
        _play(calls, day=1)
        calls.tally.clear()
        before = calls.stored()
        _play(calls, day=2)
        growth = calls.stored() - before
        tally = dict(calls.tally)
    web = {HOOK, *_PAGE, *EDITS}
    return Day(
        agent={kind: use for kind, use in tally.items() if kind not in web},
        web={kind: use for kind, use in tally.items() if kind in web},
        growth=growth,
    )


def _play(calls: Counted, day: int) -> None:
    edits = [kind for kind, times in EDITS.items() for _ in range(times)]
    share = len(edits) // PAGE_LOADS
    for number in range(SESSIONS):
        _session(calls, day * SESSIONS + number)
        if number < PAGE_LOADS:
            _visit(calls, edits[number * share : (number + 1) * share])
        calls.wait(minutes=_SESSION_MINUTES)


def _session(calls: Counted, number: int) -> None:
    where = {"repository": REPOSITORY, "session_id": str(UUID(int=number << 64))}
    calls.mcp("server/discover", "server/discover")
    calls.mcp("tools/list", "tools/list")
    for _ in range(HOOKS):
        calls.tool("read_follow_ups", HOOK, **where)
    for _ in range(PAGES):
        calls.tool("read_follow_ups", **where)
    for taken in range(DRAINED):
        given = calls.tool("drain_next", **where, start=taken == 0)
        named = {"id": given["follow_up"]["id"], "claim_token": given["claim"]["token"]}
        if taken == DRAINED - 1 and number % (SESSIONS // HAND_BACKS) == 0:
            calls.tool("hand_back_follow_up", **named, reason="It is a choice between two readings of the rule.")
        else:
            calls.tool("complete_follow_up", **named, summary=_FIRST_SUMMARY)
        calls.tool("add_follow_up", **where, title=title(number * ADDS + taken + 10_000), notes=NOTES)


_PAGE: Final = ("settings", "lists", "todos", "changes")


def _visit(calls: Counted, edits: Sequence[str]) -> None:
    """Load the page and change some todos, each another one, from the foot up: agents take from the head."""
    todos = f"/api/lists/{calls.list_id}/todos"
    calls.page("settings", "GET", "/api/me")
    calls.page("lists", "GET", "/api/lists")
    shown = calls.page("todos", "GET", todos, query="limit=200")["todos"]
    calls.page("changes", "GET", f"/api/lists/{calls.list_id}/changes")
    from_the_foot = reversed(shown)
    for kind in edits:
        _edit(calls, kind, todos, from_the_foot)


def _edit(calls: Counted, kind: str, todos: str, shown: Iterator[dict[str, Any]]) -> None:
    if kind == "add":
        calls.page(kind, "POST", todos, {"title": "Ask whether the second handler is used at all"})
        return
    todo = next(shown)
    one = f"{todos}/{todo['id']}"
    match kind:
        case "complete":
            calls.page(kind, "POST", f"{one}/complete", {})
        case "reorder":
            calls.page(kind, "PATCH", one, {"after": next(shown)["id"]})
        case "star":
            calls.page(kind, "PATCH", one, {"starred": not todo["starred"]})
        case "set a due":
            calls.page(kind, "PATCH", one, {"due": {"date": f"2027-01-{10 + todo['version']}"}})
        case _:
            calls.page(kind, "PATCH", one, {"notes": f"{NOTES} Looked at in version {todo['version']}."})
