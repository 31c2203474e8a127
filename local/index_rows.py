"""The rows of the indexes, beside the items in the local table."""

import sqlite3
from collections.abc import Set as AbstractSet

from followups.storage.contract import Item, Key
from followups.storage.indexes import PROJECTIONS, key_attributes, place_in, projected, shown
from followups.storage.sizes import item_size, text_size
from local.item_text import encode


def follow(
    connection: sqlite3.Connection, key: Key, old: Item | None, new: Item | None, changed: AbstractSet[str]
) -> None:
    """Bring an item's rows from its old image to its new one, of which these attributes differ.

    A row's body has no keys, so indexes that project the same share it; its size has them.
    """
    drawn: dict[tuple[str, ...], tuple[str, int]] = {}
    for index, attributes in PROJECTIONS.items():
        if changed.isdisjoint(shown(index)):
            continue
        before, after = place_in(index, old), place_in(index, new)
        if before is not None and before != after:
            connection.execute(
                "DELETE FROM index_rows WHERE name = ? AND ipk = ? AND isk = ? AND pk = ? AND sk = ?",
                (index, *before, key.pk, key.sk),
            )
        if new is None or after is None:
            continue
        if attributes not in drawn:
            row = projected(new, index)
            drawn[attributes] = encode(row), item_size(row)
        body, size = drawn[attributes]
        keys = (*key_attributes(), *key_attributes(index), key.pk, key.sk, *after)
        connection.execute(
            "REPLACE INTO index_rows (name, ipk, isk, pk, sk, size, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (index, *after, key.pk, key.sk, size + sum(map(text_size, keys)), body),
        )
