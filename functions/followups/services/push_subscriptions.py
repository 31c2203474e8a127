"""What the services ask of the storage about the browsers that take an owner's pushes."""

from collections.abc import Sequence
from typing import Protocol

from followups.domain.push import Subscription


class Subscriptions(Protocol):
    """An endpoint is one owner's: the one who subscribed with it last."""

    def get(self, subscription_id: str) -> Subscription | None: ...

    def of_owner(self, owner_id: str) -> Sequence[Subscription]:
        """All of them, oldest first; new ones may lack."""

    def keep(self, subscription: Subscription) -> None:
        """Store it, in place of whatever has the same endpoint."""

    def delete(self, subscription: Subscription) -> None:
        """Take away what has its endpoint, as long as it is of this owner; any other stays."""
