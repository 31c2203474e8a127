"""What a table can do: seven operations, their conditions and their changes.

Repositories are written once against `Table`; DynamoDB (`storage.table`) and SQLite (`local.sqlite_table`) stand
behind it. Where engines differ, the contract is the narrower of the two:

- strings order by their UTF-8 bytes; numbers are integers; keys are non-empty strings;
- changes name top-level attributes only; an attribute is absent, never null; a set is never empty;
- an index page shows only what the index projects, and may lag behind the table;
- a page ends at its limit or at 1 MB, and may be empty while `after` says that there is more; one that reached its
  limit has an `after` even when nothing follows;
- an expired item is visible until something compares its time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

Value = Any
"""One of str, int, bool, frozenset[str], or lists and dicts (str keys) of these."""

Item = dict[str, Value]

IndexName = Literal["GSI1", "GSI2", "GSI3"]

MAX_PARTITION_KEY_BYTES: Final = 2048
MAX_SORT_KEY_BYTES: Final = 1024
MAX_ITEM_BYTES: Final = 400 * 1024
"""Keys, attribute names and values together, by `sizes.item_size`."""
MAX_PAGE_BYTES: Final = 1024 * 1024
"""What one query reads before it ends its page."""
MAX_ACTIONS: Final = 100
"""Actions in one transaction, each on another item."""
MAX_TRANSACTION_BYTES: Final = 4 * 1024 * 1024
MAX_BATCH_GET: Final = 100


@dataclass(frozen=True, slots=True)
class Key:
    """An item's place: partition and sort key."""

    pk: str
    sk: str


@dataclass(frozen=True, slots=True)
class Absent:
    """The attribute is not there; without a name, the item is not."""

    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class Present:
    """The attribute is there; without a name, the item is."""

    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class Equals:
    """The attribute is there and has this value (a string, an integer or a bool)."""

    attribute: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class AtMost:
    """The attribute is there and is not greater: integers by size, strings by their UTF-8 bytes."""

    attribute: str
    value: str | int


@dataclass(frozen=True, slots=True)
class SetSmallerThan:
    """The set has fewer members than this, or is not there."""

    attribute: str
    size: int


@dataclass(frozen=True, slots=True)
class And:
    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class Or:
    conditions: tuple["Condition", ...]


Condition = Absent | Present | Equals | AtMost | SetSmallerThan | And | Or


def all_of(*conditions: Condition) -> Condition:
    return conditions[0] if len(conditions) == 1 else And(conditions)


def any_of(*conditions: Condition) -> Condition:
    return conditions[0] if len(conditions) == 1 else Or(conditions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What an update does to top-level attributes. Attributes it does not name stay as they are.

    An attribute stands in one of the five at most. `add` counts up from 0 where the attribute is absent; `add_to_set`
    makes the set; a set that loses its last member is removed.
    """

    set: Mapping[str, Value] = field(default_factory=dict)
    remove: frozenset[str] = frozenset()
    add: Mapping[str, int] = field(default_factory=dict)
    add_to_set: Mapping[str, frozenset[str]] = field(default_factory=dict)
    delete_from_set: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Put:
    """Write the whole item, in place of one that is there."""

    item: Item
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Update:
    """Change an item; where it is absent, make it from its key and the changes."""

    key: Key
    changes: Changes
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Delete:
    key: Key
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """Hold the condition, write nothing."""

    key: Key
    condition: Condition


Action = Put | Update | Delete | Check

PageKey = Mapping[str, str]
"""Where a page ended: the key attributes of its last item, the index's among them. Goes back in as `after`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One partition of the table or of an index, in the order of its sort key.

    Give `prefix`, or `low` and `high` (both inclusive, either may be left out), or none of them.
    """

    partition: str
    index: IndexName | None = None
    prefix: str | None = None
    low: str | None = None
    high: str | None = None
    forward: bool = True
    limit: int | None = None
    after: PageKey | None = None
    consistent: bool = False
    """Refused on an index."""
    count_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    items: Sequence[Item]
    """Empty when only the count was asked for."""
    count: int
    after: PageKey | None
    """Absent at the end. Where it is there, the next page may still be empty."""


class Table(Protocol):
    """The seven operations.

    Raises, from any of them:
        Unavailable: the engine throttled, timed out or failed, after its bounded retries.
        ItemTooLarge: an item over 400 KB, or a key over its limit. Nothing was written.
    """

    def get(self, key: Key, *, consistent: bool = True) -> Item | None: ...

    def put(self, item: Item, *, condition: Condition | None = None) -> None:
        """Raises: ConditionFailed."""

    def update(self, key: Key, changes: Changes, *, condition: Condition | None = None) -> Item:
        """Answer the item as it is now, whole. Raises: ConditionFailed."""

    def delete(self, key: Key, *, condition: Condition | None = None) -> None:
        """Deleting what is not there is a success. Raises: ConditionFailed."""

    def query(self, query: Query) -> Page: ...

    def batch_get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Item]:
        """Those that are there, in no order; at most 100 keys, each once."""

    def transact(self, actions: Sequence[Action]) -> None:
        """All or nothing; at most 100 actions, each on another item. Raises: TransactionRefused."""


class ConditionFailed(Exception):
    """A condition did not hold; nothing was written."""

    def __init__(self, item: Item | None) -> None:
        super().__init__("a condition did not hold")
        self.item = item
        """The item that refused, whole; absent when there is none."""


class TransactionRefused(Exception):
    """A condition of a transaction did not hold; nothing was written."""

    def __init__(self, refusals: Mapping[int, Item | None]) -> None:
        super().__init__(f"conditions of actions {sorted(refusals)} did not hold")
        self.refusals = refusals
        """By the action's position: the item that refused, or none where there is none."""


class Unavailable(Exception):
    """The engine did not answer, was throttled or failed. The write may or may not have landed."""


class ItemTooLarge(Exception):
    """An item, a key or a transaction over its limit; nothing was written."""
