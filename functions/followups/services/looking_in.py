"""A session that works shows itself now and then: the claim that it holds is renewed before it lapses."""

from datetime import timedelta
from typing import Final

from followups.domain import text
from followups.domain.errors import ChangedMeanwhile, ClaimedElsewhere, NotFound
from followups.domain.limits import CLAIM_SECONDS, SESSION_ID_CHARACTERS
from followups.domain.todos import Todo
from followups.services import claiming
from followups.services.access import ReachedList
from followups.services.ports import Ports

RENEWED_BELOW: Final = timedelta(seconds=CLAIM_SECONDS * 2 // 3)
"""A claim that lasts longer than this is left alone: most look-ins write nothing."""


def look_in(ports: Ports, reached: ReachedList, *, session_id: str) -> bool:
    """Renew the claim that this session holds on what it works on. False when there was nothing to renew.

    Raises: Invalid: the session id is none.
    """
    session_id = text.line(session_id, "session_id", SESSION_ID_CHARACTERS)
    session = ports.sessions.get(reached.id, session_id)
    worked_on = None if session is None else session.bound_todo_id
    if worked_on is None:
        return False
    todo = ports.todos.get(worked_on)
    now = ports.clock.now()

    def holds(found: Todo) -> bool:
        claim = found.claim
        return claim is not None and claim.session_id == session_id and claim.is_live(now)

    if todo is None or todo.list_id != reached.id or not holds(todo):
        return False
    if todo.claim is None or todo.claim.expires_at - now > RENEWED_BELOW:
        return False
    try:
        claiming.lease(ports, reached, todo.id, session_id, wanted=holds)
    except (NotFound, ClaimedElsewhere, ChangedMeanwhile):
        return False
    return True
