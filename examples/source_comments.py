"""Finds the TODO and FIXME comments of a source folder."""

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SHOWN_LINES = 3
"""How many lines are shown above and below a comment."""
_TEXT_CHARACTERS = 200
"""What of a comment goes into a title."""
_LINE_CHARACTERS = 200
_LARGEST_FILE = 2_000_000
"""Larger files were made by programs; in bytes."""

_MARK = re.compile(r"\b(TODO|FIXME)\b")
_SUFFIXES = {
    "#": ".pyi .sh .rb .yaml .yml .toml .cfg .mk .pl .r",
    "//": ".js .mjs .ts .tsx .jsx .go .rs .java .kt .c .h .cc .cpp .hpp .cs",
    "--": ".sql .lua .hs",
}
_START_OF = {suffix: start for start, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
"""What starts a comment, by the file's suffix. Python is read by its own tokenizer."""


@dataclass(frozen=True, slots=True)
class Comment:
    path: str
    """Within the folder, with forward slashes."""
    line: int
    text: str
    """From its TODO or FIXME on, in one line."""
    around: tuple[str, ...]
    """The line it is in, with those above and below."""

    @property
    def title(self) -> str:
        return f"{self.text} ({self.path}:{self.line})"

    @property
    def notes(self) -> str:
        """Markdown: where it is, and the lines around it as a quoted block of code."""
        quoted = "\n".join(f">     {line}".rstrip() for line in self.around)
        return f"In `{self.path}`, line {self.line}:\n\n{quoted}"


def comments_in(folder: Path) -> Iterator[Comment]:
    """In the order of their paths and lines. What cannot be read as text is passed over."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    for path in sorted(files, key=lambda path: path.relative_to(folder).parts):
        if path.suffix not in {".py", *_START_OF} or path.stat().st_size > _LARGEST_FILE:
            continue
        try:
            source = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        yield from comments_of(path.relative_to(folder).as_posix(), source)


def comments_of(path: str, source: str) -> Iterator[Comment]:
    if _MARK.search(source) is None:
        return
    lines = source.splitlines()
    for number, comment in _raw_comments(path, source):
        mark = _MARK.search(comment)
        if mark is not None:
            around = lines[max(0, number - 1 - _SHOWN_LINES) : number + _SHOWN_LINES]
            shown = tuple(_printable(line)[:_LINE_CHARACTERS] for line in around)
            text = " ".join(_printable(comment[mark.start() :]).split())
            yield Comment(path=path, line=number, text=text[:_TEXT_CHARACTERS], around=shown)


def _raw_comments(path: str, source: str) -> Iterator[tuple[int, str]]:
    """Line numbers from 1, and what stands there from the start of the comment on."""
    suffix = Path(path).suffix
    if suffix != ".py":
        yield from _by_line(source, _START_OF.get(suffix, "#"))
        return
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        yield from _by_line(source, "#")
        return
    yield from ((token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT)


def _by_line(source: str, start: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(source.splitlines(), 1):
        before, found, comment = line.partition(start)
        if found and before.count('"') % 2 == 0 and before.count("'") % 2 == 0:
            yield number, comment


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)
