"""What a run of many writers was told, one record for each acknowledged write."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Did(StrEnum):
    """What a call did to one todo."""

    ADDED = "added"
    CLAIMED = "claimed"
    COMPLETED = "completed"
    HANDED_BACK = "handed back"
    RETURNED = "returned"
    REOPENED = "reopened"
    EDITED = "edited"
    TAKEN_AWAY = "taken away"
    """Deleted, unassigned or moved by the owner: whatever lease there was has ended."""


@dataclass(frozen=True, kw_only=True)
class Acknowledged:
    """A write whose answer arrived. `sent` and `answered` are epoch seconds of one clock."""

    did: Did
    by: str
    """The session of an agent, or the owner."""
    todo_id: str
    sent: float
    answered: float
    version: int
    """Of the todo, as the write left it."""
    made_from: int | None = None
    """The version that the write insisted on."""
    token: str | None = None
    """Of the lease that a claim granted or that a completion or a hand-back used."""
    expires_at: float = 0.0
    """When the lease that a claim granted lapses unless it is renewed."""
    left: str | None = None
    """A text that the write put into the notes, found nowhere else."""
    title: str | None = None
    """Of what was added."""

    @property
    def number(self) -> int:
        """The fence in the token."""
        assert self.token is not None
        return int(self.token.partition(".")[0])


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A todo as it is at the end."""

    todo_id: str
    title: str
    version: int
    texts: str = ""
    """Its notes, and its reports."""


@dataclass
class History:
    writes: list[Acknowledged] = field(default_factory=list)
    stored: dict[str, Stored] = field(default_factory=dict)

    def by_todo(self, *kinds: Did) -> Mapping[str, list[Acknowledged]]:
        """The writes of each todo, by when they were sent; of these kinds alone, if any are named."""
        found: dict[str, list[Acknowledged]] = {}
        for write in sorted(self.writes, key=lambda write: write.sent):
            if not kinds or write.did in kinds:
                found.setdefault(write.todo_id, []).append(write)
        return found

    def keep(self, stored: Iterable[Stored]) -> None:
        self.stored.update({todo.todo_id: todo for todo in stored})
