"""claim_follow_up: take one particular follow-up."""

from typing import Final

from followups.domain.limits import AGENT_NOTES_BYTES, CLAIM_SECONDS
from followups.edges.agent import presenting
from followups.edges.agent.answers import Answer
from followups.edges.agent.asked import FOLLOW_UP_ID, LIST_ID, SESSION_ID
from followups.edges.agent.schemas import CLAIM, SAME_FOLLOW_UP
from followups.edges.agent.tool import Given, Tool
from followups.services import claiming
from followups.services.access import ReachedList
from followups.services.ports import Ports


def _run(ports: Ports, reached: ReachedList, given: Given) -> Answer:
    claimed = claiming.claim(ports, reached, todo_id=given["id"], session_id=given["session_id"])
    follow_up = presenting.whole(claimed.todo, claimed.repository, ports.clock.now(), notes_bytes=AGENT_NOTES_BYTES)
    held = presenting.held_claim(claimed.todo)
    message = (
        f"Yours until {held['expires_at']}; claim again to renew. Pass claim.token as claim_token when you complete or "
        "hand back."
    )
    content = {"follow_up": follow_up, "claim": held}
    return Answer(message, content, {**presenting.in_short(follow_up), "claim": held})


CLAIM_FOLLOW_UP: Final = Tool(
    name="claim_follow_up",
    title="Claim a follow-up",
    description=(
        f"Take one particular follow-up for {CLAIM_SECONDS // 60} minutes, so that no other session works on it "
        "meanwhile; claiming again renews. drain_next claims by itself: use this one only when the owner names a "
        "follow-up."
    ),
    needs="agent",
    takes=(LIST_ID, FOLLOW_UP_ID, SESSION_ID),
    answers={"follow_up": SAME_FOLLOW_UP, "claim": CLAIM},
    run=_run,
    is_idempotent=True,
)
