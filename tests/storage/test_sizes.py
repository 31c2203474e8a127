import pytest

from followups.storage.sizes import item_size, value_size


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("", 0),
        ("abc", 3),
        ("é𝄞", 6),
        (True, 1),
        (False, 1),
        (0, 1),
        (7, 2),
        (12, 2),
        (123, 3),
        (1_000_000, 2),
        (-12, 3),
        (10**38 - 1, 20),
        (frozenset({"a", "é"}), 3),
        ([], 3),
        ({}, 3),
        (["ab", 7], 3 + 2 + 2 + 2),
        ({"k": "ab", "é": True}, 3 + 2 + 1 + 2 + 2 + 1),
        ([["a"]], 3 + 1 + 3 + 1 + 1),
    ],
    ids=repr,
)
def test_a_value_counts_as_dynamodb_counts_it(value, size) -> None:
    assert value_size(value) == size


def test_an_items_size_is_its_names_and_values_in_utf8() -> None:
    assert item_size({"PK": "P", "SK": "é", "größe": 12, "list": ["a"]}) == (2 + 1) + (2 + 2) + (7 + 2) + (4 + 5)


def test_a_subclass_of_text_counts_as_text() -> None:
    class Word(str):
        __slots__ = ()

    assert item_size({"a": Word("é")}) == 3


@pytest.mark.parametrize("value", [None, 1.5, b"x", {1, 2}, [None]], ids=repr)
def test_what_a_table_cannot_keep_has_no_size(value) -> None:
    with pytest.raises(TypeError, match="cannot keep"):
        item_size({"a": value})
