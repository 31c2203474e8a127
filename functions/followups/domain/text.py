"""Text that people and agents write: what is accepted, what counts as the same, and where it may be cut."""

import re
import unicodedata
from typing import Final

from followups.domain.errors import Invalid, TooLarge
from followups.domain.limits import NOTES_CHARACTERS, TITLE_CHARACTERS

_LONE_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
"""Half of a UTF-16 pair: it has no UTF-8 form, so nothing could store or send it."""

_UNSAFE_IN_A_LINE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters and line separators, which break a row; bidi embeddings, overrides and isolates (UAX #9),
which reorder what stands around the text. The plain marks (U+200E, U+200F, U+061C) reorder nothing else and stay."""

_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})

_INVISIBLE: Final = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    r"\U0001d159\U000e0000-\U000e0fff]"
)
"""What shows nothing although its category is that of a letter, a mark or a symbol: the default-ignorable code points
of Unicode (UAX #44), the Hangul fillers, the braille blank and the null notehead."""

_QUOTES: Final = dict.fromkeys(
    map(
        ord,
        "'\"`\u00b4\u02bc\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u00ab\u00bb"
        "\u300c\u300d\u300e\u300f\u301d\u301e\u301f\uff02\uff07\uff40",
    )
)
"""Quotation marks and backticks, straight, typographic and full-width."""

_FINAL_PUNCTUATION: Final = " .,;:!?\u2026\u3002\u3001\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\u061f\u06d4\u0964"

_UNDECOMPOSED: Final = str.maketrans(
    {
        "\u00f8": "o",
        "\u0142": "l",
        "\u0111": "d",
        "\u00f0": "d",
        "\u0127": "h",
        "\u0131": "i",
        "\u0167": "t",
        "\u00e6": "ae",
        "\u0153": "oe",
        "\u2018": "'",
        "\u2019": "'",
        "\u02bc": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
    }
)
"""Letters with a stroke and ligatures, which Unicode does not decompose, and the quotes that keyboards put in."""

_MARKS: Final = 30
"""How many marks in a row are looked at: no script has as many on one letter (UAX #15, Stream-Safe Text Format)."""

_CONTINUATION_BYTES: Final = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that begin no character (RFC 3629 3)."""

_ZERO_WIDTH_JOINER: Final = "\u200d"

_CONTINUES: Final = re.compile(r"[\u200c\u200d\ufe00-\ufe0f\u1160-\u11ff\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
"""Joiners, variation selectors, Hangul vowels and finals, skin tones and emoji tags: part of what stands before."""


def title(raw: str) -> str:
    """The title as it is kept: trimmed, one line, 1..1,000 characters, something to see.

    Raises:
        Invalid: empty, only invisible, or with a character that would break or reorder the row.
        TooLarge: longer than `TITLE_CHARACTERS`.
    """
    return line(raw, "title", TITLE_CHARACTERS)


def line(raw: str, field: str, maximum: int) -> str:
    """A short text on one line, trimmed: 1..`maximum` characters, something to see.

    Raises:
        Invalid: empty, only invisible, or with a character that would break or reorder the row.
        TooLarge: longer than `maximum` characters.
    """
    trimmed = raw.strip()
    unsafe = _UNSAFE_IN_A_LINE.search(trimmed)
    if unsafe:
        raise Invalid(
            f"{field} holds {_code_point(unsafe[0])}, a control or bidi character. Write it on one line, without it.",
            field=field,
        )
    return _present(trimmed, field, maximum)


def paragraph(raw: str, field: str, maximum: int) -> str:
    """A text of its own (a summary, a reason, an answer), trimmed: 1..`maximum` characters, line breaks allowed.

    Raises:
        Invalid: empty, only invisible, or not Unicode.
        TooLarge: longer than `maximum` characters.
    """
    return _present(raw.strip(), field, maximum)


def notes(raw: str) -> str:
    """The notes exactly as they came, at most 100,000 characters; empty is fine.

    Raises:
        Invalid: not Unicode.
        TooLarge: longer than `NOTES_CHARACTERS`.
    """
    _require_unicode(raw, "notes")
    _require_length(raw, "notes", NOTES_CHARACTERS)
    return raw


def appended(notes: str, paragraph: str) -> str:
    """The notes with the paragraph below them, a blank line between; the notes keep every character."""
    if not notes.strip():
        return paragraph
    if notes.endswith(("\n\n", "\n\r\n")):
        return notes + paragraph
    return f"{notes}\n{paragraph}" if notes.endswith("\n") else f"{notes}\n\n{paragraph}"


def shortened(text: str, max_bytes: int) -> str:
    """The longest head of the text that fits into `max_bytes` of UTF-8 and does not cut a character as people see it.

    What a reader takes for one character is approximated (UAX #29 without its tables): marks, joiners, variation
    selectors, skin tones, conjuncts and flags stay with what they belong to. Where one such character alone is larger
    than the limit, it is cut between code points: a head with something in it is worth more than none.
    """
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= max_bytes:
        return text
    # Of the characters that begin within the limit or right behind it, all but the last one end within it.
    fitting = len(encoded[: max_bytes + 1].translate(None, _CONTINUATION_BYTES)) - 1
    cut = fitting
    while cut > 0 and not _may_cut(text, cut):
        cut -= 1
    return text[: cut or fitting]


def search_form(text: str) -> str:
    """The text as search compares it: case, accents, normal forms, white space and invisible characters aside."""
    if text.isascii():
        return " ".join(text.lower().split())
    # Decomposed before, so that case sees plain letters, and after, since folding case composes some anew.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", _stream_safe(text)).casefold())
    # Asked once for each different character: a search reads a megabyte of text.
    dropped = {ord(c): "" for c in set(decomposed) if unicodedata.combining(c) or unicodedata.category(c) == "Cf"}
    return " ".join(decomposed.translate(_UNDECOMPOSED | dropped).split())


def _stream_safe(text: str) -> str:
    """Without marks that pile up: putting a run of them in order costs its square, for minutes in the longest notes."""
    marks = "".join(sorted(character for character in set(text) if unicodedata.combining(character)))
    if not marks:
        return text
    return re.sub(f"([{re.escape(marks)}]{{{_MARKS}}})[{re.escape(marks)}]+", r"\1", text)


def folded_title(title: str) -> str:
    """What two titles have in common when they name the same work: a different word always keeps them apart.

    Case, white space, quotation marks, backticks and final punctuation are folded. A title of nothing else stands
    for itself, so that `?` and `!` are two titles.
    """
    caseless = unicodedata.normalize("NFD", unicodedata.normalize("NFD", title).casefold())
    unquoted = unicodedata.normalize("NFC", caseless.translate(_QUOTES))
    folded = " ".join(unquoted.split()).rstrip(_FINAL_PUNCTUATION)
    return folded or title.strip().casefold()


def is_invisible(character: str) -> bool:
    """Whether one character shows nothing: white space, controls, formats, fillers."""
    return unicodedata.category(character) in _INVISIBLE_CATEGORIES or _INVISIBLE.match(character) is not None


def has_unsafe_characters(text: str) -> bool:
    """Whether a name would break or reorder the row it stands in, or could not be stored."""
    return bool(_UNSAFE_IN_A_LINE.search(text) or _LONE_SURROGATE.search(text))


def _present(trimmed: str, field: str, maximum: int) -> str:
    _require_unicode(trimmed, field)
    if all(is_invisible(character) for character in trimmed):
        raise Invalid(f"{field} is empty. Give it 1 to {maximum:,} characters that can be seen.", field=field)
    _require_length(trimmed, field, maximum)
    return trimmed


def _require_unicode(text: str, field: str) -> None:
    lone = _LONE_SURROGATE.search(text)
    if lone:
        raise Invalid(
            f"{field} holds half of a character ({_code_point(lone[0])} alone), as text that was cut in the middle "
            "does. Send the whole character, or leave it out.",
            field=field,
        )


def _require_length(text: str, field: str, maximum: int) -> None:
    if len(text) > maximum:
        raise TooLarge(
            f"{field} has {len(text):,} characters; at most {maximum:,} fit. Shorten it and try again.",
            field=field,
            limit=maximum,
            unit="characters",
        )


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"


def _may_cut(text: str, position: int) -> bool:
    last, following = text[position - 1], text[position]
    if last == _ZERO_WIDTH_JOINER or (last == "\r" and following == "\n"):
        return False
    if unicodedata.category(following).startswith("M") or _CONTINUES.match(following):
        return False
    if unicodedata.combining(last) == 9:  # A virama joins the consonants around it (UAX #29 GB9c).
        return not following.isalpha()
    return not (_is_flag_letter(following) and _flag_letters_before(text, position) % 2)


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flag_letters_before(text: str, position: int) -> int:
    start = position
    while start > 0 and _is_flag_letter(text[start - 1]):
        start -= 1
    return position - start
