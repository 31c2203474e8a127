"""hand_back_follow_up: give one to the owner."""

from typing import Final

from followups.edges.agent import presenting
from followups.edges.agent.answers import Answer
from followups.edges.agent.asked import CLAIM_TOKEN, FOLLOW_UP_ID, LIST_ID, own_words
from followups.edges.agent.schemas import BOOLEAN, SAME_FOLLOW_UP
from followups.edges.agent.tool import Given, Tool
from followups.services import handing_back
from followups.services.access import ReachedList
from followups.services.ports import Ports


def _run(ports: Ports, reached: ReachedList, given: Given) -> Answer:
    written = handing_back.hand_back(
        ports, reached, todo_id=given["id"], reason=given["reason"], claim_token=given.get("claim_token")
    )
    message = "Handed back: it is with the owner now. In a drain, call drain_next for the next one."
    if written.repeated:
        message = "This very call had landed before, and nothing was written again. In a drain, call drain_next."
    return presenting.written(written, ports.clock.now(), message)


HAND_BACK_FOLLOW_UP: Final = Tool(
    name="hand_back_follow_up",
    title="Hand a follow-up back",
    description=(
        "Give a follow-up to the owner when you cannot or should not do it: a decision or access is missing, it is "
        "riskier than it looked, or it is no longer wanted. It leaves the drain and stays open until the owner decides."
    ),
    needs="agent",
    takes=(
        LIST_ID,
        FOLLOW_UP_ID,
        own_words("reason", "Why, what you found out, and what the owner has to decide."),
        CLAIM_TOKEN,
    ),
    answers={"follow_up": SAME_FOLLOW_UP, "repeated": BOOLEAN},
    run=_run,
    is_idempotent=True,
)
