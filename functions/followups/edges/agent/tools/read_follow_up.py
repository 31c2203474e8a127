"""read_follow_up: one, whole."""

from typing import Any, Final

from followups.domain.limits import AGENT_NOTES_BYTES
from followups.edges.agent import presenting
from followups.edges.agent.answers import Answer
from followups.edges.agent.arguments import whole_number
from followups.edges.agent.asked import FOLLOW_UP_ID, LIST_ID
from followups.edges.agent.schemas import FOLLOW_UP
from followups.edges.agent.tool import Given, Tool
from followups.services import reading
from followups.services.access import ReachedList
from followups.services.ports import Ports

_TAKES: Final = (
    LIST_ID,
    FOLLOW_UP_ID,
    whole_number(
        "notes_offset",
        f"Where in the notes to begin, in characters: next_notes_offset of the answer before. One answer holds at most "
        f"{AGENT_NOTES_BYTES:,} bytes of notes.",
        default=0,
    ),
)


def _run(ports: Ports, reached: ReachedList, given: Given) -> Answer:
    found = reading.follow_up(ports, reached, given["id"])
    follow_up = presenting.whole(
        found.todo,
        found.repository,
        ports.clock.now(),
        notes_bytes=AGENT_NOTES_BYTES,
        notes_offset=given.get("notes_offset", 0),
    )
    return Answer(_message(follow_up), {"follow_up": follow_up}, presenting.in_short(follow_up))


def _message(follow_up: dict[str, Any]) -> str:
    rest = ""
    if "next_notes_offset" in follow_up:
        rest = f" Its notes go on: call again with notes_offset {follow_up['next_notes_offset']}."
    if follow_up["status"] == "completed":
        return f"It is done.{rest}"
    if "handed_back_at" in follow_up:
        return f"It is open and with the owner, so leave it.{rest}"
    if "proposed" in follow_up:
        return f"It is open and waits for the owner to accept it, so leave it.{rest}"
    if "claim" in follow_up:
        return f"It is open and claimed by a session.{rest}"
    return f"It is open and free. Claim it before you work on it.{rest}"


READ_FOLLOW_UP: Final = Tool(
    name="read_follow_up",
    title="Read one follow-up",
    description=(
        "Read one follow-up whole: all of its notes, its due, its claim, why it was handed back; done ones too. Long "
        "notes come in parts."
    ),
    needs="reader",
    takes=_TAKES,
    answers={"follow_up": FOLLOW_UP},
    run=_run,
    is_idempotent=True,
)
