"""drain_next: the next follow-up of a drain, already claimed, or stop and why."""

from typing import Any, Final

from followups.domain.drains import Stop
from followups.domain.instants import to_text
from followups.domain.limits import AGENT_NOTES_BYTES
from followups.edges.agent import presenting
from followups.edges.agent.answers import Answer
from followups.edges.agent.arguments import flag
from followups.edges.agent.asked import LIST_ID, REPOSITORY, SESSION_ID
from followups.edges.agent.schemas import CLAIM, INTEGER, SAME_FOLLOW_UP, STRING
from followups.edges.agent.tool import Given, Tool
from followups.services import draining
from followups.services.access import ReachedList
from followups.services.draining import Step
from followups.services.ports import Ports

_STOP: Final = {
    "type": "object",
    "description": "The drain is over: do what next_step says.",
    "properties": {
        "reason": {"enum": list(map(str, Stop))},
        "next_step": STRING,
        "claimed_by_others": INTEGER,
        "free_at": STRING,
    },
    "required": ["reason", "next_step"],
}


def _run(ports: Ports, reached: ReachedList, given: Given) -> Answer:
    step = draining.drain_next(
        ports,
        reached,
        repository=given["repository"],
        session_id=given["session_id"],
        start=given.get("start", False),
    )
    counts = {"checkpoint": step.checkpoint, "taken": step.taken, "open": step.open}
    if step.todo is None:
        next_step = _next_step(step)
        return Answer(f"Stop: {step.stop}. {next_step}", {"stop": _stopped(step, next_step), **counts})
    follow_up = presenting.whole(step.todo, step.repository, ports.clock.now(), notes_bytes=AGENT_NOTES_BYTES)
    held = presenting.held_claim(step.todo)
    message = (
        f"Do this one now, as one change: it is yours until {held['expires_at']}. Then complete it or hand it back "
        "with claim.token as claim_token, and call drain_next again."
    )
    content = {"follow_up": follow_up, "claim": held, **counts}
    return Answer(message, content, {**presenting.in_short(follow_up), "claim": held})


def _stopped(step: Step, next_step: str) -> dict[str, Any]:
    stopped: dict[str, Any] = {"reason": str(step.stop), "next_step": next_step}
    if step.claimed_by_others:
        stopped["claimed_by_others"] = step.claimed_by_others
    if step.free_at is not None:
        stopped["free_at"] = to_text(step.free_at)
    return stopped


def _next_step(step: Step) -> str:
    if step.stop is Stop.ALL_CLAIMED:
        until = "" if step.free_at is None else f", the first until {to_text(step.free_at)}"
        return (
            f"Other sessions hold the {step.claimed_by_others} that are left{until}. Do not wait for them: report what "
            "you did and end."
        )
    if step.stop is Stop.NOT_CONVERGING:
        return (
            f"As many are open as before, {step.open} now and {step.checkpoint} at the last count: new ones come as "
            "fast as you close them. Everything left stays open. Report what you did and what is left, and end."
        )
    return "Report what you did and end."


DRAIN_NEXT: Final = Tool(
    name="drain_next",
    title="Next follow-up of the drain",
    description=(
        "Work a repository's follow-ups off: answers the next one to do, already claimed for you, or stop with the "
        "reason. Do that one as one change, complete_follow_up or hand_back_follow_up it, then call drain_next again, "
        "until it answers stop. It counts and decides when to stop, so that you need not. Called again before that, it "
        "answers the same one."
    ),
    needs="agent",
    takes=(
        LIST_ID,
        REPOSITORY,
        SESSION_ID,
        flag("start", "true to begin a new drain. Leave it out in every call after the first."),
    ),
    answers={
        "follow_up": SAME_FOLLOW_UP,
        "claim": CLAIM,
        "stop": _STOP,
        "checkpoint": {"type": "integer", "description": "How many were open at the last count."},
        "taken": {"type": "integer", "description": "How many you closed since."},
        "open": {"type": "integer", "description": "How many are open by the last count."},
    },
    run=_run,
    is_idempotent=False,
    always_loaded=True,
)
