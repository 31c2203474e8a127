"""Drains: a session takes follow-ups one at a time until nothing is left or the list stops shrinking.

The decisions are pure; `services.draining` brings them what they ask for.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final, Self

from followups.domain.todos import Todo

REMEMBERED: Final = 8
"""How many of the follow-ups that it closed a drain remembers, so that it need not try again what a lagging index still
shows. Few enough to keep a session's item within one write unit; which one is given never rests on them."""


class Stop(StrEnum):
    """Why a drain ends."""

    NOTHING_LEFT = "nothing left"
    ALL_CLAIMED = "all claimed by others"
    NOT_CONVERGING = "not converging"


class Given(Enum):
    """What became of the follow-up that the drain gave before."""

    STILL_OURS = 1
    TAKEN = 2
    PASSED_OVER = 3


@dataclass(frozen=True, kw_only=True)
class Drain:
    """How far a session's drain of one repository has come."""

    repository_id: str
    checkpoint: int
    """How many were open when it was last counted."""
    taken: int = 0
    """How many of them this session closed since."""
    given: str | None = None
    """The follow-up it works on."""
    behind: tuple[tuple[str, int], ...] = ()
    """The last ones it closed, newest last, each with its version then: an index that shows no newer one lags."""

    @classmethod
    def started(cls, repository_id: str, open_count: int) -> Self:
        return cls(repository_id=repository_id, checkpoint=open_count)

    def fate_of_given(
        self, todo: Todo | None, session_id: str, repository_ids: Collection[str], *, waits: bool
    ) -> Given:
        """Judge the follow-up given before by what it is now, and whether it waits for its time.

        The ids are all that its repository stands under.
        """
        if todo is None or todo.deleted_at is not None or todo.origin is None:
            return Given.PASSED_OVER
        if todo.origin.repository_id not in repository_ids:
            return Given.PASSED_OVER
        if todo.completed_at is not None or todo.origin.with_owner:
            return Given.TAKEN
        if todo.claim is None and todo.standing_roll is not None:
            # Done, and due again: what was given had a claim, which only that ended.
            return Given.TAKEN
        if todo.origin.proposed or waits:
            return Given.PASSED_OVER
        if todo.claim is not None and todo.claim.session_id != session_id:
            return Given.PASSED_OVER
        return Given.STILL_OURS

    def after(self, fate: Given, todo: Todo | None) -> Self:
        """With the one given before behind it."""
        if self.given is None or fate is Given.STILL_OURS:
            return self
        if fate is Given.PASSED_OVER or todo is None:
            return replace(self, given=None)
        # One that was rolled forward comes again as that left it; only what is older lags.
        is_with_owner = todo.origin is not None and todo.origin.with_owner
        closed_at = todo.version - 1 if todo.standing_roll is not None and not is_with_owner else todo.version
        behind = (*(kept for kept in self.behind if kept[0] != todo.id), (todo.id, closed_at))[-REMEMBERED:]
        return replace(self, given=None, behind=behind, taken=self.taken + 1)

    def started_anew(self, open_count: int) -> Self:
        """A new drain of the same session, which goes on with what it works on and knows what it closed."""
        return replace(self, checkpoint=open_count, taken=0)

    def of_repository(self, repository_id: str) -> Self:
        """The same drain, of the repository that took its own over meanwhile."""
        return replace(self, repository_id=repository_id)

    def giving(self, todo_id: str) -> Self:
        return replace(self, given=todo_id)

    def has_behind(self, todo_id: str, version: int) -> bool:
        """Whether a row of an index is older than this session's own closing of it."""
        return any(todo_id == closed and version <= at for closed, at in self.behind)

    @property
    def is_at_checkpoint(self) -> bool:
        """As many taken as were open: time to count anew."""
        return self.taken >= self.checkpoint

    def converges_at(self, open_count: int) -> bool:
        return open_count < self.checkpoint

    def at_checkpoint(self, open_count: int) -> Self:
        return replace(self, checkpoint=open_count, taken=0)
