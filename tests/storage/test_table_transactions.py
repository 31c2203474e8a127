"""Several items at once: all of it or nothing, the same on every engine behind `Table`."""

import pytest

from followups.storage.contract import (
    MAX_ACTIONS,
    Absent,
    Changes,
    Check,
    Delete,
    Equals,
    Item,
    ItemTooLarge,
    Key,
    Present,
    Put,
    Query,
    SetSmallerThan,
    Table,
    TransactionRefused,
    Update,
)


def item(sk: str, **attributes) -> Item:
    return {"PK": "P", "SK": sk, **attributes}


def key(sk: str) -> Key:
    return Key("P", sk)


def everything(table: Table) -> list[Item]:
    return list(table.query(Query(partition="P", consistent=True)).items)


def test_a_transaction_does_all_of_its_actions(table: Table) -> None:
    for sk in ("deleted", "checked", "replaced", "updated"):
        table.put(item(sk, n=1))
    table.transact(
        [
            Put(item("new"), Absent()),
            Put(item("replaced", m=1)),
            Update(key("updated"), Changes(add={"n": 1}), Equals("n", 1)),
            Update(key("made"), Changes(set={"a": "x"})),
            Delete(key("deleted"), Present()),
            Delete(key("never there")),
            Check(key("checked"), Equals("n", 1)),
            Check(key("absent"), Absent()),
        ]
    )
    assert everything(table) == [
        item("checked", n=1),
        item("made", a="x"),
        item("new"),
        item("replaced", m=1),
        item("updated", n=2),
    ]


def test_a_refused_transaction_names_every_position_with_its_item_and_writes_nothing(table: Table) -> None:
    table.put(item("there", n=1, tags=frozenset({"a", "b"})))
    table.put(item("fine", n=1))
    before = everything(table)
    with pytest.raises(TransactionRefused) as refused:
        table.transact(
            [
                Put(item("new")),
                Put(item("there", n=9), Absent()),
                Update(key("fine"), Changes(add={"n": 1}), Equals("n", 1)),
                Check(key("nowhere"), Present()),
                Delete(key("gone"), Equals("n", 1)),
                Update(key("made"), Changes(set={"a": 1}), Present("n")),
            ]
        )
    assert refused.value.refusals == {1: item("there", n=1, tags=frozenset({"a", "b"})), 3: None, 4: None, 5: None}
    assert everything(table) == before


@pytest.mark.parametrize(
    "bad", [Update(Key("P", "z"), Changes(add={"text": 1})), Put(item("z", text="x" * 410_000))], ids=["sum", "size"]
)
def test_an_action_that_cannot_be_done_undoes_the_others(table: Table, bad) -> None:
    table.put(item("z", text="t"))
    with pytest.raises((ValueError, ItemTooLarge)):
        table.transact([Put(item("a")), bad, Put(item("zz"))])
    assert everything(table) == [item("z", text="t")]


def test_a_transaction_takes_a_hundred_actions_and_no_more(table: Table) -> None:
    actions = [Put(item(f"{number:03}"), Absent()) for number in range(MAX_ACTIONS + 1)]
    with pytest.raises(ValueError, match="101 actions"):
        table.transact(actions)
    assert everything(table) == []
    table.transact(actions[:MAX_ACTIONS])
    assert len(everything(table)) == MAX_ACTIONS


def test_a_transaction_of_nothing_is_refused(table: Table) -> None:
    with pytest.raises(ValueError, match="0 actions"):
        table.transact([])


@pytest.mark.parametrize(
    "second",
    [
        Put(item("a", n=2)),
        Update(Key("P", "a"), Changes(set={"n": 2})),
        Delete(Key("P", "a")),
        Check(Key("P", "a"), Absent()),
    ],
    ids=lambda action: type(action).__name__,
)
def test_two_actions_on_one_item_are_refused(table: Table, second) -> None:
    with pytest.raises(ValueError, match="on one item"):
        table.transact([Put(item("a", n=1)), Put(item("b")), second])
    assert everything(table) == []


def test_a_transaction_of_more_than_four_megabytes_is_refused(table: Table) -> None:
    with pytest.raises(ItemTooLarge, match="split it"):
        table.transact([Put(item(str(number), text="x" * 400_000)) for number in range(11)])
    assert everything(table) == []


def test_a_transaction_keeps_a_set_within_its_size(table: Table) -> None:
    def file(todo: str) -> None:
        filed = Update(key("filed"), Changes(add_to_set={"ids": frozenset({todo})}), SetSmallerThan("ids", 2))
        table.transact([Put(item(todo), Absent()), filed])

    file("1")
    file("2")
    with pytest.raises(TransactionRefused) as refused:
        file("3")
    assert refused.value.refusals == {1: item("filed", ids=frozenset({"1", "2"}))}
    assert table.get(key("3")) is None
