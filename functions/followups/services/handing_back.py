"""An agent hands a follow-up back to the owner."""

from dataclasses import replace
from typing import Final

from followups.domain import text
from followups.domain.notes import hand_back_note
from followups.domain.todos import NOT_IN_REACH, Todo
from followups.services import changing
from followups.services.access import ReachedList
from followups.services.completing import Written, agent_write, written
from followups.services.ports import Ports

_SHORT_REASON_BYTES: Final = 200
"""What of a reason stays beside a todo that is full to the brim, in bytes; the whole is in its report."""


def hand_back(
    ports: Ports, reached: ReachedList, *, todo_id: str, reason: str, claim_token: str | None = None
) -> Written:
    """Give a follow-up to the owner, with the reason in its notes. The same call again answers the stored success.

    Raises:
        NotFound: it is not in reach.
        ClaimLost: the token is not the current one, or a live claim wants one.
    """
    note = hand_back_note(reason)
    write = agent_write(ports, reached, "hand_back_follow_up", id=todo_id, reason=reason, claim_token=claim_token)

    repeated = False

    def decide(todo: Todo) -> Todo:
        nonlocal repeated
        repeated = todo.is_as_left_by(write)
        if repeated:
            return todo
        after = todo.handed_back_by_agent(reason=note.body, token=claim_token, write=write, now=write.at)
        return after if ports.todos.fits(after) else _with_short_reason(after)

    todo = changing.change(ports, reached, todo_id, decide, note=note, missing=NOT_IN_REACH)
    return written(ports, reached, todo, repeated=repeated)


def _with_short_reason(todo: Todo) -> Todo:
    if todo.origin is None or todo.origin.handed_back is None:
        return todo
    short = text.shortened(todo.origin.handed_back.reason, _SHORT_REASON_BYTES)
    handed_back = replace(todo.origin.handed_back, reason=short)
    return replace(todo, origin=replace(todo.origin, handed_back=handed_back))
