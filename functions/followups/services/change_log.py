"""The change log of each list, and what else is worked with behind a write.

Nothing of the domain is in here: the function behind the stream starts whenever somebody writes, and starts fast.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from followups.domain.instants import Instant
from followups.services.sockets import Sockets
from followups.services.time_and_chance import Clock


@dataclass(frozen=True, kw_only=True)
class Change:
    """One write of a todo, as the change log keeps it."""

    list_id: str
    owner_id: str
    todo_id: str
    version: int
    deleted: bool
    """Deleted, or moved out of this list."""
    position: str = ""
    """Where it stands in the log; text order is log order."""


class ChangeLog(Protocol):
    def record(self, changes: Sequence[Change], now: Instant, sequence: str) -> list[Change]:
        """Write the rows of one batch of the stream; writing them again does no harm. Answers them as they stand."""

    def since(self, list_id: str, position: str, *, limit: int) -> Sequence[Change]:
        """The rows behind this position, oldest first."""

    def newest(self, list_id: str) -> str | None: ...


class Leftovers(Protocol):
    def beside_todo(self, todo_id: str, *, limit: int) -> bool:
        """Delete what lies beside a todo that is gone. False when nothing did, or when the todo is there."""


class Behind(Protocol):
    """What is worked with behind a write; `ports.Ports` has it too."""

    @property
    def clock(self) -> Clock: ...
    @property
    def changes(self) -> ChangeLog: ...
    @property
    def removals(self) -> Leftovers: ...
    @property
    def sockets(self) -> Sockets: ...


@dataclass(frozen=True, kw_only=True)
class BehindPorts:
    """That, and nothing else."""

    clock: Clock
    changes: ChangeLog
    removals: Leftovers
    sockets: Sockets
