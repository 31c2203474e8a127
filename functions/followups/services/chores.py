"""What is done later, in pages, by whoever takes it from the queue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

OWNER_SHARDS: Final = 16
"""Over how many shards the owners are spread, so that all of them can be looked through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PurgeList:
    """Delete everything that a deleted list held."""

    owner_id: str
    list_id: str
    version: int | None = None
    """Of the delete: a list that was brought back since, and deleted again, is another purge's. None takes any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PurgeAccount:
    """Delete everything that a deleted account held."""

    owner_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepOwners:
    """Look after a page of owners."""

    shard: int
    """Of those that owners are spread over, counted from 0."""
    after: Mapping[str, str] | None = None
    """Where the page before ended."""


Chore = PurgeList | PurgeAccount | SweepOwners


class Chores(Protocol):
    def put(self, chores: Sequence[Chore], *, after_seconds: int = 0) -> None:
        """Have them done, each at least once and no earlier than that, 900 seconds at most.

        Raises: Unavailable: some may have been taken, put them all again.
        """
