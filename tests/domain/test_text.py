import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain import text
from followups.domain.errors import Invalid, TooLarge

TITLES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=40)


def test_a_title_is_kept_trimmed_and_otherwise_as_it_was_written():
    assert text.title("  Fix the guard in «users»  v2\n") == "Fix the guard in «users»  v2"


def test_a_title_may_have_a_thousand_characters_after_trimming_and_not_one_more():
    assert text.title(" " + "💦" * 1_000 + " ") == "💦" * 1_000

    with pytest.raises(TooLarge, match=r"title has 1,001 characters; at most 1,000 fit") as refused:
        text.title("x" * 1_001)
    assert refused.value.details == {"field": "title", "limit": 1_000, "unit": "characters"}


@pytest.mark.parametrize(
    "invisible",
    [
        "",
        "   ",
        "\u200b",
        "\xa0\u2003",
        "\u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u2800",
        "\ufeff",
        "\xad\u2060",
        "\ufe0f",
        "\U000e0041",
        "\U000e0100",
        "\u180e\u180b",
        "\u034f",
        "\u200e\u200f",
        "\U0001d159",
        "\u2065",
    ],
    ids=ascii,
)
def test_a_title_that_shows_nothing_is_empty(invisible):
    with pytest.raises(Invalid, match="title is empty. Give it 1 to 1,000 characters") as refused:
        text.title(f" {invisible} ")
    assert refused.value.details == {"field": "title"}


@pytest.mark.parametrize(
    "character",
    ["\x00", "\x1b", "\n", "\t", "\x7f", "\x85", "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069"],
    ids=ascii,
)
def test_a_title_with_a_control_or_bidi_override_character_is_refused_and_the_character_is_named(character):
    with pytest.raises(Invalid, match=rf"title holds U\+{ord(character):04X}") as refused:
        text.title(f"before{character}after")
    assert refused.value.details == {"field": "title"}


@pytest.mark.parametrize("raw", ["\ud83d", "cut \ud83d", "\udca6 tail"], ids=ascii)
def test_half_of_a_character_is_refused_everywhere(raw):
    for accept in (text.title, text.notes, lambda it: text.paragraph(it, "reason", 10)):
        with pytest.raises(Invalid, match=r"half of a character \(U\+D[0-9A-F]{3} alone\)"):
            accept(raw)


@pytest.mark.parametrize(
    "written",
    [
        "مراجعة الخادم (v2)",
        "שלום\u200f!",
        "👨\u200d👩\u200d👧 family",
        "می\u200cخواهم",
        "🏴\U000e0067\U000e007f",
        "\u0301e",
    ],
    ids=ascii,
)
def test_titles_of_every_script_pass_with_their_joiners_and_marks(written):
    assert text.title(written) == written


@given(TITLES)
def test_an_accepted_title_is_accepted_again_unchanged(raw):
    try:
        accepted = text.title(raw)
    except Invalid:
        return
    assert text.title(accepted) == accepted
    assert accepted.encode()


def test_notes_are_kept_to_the_character():
    raw = " \r\n\x00- [ ] one\u202e\n\n"
    assert text.notes(raw) == raw
    assert text.notes("") == ""
    assert text.notes("é" * 100_000) == "é" * 100_000


def test_notes_over_the_limit_are_refused_with_the_limit():
    with pytest.raises(TooLarge, match="notes has 100,001 characters; at most 100,000 fit. Shorten") as refused:
        text.notes("x" * 100_001)
    assert refused.value.details == {"field": "notes", "limit": 100_000, "unit": "characters"}


def test_a_paragraph_is_trimmed_and_keeps_its_line_breaks():
    assert text.paragraph("\n Done:\n- one\n- two \n", "summary", 4_000) == "Done:\n- one\n- two"


def test_a_paragraph_that_is_empty_or_too_long_is_refused_under_the_name_of_its_field():
    with pytest.raises(Invalid, match="reason is empty. Give it 1 to 4,000") as empty:
        text.paragraph(" \n\u200b", "reason", 4_000)
    with pytest.raises(TooLarge, match="reason has 4,001 characters; at most 4,000") as long:
        text.paragraph("x" * 4_001, "reason", 4_000)

    assert empty.value.details == {"field": "reason"}
    assert long.value.details == {"field": "reason", "limit": 4_000, "unit": "characters"}


def test_a_line_is_refused_with_a_line_break_inside_under_the_name_of_its_field():
    assert text.line(" 3f2a ", "session_id", 200) == "3f2a"
    with pytest.raises(Invalid, match="Write it on one line") as refused:
        text.line("a\nb", "session_id", 200)
    assert refused.value.details == {"field": "session_id"}


def test_an_appended_paragraph_stands_after_one_blank_line():
    assert text.appended("Notes", "More") == "Notes\n\nMore"
    assert text.appended("Notes\n", "More") == "Notes\n\nMore"
    assert text.appended("Notes\n\n", "More") == "Notes\n\nMore"
    assert text.appended("Notes\r\n\r\n", "More") == "Notes\r\n\r\nMore"


@pytest.mark.parametrize("empty", ["", " ", "\n\n"])
def test_a_paragraph_appended_to_empty_notes_starts_them(empty):
    assert text.appended(empty, "First") == "First"


@given(st.text(min_size=1).filter(str.strip), st.text(min_size=1))
def test_appending_keeps_every_character_of_the_notes(notes, paragraph):
    result = text.appended(notes, paragraph)
    assert result.startswith(notes)
    assert result.endswith("\n" + paragraph)
