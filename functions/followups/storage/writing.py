"""One conditional write at the version that was read, and what its refusal means."""

from collections.abc import Iterator
from contextlib import contextmanager

from followups.services.ports import StaleWrite, TodoTooLarge, Versioned
from followups.storage.contract import (
    Absent,
    Changes,
    Condition,
    ConditionFailed,
    Equals,
    Item,
    ItemTooLarge,
    Key,
    Put,
    Table,
    TransactionRefused,
    Update,
    all_of,
)


def difference(before: Item, after: Item) -> Changes:
    """What leads from one item to the other. Attributes that neither knows stay as they are."""
    return Changes(
        set={name: value for name, value in after.items() if name not in {"PK", "SK"} and before.get(name) != value},
        remove=frozenset(before.keys() - after.keys()),
    )


def at_version(before: Versioned, *also: Condition) -> Condition:
    return all_of(Equals("version", before.version), *also)


def put_action(item: Item) -> Put:
    return Put(item, Absent())


def update_action(before: Item, after: Item, condition: Condition) -> Update:
    return Update(Key(before["PK"], before["SK"]), difference(before, after), condition)


@contextmanager
def refusals(write_id: str) -> Iterator[None]:
    """Turn a lost condition into `StaleWrite`, unless the item carries this very write: then it has landed.

    A client may retry a write whose answer was lost and meet its own success. Everything else passes untouched.
    """
    try:
        yield
    except ConditionFailed as refused:
        if not write_id or refused.item is None or refused.item.get("write_id") != write_id:
            raise StaleWrite from refused
    except TransactionRefused as refused:
        raise StaleWrite from refused
    except ItemTooLarge as refused:
        raise TodoTooLarge from refused


def add(table: Table, item: Item) -> None:
    """Store a new item. Raises: StaleWrite: there is one already, by another write."""
    with refusals(item.get("write_id", "")):
        table.put(item, condition=Absent())


def save(table: Table, before: Item, after: Item, condition: Condition) -> None:
    """Raises: StaleWrite; TodoTooLarge."""
    with refusals(after.get("write_id", "")):
        table.update(Key(before["PK"], before["SK"]), difference(before, after), condition=condition)
