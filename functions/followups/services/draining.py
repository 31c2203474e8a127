"""A session drains its repository: one call gives the next follow-up, already claimed, or says stop and why.

The claim is written first, then the session at its version. A crash in between leaves a live claim of this session
that the session does not know: it counts as the follow-up given before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from followups.domain import text
from followups.domain.drains import Drain, Given, Stop
from followups.domain.errors import ChangedMeanwhile, ClaimedElsewhere, NotFound
from followups.domain.instants import to_text
from followups.domain.limits import SESSION_ID_CHARACTERS
from followups.domain.repositories import repository as canonical
from followups.domain.todos import Todo
from followups.services import claiming
from followups.services.access import ReachedList
from followups.services.holding_back import Waiting
from followups.services.ports import Cursor, Ports, RepositoryName, Row, StaleWrite
from followups.services.reading import is_claimed_by, is_claimed_by_other

_PAGE: Final = 20
"""Rows in one page while the next free follow-up is looked for."""
_COUNT_PAGE: Final = 1_000
"""Rows in one page while the open ones are counted; a page ends at 1 MB anyway."""
_ROUNDS: Final = 5
"""How often a call that lost against a parallel one of its session is decided anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What to do next: a follow-up, already claimed, or the reason to stop."""

    todo: Todo | None
    stop: Stop | None
    repository: str
    checkpoint: int
    """How many were open when they were last counted: at the start, or at the last checkpoint."""
    taken: int
    """How many this session closed since."""
    open: int
    """How many are open by the last count."""
    claimed_by_others: int = 0
    free_at: datetime | None = None
    """When the first of the others' claims lapses."""


def drain_next(ports: Ports, reached: ReachedList, *, repository: str, session_id: str, start: bool = False) -> Step:
    """The next follow-up of the drain, or stop.

    Raises:
        Invalid: this names no repository, or the session id is none.
        ChangedMeanwhile: parallel calls of one session met again and again.
    """
    name = canonical(repository)
    session_id = text.line(session_id, "session_id", SESSION_ID_CHARACTERS)
    known = ports.repositories.find(reached.id, name)
    if known is None:
        return Step(todo=None, stop=Stop.NOTHING_LEFT, repository=name, checkpoint=0, taken=0, open=0)
    for _ in range(_ROUNDS):
        try:
            return _Call(ports, reached, known, session_id, fresh=start).run()
        except StaleWrite:
            continue
    raise ChangedMeanwhile("Other calls of this session took follow-ups at the same moment. Call drain_next again.")


class _Call:
    """One call of one session. Raises: StaleWrite: a parallel call of the session was first."""

    def __init__(
        self, ports: Ports, reached: ReachedList, repository: RepositoryName, session_id: str, *, fresh: bool
    ) -> None:
        self._ports = ports
        self._reached = reached
        self._repository = repository
        self._session_id = session_id
        self._now = ports.clock.now()
        self._waiting = Waiting(ports, reached.owner_id, self._now)
        self._session = ports.sessions.get(reached.id, session_id)
        self._open: int | None = None
        known = self._known_drain()
        self._drain = known or Drain.started(repository.id, 0)
        self._starts = fresh or known is None

    def run(self) -> Step:
        before = self._given_before() or self._claimed_unknown()
        if self._starts:
            self._open = sum(1 for _ in self._open_rows())
            self._drain = self._drain.started_anew(self._open)
        if before is not None:
            return self._give_again(before)
        if self._drain.is_at_checkpoint:
            stop = self._checkpoint()
            if stop is not None:
                return stop
        found = self._next_free()
        return self._give(found) if found is not None else self._nothing_free()

    def _known_drain(self) -> Drain | None:
        """The drain of this repository that the session is in."""
        drain = None if self._session is None else self._session.drain
        if drain is None or drain.repository_id not in self._repository.ids:
            return None
        return drain.of_repository(self._repository.id)

    def _given_before(self) -> Todo | None:
        """The follow-up given before, while it is still this session's to do."""
        if self._drain.given is None:
            return None
        todo = self._ports.todos.get(self._drain.given)
        if todo is not None and todo.list_id != self._reached.id:
            todo = None
        waits = todo is not None and self._waiting.holds(todo)
        fate = self._drain.fate_of_given(todo, self._session_id, self._repository.ids, waits=waits)
        self._drain = self._drain.after(fate, todo)
        return todo if fate is Given.STILL_OURS else None

    def _claimed_unknown(self) -> Todo | None:
        """A follow-up that the session claimed by itself, while that claim is live."""
        bound = None if self._session is None else self._session.bound_todo_id
        if bound is None or any(bound == closed for closed, _ in self._drain.behind):
            return None
        todo = self._ports.todos.get(bound)
        if todo is None or todo.claim is None or todo.claim.session_id != self._session_id:
            return None
        return todo if todo.claim.is_live(self._now) and self._is_ours_to_take(todo) else None

    def _next_free(self) -> Todo | None:
        """The first that nobody else holds, leased; one that this session holds already comes before all others."""
        now = to_text(self._now)
        for rows in self._pages(_PAGE):
            shown = [row for row in rows if not self._is_behind(row) and not self._waiting.holds_row(row)]
            own = [row for row in shown if is_claimed_by(row, self._session_id, now)]
            free = [row for row in shown if not is_claimed_by_other(row, self._session_id, now)]
            for row in (*own, *free):
                leased = self._lease(row.id)
                if leased is not None:
                    return leased
        return None

    def _lease(self, todo_id: str) -> Todo | None:
        """The follow-up leased to this session, unless it is not to be had any more or somebody was faster."""
        try:
            return claiming.lease(self._ports, self._reached, todo_id, self._session_id, wanted=self._is_ours_to_take)
        except (ClaimedElsewhere, NotFound, ChangedMeanwhile):
            return None

    def _is_ours_to_take(self, todo: Todo) -> bool:
        """Whether it may be taken now, here and in this repository."""
        return (
            todo.list_id == self._reached.id
            and todo.may_be_taken
            and todo.origin is not None
            and todo.origin.repository_id in self._repository.ids
            and not self._waiting.holds(todo)
        )

    def _give(self, todo: Todo) -> Step:
        """Note what is leased in the session, and answer."""
        self._drain = self._drain.giving(todo.id)
        self._save(todo)
        return self._step(todo=todo)

    def _give_again(self, todo: Todo) -> Step:
        """The one that is this session's already, its lease renewed."""
        leased = self._lease(todo.id)
        if leased is None:
            raise StaleWrite
        return self._give(leased)

    def _save(self, leased: Todo | None) -> None:
        """Write the session at its version; whoever loses lets its lease go and decides anew."""
        drain = self._drain
        known = self._session
        if known is not None and known.drain == drain and (leased is None or known.bound_todo_id == leased.id):
            return
        session = claiming.seen_session(self._ports, self._reached, self._session_id, known).with_drain(drain)
        if leased is not None:
            session = session.bound_to(leased.id)
        try:
            self._ports.sessions.save(known, session)
        except StaleWrite:
            self._let_go(leased)
            raise

    def _let_go(self, leased: Todo | None) -> None:
        """Release a lease that the winner of a parallel call does not hold."""
        if leased is None:
            return
        winner = self._ports.sessions.get(self._reached.id, self._session_id)
        if winner is None or winner.drain is None or winner.drain.given != leased.id:
            claiming.release(self._ports, self._reached, leased.id, self._session_id)

    def _nothing_free(self) -> Step:
        """No row was free; say so only after consistent reads, since indexes lag."""
        census = self._census()
        if census.free:
            leased = next((todo for todo in map(self._lease, census.free) if todo is not None), None)
            if leased is None:
                raise StaleWrite
            return self._give(leased)
        return self._stop_at(census)

    def _checkpoint(self) -> Step | None:
        """Count anew: go on from there while the list shrinks, else stop, after consistent reads."""
        self._open = sum(1 for _ in self._open_rows())
        if self._open == 0 or not self._drain.converges_at(self._open):
            census = self._census()
            self._open = census.open
            if not census.free:
                return self._stop_at(census)
            if self._drain.checkpoint and not self._drain.converges_at(census.open):
                self._save(None)
                return self._step(stop=Stop.NOT_CONVERGING, census=census)
        self._drain = self._drain.at_checkpoint(self._open)
        return None

    def _stop_at(self, census: "_Census") -> Step:
        self._open = census.open
        if census.open:
            self._save(None)
            return self._step(stop=Stop.ALL_CLAIMED, census=census)
        step = self._step(stop=Stop.NOTHING_LEFT, census=census)
        if self._session is not None and self._session.drain is not None:
            ended = claiming.seen_session(self._ports, self._reached, self._session_id, self._session)
            self._ports.sessions.save(self._session, ended.with_drain(None))
        return step

    def _census(self) -> "_Census":
        """What is open, by consistent reads: of all that the index shows, and of what this session filed itself."""
        pages = self._pages(_COUNT_PAGE)
        shown = [row.id for rows in pages for row in rows if not self._waiting.holds_row(row)]
        filed = self._ports.filings.noise(self._reached.id, self._session_id)
        found = self._ports.todos.get_many([*shown, *sorted(filed.difference(shown))])
        ours = sorted(filter(self._is_ours_to_take, found.values()), key=lambda todo: todo.order.encode())
        held = {
            todo.id: todo.claim.expires_at
            for todo in ours
            if todo.claim is not None and todo.claim.is_live(self._now) and todo.claim.session_id != self._session_id
        }
        return _Census(
            open=len(ours),
            free=tuple(todo.id for todo in ours if todo.id not in held),
            free_at=min(held.values(), default=None),
        )

    def _open_rows(self) -> Iterator[Row]:
        """What the index shows as open: what may be taken now, and what is claimed; held-back ones not."""
        for rows in self._pages(_COUNT_PAGE):
            yield from (row for row in rows if not self._is_behind(row) and not self._waiting.holds_row(row))

    def _is_behind(self, row: Row) -> bool:
        return self._drain.has_behind(row.id, row.version)

    def _pages(self, limit: int) -> Iterator[Sequence[Row]]:
        after: Cursor | None = None
        while True:
            page = self._ports.todos.takeable(self._reached.id, self._repository.ids, after=after, limit=limit)
            yield page.rows
            if page.next is None:
                return
            after = page.next

    def _step(self, *, todo: Todo | None = None, stop: Stop | None = None, census: "_Census | None" = None) -> Step:
        return Step(
            todo=todo,
            stop=stop,
            repository=self._repository.name,
            checkpoint=self._drain.checkpoint,
            taken=self._drain.taken,
            open=self._drain.checkpoint if self._open is None else self._open,
            claimed_by_others=0 if census is None else census.open - len(census.free),
            free_at=None if census is None else census.free_at,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Census:
    open: int
    free: tuple[str, ...]
    free_at: datetime | None
