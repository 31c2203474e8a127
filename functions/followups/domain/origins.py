"""Origins: what makes a todo a follow-up."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from followups.domain.errors import Invalid
from followups.domain.instants import Instant


class Host(StrEnum):
    """The program that an agent runs in."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    OPENCODE = "opencode"
    OTHER = "other"

    @classmethod
    def named(cls, name: str) -> Self:
        """Raises: Invalid: no such host."""
        try:
            return cls(name)
        except ValueError:
            raise Invalid(
                f"host is one of {', '.join(cls)}; use 'other' for any other program.", field="host"
            ) from None


@dataclass(frozen=True, kw_only=True)
class HandBack:
    """When and why an agent gave a follow-up to the owner."""

    at: Instant
    reason: str


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a follow-up comes from. A todo with one is in reach of agents."""

    repository: str
    """As it was filed; what is shown is the repository's current spelling."""
    repository_id: str
    session_id: str | None = None
    """Absent when the owner assigned the repository."""
    host: Host | None = None
    discovered_from: str | None = None
    """The follow-up that was being worked on when this one was found."""
    proposed: bool = False
    """Waits for the owner's yes."""
    handed_back: HandBack | None = None
    """The last hand-back. Its reason stays when the owner returns the follow-up to the drain; see `with_owner`."""
    with_owner: bool = False
    """Handed back, and not returned to the drain since."""

    def given_to_owner(self, reason: str, now: Instant) -> Self:
        return replace(self, handed_back=HandBack(at=now, reason=reason), with_owner=True)

    def returned_to_drain(self) -> Self:
        return replace(self, with_owner=False)

    def accepted(self) -> Self:
        return replace(self, proposed=False)
