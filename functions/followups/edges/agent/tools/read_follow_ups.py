"""read_follow_ups: a page of what may be taken."""

from typing import Any, Final

from followups.domain.instants import to_text
from followups.domain.limits import AGENT_PAGE_ROWS, SESSION_ID_CHARACTERS
from followups.edges.agent import cursors, presenting
from followups.edges.agent.answers import Answer
from followups.edges.agent.arguments import text, whole_number
from followups.edges.agent.asked import LIST_ID, REPOSITORY
from followups.edges.agent.schemas import FOLLOW_UP, STRING
from followups.edges.agent.tool import Given, Tool
from followups.services import reading
from followups.services.access import ReachedList
from followups.services.ports import Ports

USUAL_ROWS: Final = 20
"""Rows in a page unless the call says otherwise."""

_TAKES: Final = (
    LIST_ID,
    REPOSITORY,
    text(
        "session_id",
        "The id of this conversation: what it has claimed comes first then.",
        longest=SESSION_ID_CHARACTERS,
    ),
    whole_number("limit", "How many to answer at most.", least=1, most=AGENT_PAGE_ROWS, default=USUAL_ROWS),
    text("cursor", "next_cursor of the page before, for the next one."),
)


def _run(ports: Ports, reached: ReachedList, given: Given) -> Answer:
    cursor = given.get("cursor")
    page = reading.follow_ups(
        ports,
        reached,
        repository=given["repository"],
        session_id=given.get("session_id"),
        limit=given.get("limit", USUAL_ROWS),
        after=None if cursor is None else cursors.decoded(cursor),
    )
    now = to_text(ports.clock.now())
    rows = [presenting.row(row, now) for row in page.rows]
    content: dict[str, Any] = {"list_id": reached.id, "repository": page.repository, "follow_ups": rows}
    shown: dict[str, Any] = {"follow_ups": [_shown(row) for row in rows]}
    if page.next is not None:
        content["next_cursor"] = shown["next_cursor"] = cursors.encoded(page.next)
    return Answer(_message(len(rows), more=page.next is not None), content, shown)


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    shown = {"id": row["id"], "title": row["title"]}
    return {**shown, "claimed_by": row["claim"]["session_id"]} if "claim" in row else shown


def _message(count: int, *, more: bool) -> str:
    rest = " There is more: pass next_cursor as cursor." if more else ""
    if not count:
        return f"Nothing here may be taken now.{rest}"
    return f"What may be taken, in the owner's order: {count}.{rest} To work them off, call drain_next."


READ_FOLLOW_UPS: Final = Tool(
    name="read_follow_ups",
    title="Read follow-ups",
    description=(
        "See what is left undone in a repository and may be taken now, in the owner's order, a page at a time, notes "
        "shortened. Use it when the owner asks what is open, or before you add what may be there already. To work them "
        "off call drain_next instead, which picks and claims the next one."
    ),
    needs="reader",
    takes=_TAKES,
    answers={
        "list_id": STRING,
        "repository": STRING,
        "follow_ups": {"type": "array", "items": FOLLOW_UP},
        "next_cursor": STRING,
    },
    run=_run,
    is_idempotent=True,
    always_loaded=True,
)
