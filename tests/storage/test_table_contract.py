"""One item at a time: what every engine behind `Table` does the same."""

from typing import Any

import pytest

from followups.storage.contract import (
    MAX_BATCH_GET,
    MAX_ITEM_BYTES,
    MAX_PARTITION_KEY_BYTES,
    MAX_SORT_KEY_BYTES,
    Absent,
    Changes,
    Equals,
    Item,
    ItemTooLarge,
    Key,
    Present,
    Query,
    SetSmallerThan,
    Table,
    all_of,
)
from followups.storage.sizes import item_size
from tests.storage.engines import is_moto

KEY = Key("P", "S")


def item(sk: str = "S", **attributes: Any) -> Item:
    return {"PK": "P", "SK": sk, **attributes}


EVERYTHING = item(
    text="Ünïcödé 𝄞 \x00 \uffff",
    nothing_in_it="",
    number=-(10**37),
    zero=0,
    yes=True,
    no=False,
    tags=frozenset({"b", "a"}),
    steps=[{"id": "1", "done": False, "labels": frozenset({"x"})}, [], {}, "s", 7],
    extra={"\uffffset": ["a"], "\uffff": {"\x00": 2}, "set": 3},
)


def test_an_item_comes_back_as_it_was_put(table: Table) -> None:
    table.put(EVERYTHING)
    found = table.get(KEY)
    assert found == EVERYTHING
    assert (type(found["yes"]), type(found["zero"]), type(found["tags"])) == (bool, int, frozenset)


def test_an_item_in_a_page_is_the_same_as_by_itself(table: Table) -> None:
    table.put(EVERYTHING)
    assert table.query(Query(partition="P")).items == [EVERYTHING]


def test_what_is_not_there_is_none(table: Table) -> None:
    assert table.get(KEY) is None
    assert table.get(KEY, consistent=False) is None


def test_put_replaces_the_whole_item(table: Table) -> None:
    table.put(item(a=1, b=2))
    table.put(item(b=3))
    assert table.get(KEY) == item(b=3)


def test_an_item_that_was_read_is_the_readers_own(table: Table) -> None:
    table.put(item(steps=[1]))
    read = table.get(KEY)
    assert read is not None
    read["steps"].append(2)
    assert table.get(KEY) == item(steps=[1])


def test_update_makes_an_absent_item_from_its_key_and_the_changes(table: Table) -> None:
    changes = Changes(
        set={"a": "x"},
        remove=frozenset({"b"}),
        add={"n": 3},
        add_to_set={"tags": frozenset({"t"})},
        delete_from_set={"others": frozenset({"o"})},
    )
    made = item(a="x", n=3, tags=frozenset({"t"}))
    assert table.update(KEY, changes) == made
    assert table.get(KEY) == made


def test_update_answers_the_whole_item_and_keeps_what_it_does_not_name(table: Table) -> None:
    table.put(item(a=1, b="from a newer version", c=3, n=5))
    now = item(a=2, b="from a newer version", n=-1)
    assert table.update(KEY, Changes(set={"a": 2}, remove=frozenset({"c", "d"}), add={"n": -6})) == now
    assert table.get(KEY) == now


def test_a_set_gains_and_loses_members_and_goes_with_the_last(table: Table) -> None:
    def change(**changes) -> Item:
        return table.update(KEY, Changes(**changes))

    assert change(add_to_set={"s": frozenset({"a", "b"})})["s"] == {"a", "b"}
    assert change(add_to_set={"s": frozenset({"b", "c"})})["s"] == {"a", "b", "c"}
    assert change(delete_from_set={"s": frozenset({"a", "z"})})["s"] == {"b", "c"}
    assert "s" not in change(delete_from_set={"s": frozenset({"b", "c"})})


def test_reserved_words_and_dots_are_names_like_others(table: Table) -> None:
    table.put({**item(size=frozenset({"x"}), name="n", order="o"), "a.b": 1})
    changes = Changes(set={"a.b": 2, "name": "m"}, remove=frozenset({"order"}), add_to_set={"size": frozenset({"y"})})
    condition = all_of(Equals("name", "n"), Present("a.b"), SetSmallerThan("size", 2), Absent("status"))
    after = {**item(name="m", size=frozenset({"x", "y"})), "a.b": 2}
    assert table.update(KEY, changes, condition=condition) == after


@pytest.mark.parametrize(
    "change",
    [
        Changes(add={"text": 1}),
        Changes(add={"yes": 1}),
        Changes(add_to_set={"text": frozenset({"a"})}),
        Changes(add_to_set={"number": frozenset({"a"})}),
        Changes(delete_from_set={"text": frozenset({"a"})}),
    ],
    ids=str,
)
def test_a_change_that_does_not_suit_what_is_there_is_refused_and_nothing_written(
    table: Table, change: Changes
) -> None:
    before = item(text="t", number=1, yes=True)
    table.put(before)
    with pytest.raises(ValueError, match=r"."):
        table.update(KEY, change)
    assert table.get(KEY) == before


def test_deleting_what_is_not_there_is_a_success(table: Table) -> None:
    table.delete(KEY)
    table.put(item())
    table.delete(KEY)
    table.delete(KEY)
    assert table.get(KEY) is None


def test_batch_get_answers_those_that_are_there(table: Table) -> None:
    for sk in ("a", "b", "c"):
        table.put(item(sk, n=1))
    keys = [Key("P", "c"), Key("P", "nowhere"), Key("P", "a"), Key("Q", "a")]
    for consistent in (True, False):
        found = table.batch_get(keys, consistent=consistent)
        assert sorted(found, key=lambda each: each["SK"]) == [item("a", n=1), item("c", n=1)]
    assert table.batch_get([]) == []


def test_batch_get_takes_a_hundred_keys_each_once(table: Table) -> None:
    keys = [Key("P", f"{number:03}") for number in range(MAX_BATCH_GET + 1)]
    for key in keys:
        table.put(item(key.sk))
    assert len(table.batch_get(keys[:MAX_BATCH_GET])) == MAX_BATCH_GET
    with pytest.raises(ValueError, match="101 keys"):
        table.batch_get(keys)
    with pytest.raises(ValueError, match="twice"):
        table.batch_get([keys[0], keys[1], keys[0]])


def test_an_item_may_be_400_kb_and_no_byte_more(table: Table) -> None:
    # moto draws the line a little lower.
    slack = 5_000 if is_moto(table) else 0
    room = MAX_ITEM_BYTES - item_size(item(text=""))
    table.put(item(text="x" * (room - slack)))
    for write in (
        lambda: table.put(item(text="x" * (room + 1))),
        lambda: table.update(KEY, Changes(set={"more": "x" * (slack + 1)})),
    ):
        with pytest.raises(ItemTooLarge):
            write()
    assert table.get(KEY) == item(text="x" * (room - slack))


def test_keys_may_be_as_long_as_their_limits(table: Table) -> None:
    longest = Key("é" * (MAX_PARTITION_KEY_BYTES // 2), "é" * (MAX_SORT_KEY_BYTES // 2))
    table.put({"PK": longest.pk, "SK": longest.sk, "GSI1PK": longest.pk, "GSI1SK": longest.sk})
    assert table.get(longest) is not None
    for key in (Key(longest.pk + "x", "S"), Key("P", longest.sk + "x")):
        for call in (
            lambda key=key: table.get(key),
            lambda key=key: table.put({"PK": key.pk, "SK": key.sk}),
            lambda key=key: table.update(key, Changes(set={"a": 1})),
            lambda key=key: table.delete(key),
            lambda key=key: table.batch_get([key]),
        ):
            with pytest.raises(ItemTooLarge):
                call()
    for too_long in ({"GSI1PK": longest.pk + "x", "GSI1SK": "s"}, {"GSI1PK": "p", "GSI1SK": longest.sk + "x"}):
        with pytest.raises(ItemTooLarge):
            table.put(item(**too_long))
        with pytest.raises(ItemTooLarge):
            table.update(KEY, Changes(set=too_long))
    assert table.get(KEY) is None


def test_an_expired_item_is_there_until_something_compares_its_time(table: Table) -> None:
    table.put(item(expires=1))
    assert table.get(KEY) == item(expires=1)
