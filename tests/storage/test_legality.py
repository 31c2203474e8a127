"""What both engines refuse alike: each case goes through the door of a whole table."""

from typing import Any

import pytest

from followups.storage.contract import (
    Absent,
    And,
    AtMost,
    Changes,
    Check,
    Delete,
    Equals,
    Key,
    Or,
    Present,
    Put,
    Query,
    SetSmallerThan,
    Table,
    Update,
)

KEY = Key("P", "S")


def nested(depth: int) -> list[Any]:
    return [] if depth == 1 else [nested(depth - 1)]


BAD_VALUES: list[tuple[Any, type[Exception]]] = [
    (None, TypeError),
    (1.0, TypeError),
    (b"bytes", TypeError),
    ((1, 2), TypeError),
    ({"a"}, TypeError),
    (frozenset(), ValueError),
    (frozenset({1}), TypeError),
    (frozenset({""}), ValueError),
    (10**38, ValueError),
    (-(10**38), ValueError),
    ("\ud800", ValueError),
    ([None], TypeError),
    ([{"a": [1.5]}], TypeError),
    ({"": 1}, ValueError),
    ({1: "a"}, TypeError),
    ({"a": frozenset()}, ValueError),
    (nested(33), ValueError),
]


@pytest.mark.parametrize(("value", "error"), BAD_VALUES, ids=lambda case: ascii(case)[:40])
def test_a_value_that_no_engine_keeps_is_refused_and_nothing_written(table: Table, value, error) -> None:
    for write in (
        lambda: table.put({"PK": "P", "SK": "S", "a": value}),
        lambda: table.update(KEY, Changes(set={"a": value})),
        lambda: table.transact([Put({"PK": "P", "SK": "S", "a": value})]),
        lambda: table.transact([Update(KEY, Changes(set={"a": value}))]),
    ):
        with pytest.raises(error):
            write()
    assert table.get(KEY) is None


def test_values_at_the_edge_are_kept(table: Table) -> None:
    edge = {"big": 10**38 - 1, "small": -(10**38 - 1), "empty": "", "list": [], "map": {}, "deep": nested(32)}
    table.put({"PK": "P", "SK": "S", **edge})
    assert table.get(KEY) == {"PK": "P", "SK": "S", **edge}


@pytest.mark.parametrize(
    "item",
    [
        {},
        {"PK": "P"},
        {"SK": "S"},
        {"PK": "", "SK": "S"},
        {"PK": "P", "SK": ""},
        {"PK": "P", "SK": 1},
        {"PK": "P", "SK": "S", "GSI1PK": ""},
        {"PK": "P", "SK": "S", "GSI2SK": 5},
        {"PK": "P", "SK": "S", "GSI3SK": True},
        {"PK": "P", "SK": "S", "": 1},
    ],
    ids=str,
)
def test_an_item_without_proper_keys_is_refused(table: Table, item) -> None:
    with pytest.raises((TypeError, ValueError)):
        table.put(item)
    assert table.query(Query(partition="P")).items == []


@pytest.mark.parametrize(
    "changes",
    [
        Changes(),
        Changes(set={"PK": "Q"}),
        Changes(remove=frozenset({"SK"})),
        Changes(set={"a": 1}, remove=frozenset({"a"})),
        Changes(add={"a": 1}, add_to_set={"a": frozenset({"x"})}),
        Changes(add_to_set={"a": frozenset({"x"})}, delete_from_set={"a": frozenset({"y"})}),
        Changes(add={"a": True}),
        Changes(add={"a": 1.5}),  # type: ignore[dict-item]
        Changes(add={"GSI1PK": 1}),
        Changes(add_to_set={"GSI1SK": frozenset({"x"})}),
        Changes(add_to_set={"a": frozenset()}),
        Changes(delete_from_set={"a": frozenset()}),
        Changes(add_to_set={"a": {"x"}}),  # type: ignore[dict-item]
        Changes(set={"GSI1PK": ""}),
        Changes(set={"GSI1PK": 5}),
        Changes(set={"": 5}),
    ],
    ids=str,
)
def test_changes_that_no_engine_makes_are_refused_and_nothing_written(table: Table, changes) -> None:
    with pytest.raises((TypeError, ValueError)):
        table.update(KEY, changes)
    with pytest.raises((TypeError, ValueError)):
        table.transact([Update(KEY, changes)])
    assert table.get(KEY) is None


@pytest.mark.parametrize(
    "condition",
    [
        And(()),
        Or(()),
        And((Present(), Or(()))),
        Present(""),
        Absent(5),  # type: ignore[arg-type]
        Equals("a", None),  # type: ignore[arg-type]
        Equals("a", 1.5),  # type: ignore[arg-type]
        Equals("a", 10**38),
        AtMost("a", True),
        AtMost("a", [1]),  # type: ignore[arg-type]
        SetSmallerThan("a", True),
        SetSmallerThan("a", "2"),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_conditions_that_no_engine_holds_are_refused(table: Table, condition) -> None:
    for write in (
        lambda: table.put({"PK": "P", "SK": "S"}, condition=condition),
        lambda: table.update(KEY, Changes(set={"a": 1}), condition=condition),
        lambda: table.delete(KEY, condition=condition),
        lambda: table.transact([Check(KEY, condition)]),
    ):
        with pytest.raises((TypeError, ValueError)):
            write()
    assert table.get(KEY) is None


@pytest.mark.parametrize("key", [Key("", "S"), Key("P", ""), Key("P", 1), Key("\ud800", "S")], ids=ascii)  # type: ignore[arg-type]
def test_a_key_that_is_none_is_refused(table: Table, key) -> None:
    for call in (
        lambda: table.get(key),
        lambda: table.update(key, Changes(set={"a": 1})),
        lambda: table.delete(key),
        lambda: table.batch_get([key]),
        lambda: table.transact([Delete(key)]),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()
