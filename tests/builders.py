"""The world that a test stands in: a clock that it moves, chance that repeats, an owner's list with its two doors."""

import itertools
import random
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from followups.domain.api_keys import Role
from followups.domain.base62 import BASE, encoded
from followups.domain.ids import uuid7
from followups.domain.instants import Instant, epoch_milliseconds, to_text
from followups.domain.todos import Todo
from followups.services import (
    access,
    adding,
    capturing,
    claiming,
    completing,
    draining,
    editing,
    handing_back,
    listing,
    managing_keys,
    managing_lists,
    reading,
    signing_in,
)
from followups.services.access import Caller, ReachedList
from followups.services.capturing import Captured
from followups.services.completing import Written
from followups.services.draining import Step
from followups.services.ports import Ports, Shelf
from followups.storage.assembly import ports_over
from followups.storage.contract import Table

NOON: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
WIDGET: Final = "acme/widget"


class FakeClock:
    """Stands still but for a microsecond at each look: like the machine's, it never shows the same one twice."""

    def __init__(self, at: Instant = NOON) -> None:
        self._at = at

    def now(self) -> Instant:
        self._at += timedelta(microseconds=1)
        return self._at

    def advance(self, **span: float) -> None:
        """By `seconds=…`, `minutes=…`, `hours=…` or `days=…`."""
        self._at += timedelta(**span)

    def turn_to(self, at: Instant) -> None:
        self._at = at


class FakeChance:
    """The same numbers in every run."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def id(self, now: Instant) -> str:
        return uuid7(epoch_milliseconds(now), self._random.randbytes(10))

    def base62(self, characters: int) -> str:
        return encoded(self._random.randrange(BASE**characters), characters)

    def bits(self) -> bytes:
        return self._random.randbytes(32)


@dataclass(frozen=True)
class Home:
    """A list, reached by its owner and by an agent of that owner; the calls name only what a test is about."""

    ports: Ports
    clock: FakeClock
    owner: ReachedList
    agent: ReachedList
    _turns: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    @property
    def id(self) -> str:
        return self.owner.id

    # What agents do

    def capture(
        self, title: str | None = None, *, session: str = "s1", repository: str = WIDGET, **more: Any
    ) -> Captured:
        title = f"Follow-up {next(self._turns)}" if title is None else title
        return capturing.capture(
            self.ports, self._fresh(), repository=repository, session_id=session, title=title, **more
        )

    def follow_up(self, title: str | None = None, **more: Any) -> Todo:
        """A new one, as it is stored."""
        return self.stored(self.capture(title, **more).todo)

    def read(self, *, session: str | None = "s1", repository: str = WIDGET, limit: int = 20) -> list[str]:
        """The titles of everything that may be taken, page by page."""
        titles: list[str] = []
        after = None
        while True:
            page = reading.follow_ups(
                self.ports, self.agent, repository=repository, session_id=session, limit=limit, after=after
            )
            titles.extend(row.title for row in page.rows)
            after = page.next
            if after is None:
                return titles

    def claim(self, todo: Todo, session: str = "s1") -> Todo:
        return claiming.claim(self.ports, self.agent, todo_id=todo.id, session_id=session).todo

    def complete(self, todo: Todo, summary: str = "Did it.", **more: Any) -> Written:
        """With the token that the todo shows, unless another is given."""
        token = more.pop("claim_token", todo.claim and todo.claim.token)
        return completing.complete(self.ports, self.agent, todo_id=todo.id, summary=summary, claim_token=token, **more)

    def hand_back(self, todo: Todo, reason: str = "Which one?", **more: Any) -> Written:
        token = more.pop("claim_token", todo.claim and todo.claim.token)
        return handing_back.hand_back(self.ports, self.agent, todo_id=todo.id, reason=reason, claim_token=token, **more)

    def drain(self, session: str = "d1", *, repository: str = WIDGET, start: bool = False) -> Step:
        return draining.drain_next(self.ports, self.agent, repository=repository, session_id=session, start=start)

    def given(self, session: str = "d1") -> Todo:
        """The follow-up that a drain gives."""
        step = self.drain(session)
        assert step.todo is not None, step.stop
        return step.todo

    # What the owner does

    def add(self, title: str | None = None, **more: Any) -> Todo:
        title = f"Todo {next(self._turns)}" if title is None else title
        return adding.add(self.ports, self.owner, title=title, **more)

    def edit(self, todo: Todo, **changes: Any) -> Todo:
        return editing.edit(self.ports, self.owner, self.seen(todo), editing.Edit(**changes))

    def act(self, action: Any, todo: Todo, **more: Any) -> Todo:
        """One of the actions of `editing`, on the todo as it is now."""
        acted: Todo = action(self.ports, self.owner, self.seen(todo), **more)
        return acted

    def seen(self, todo: Todo, write_id: str | None = None) -> editing.Seen:
        """As a page shows it now."""
        return editing.Seen(id=todo.id, version=self.stored(todo).version, write_id=write_id)

    def shelf(self, shelf: Shelf = Shelf.OPEN, **wanted: Any) -> list[str]:
        """The titles of all its pages."""
        titles: list[str] = []
        after = None
        while True:
            page = listing.page(
                self.ports,
                self.owner,
                listing.Wanted(shelf=shelf, **wanted),
                limit=7,
                after=after,
                time_zone="UTC",
            )
            titles.extend(row.title for row in page.rows)
            after = page.next
            if after is None:
                return titles

    def set_up(self, **rules: Any) -> None:
        managing_lists.edit(self.ports, access.reach_list(self.ports, self.owner.caller, self.id), None, **rules)

    def stored(self, todo: Todo) -> Todo:
        found = self.ports.todos.get(todo.id)
        assert found is not None
        return found

    def _fresh(self) -> ReachedList:
        """The agent's list with the rules of now."""
        return access.reach_list(self.ports, self.agent.caller, self.id)


def ports_on(table: Table, clock: FakeClock | None = None, seed: int = 0) -> Ports:
    return ports_over(table, clock or FakeClock(), FakeChance(seed))


def an_owner(ports: Ports, subject: str = "owner-1") -> Caller:
    return signing_in.sign_in(ports, "local", subject)


def an_agent(ports: Ports, owner: Caller, role: Role = "agent", list_id: str | None = None, **more: Any) -> Caller:
    """An agent with a key of its own."""
    made = managing_keys.create(ports, owner, name="An agent", role=role, list_id=list_id, **more)
    return access.caller_of(ports, f"Bearer {made.secret}")


def a_home(ports: Ports, subject: str = "owner-1", name: str | None = None) -> Home:
    """The first list of an owner, or a further one of that name."""
    assert isinstance(ports.clock, FakeClock)
    owner = an_owner(ports, subject)
    found = managing_lists.lists_of(ports, owner)[0]
    if name is not None:
        found = managing_lists.create(ports, owner, name=name)
    agent = an_agent(ports, owner)
    return Home(
        ports,
        ports.clock,
        access.reach_list(ports, owner, found.id),
        access.reach_list(ports, agent, found.id),
    )


def on(home: Home, table: Table) -> Home:
    """The same list, reached through another table in front of its own."""
    ports = replace(ports_over(table, home.ports.clock, home.ports.chance))
    return replace(home, ports=ports)


def later(clock: FakeClock, **span: float) -> str:
    """An instant that far from now, as texts write it."""
    return to_text(clock.now() + timedelta(**span))
