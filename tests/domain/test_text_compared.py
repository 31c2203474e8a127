import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain.text import folded_title, search_form


@pytest.mark.parametrize(
    ("written", "searched"),
    [
        ("reunião de segunda", "reuniao"),
        ("reuniao de segunda", "Reunião"),
        ("caf\u00e9", "cafe\u0301"),
        ("Łódź", "lodz"),
        ("Smørrebrød", "smorrebrod"),
        ("STRASSE", "straße"),
        ("İstanbul", "istanbul"),
        ("ﬁle", "file"),
        ("Œuvre", "oeuvre"),
        ("ΑΘΗΝΑΣ", "αθήνας"),
        ("Don’t cut", "don't"),
        ("zero\u200bwidth", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("two\u00a0 words\nhere", "two words here"),
        ("שָׁלוֹם", "שלום"),
        ("ＡＰＩ", "api"),
        ("\U0001d400\U0001d40f\U0001d408", "api"),
    ],
    ids=ascii,
)
def test_search_finds_what_differs_in_accents_case_or_normal_form(written, searched):
    assert search_form(searched) in search_form(written)


@pytest.mark.parametrize(("one", "other"), [("users", "orders"), ("का", "कि"), ("v1", "v2"), ("a-b", "a b")], ids=ascii)
def test_search_keeps_different_letters_apart(one, other):
    assert search_form(one) != search_form(other)


@given(st.text())
def test_the_search_form_is_the_same_for_every_normal_form(written):
    forms = {search_form(unicodedata.normalize(form, written)) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    assert forms == {search_form(written)}


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_takes_a_shorter_way_to_the_same_search_form(written):
    assert search_form(f"{written} é") == f"{search_form(written)} e".strip()


@pytest.mark.parametrize(
    "same",
    [
        "Add the missing guard in router users",
        "add the  missing guard in\trouter users",
        "Add the missing guard in router users.",
        "Add the missing guard in router users …",
        "Add the missing guard in router users?!",
        "Add the missing guard in router `users`",
        "Add the missing guard in router “users”.",
        "Add the missing guard in router 'users.'",
        "«Add the missing guard in router ‚users‘»",
        "  ADD THE MISSING GUARD IN ROUTER USERS。",
    ],
    ids=ascii,
)
def test_titles_that_differ_in_case_space_quotes_or_final_punctuation_are_one(same):
    assert folded_title(same) == "add the missing guard in router users"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Add the missing guard in router users", "Add the missing guard in router orders"),
        ("Support C++", "Support C"),
        ("Support C#", "Support C"),
        ("Fix foo()", "Fix foo"),
        ("Fix v1.2", "Fix v12"),
        ("Fix a-b", "Fix a b"),
        ("résumé", "resume"),
        ("Drop -x", "Drop x"),
        ("?", "!"),
        ("...", ".."),
        ("``", "''"),
    ],
)
def test_titles_that_differ_in_anything_else_are_two(one, other):
    assert folded_title(one) != folded_title(other)


@pytest.mark.parametrize("bare", ["?", "…", "``", "'.'"])
def test_a_title_of_nothing_but_what_is_folded_stands_for_itself(bare):
    assert folded_title(f" {bare} ") == bare


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
def test_folding_a_title_leaves_something_and_twice_changes_nothing_more(title):
    folded = folded_title(title)
    assert folded
    assert folded_title(folded) == folded


@given(st.text(st.characters(categories=["L", "Zs"]), min_size=1))
def test_two_normal_forms_of_a_title_are_one(title):
    assert folded_title(unicodedata.normalize("NFD", title)) == folded_title(unicodedata.normalize("NFC", title))


def test_marks_that_pile_up_hold_no_search_up() -> None:
    """Put in order as they are, so many take minutes."""
    assert search_form("e" + "\u0301\u0316" * 50_000 + "nd") == "end"
