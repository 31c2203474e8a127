"""What the services take from the world instead of reading it."""

from typing import Protocol

from followups.domain.instants import Instant


class Clock(Protocol):
    def now(self) -> Instant: ...


class Chance(Protocol):
    def id(self, now: Instant) -> str:
        """A new UUIDv7."""

    def base62(self, characters: int) -> str: ...

    def bits(self) -> bytes:
        """32 random bytes that nobody can guess."""
