"""What the services ask of the world: time, chance and the repositories. `storage` and `local` provide it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from followups.domain.api_keys import ApiKey
from followups.domain.dues import Due
from followups.domain.filing import FiledBefore
from followups.domain.instants import Instant
from followups.domain.lists import TodoList
from followups.domain.owners import Owner
from followups.domain.repeats import Repeat
from followups.domain.sessions import Session
from followups.domain.todos import Todo
from followups.services.change_log import ChangeLog
from followups.services.dated_todos import DatedTodos
from followups.services.feeds import Feeds
from followups.services.push_subscriptions import Subscriptions
from followups.services.removals import Removals
from followups.services.sent_markers import SentMarkers
from followups.services.sockets import Sockets, Tickets
from followups.services.time_and_chance import Chance, Clock


class Row(Protocol):
    """A todo as a page shows it. Instants as text, whose order is time order; what is absent is None."""

    id: str
    list_id: str
    version: int
    title: str
    title_shortened: bool
    notes: str
    notes_shortened: bool
    whole_bytes: int
    """What the whole title and the whole notes weigh together where the row shows less of them; else 0."""
    starred: bool
    due: Due | None
    repeat: Repeat | None
    snoozed_until: str | None
    order: str
    completed_at: str | None
    deleted_at: str | None
    created_at: str
    updated_at: str
    repository: str | None
    """As it was filed."""
    repository_id: str | None
    session_id: str | None
    proposed: bool
    handed_back_at: str | None
    """While the owner has it."""
    claim_session: str | None
    claim_expires_at: str | None

    @property
    def size(self) -> int:
        """What the row weighs, in bytes, roughly."""


Cursor = Mapping[str, str]
"""Where a page ended; plain JSON."""


@dataclass(frozen=True, slots=True)
class Rows:
    rows: Sequence[Row]
    next: Cursor | None


class Shelf(Enum):
    """The pages of a list, each in an order of its own."""

    OPEN = "open"
    """The owner's order."""
    COMPLETED = "completed"
    """Newest first."""
    DELETED = "deleted"
    """Newest first."""
    HANDED_BACK = "handed_back"
    """Oldest first."""
    PROPOSED = "proposed"
    """By session, oldest first."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """A text beside a todo, numbered within it from 1. Reports are only ever added."""

    todo_id: str
    owner_id: str
    number: int
    text: str
    created_at: Instant


class Todos(Protocol):
    """Raises, from any write: StaleWrite: what was read is not what is there any more."""

    def get(self, todo_id: str, *, consistent: bool = True) -> Todo | None: ...

    def get_many(self, todo_ids: Sequence[str], *, consistent: bool = True) -> dict[str, Todo]:
        """Those that are there, by id; any number of them."""

    def add(self, todo: Todo, reports: Sequence[Report] = ()) -> Todo:
        """Store a new one with its reports, at most 99: all or nothing.

        Where the same id was added with the same write id, answer that one.
        """

    def save(self, before: Todo, after: Todo, report: Report | None = None) -> Todo:
        """One conditional write at the version of `before`; with the report, both or neither."""

    def fits(self, todo: Todo) -> bool:
        """Whether the whole item stays within its limit, with room for claims, hand-backs and the like."""

    def shelf(
        self,
        list_id: str,
        shelf: Shelf,
        *,
        limit: int,
        after: Cursor | None = None,
        since: str | None = None,
        until: str | None = None,
        backwards: bool = False,
    ) -> Rows:
        """A page. `since` (inclusive) and `until` (exclusive) bound the instants of the completed."""

    def place_of(self, row: Row, shelf: Shelf) -> Cursor:
        """Where a row of a shelf stands, to go on behind it."""

    def neighbours(self, list_id: str, order: str, *, forward: bool, limit: int) -> Sequence[Row]:
        """The open rows from this order key on, itself included, in the direction given."""

    def takeable(self, list_id: str, repository_ids: Sequence[str], *, after: Cursor | None, limit: int) -> Rows:
        """What may be taken in these repositories, in the owner's order; held-back and claimed ones among them."""

    def dated(self, owner_id: str, list_id: str) -> Sequence[str]:
        """The ids of a list's open todos that have a due or are snoozed, whose the list is; new ones may lack."""

    def reports(self, todo_id: str, *, limit: int, after: Cursor | None) -> tuple[Sequence[Report], Cursor | None]: ...


class Versioned(Protocol):
    """What counts its saved writes, and names the last one."""

    @property
    def version(self) -> int: ...

    @property
    def write_id(self) -> str: ...


class StaleWrite(Exception):
    """What was read is not what is there any more; nothing was written. Read again and decide again."""


class TodoTooLarge(Exception):
    """The whole todo would not fit into its item; nothing was written."""


@dataclass(frozen=True, kw_only=True)
class RepositoryName:
    """A name that a list's follow-ups know a repository by; former names point at the same id."""

    list_id: str
    owner_id: str
    filed: str
    """The spelling first seen of this name."""
    id: str
    name: str
    """What the repository is called now."""
    also: frozenset[str] = frozenset()
    """Ids that this one took over; follow-ups may still stand under them."""

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.id, *sorted(self.also))


class RepositoryNames(Protocol):
    def find(self, list_id: str, name: str) -> RepositoryName | None: ...

    def all(self, list_id: str) -> Sequence[RepositoryName]: ...

    def add(self, name: RepositoryName) -> bool:
        """False when the name is there already."""

    def point(self, list_id: str, filed: str, *, id: str, name: str, also: frozenset[str]) -> None:
        """Let a name mean this repository."""


class AddRefusal(Enum):
    TITLE_TAKEN = 1
    TOO_MANY = 2
    KEY_USED = 3
    REPOSITORY_KNOWN = 4


class AddRefused(Exception):
    """Nothing was added."""

    def __init__(self, refusals: frozenset[AddRefusal], marked: str | None) -> None:
        super().__init__(str(refusals))
        self.refusals = refusals
        self.marked = marked
        """The todo that holds the title, when the title is taken."""


class Filings(Protocol):
    """What follow-ups leave behind when they are filed: title marks, noise sets, idempotency records."""

    def noise(self, list_id: str, session_id: str) -> frozenset[str]:
        """Follow-ups that this session filed, those that are open among them."""

    def forget(self, list_id: str, session_id: str, todo_ids: frozenset[str]) -> None:
        """Take closed ones out of the noise set."""

    def before(self, owner_id: str, list_id: str, key: str, now: Instant) -> FiledBefore | None:
        """The first answer to an idempotency key, while it is kept."""

    def remember(self, owner_id: str, list_id: str, key: str, answer: FiledBefore, now: Instant) -> bool:
        """Keep an answer for which nothing was added. False when the key was used meanwhile."""

    def file(
        self,
        todo: Todo,
        *,
        mark: str,
        displaces: str | None,
        remembers: tuple[str, FiledBefore] | None,
        repository: RepositoryName | None,
    ) -> Todo:
        """Add a follow-up with its mark, its place in the noise set, its record and its repository: all or nothing.

        `displaces` is the closed todo that holds the mark. Raises: AddRefused.
        """

    def marked(self, list_id: str, mark: str) -> str | None:
        """The todo that holds this title, if one does."""

    def mark(self, todo: Todo, mark: str, *, displaces: str | None = None) -> str | None:
        """Let the mark point at this todo. Where another holds it, answer that one and change nothing."""


class Sessions(Protocol):
    def get(self, list_id: str, session_id: str) -> Session | None: ...

    def save(self, before: Session | None, after: Session) -> Session:
        """Raises: StaleWrite."""


class Lists(Protocol):
    def get(self, owner_id: str, list_id: str) -> TodoList | None: ...

    def of_owner(self, owner_id: str) -> Sequence[TodoList]:
        """All of them, oldest first, the deleted too."""

    def add(self, todo_list: TodoList) -> TodoList: ...

    def save(self, before: TodoList, after: TodoList) -> TodoList:
        """Raises: StaleWrite."""


class Owners(Protocol):
    def get(self, owner_id: str) -> Owner | None: ...

    def signed_in(self, issuer: str, subject: str) -> str | None:
        """The id of the owner who signs in like this."""

    def welcome(self, issuer: str, subject: str, owner: Owner, first_list: TodoList) -> bool:
        """Store a new owner, the sign-in and the first list in one step. False when the sign-in is known already."""

    def save(self, before: Owner, after: Owner) -> Owner:
        """Raises: StaleWrite."""

    def let_in(self, issuer: str, subject: str, owner_id: str) -> bool:
        """Let this sign-in be the owner's, whoever it was before. False when there is no such owner."""

    def forget_sign_ins(self, owner_id: str) -> None:
        """Let the owner's next sign-in be a first one. A sign-in that is another owner's by now stays."""

    def page(self, shard: int, *, limit: int, after: Cursor | None = None) -> tuple[Sequence[Owner], Cursor | None]:
        """Owners of one shard, the deleted too; new ones may lack."""


class ApiKeys(Protocol):
    def get(self, key_id: str) -> ApiKey | None: ...

    def of_owner(self, owner_id: str) -> Sequence[ApiKey]: ...

    def add(self, key: ApiKey) -> None: ...

    def used(self, key_id: str, at: Instant) -> None:
        """Note the hour of its last use; a key revoked meanwhile stays revoked."""

    def delete(self, key: ApiKey) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Everything that a service works with."""

    clock: Clock
    chance: Chance
    owners: Owners
    lists: Lists
    todos: Todos
    filings: Filings
    repositories: RepositoryNames
    sessions: Sessions
    api_keys: ApiKeys
    feeds: Feeds
    changes: ChangeLog
    removals: Removals
    tickets: Tickets
    sockets: Sockets
    dated: DatedTodos
    sent: SentMarkers
    subscriptions: Subscriptions
