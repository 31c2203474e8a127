"""Sessions: agent conversations, as far as follow-ups need to know them."""

from dataclasses import dataclass, replace
from typing import Self

from followups.domain.drains import Drain
from followups.domain.instants import Instant


@dataclass(frozen=True, kw_only=True)
class Session:
    id: str
    """The id that its host gave it."""
    list_id: str
    owner_id: str
    last_seen_at: Instant
    drain: Drain | None = None
    bound_todo_id: str | None = None
    """The follow-up it claimed last."""
    version: int = 0
    write_id: str = ""

    def seen(self, now: Instant) -> Self:
        return replace(self, last_seen_at=now)

    def bound_to(self, todo_id: str) -> Self:
        return replace(self, bound_todo_id=todo_id)

    def with_drain(self, drain: Drain | None) -> Self:
        return replace(self, drain=drain)
