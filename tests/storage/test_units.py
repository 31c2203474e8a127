"""What operations cost, by DynamoDB's rules; and that both engines count the same."""

from typing import Any

import pytest

from followups.storage.contract import (
    Absent,
    Changes,
    Check,
    ConditionFailed,
    Delete,
    Equals,
    Item,
    Key,
    Present,
    Put,
    Query,
    Table,
    TransactionRefused,
    Update,
)
from followups.storage.sizes import item_size
from followups.storage.units import Meter, Spent, read_units, refused_units, transaction_units, write_units
from local.sqlite_table import SqliteTable
from tests.storage.engines import new_dynamo_table

KEY = Key("P", "S")
GSI1: dict[str, Any] = {"GSI1PK": "Q", "GSI1SK": "1"}
GSI2: dict[str, Any] = {"GSI2PK": "Q", "GSI2SK": "1"}


def item(size: int = 0, **attributes: Any) -> Item:
    """An item of so many bytes, at least. Only its filling is not projected anywhere."""
    made = {"PK": "P", "SK": "S", **attributes, "filling": ""}
    made["filling"] = "x" * max(0, size - item_size(made))
    return made


def shown(size: int, **attributes: Any) -> Item:
    """An item whose rows are of so many bytes."""
    made = {"PK": "P", "SK": "S", **attributes, "row_title": ""}
    made["row_title"] = "x" * (size - item_size(made))
    return made


@pytest.mark.parametrize(("size", "units"), [(0, 1), (1, 1), (4096, 1), (4097, 2), (1024 * 1024, 256)])
def test_a_read_costs_a_unit_for_each_4_kb_begun_and_half_when_eventual(size, units) -> None:
    assert read_units(size, consistent=True) == units
    assert read_units(size, consistent=False) == units / 2


@pytest.mark.parametrize(
    ("old", "new", "units"),
    [
        (None, item(1024), 1),
        (None, item(1025), 2),
        (item(3000), item(10), 3),
        (item(10), item(3000), 3),
        (item(2500), None, 3),
        (None, None, 1),
        (item(10), item(10), 1),
    ],
    ids=["1 kB", "over 1 kB", "it shrinks", "it grows", "it goes", "nothing there", "nothing changes"],
)
def test_a_write_costs_by_the_larger_of_before_and_after(old, new, units) -> None:
    assert write_units(old, new) == units


@pytest.mark.parametrize(
    ("old", "new", "units"),
    [
        (None, item(**GSI1), 1),
        (None, item(**GSI1, **GSI2), 2),
        (None, item(GSI1PK="Q"), 0),
        (item(**GSI1), item(**GSI1, starred=True), 1),
        (item(**GSI1, **GSI2), item(**GSI1, **GSI2, starred=True), 2),
        (item(**GSI1, notes="a"), item(**GSI1, notes="b"), 0),
        (item(**GSI1), item(**{**GSI1, "GSI1SK": "2"}), 2),
        (item(**GSI1), item(**{**GSI1, "GSI1PK": "R"}), 2),
        (item(**GSI1, **GSI2), item(**GSI1), 1),
        (item(**GSI1), None, 1),
        (item(), item(**GSI1), 1),
        (item(**GSI1, starred=1), item(**GSI1, starred=True), 1),
        (item(900, **GSI1), item(900, **GSI1), 0),
    ],
    ids=[
        "enters",
        "enters two",
        "half a key",
        "a shown attribute changes",
        "a shown attribute changes in two",
        "what is not shown changes",
        "the sort key changes",
        "the partition key changes",
        "leaves one of two",
        "goes",
        "gets keys",
        "only a type changes",
        "nothing changes",
    ],
)
def test_index_rows_cost_a_unit_for_each_row_put_and_deleted(old, new, units) -> None:
    assert write_units(old, new) - write_units(item(), item()) == units


def test_index_rows_cost_by_their_own_size() -> None:
    assert write_units(None, item(3000, **GSI1)) == 3 + 1
    assert write_units(None, shown(1024, **GSI1)) == 1 + 1
    assert write_units(None, shown(1025, **GSI1)) == 2 + 2
    assert write_units(shown(2000, **GSI1), shown(900, **GSI1)) == 2 + 2
    assert write_units(shown(2000, **GSI1), shown(900, **{**GSI1, "GSI1SK": "2"})) == 2 + 2 + 1


def test_a_transaction_costs_double_in_the_table_and_once_in_the_indexes() -> None:
    todo = shown(1024, **GSI1, **GSI2)
    marker, noise = item(100), item(100)
    assert transaction_units([(None, todo), (None, marker), (noise, noise)]) == (2 + 2) + 2 + 2


def test_a_refused_write_costs_by_the_larger_of_what_is_there_and_what_was_tried() -> None:
    assert refused_units(None, item(10, **GSI1)) == 1
    assert refused_units(item(3000, **GSI1), item(10)) == 3
    assert refused_units(item(10), item(3000)) == 3


@pytest.fixture(params=["sqlite", "dynamodb"])
def metered(request, tmp_path) -> tuple[Table, Meter]:
    meter = Meter()
    if request.param == "sqlite":
        return SqliteTable(tmp_path / "metered.db", meter), meter
    return new_dynamo_table(request.getfixturevalue("dynamo"), meter), meter


def test_every_operation_is_counted(metered: tuple[Table, Meter]) -> None:
    table, meter = metered
    table.put(item(1500, **GSI1))
    assert meter.of("put") == Spent(calls=1, write=2 + 1)
    table.put(item(1500, **GSI1))
    assert meter.of("put") == Spent(calls=2, write=3 + 2)
    table.update(KEY, Changes(set={"GSI1SK": "2"}))
    assert meter.of("update") == Spent(calls=1, write=2 + 2)
    table.get(KEY)
    table.get(KEY, consistent=False)
    table.get(Key("P", "nowhere"))
    assert meter.of("get") == Spent(calls=3, read=1 + 0.5 + 1)
    table.batch_get([KEY, Key("P", "nowhere")], consistent=False)
    assert meter.of("batch_get") == Spent(calls=1, read=0.5 + 0.5)
    table.delete(KEY)
    table.delete(KEY)
    assert meter.of("delete") == Spent(calls=2, write=(2 + 1) + 1)
    assert meter.total == Spent(calls=9, read=3.5, write=5 + 4 + 4)
    meter.reset()
    assert meter.total == Spent()


def test_a_page_costs_by_the_sum_of_its_rows_and_a_count_the_same(metered: tuple[Table, Meter]) -> None:
    table, meter = metered
    for partition, size in (("Q", 1024), ("R", 1025)):
        for number in range(5):
            row = {
                "PK": "P" + partition,
                "SK": str(number),
                "GSI1PK": partition,
                "GSI1SK": str(number),
                "row_title": "",
            }
            row["row_title"] = "x" * (size - item_size(row))
            table.put({**row, "notes": "x" * 4000})

    def cost(**query: Any) -> float:
        meter.reset()
        table.query(Query(**query))
        return meter.of("query").read

    assert cost(partition="Q", index="GSI1", limit=4) == 0.5
    assert cost(partition="R", index="GSI1", limit=4) == 1.0
    assert cost(partition="Q", index="GSI1") == 1.0
    assert cost(partition="Q", index="GSI1", count_only=True) == 1.0
    assert cost(partition="nothing here", index="GSI1") == 0.5
    assert cost(partition="PQ", consistent=True) == 7
    assert cost(partition="PQ") == 3.5
    assert cost(partition="PQ", limit=1, consistent=True, count_only=True) == 2
    assert cost(partition="PQ", low="2", high="1") == 0


def test_transactions_are_counted_done_or_refused(metered: tuple[Table, Meter]) -> None:
    table, meter = metered
    table.put({"PK": "P", "SK": "there", "n": 1, "filling": "x" * 1500})
    table.put({"PK": "P", "SK": "goes", **GSI1})
    meter.reset()
    table.transact(
        [
            Put(item(**GSI1), Absent()),
            Update(Key("P", "there"), Changes(add={"n": 1})),
            Delete(Key("P", "goes")),
            Check(Key("P", "nowhere"), Absent()),
        ]
    )
    assert meter.of("transact") == Spent(calls=1, write=(2 + 1) + 4 + (2 + 1) + 2)
    meter.reset()
    with pytest.raises(TransactionRefused):
        table.transact([Put(item(2000, **GSI1), Absent()), Check(Key("P", "there"), Present())])
    assert meter.of("transact") == Spent(calls=1, write=4 + 4)


def test_refused_writes_are_counted(metered: tuple[Table, Meter]) -> None:
    table, meter = metered
    table.put(item(1500, **GSI1))
    meter.reset()
    with pytest.raises(ConditionFailed):
        table.put(item(2500), condition=Absent())
    with pytest.raises(ConditionFailed):
        table.update(KEY, Changes(set={"starred": True}), condition=Equals("version", 1))
    with pytest.raises(ConditionFailed):
        table.delete(Key("P", "nowhere"), condition=Present())
    assert (meter.of("put").write, meter.of("update").write, meter.of("delete").write) == (3, 2, 1)
