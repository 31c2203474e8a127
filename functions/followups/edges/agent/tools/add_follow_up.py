"""add_follow_up: capture work that is left undone."""

from typing import Final

from followups.domain.limits import (
    IDEMPOTENCY_KEY_CHARACTERS,
    NOTES_CHARACTERS,
    OPEN_PER_SESSION,
    TITLE_CHARACTERS,
)
from followups.domain.origins import Host
from followups.edges.agent import presenting
from followups.edges.agent.answers import Answer
from followups.edges.agent.arguments import text
from followups.edges.agent.asked import LIST_ID, REPOSITORY, SESSION_ID
from followups.edges.agent.schemas import BOOLEAN, INTEGER, SAME_FOLLOW_UP
from followups.edges.agent.tool import Given, Tool
from followups.services import capturing
from followups.services.access import ReachedList
from followups.services.capturing import Captured
from followups.services.ports import Ports

_TAKES: Final = (
    LIST_ID,
    REPOSITORY,
    SESSION_ID,
    text(
        "title",
        "What to do, as one change, so that somebody without your context can do it: name the file or the symbol.",
        required=True,
        longest=TITLE_CHARACTERS,
    ),
    text(
        "notes",
        "Why, where and how to see that it is done, in Markdown. No secrets.",
        longest=NOTES_CHARACTERS,
    ),
    text(
        "due",
        "Only when a date is given: a date (2027-01-31), a time with time_zone (2027-01-31T09:00), or an instant with "
        "its offset and time_zone (2027-01-31T09:00+01:00).",
    ),
    text("time_zone", "The tz database name of the zone that due is meant in, such as Europe/Berlin."),
    text("host", "The program you run in.", one_of=tuple(map(str, Host))),
    text("discovered_from", "The id of the follow-up you were working on when you found this one."),
    text(
        "idempotency_key",
        "A word of your own for this very call: sent again with the same arguments within 24 hours, it answers the "
        "same and adds nothing.",
        longest=IDEMPOTENCY_KEY_CHARACTERS,
    ),
)


def _run(ports: Ports, reached: ReachedList, given: Given) -> Answer:
    captured = capturing.capture(
        ports,
        reached,
        repository=given["repository"],
        session_id=given["session_id"],
        title=given["title"],
        notes=given.get("notes"),
        due=given.get("due"),
        time_zone=given.get("time_zone"),
        host=given.get("host"),
        discovered_from=given.get("discovered_from"),
        idempotency_key=given.get("idempotency_key"),
    )
    todo = captured.todo
    content = {
        "follow_up": presenting.whole(
            todo, captured.repository, ports.clock.now(), notes_bytes=presenting.NOTES_HEAD_BYTES
        ),
        "duplicate": captured.duplicate,
        "filed_by_you": captured.filed_by_you,
        "limit": OPEN_PER_SESSION,
    }
    shown = {"id": todo.id, "title": todo.title, "duplicate": captured.duplicate}
    return Answer(_message(captured), content, shown)


def _message(captured: Captured) -> str:
    if captured.duplicate:
        return "Nothing was added: a follow-up with this title is open already. Go on with your work."
    waits = captured.todo.origin is not None and captured.todo.origin.proposed
    return (
        f"Added{' as proposed: it waits for the owner to accept it' if waits else ''}. This session has "
        f"{captured.filed_by_you} open, of {OPEN_PER_SESSION} at most. Go on with your work."
    )


ADD_FOLLOW_UP: Final = Tool(
    name="add_follow_up",
    title="Add a follow-up",
    description=(
        "Write down work that you notice and must leave undone, so that a later session or the owner can do it. Call "
        "it as soon as you notice, once for each change; not for what you will still do in this session. A title that "
        "is open in this repository already is not added again: the answer then says duplicate and shows that one."
    ),
    needs="agent",
    takes=_TAKES,
    answers={"follow_up": SAME_FOLLOW_UP, "duplicate": BOOLEAN, "filed_by_you": INTEGER, "limit": INTEGER},
    run=_run,
    is_idempotent=True,
    always_loaded=True,
    refuses={
        "repeat": "repeat is the owner's to set. Add the follow-up without it; its notes may say how often it returns."
    },
)
