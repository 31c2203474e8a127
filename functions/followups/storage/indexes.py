"""The indexes of the one table, and what each shows of an item."""

from typing import Final

from followups.storage.contract import IndexName, Item

ROW_ATTRIBUTES: Final = (
    "version",
    "row_title",
    "title_bytes",
    "notes_head",
    "notes_bytes",
    "starred",
    "due",
    "repeat",
    "snoozed_until",
    "order",
    "created_at",
    "updated_at",
    "origin_session",
    "repository",
    "repository_id",
    "handed_back_at",
    "standing",
    "claim_session",
    "claim_expires_at",
)
"""What a row of a page shows, beside what the keys say. Never the whole of anything long: titles and notes are cut.

DynamoDB projects at most 20 attributes that are not keys into one index, and 100 into all (API reference,
`Projection`).
"""

PROJECTIONS: Final[dict[IndexName, tuple[str, ...]]] = {
    "GSI1": ROW_ATTRIBUTES,
    "GSI2": ROW_ATTRIBUTES,
    "GSI3": ("list_id",),
}
"""Non-key attributes each index projects; the keys of the item and of the index always come with them."""


INDEXES: Final[tuple[IndexName, ...]] = tuple(PROJECTIONS)


def key_attributes(index: IndexName | None = None) -> tuple[str, str]:
    """The partition and sort key attribute of an index, or of the table. An item without both is not in the index."""
    return _KEY_ATTRIBUTES[index]


_KEY_ATTRIBUTES: Final[dict[IndexName | None, tuple[str, str]]] = {
    None: ("PK", "SK"),
    **{index: (f"{index}PK", f"{index}SK") for index in INDEXES},
}


def place_in(index: IndexName, item: Item | None) -> tuple[str, str] | None:
    """The item's partition and sort key in the index, or nothing where the item is not in it."""
    partition, sort = _KEY_ATTRIBUTES[index]
    if item is None or partition not in item or sort not in item:
        return None
    return item[partition], item[sort]


def row_of(item: Item, index: IndexName) -> Item:
    """What the index shows of an item that is in it."""
    return {name: item[name] for name in (*key_attributes(), *key_attributes(index))} | projected(item, index)


def projected(item: Item, index: IndexName) -> Item:
    """What the index shows of an item beside the keys."""
    return {name: item[name] for name in PROJECTIONS[index] if name in item}


def shown(index: IndexName) -> frozenset[str]:
    """Every attribute whose change is a change of the item's row."""
    return _SHOWN[index]


_SHOWN: Final[dict[IndexName, frozenset[str]]] = {
    index: frozenset((*_KEY_ATTRIBUTES[index], *attributes)) for index, attributes in PROJECTIONS.items()
}
