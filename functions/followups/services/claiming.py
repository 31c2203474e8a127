"""An agent claims a follow-up."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from followups.domain import text
from followups.domain.errors import NotFound
from followups.domain.instants import kept
from followups.domain.limits import ATTEMPTS, SESSION_ID_CHARACTERS
from followups.domain.sessions import Session
from followups.domain.todos import NOT_IN_REACH, Todo
from followups.services import changing, repository_ids
from followups.services.access import ReachedList
from followups.services.holding_back import zone_for
from followups.services.ports import Ports, StaleWrite


@dataclass(frozen=True, slots=True)
class Claimed:
    todo: Todo
    repository: str


def claim(ports: Ports, reached: ReachedList, *, todo_id: str, session_id: str) -> Claimed:
    """Lease a follow-up to this session; claiming again renews the lease and keeps the token.

    Raises:
        NotFound: it is not in reach.
        NotDue: it repeats, and its due has not come.
        ClaimedElsewhere: another session's claim is live.
    """
    session_id = text.line(session_id, "session_id", SESSION_ID_CHARACTERS)

    def is_due(todo: Todo) -> bool:
        if todo.may_be_taken:
            todo.check_due(ports.clock.now(), zone_for(ports, todo))
        return True

    todo = lease(ports, reached, todo_id, session_id, wanted=is_due)
    _bind(ports, reached, session_id, todo.id)
    filed = "" if todo.origin is None else todo.origin.repository
    return Claimed(todo, repository_ids.shown_name(ports, reached, filed))


def lease(
    ports: Ports,
    reached: ReachedList,
    todo_id: str,
    session_id: str,
    *,
    wanted: Callable[[Todo], bool] = lambda todo: True,
) -> Todo:
    """The conditional write alone, without binding the session; what is not wanted is as if it were not there."""
    secret = ports.chance.base62(22)

    def decide(todo: Todo) -> Todo:
        if not wanted(todo):
            raise NotFound(NOT_IN_REACH)
        return todo.claim_for(session_id, secret, kept(ports.clock.now()))

    return changing.change(ports, reached, todo_id, decide, missing=NOT_IN_REACH)


def release(ports: Ports, reached: ReachedList, todo_id: str, session_id: str) -> None:
    """End this session's claim."""
    changing.change(ports, reached, todo_id, lambda todo: todo.released_by(session_id))


def seen_session(ports: Ports, reached: ReachedList, session_id: str, known: Session | None) -> Session:
    """The session as it is when it is seen now, ready to be saved over `known`."""
    now = kept(ports.clock.now())
    session = known or Session(id=session_id, list_id=reached.id, owner_id=reached.owner_id, last_seen_at=now)
    return replace(session, last_seen_at=now, version=session.version + 1, write_id=ports.chance.base62(22))


def _bind(ports: Ports, reached: ReachedList, session_id: str, todo_id: str) -> None:
    """Note which follow-up the session works on. A parallel call of the same session may note its own instead."""
    for _ in range(ATTEMPTS):
        known = ports.sessions.get(reached.id, session_id)
        session = seen_session(ports, reached, session_id, known).bound_to(todo_id)
        try:
            ports.sessions.save(known, session)
        except StaleWrite:
            continue
        return
