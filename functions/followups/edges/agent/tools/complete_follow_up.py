"""complete_follow_up: tick one off."""

from typing import Final

from followups.domain.limits import COMMIT_CHARACTERS
from followups.edges.agent import presenting
from followups.edges.agent.answers import Answer
from followups.edges.agent.arguments import text
from followups.edges.agent.asked import CLAIM_TOKEN, FOLLOW_UP_ID, LIST_ID, own_words
from followups.edges.agent.schemas import BOOLEAN, SAME_FOLLOW_UP
from followups.edges.agent.tool import Given, Tool
from followups.services import completing
from followups.services.access import ReachedList
from followups.services.ports import Ports

_TAKES: Final = (
    LIST_ID,
    FOLLOW_UP_ID,
    own_words("summary", "What you changed and how you saw that it works, for the owner."),
    text("commit", "The commit that holds the change.", longest=COMMIT_CHARACTERS),
    CLAIM_TOKEN,
    text(
        "occurrence",
        "occurrence as you read it, where the follow-up has a due: it is refused when the due was moved meanwhile.",
    ),
)


def _run(ports: Ports, reached: ReachedList, given: Given) -> Answer:
    written = completing.complete(
        ports,
        reached,
        todo_id=given["id"],
        summary=given["summary"],
        commit=given.get("commit"),
        claim_token=given.get("claim_token"),
        occurrence=given.get("occurrence"),
    )
    done = "Completed."
    if (roll := written.todo.standing_roll) is not None:
        done = f"Completed and rolled forward to {roll.to}: it repeats."
    message = f"{done} In a drain, call drain_next for the next one."
    if written.repeated:
        message = f"This very call had landed before, and nothing was written again. {message}"
    return presenting.written(written, ports.clock.now(), message)


COMPLETE_FOLLOW_UP: Final = Tool(
    name="complete_follow_up",
    title="Complete a follow-up",
    description=(
        "Tick a follow-up off once its change is made and checked; one that repeats is rolled forward. The "
        "summary goes into its notes for the owner. The same call again, after a lost answer, does no harm."
    ),
    needs="agent",
    takes=_TAKES,
    answers={"follow_up": SAME_FOLLOW_UP, "repeated": BOOLEAN},
    run=_run,
    is_idempotent=True,
)
