"""An agent captures a follow-up."""

from dataclasses import dataclass, replace
from typing import Final, NoReturn

from followups.domain import dues, reminders, text
from followups.domain.errors import ChangedMeanwhile, TooManyOpen
from followups.domain.filing import FiledBefore, Filing, arguments_mark, title_mark
from followups.domain.ids import is_id
from followups.domain.instants import Instant, kept
from followups.domain.limits import (
    IDEMPOTENCY_KEY_CHARACTERS,
    OPEN_PER_SESSION,
    SESSION_ID_CHARACTERS,
)
from followups.domain.origins import Host
from followups.domain.repositories import repository as canonical
from followups.domain.todos import Todo
from followups.services import changing, ordering, repository_ids
from followups.services.access import ReachedList
from followups.services.marking import holds_its_title
from followups.services.ports import AddRefusal, AddRefused, Ports, RepositoryName

_ROUNDS: Final = 6
"""How often an add that met others' adds is tried anew. Each round answers a refusal of the one before."""


@dataclass(frozen=True, slots=True)
class Captured:
    """The follow-up, added or there already."""

    todo: Todo
    repository: str
    duplicate: bool
    filed_by_you: int
    """How many of this session's follow-ups are open."""


def capture(
    ports: Ports,
    reached: ReachedList,
    *,
    repository: str,
    session_id: str,
    title: str,
    notes: str | None = None,
    due: str | None = None,
    time_zone: str | None = None,
    host: str | None = None,
    discovered_from: str | None = None,
    idempotency_key: str | None = None,
) -> Captured:
    """Add a follow-up at the foot of the list, or answer the open one that has its title already.

    Raises:
        Invalid, TooLarge: a field is not what it takes.
        RepositoryNotAccepted: the list does not take this repository.
        TooManyOpen: this session has as many open as it may.
        KeyConflict: the idempotency key came with other arguments.
    """
    filing = Filing(
        repository=canonical(repository),
        session_id=text.line(session_id, "session_id", SESSION_ID_CHARACTERS),
        title=text.title(title),
        notes=text.notes(notes or ""),
        due=None if due is None else dues.from_text(due, time_zone),
        host=None if host is None else Host.named(host),
        discovered_from=discovered_from if discovered_from and is_id(discovered_from) else None,
    )
    key = None
    if idempotency_key is not None:
        key = text.line(idempotency_key, "idempotency_key", IDEMPOTENCY_KEY_CHARACTERS)
    arguments = arguments_mark(
        {
            "repository": repository,
            "session_id": session_id,
            "title": title,
            "notes": notes,
            "due": due,
            "time_zone": time_zone,
            "host": host,
            "discovered_from": discovered_from,
        }
    )
    return _Capture(ports, reached, filing, key, arguments).run()


@dataclass
class _Capture:
    """One add, with what its rounds learn."""

    ports: Ports
    reached: ReachedList
    filing: Filing
    key: str | None
    arguments: str
    displaces: str | None = None
    """A closed todo that holds the title."""

    def run(self) -> Captured:
        for _ in range(_ROUNDS):
            answer = self._round()
            if answer is not None:
                return answer
        raise ChangedMeanwhile("Too many follow-ups were added here at the same moment. Send the same call again.")

    def _round(self) -> Captured | None:
        moment = self.ports.clock.now()
        now = kept(moment)
        if not self._is_accepted():
            return self._replayed(now) or self._refuse_repository()
        name, is_new = repository_ids.known_or_new(self.ports, self.reached, self.filing.repository)
        still_open = self._open_of_session()
        todo = self._todo(
            id=self.ports.chance.id(now),
            order=ordering.foot(self.ports, moment),
            repository_id=name.id,
            proposed=self.reached.list.review_new,
            now=now,
        )
        todo = replace(todo, write_id=self.ports.chance.base62(22))
        changing.check_fits(self.ports, todo)
        mark = title_mark(name.id, todo.title)
        if still_open >= OPEN_PER_SESSION:
            return self._replayed(now) or self._refused_as_noise(name, mark, still_open, now)
        answer = FiledBefore(
            arguments=self.arguments,
            todo_id=todo.id,
            filed_at=now,
            duplicate=False,
            filed_by_you=still_open + 1,
            repository_id=name.id,
            proposed=self.reached.list.review_new,
            order=todo.order,
        )
        try:
            self.ports.filings.file(
                todo,
                mark=mark,
                displaces=self.displaces,
                remembers=None if self.key is None else (self.key, answer),
                repository=name if is_new else None,
            )
        except AddRefused as refused:
            if AddRefusal.KEY_USED in refused.refusals:
                return self._replayed(now)
            if AddRefusal.TITLE_TAKEN in refused.refusals and refused.marked is not None:
                return self._met_title(refused.marked, name, still_open, now)
            return None
        return Captured(todo, name.name, duplicate=False, filed_by_you=still_open + 1)

    def _todo(self, *, id: str, order: str, repository_id: str, proposed: bool, now: Instant) -> Todo:
        todo = self.filing.as_todo(
            id=id,
            list_id=self.reached.id,
            owner_id=self.reached.owner_id,
            repository_id=repository_id,
            proposed=proposed,
            order=order,
            now=now,
        )
        return replace(reminders.dated(None, todo, now), version=1)

    def _is_accepted(self) -> bool:
        """Whether the list takes this repository, by any name that it was accepted under."""
        if self.reached.list.accepts(self.filing.repository):
            return True
        known = self.ports.repositories.find(self.reached.id, self.filing.repository)
        if known is None:
            return False
        names = self.ports.repositories.all(self.reached.id)
        return any(name.id == known.id and self.reached.list.accepts(name.filed) for name in names)

    def _refuse_repository(self) -> NoReturn:
        """Raises: RepositoryNotAccepted."""
        raise self.reached.list.refusal_of(self.filing.repository)

    def _replayed(self, now: Instant) -> Captured | None:
        """The first answer to the key, if it was used. Asked for when an add is refused, for most keys are new."""
        if self.key is None:
            return None
        before = self.ports.filings.before(self.reached.owner_id, self.reached.id, self.key, now)
        if before is None:
            return None
        before.check_same(self.arguments, self.key)
        todo = self._todo(
            id=before.todo_id,
            order=before.order,
            repository_id=before.repository_id,
            proposed=before.proposed,
            now=before.filed_at,
        )
        if before.duplicate:
            todo = self.ports.todos.get(before.todo_id) or todo
        name = repository_ids.shown_name(self.ports, self.reached, self.filing.repository)
        return Captured(todo, name, duplicate=before.duplicate, filed_by_you=before.filed_by_you)

    def _open_of_session(self) -> int:
        """How many of this session's are open; closed ones leave the set once it is full."""
        session_id = self.filing.session_id
        filed = self.ports.filings.noise(self.reached.id, session_id)
        if not filed:
            return 0
        found = self.ports.todos.get_many(sorted(filed))
        still_open = frozenset(
            todo_id for todo_id in filed if (todo := found.get(todo_id)) is not None and self._is_open_of_session(todo)
        )
        if len(filed) >= OPEN_PER_SESSION and still_open != filed:
            self.ports.filings.forget(self.reached.id, session_id, filed - still_open)
        return len(still_open)

    def _is_open_of_session(self, todo: Todo) -> bool:
        return (
            todo.is_open
            and todo.list_id == self.reached.id
            and todo.origin is not None
            and todo.origin.session_id == self.filing.session_id
        )

    def _met_title(self, marked: str, name: RepositoryName, still_open: int, now: Instant) -> Captured | None:
        """Answer the open follow-up that has the title; a closed one gives it up in the next round."""
        holder = self.ports.todos.get(marked)
        if holder is None or not holds_its_title(holder, self.reached.id, name.id):
            self.displaces = marked
            return None
        if self.key is not None:
            answer = FiledBefore(
                arguments=self.arguments,
                todo_id=holder.id,
                filed_at=now,
                duplicate=True,
                filed_by_you=still_open,
                repository_id=name.id,
                proposed=False,
                order=holder.order,
            )
            if not self.ports.filings.remember(self.reached.owner_id, self.reached.id, self.key, answer, now):
                return None
        return Captured(holder, name.name, duplicate=True, filed_by_you=still_open)

    def _refused_as_noise(self, name: RepositoryName, mark: str, still_open: int, now: Instant) -> Captured | None:
        """A duplicate is answered even when no more may be added.

        Raises: TooManyOpen.
        """
        holder_id = self.ports.filings.marked(self.reached.id, mark)
        if holder_id is not None:
            answer = self._met_title(holder_id, name, still_open, now)
            if answer is not None or self.displaces != holder_id:
                return answer
        raise TooManyOpen(
            f"This session has {still_open} follow-ups of its own open, and {OPEN_PER_SESSION} is the most. "
            "Nothing was added: say the rest in your reply.",
            open=still_open,
            limit=OPEN_PER_SESSION,
        )
