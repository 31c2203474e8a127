from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.storage.contract import Item
from followups.storage.evaluation import same
from local.item_text import MARK, decode, decode_all, encode

NAMES = st.text() | st.sampled_from([MARK, MARK + "set", MARK * 2 + "set", "set", "\x00"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    NAMES | st.integers() | st.booleans() | st.frozensets(NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=6,
)
ITEMS: st.SearchStrategy[Item] = st.dictionaries(NAMES, VALUES, max_size=4)


@given(ITEMS)
def test_any_item_comes_back_as_it_went_in(item: Item) -> None:
    assert same(decode(encode(item)), item)


@given(st.lists(ITEMS, max_size=3))
def test_items_read_together_are_those_read_one_by_one(items: list[Item]) -> None:
    assert same(decode_all([encode(item) for item in items]), items)


def test_what_a_table_cannot_keep_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot keep set"):
        encode({"a": {"x"}})
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode({"a": float("nan")})
