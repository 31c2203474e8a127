"""What the services ask of the storage to take away for good."""

from typing import Protocol


class Removals(Protocol):
    """Each is safe to repeat, and to do by two at once. Those that take a `limit` delete so many items at most."""

    def todo(self, todo_id: str, *, owner_id: str, list_id: str) -> bool:
        """The todo's own item. False, and it stays, where it is of another list by now."""

    def beside_todo(self, todo_id: str, *, limit: int) -> bool:
        """What lies beside a todo that is gone. False when nothing did, or when the todo is there."""

    def in_list(self, list_id: str, *, limit: int) -> bool:
        """What lies under a list beside its todos. False when nothing did."""

    def list(self, owner_id: str, list_id: str, *, version: int) -> None:
        """The list's own item, as long as it is of this version."""

    def beside_owner(self, owner_id: str, *, limit: int) -> bool:
        """What lies under an owner beside the account itself and its lists. False when nothing did."""

    def owner(self, owner_id: str) -> None:
        """The own item of an account that is deleted; another stays."""
