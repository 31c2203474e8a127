"""Lists and accounts that were deleted go for good, a page at a time.

Every page may be done again, by two at once and in any order: it deletes what it finds, and only a look that finds
nothing ends a purge. What passed the door before the delete and landed late is found by the next page.

The first page marks the list, in one write at the version that it read: either that or what brings the list back comes
first, and the other is refused.
"""

from dataclasses import replace
from typing import Final

from followups.domain.lists import TodoList
from followups.services.chores import Chores, PurgeAccount, PurgeList
from followups.services.following import SETTLED_SECONDS
from followups.services.ports import Cursor, Ports, Row, Shelf, StaleWrite

PAGE: Final = 100
"""Items that one page deletes at most."""
LISTS_SECONDS: Final = 300
"""How long an account waits between two looks whether its lists are gone, in seconds."""
LAG_SECONDS: Final = 60
"""How long a purge waits for an index that shows only what is elsewhere by now, in seconds."""

_SHELVES: Final = (Shelf.OPEN, Shelf.COMPLETED, Shelf.DELETED)
"""Every todo stands on one of them."""


def purge(ports: Ports, chores: Chores, chore: PurgeList | PurgeAccount) -> None:
    """Do one page, and put the rest. Nothing happens where the list or the account is not deleted, or is gone.

    Raises: Unavailable: do it again.
    """
    if isinstance(chore, PurgeList):
        _purge_list(ports, chores, chore)
    else:
        _purge_account(ports, chores, chore)


def _purge_list(ports: Ports, chores: Chores, chore: PurgeList) -> None:
    found = ports.lists.get(chore.owner_id, chore.list_id)
    if found is None or not _is_closed(ports, found):
        return
    if found.deleted_at is not None and not found.is_going:
        if chore.version is not None and chore.version != found.version:
            # It was brought back since, and deleted again: that delete has a purge of its own, at its own time.
            return
        begun = _begun(ports, found)
        if begun is None:
            chores.put([chore])
            return
        found = begun
    rows = _some_todos(ports, found.id)
    if rows:
        gone = [ports.removals.todo(row.id, owner_id=found.owner_id, list_id=found.id) for row in rows]
        chores.put([chore], after_seconds=0 if any(gone) else LAG_SECONDS)
        return
    if ports.removals.in_list(found.id, limit=PAGE):
        chores.put([chore])
        return
    for key in ports.api_keys.of_owner(found.owner_id):
        if key.list_id == found.id:
            ports.api_keys.delete(key)
    for feed in ports.feeds.of_list(found.id):
        ports.feeds.delete(feed)
    ports.removals.list(found.owner_id, found.id, version=found.version)


def _begun(ports: Ports, found: TodoList) -> TodoList | None:
    """The list, marked so that nothing brings it back from here on; None where it was written at the same moment."""
    going = replace(found.going(), version=found.version + 1, write_id=ports.chance.base62(22))
    try:
        return ports.lists.save(found, going)
    except StaleWrite:
        return None


def _is_closed(ports: Ports, found: TodoList) -> bool:
    """Deleted, or left over by a delete of the account that it came in at the same moment with."""
    if found.deleted_at is not None:
        return True
    owner = ports.owners.get(found.owner_id)
    return owner is not None and owner.deleted_at is not None


def _some_todos(ports: Ports, list_id: str) -> list[Row]:
    """A page of the list's todos; none when none are left."""
    for shelf in _SHELVES:
        after: Cursor | None = None
        while True:
            page = ports.todos.shelf(list_id, shelf, limit=PAGE, after=after)
            if page.rows:
                return list(page.rows)
            after = page.next
            if after is None:
                break
    return []


def _purge_account(ports: Ports, chores: Chores, chore: PurgeAccount) -> None:
    owner = ports.owners.get(chore.owner_id)
    if owner is None or owner.deleted_at is None:
        return
    ports.owners.forget_sign_ins(owner.id)
    for key in ports.api_keys.of_owner(owner.id):
        ports.api_keys.delete(key)
    for subscription in ports.subscriptions.of_owner(owner.id):
        ports.subscriptions.delete(subscription)
    lists = ports.lists.of_owner(owner.id)
    if lists:
        _put_lists(chores, [found for found in lists if found.deleted_at is not None], 0)
        # Until a moment ago a key could still open it.
        _put_lists(chores, [found for found in lists if found.deleted_at is None], SETTLED_SECONDS)
        chores.put([chore], after_seconds=LISTS_SECONDS)
        return
    if ports.removals.beside_owner(owner.id, limit=PAGE):
        chores.put([chore])
        return
    ports.removals.owner(owner.id)


def _put_lists(chores: Chores, lists: list[TodoList], after_seconds: int) -> None:
    if lists:
        purges = [PurgeList(owner_id=found.owner_id, list_id=found.id, version=found.version) for found in lists]
        chores.put(purges, after_seconds=after_seconds)
