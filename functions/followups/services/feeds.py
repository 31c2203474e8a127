"""What the services ask of the storage about calendar feeds."""

from collections.abc import Sequence
from typing import Protocol

from followups.domain.feeds import Feed
from followups.domain.instants import Instant


class Feeds(Protocol):
    def get(self, feed_id: str) -> Feed | None: ...

    def of_list(self, list_id: str) -> Sequence[Feed]:
        """All of them, oldest first; new ones may lack."""

    def add(self, feed: Feed) -> None: ...

    def used(self, feed_id: str, at: Instant) -> None:
        """Note the hour of its last use; a feed deleted meanwhile stays deleted."""

    def delete(self, feed: Feed) -> None: ...
