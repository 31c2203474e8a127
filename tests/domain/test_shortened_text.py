import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain.text import shortened

PIECES = st.sampled_from(
    [
        "a",
        " ",
        "é",
        "漢",
        "💦",
        "e\u0301",
        "👍🏽",
        "👩\u200d💻",
        "❤\ufe0f",
        "🇩🇪",
        "क्ष",
        "\r\n",
        "한",
        "\u1112\u1161\u11ab",
    ]
)
"""Characters as people see them, of one to three code points."""


def test_text_that_fits_is_not_touched():
    assert shortened("💦💦", 8) == "💦💦"
    assert shortened("", 0) == ""


def test_a_cut_never_falls_inside_a_code_point():
    assert shortened("012345678901234567890123456789012345678💦💦", 40) == "012345678901234567890123456789012345678"
    assert shortened("é" * 10, 5) == "éé"


@pytest.mark.parametrize(
    ("whole", "max_bytes"),
    [
        ("e\u0301", 1),
        ("👍🏽", 4),
        ("👩\u200d💻", 4),
        ("👩\u200d💻", 7),
        ("❤\ufe0f", 3),
        ("🇩🇪", 4),
        ("\u0915\u094d\u0937", 6),
        ("\u1112\u1161\u11ab", 6),
        ("🏴\U000e0067\U000e0062\U000e007f", 8),
        ("\r\n", 1),
    ],
    ids=ascii,
)
def test_what_people_see_as_one_character_is_kept_whole_or_left_out(whole, max_bytes):
    assert shortened(f"ab{whole}cd", 2 + max_bytes) == "ab"
    assert shortened(f"ab{whole}cd", 2 + len(whole.encode())) == f"ab{whole}"


def test_flags_are_counted_in_pairs_from_the_first():
    assert shortened("🇩🇪🇫🇷🇮🇹", 20) == "🇩🇪🇫🇷"
    assert shortened("x🇩🇪🇫🇷", 13) == "x🇩🇪"


def test_one_character_larger_than_the_limit_is_cut_rather_than_lost():
    tower = "a" + "\u0301" * 400
    assert shortened(tower, 300) == "a" + "\u0301" * 149


@given(st.lists(PIECES, max_size=12), st.integers(min_value=20, max_value=60))
def test_the_head_is_made_of_whole_characters_and_as_long_as_fits(pieces, max_bytes):
    whole = "".join(pieces)
    heads = {"".join(pieces[:count]) for count in range(len(pieces) + 1)}
    head = shortened(whole, max_bytes)

    assert head in heads
    longer = [other for other in heads if len(head) < len(other) and len(other.encode()) <= max_bytes]
    assert longer == []


@given(st.text(), st.integers(min_value=0, max_value=50))
def test_the_head_of_any_text_is_a_prefix_within_the_limit(whole, max_bytes):
    head = shortened(whole, max_bytes)
    assert whole.startswith(head)
    assert len(head.encode()) <= max_bytes
    assert ("\ufffd" in head) <= ("\ufffd" in whole)


@given(st.text(min_size=1), st.integers(min_value=4, max_value=50))
def test_a_text_is_never_shortened_to_nothing(whole, max_bytes):
    assert shortened(whole, max_bytes)


@given(st.text(st.characters(categories=["Mn", "Mc", "Ll", "Lo"]), min_size=1), st.integers(min_value=4, max_value=50))
def test_no_mark_is_torn_from_its_letter(whole, max_bytes):
    head = shortened(whole, max_bytes)
    rest = whole[len(head) :]
    torn = rest and unicodedata.category(rest[0]).startswith("M")
    only_marks_after_one_start = all(unicodedata.category(mark).startswith("M") for mark in head[1:])
    assert not torn or only_marks_after_one_start or _joined_by_viramas(head)


def _joined_by_viramas(head):
    return any(unicodedata.combining(character) == 9 for character in head)
