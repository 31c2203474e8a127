"""Queries: order, bounds, pages, indexes, the same on every engine behind `Table`."""

import itertools
import json
from collections.abc import Iterable, Iterator

import pytest

from followups.storage.contract import MAX_PAGE_BYTES, Changes, IndexName, Item, Key, Page, Put, Query, Table
from followups.storage.indexes import PROJECTIONS
from followups.storage.sizes import item_size

SORT_KEYS = ["A", "B", "B#1", "B#2", "Ba", "C", "a", "é", "\uffee", "𝄞", "𝄞𝄞"]
"""In the order of their UTF-8 bytes, which is neither that of a dictionary nor that of UTF-16."""


def pages(table: Table, **query) -> Iterator[Page]:
    """Every page up to the end. Where one stopped goes through JSON, as it does in a cursor."""
    after = None
    while True:
        page = table.query(Query(**query, after=after))
        yield page
        if page.after is None:
            return
        after = json.loads(json.dumps(page.after))


def rows(table: Table, **query) -> list[Item]:
    return list(itertools.chain.from_iterable([page.items for page in pages(table, **query)]))


def sort_keys(found: Iterable[Item]) -> list[str]:
    return [item["SK"] for item in found]


@pytest.fixture
def shelf(table: Table) -> Table:
    for sk in reversed(SORT_KEYS):
        table.put({"PK": "P", "SK": sk, "GSI1PK": "Q", "GSI1SK": sk, "row_title": sk, "notes": "not shown"})
    table.put({"PK": "other", "SK": "B", "GSI1PK": "other", "GSI1SK": "B"})
    return table


@pytest.mark.parametrize("index", [None, "GSI1"])
@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ({}, SORT_KEYS),
        ({"prefix": "B"}, ["B", "B#1", "B#2", "Ba"]),
        ({"prefix": "B#"}, ["B#1", "B#2"]),
        ({"prefix": "𝄞"}, ["𝄞", "𝄞𝄞"]),
        ({"prefix": "Z"}, []),
        ({"low": "B#1", "high": "C"}, ["B#1", "B#2", "Ba", "C"]),
        ({"low": "B", "high": "B"}, ["B"]),
        ({"low": "a"}, ["a", "é", "\uffee", "𝄞", "𝄞𝄞"]),
        ({"high": "B#1"}, ["A", "B", "B#1"]),
        ({"low": "\U0010ffff"}, []),
        ({"low": "C", "high": "B"}, []),
    ],
    ids=str,
)
def test_a_query_answers_its_bounds_in_byte_order_both_ways_over_pages_of_any_size(
    shelf: Table, index, bounds, expected
) -> None:
    for limit in (None, 1, 2, 4, len(SORT_KEYS), 50):
        query = {"partition": "P" if index is None else "Q", "index": index, "limit": limit, **bounds}
        assert sort_keys(rows(shelf, **query)) == expected
        assert sort_keys(rows(shelf, **query, forward=False)) == expected[::-1]


@pytest.mark.parametrize("index", [None, "GSI1"])
@pytest.mark.parametrize("forward", [True, False])
def test_a_page_ends_at_its_limit_and_counts_its_items(shelf: Table, index, forward) -> None:
    query = {"partition": "P" if index is None else "Q", "index": index, "forward": forward}
    found = list(pages(shelf, **query, limit=4))
    assert [page.count for page in found if page.count] == [4, 4, 3]
    assert all(page.count == len(page.items) for page in found)


@pytest.mark.parametrize("index", [None, "GSI1"])
def test_a_count_brings_the_number_alone_and_goes_on_like_a_page(shelf: Table, index) -> None:
    query = {"partition": "P" if index is None else "Q", "index": index, "count_only": True}
    (whole,) = pages(shelf, **query)
    assert (whole.count, list(whole.items)) == (len(SORT_KEYS), [])
    parts = list(pages(shelf, **query, limit=5, low="B"))
    assert sum(part.count for part in parts) == len(SORT_KEYS) - 1
    assert not any(part.items for part in parts)


@pytest.mark.parametrize("index", [None, "GSI1"])
def test_a_page_says_where_it_ended_by_key_attributes_alone(shelf: Table, index) -> None:
    page = shelf.query(Query(partition="P" if index is None else "Q", index=index, limit=3))
    keys = {"PK": "P", "SK": "B#1"}
    assert page.after == (keys if index is None else {**keys, "GSI1PK": "Q", "GSI1SK": "B#1"})


def test_going_on_does_not_need_the_item_where_the_page_ended(shelf: Table) -> None:
    places: list[tuple[IndexName | None, str]] = [(None, "P"), ("GSI1", "Q")]
    for index, partition in places:
        page = shelf.query(Query(partition=partition, index=index, limit=3))
        shelf.delete(Key("P", "B#1"))
        following = shelf.query(Query(partition=partition, index=index, limit=2, after=page.after))
        assert sort_keys(following.items) == ["B#2", "Ba"]
        shelf.put({"PK": "P", "SK": "B#1", "GSI1PK": "Q", "GSI1SK": "B#1"})


@pytest.mark.parametrize("forward", [True, False])
def test_rows_with_one_sort_key_are_each_answered_once_over_pages(table: Table, forward) -> None:
    places = [(pk, sk) for pk in ("P1", "P2", "P3") for sk in ("a", "b", "c")]
    for pk, sk in places:
        table.put({"PK": pk, "SK": sk, "GSI2PK": "Q", "GSI2SK": "same"})
    for limit in (1, 2, 4):
        found = rows(table, partition="Q", index="GSI2", limit=limit, forward=forward)
        assert sorted((row["PK"], row["SK"]) for row in found) == places


def test_an_index_has_only_items_with_both_of_its_keys(table: Table) -> None:
    table.put({"PK": "P", "SK": "both", "GSI1PK": "Q", "GSI1SK": "1"})
    table.put({"PK": "P", "SK": "one", "GSI1PK": "Q"})
    table.put({"PK": "P", "SK": "other", "GSI1SK": "1"})
    table.put({"PK": "P", "SK": "elsewhere", "GSI2PK": "Q", "GSI2SK": "1"})
    assert sort_keys(rows(table, partition="Q", index="GSI1")) == ["both"]


def test_an_item_enters_moves_within_and_leaves_an_index_with_its_keys(table: Table) -> None:
    key = Key("P", "S")

    def found(partition: str) -> list[tuple[str, str]]:
        return [(row["SK"], row["GSI1SK"]) for row in rows(table, partition=partition, index="GSI1")]

    table.put({"PK": "P", "SK": "S"})
    assert found("Q") == []
    table.update(key, Changes(set={"GSI1PK": "Q", "GSI1SK": "b"}))
    assert found("Q") == [("S", "b")]
    table.update(key, Changes(set={"GSI1SK": "a"}))
    assert found("Q") == [("S", "a")]
    table.update(key, Changes(set={"GSI1PK": "R"}))
    assert (found("Q"), found("R")) == ([], [("S", "a")])
    table.update(key, Changes(remove=frozenset({"GSI1SK"})))
    assert found("R") == []
    table.transact([Put({"PK": "P", "SK": "S", "GSI1PK": "Q", "GSI1SK": "c"})])
    assert found("Q") == [("S", "c")]
    table.delete(key)
    assert found("Q") == []


@pytest.mark.parametrize("index", list(PROJECTIONS))
def test_an_index_shows_the_keys_and_what_it_projects_and_nothing_else(table: Table, index) -> None:
    keys = {"PK": "P", "SK": "S", f"{index}PK": "Q", f"{index}SK": "1"}
    others = {name: "x" for other in PROJECTIONS for name in (f"{other}PK", f"{other}SK")}
    shown = {name: f"<{name}>" for name in PROJECTIONS[index]}
    table.put({**others, **shown, **keys, "title": "whole", "notes": "long"})
    assert rows(table, partition="Q", index=index) == [{**keys, **shown}]


def test_a_row_follows_its_item(table: Table) -> None:
    table.put({"PK": "P", "SK": "S", "GSI1PK": "Q", "GSI1SK": "1", "version": 1, "starred": True})
    table.update(Key("P", "S"), Changes(add={"version": 1}, remove=frozenset({"starred"})))
    (row,) = rows(table, partition="Q", index="GSI1")
    assert row == {"PK": "P", "SK": "S", "GSI1PK": "Q", "GSI1SK": "1", "version": 2}


def test_the_table_can_be_read_consistently_and_an_index_cannot(shelf: Table) -> None:
    assert sort_keys(rows(shelf, partition="P", consistent=True)) == SORT_KEYS
    with pytest.raises(ValueError, match="may lag"):
        shelf.query(Query(partition="Q", index="GSI1", consistent=True))


@pytest.mark.parametrize("index", [None, "GSI1"])
@pytest.mark.parametrize("forward", [True, False])
def test_a_page_ends_at_one_megabyte(table: Table, index, forward) -> None:
    text = "x" * 150_000
    for number in range(12):
        keys = {"PK": "P", "SK": f"{number:02}", "GSI1PK": "P", "GSI1SK": f"{number:02}"}
        table.put({**keys, "row_title": text})
    found = list(pages(table, partition="P", index=index, forward=forward))
    assert [page.count for page in found] == [6, 6]
    assert all(sum(map(item_size, page.items)) <= MAX_PAGE_BYTES for page in found)
    order = range(12) if forward else range(11, -1, -1)
    assert sort_keys(itertools.chain(*[page.items for page in found])) == [f"{number:02}" for number in order]
    counts = list(pages(table, partition="P", index=index, forward=forward, count_only=True))
    assert [page.count for page in counts] == [6, 6]


GOOD = {"PK": "P", "SK": "B"}


@pytest.mark.parametrize(
    "query",
    [
        {"partition": ""},
        {"prefix": ""},
        {"low": ""},
        {"high": ""},
        {"prefix": "a", "low": "a"},
        {"prefix": "a", "high": "b"},
        {"limit": 0},
        {"after": {"PK": "P"}},
        {"after": {"PK": "P", "SK": ""}},
        {"after": {**GOOD, "GSI1PK": "P", "GSI1SK": "B"}},
        {"after": {"PK": "Q", "SK": "B"}},
        {"after": GOOD, "prefix": "A"},
        {"after": GOOD, "low": "C"},
        {"after": GOOD, "high": "A"},
        {"after": GOOD, "index": "GSI1"},
        {"after": {**GOOD, "GSI1PK": "other", "GSI1SK": "B"}, "index": "GSI1"},
        {"partition": "\ud800"},
        {"low": "\ud800"},
    ],
    ids=ascii,
)
def test_a_query_that_makes_no_sense_is_refused(table: Table, query) -> None:
    with pytest.raises(ValueError, match=r"."):
        table.query(Query(**{"partition": "P", **query}))


def test_a_place_that_is_no_text_is_refused(table: Table) -> None:
    with pytest.raises(TypeError):
        table.query(Query(partition="P", after={"PK": "P", "SK": 5}))  # type: ignore[dict-item]
