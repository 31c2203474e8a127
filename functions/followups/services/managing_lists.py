"""The owner's lists: create, rename, set up, delete, bring back."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from followups.domain import text
from followups.domain.errors import ChangedMeanwhile, Invalid, KeyConflict, NotFound
from followups.domain.ids import is_id, named
from followups.domain.instants import kept
from followups.domain.limits import LIST_NAME_CHARACTERS, LISTS_PER_OWNER
from followups.domain.lists import NOT_COMING_BACK, TodoList
from followups.services.access import Caller, ReachedList
from followups.services.changing import has_landed
from followups.services.ports import Ports, StaleWrite


class StaleList(ChangedMeanwhile):
    """The list was changed since the page read it."""

    def __init__(self, current: TodoList) -> None:
        super().__init__("This list was changed since you loaded it. Nothing was saved.", version=current.version)
        self.current = current


def lists_of(ports: Ports, caller: Caller) -> Sequence[TodoList]:
    """Those that are not deleted, oldest first."""
    found = [found for found in ports.lists.of_owner(caller.owner_id) if found.deleted_at is None]
    return sorted(found, key=lambda each: (each.created_at, each.id))


def create(ports: Ports, caller: Caller, *, name: str, write_id: str | None = None) -> TodoList:
    """A new list; the same write id is the same list, however often it comes.

    Raises:
        Invalid: the name is none, or the owner has as many lists as may be.
        KeyConflict: the write id made another list before, or one that was deleted since.
    """
    fresh = new_list(ports, caller.owner_id, name)
    if write_id is not None:
        fresh = replace(fresh, id=named(caller.owner_id, "list", write_id), write_id=write_id)
        there = ports.lists.get(caller.owner_id, fresh.id)
        if there is not None and (there.name != fresh.name or there.deleted_at is not None):
            raise KeyConflict("This write id was used for another list. Use a new one.", field="write_id")
        if there is not None:
            return there
    _check_room(ports, caller)
    return ports.lists.add(fresh)


def new_list(ports: Ports, owner_id: str, name: str) -> TodoList:
    """A list that is not stored yet."""
    now = kept(ports.clock.now())
    return TodoList(
        id=ports.chance.id(now),
        owner_id=owner_id,
        name=text.line(name, "name", LIST_NAME_CHARACTERS),
        created_at=now,
        updated_at=now,
        version=1,
        write_id=ports.chance.base62(22),
    )


def edit(
    ports: Ports,
    reached: ReachedList,
    version: int | None,
    *,
    name: str | None = None,
    review_new: bool | None = None,
    accepted_repositories: list[str] | None = None,
    write_id: str | None = None,
) -> TodoList:
    """Raises: StaleList, Invalid."""
    return _save(
        ports,
        reached.list,
        version,
        lambda found: found.edited(name=name, review_new=review_new, accepted_repositories=accepted_repositories),
        write_id,
    )


def delete(ports: Ports, reached: ReachedList, version: int | None, write_id: str | None = None) -> None:
    """Close every door to the list; keys that are bound to it reach nothing any more. Raises: StaleList."""
    _save(ports, reached.list, version, lambda found: found.deleted(kept(ports.clock.now())), write_id)


def restore(ports: Ports, caller: Caller, list_id: str, version: int | None, write_id: str | None = None) -> TodoList:
    """Open a deleted list again, with everything in it, its keys and its feeds. One that is open stays as it is.

    Raises:
        NotFound: it was deleted too long ago, or this owner has no such list.
        StaleList: it is not as it was read.
        Invalid: the owner has as many lists as may be.
    """
    found = ports.lists.get(caller.owner_id, list_id) if is_id(list_id) else None
    if found is None:
        raise NotFound(NOT_COMING_BACK)
    restored = found.restored(ports.clock.now())
    if found.deleted_at is not None:
        _check_room(ports, caller)
    return _save(ports, found, version, lambda _: restored, write_id)


def was_deleted_by(ports: Ports, caller: Caller, list_id: str, write_id: str | None) -> bool:
    """Whether this very write closed the list: its answer was lost."""
    if write_id is None or not is_id(list_id):
        return False
    found = ports.lists.get(caller.owner_id, list_id)
    return found is not None and found.deleted_at is not None and found.write_id == write_id


def _check_room(ports: Ports, caller: Caller) -> None:
    if len(lists_of(ports, caller)) >= LISTS_PER_OWNER:
        raise Invalid(f"You have {LISTS_PER_OWNER} lists, and that is the most. Delete one first.", field="name")


def _save(
    ports: Ports,
    before: TodoList,
    version: int | None,
    decide: Callable[[TodoList], TodoList],
    write_id: str | None,
) -> TodoList:
    if has_landed(before, write_id, version):
        return before
    if version is not None and before.version != version:
        raise StaleList(before)
    after = decide(before)
    if after == before:
        return before
    stamped = replace(
        after,
        version=before.version + 1,
        updated_at=kept(ports.clock.now()),
        write_id=write_id or ports.chance.base62(22),
    )
    try:
        return ports.lists.save(before, stamped)
    except StaleWrite:
        raise StaleList(ports.lists.get(before.owner_id, before.id) or before) from None
