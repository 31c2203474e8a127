"""Conditions on writes, the same on every engine behind `Table`."""

from collections.abc import Sequence
from typing import Any

import pytest

from followups.storage.contract import (
    Absent,
    And,
    AtMost,
    Changes,
    Condition,
    ConditionFailed,
    Equals,
    Item,
    Key,
    Or,
    Present,
    SetSmallerThan,
    Table,
    all_of,
    any_of,
)
from tests.storage.engines import is_moto

KEY = Key("P", "S")


def item(**attributes: Any) -> Item:
    return {"PK": "P", "SK": "S", **attributes}


FULL = item(text="b", number=5, yes=True, tags=frozenset({"x", "y"}), steps=[1])

HOLD: Sequence[Condition] = [
    Present(),
    Present("text"),
    Absent("other"),
    Equals("text", "b"),
    Equals("number", 5),
    Equals("yes", True),
    AtMost("number", 5),
    AtMost("number", 10**30),
    AtMost("text", "b"),
    AtMost("text", "𝄞"),
    SetSmallerThan("tags", 3),
    SetSmallerThan("other", 0),
    all_of(Present(), Equals("number", 5), AtMost("text", "c")),
    any_of(Equals("number", 6), Equals("number", 5)),
    any_of(all_of(Present("text"), Equals("number", 6)), all_of(Absent("other"), Or((Equals("yes", True),)))),
    all_of(any_of(Equals("number", 6), SetSmallerThan("tags", 3)), And((Or((Present("text"),)),))),
]
FAIL: Sequence[Condition] = [
    Absent(),
    Absent("text"),
    Present("other"),
    Equals("text", "B"),
    Equals("text", ""),
    Equals("number", -5),
    Equals("number", "5"),
    Equals("yes", False),
    Equals("number", True),
    Equals("other", "b"),
    AtMost("number", 4),
    AtMost("number", -6),
    AtMost("text", "a"),
    AtMost("text", "B"),
    AtMost("other", 5),
    SetSmallerThan("tags", 2),
    SetSmallerThan("tags", 0),
    SetSmallerThan("text", 9),
    SetSmallerThan("steps", 9),
    all_of(Present(), Equals("number", 6)),
    any_of(Equals("number", 6), Absent("text")),
    all_of(any_of(Present("text"), Present("number")), Present("other")),
    all_of(And((any_of(Present("text"), Present("number")),)), Present("other")),
    all_of(SetSmallerThan("other", 1), Present("nowhere")),
    any_of(all_of(Present("text"), Present("other")), all_of(Present("other"), Present("number"))),
]
HOLD_ON_NOTHING: Sequence[Condition] = [
    Absent(),
    Absent("text"),
    SetSmallerThan("tags", 1),
    any_of(Present(), Absent("text")),
]
FAIL_ON_NOTHING: Sequence[Condition] = [
    Present(),
    Present("text"),
    Equals("text", "b"),
    AtMost("number", 5),
    all_of(Absent(), Present("text")),
]


def cases(on_full: Sequence[Condition], on_nothing: Sequence[Condition]) -> list[Any]:
    return [pytest.param(FULL, condition, id=str(condition)) for condition in on_full] + [
        pytest.param(None, condition, id=f"nothing there: {condition}") for condition in on_nothing
    ]


@pytest.mark.parametrize(("before", "condition"), cases(HOLD, HOLD_ON_NOTHING))
def test_a_condition_that_holds_lets_every_write_through(
    table: Table, before: Item | None, condition: Condition
) -> None:
    def start() -> None:
        table.delete(KEY) if before is None else table.put(before)

    start()
    table.put(item(done=1), condition=condition)
    assert table.get(KEY) == item(done=1)
    start()
    assert table.update(KEY, Changes(set={"done": 1}), condition=condition) == {**(before or item()), "done": 1}
    start()
    table.delete(KEY, condition=condition)
    assert table.get(KEY) is None


@pytest.mark.parametrize(("before", "condition"), cases(FAIL, FAIL_ON_NOTHING))
def test_a_condition_that_fails_brings_the_item_and_writes_nothing(
    table: Table, before: Item | None, condition
) -> None:
    check_refused(table, before, condition)


@pytest.mark.parametrize(
    "condition", [Equals("yes", 1), AtMost("yes", 1), AtMost("text", 5), AtMost("number", "9")], ids=str
)
def test_values_of_two_types_neither_equal_nor_compare(table: Table, condition: Condition) -> None:
    if is_moto(table):
        pytest.skip("moto compares them as Python does; DynamoDB does not")
    check_refused(table, FULL, condition)


def check_refused(table: Table, before: Item | None, condition: Condition) -> None:
    if before is not None:
        table.put(before)
    for write in (
        lambda: table.put(item(done=1), condition=condition),
        lambda: table.update(KEY, Changes(set={"done": 1}), condition=condition),
        lambda: table.delete(KEY, condition=condition),
    ):
        with pytest.raises(ConditionFailed) as refused:
            write()
        assert refused.value.item == before
        assert table.get(KEY) == before


def test_strings_compare_by_their_utf8_bytes(table: Table) -> None:
    # In UTF-16 the order of these two is the other way round.
    table.put(item(text="\uffee"))
    assert table.update(KEY, Changes(set={"a": 1}), condition=AtMost("text", "𝄞"))["a"] == 1
    table.put(item(text="𝄞"))
    with pytest.raises(ConditionFailed):
        table.update(KEY, Changes(set={"a": 1}), condition=AtMost("text", "\uffee"))
