"""The calls whose units are counted, each with what it may cost."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Final

from bench.filling import PER_SESSION, REPOSITORY
from bench.metering import Desk
from followups.domain.dues import DueDate
from followups.services import (
    claiming,
    completing,
    draining,
    editing,
    handing_back,
    reading,
    recording_changes,
)
from followups.services.editing import Edit, Seen
from followups.storage.units import Spent

BESIDE: Final = 5.0
"""What a call may read beside todos, in units: one each for key, list, repository, session and owner."""
ITS_TODO: Final = 1.0
PAGE: Final = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    what: str
    spend: Callable[[Desk], Spent]
    writes: float | None = None
    """The most write units; None where it writes nothing that is judged."""
    reads: float | None = None
    """The most read units."""


def _add(desk: Desk) -> Spent:
    return desk.spent(desk.fresh)


def _add_with_key(desk: Desk) -> Spent:
    return desk.spent(lambda: desk.fresh(idempotency_key="once"))


def _add_again(desk: Desk) -> Spent:
    """With others of the same session open already."""
    for _ in range(PER_SESSION):
        desk.fresh("busy")
    return desk.spent(lambda: desk.fresh("busy"))


def _complete(desk: Desk) -> Spent:
    todo_id = desk.fresh()
    return desk.spent(lambda: completing.complete(desk.ports, desk.agent(), todo_id=todo_id, summary="Done."))


def _hand_back(desk: Desk) -> Spent:
    todo_id = desk.fresh()
    return desk.spent(lambda: handing_back.hand_back(desk.ports, desk.agent(), todo_id=todo_id, reason="Not mine."))


def _claim(desk: Desk) -> Spent:
    todo_id = desk.fresh()
    return desk.spent(lambda: claiming.lease(desk.ports, desk.agent(), todo_id, "claims"))


def _claim_and_bind(desk: Desk) -> Spent:
    session_id = "binds"
    claiming.claim(desk.ports, desk.agent(), todo_id=desk.fresh(), session_id=session_id)
    todo_id = desk.fresh()
    return desk.spent(lambda: claiming.claim(desk.ports, desk.agent(), todo_id=todo_id, session_id=session_id))


def _edit(edit: Edit, desk: Desk, before: Edit | None = None) -> Spent:
    """What a change costs, made to a todo that was changed before or is as an agent added it."""
    seen = Seen(id=desk.fresh(), version=None)
    if before is not None:
        editing.edit(desk.ports, desk.owner(), seen, before)
    return desk.spent(lambda: editing.edit(desk.ports, desk.owner(), seen, edit))


def _reorder(desk: Desk) -> Spent:
    return _edit(Edit(after=desk.ids[len(desk.ids) // 2]), desk)


def _read_page(desk: Desk) -> Spent:
    desk.spent(
        lambda: reading.follow_ups(
            desk.ports, desk.agent(), repository=REPOSITORY, session_id=None, limit=20, after=None
        )
    )
    return desk.meter.of("query")


def _read_page_wholly(desk: Desk) -> Spent:
    _read_page(desk)
    return desk.meter.total


def _log_change(desk: Desk) -> Spent:
    todo = desk.ports.todos.get(desk.ids[0])
    assert todo is not None
    seen = recording_changes.Seen(
        todo_id=todo.id, list_id=todo.list_id, owner_id=todo.owner_id, version=todo.version, is_deleted=False
    )
    return desk.spent(lambda: recording_changes.record(desk.ports, [(seen, seen)], "1"))


_TOMORROW: Final = Edit(due=DueDate(date=date(2027, 1, 31)))

COSTS: Final = (
    Cost(what="add", spend=_add, writes=8, reads=BESIDE),
    Cost(what="add with an idempotency key", spend=_add_with_key, writes=10, reads=BESIDE),
    Cost(what=f"add, a session's {PER_SESSION + 1}th", spend=_add_again, writes=8, reads=BESIDE),
    Cost(what="complete", spend=_complete, writes=4, reads=ITS_TODO + BESIDE),
    Cost(what="hand back", spend=_hand_back, writes=4, reads=ITS_TODO + BESIDE),
    Cost(what="claim alone", spend=_claim, writes=3, reads=ITS_TODO + BESIDE),
    Cost(what="claim with binding", spend=_claim_and_bind, writes=6, reads=ITS_TODO + BESIDE),
    Cost(what="edit of notes", spend=partial(_edit, Edit(notes="More.")), writes=3, reads=ITS_TODO + BESIDE),
    Cost(what="star", spend=partial(_edit, Edit(starred=True)), writes=3, reads=ITS_TODO + BESIDE),
    Cost(what="a date enters", spend=partial(_edit, _TOMORROW), writes=4, reads=ITS_TODO + BESIDE),
    Cost(
        what="a date leaves",
        spend=partial(_edit, Edit(clears=frozenset({"due"})), before=_TOMORROW),
        writes=4,
        reads=ITS_TODO + BESIDE,
    ),
    Cost(what="reorder", spend=_reorder, writes=5, reads=ITS_TODO + BESIDE),
    Cost(what="page of 20, its rows", spend=_read_page, reads=PAGE),
    Cost(what="page of 20, all told", spend=_read_page_wholly, reads=PAGE + BESIDE),
    Cost(what="behind a change", spend=_log_change, writes=1),
)


@dataclass(frozen=True, slots=True)
class Drained:
    """A session's first call of drain_next, and the one after it completed what that gave."""

    first: Spent
    next: Spent
    counted: float
    """Read units of the count at the start: what the first call's queries cost beyond the next one's."""


def drain(desk: Desk) -> Drained:
    session_id = "drains"
    call = partial(draining.drain_next, desk.ports, repository=REPOSITORY, session_id=session_id)
    first = desk.spent(lambda: call(desk.agent(), start=True))
    first_queries = desk.meter.of("query").read
    given = call(desk.agent()).todo
    assert given is not None
    assert given.claim is not None
    completing.complete(desk.ports, desk.agent(), todo_id=given.id, summary="Done.", claim_token=given.claim.token)
    following = desk.spent(lambda: call(desk.agent()))
    return Drained(first, following, first_queries - desk.meter.of("query").read)
