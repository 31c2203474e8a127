"""What the documents say, as data."""

import re
from pathlib import Path

from tests.architecture.sources import ROOT, source_files

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
CODE = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)


def documents() -> list[Path]:
    return list(source_files(".md"))


def text(name: str) -> str:
    return (ROOT / name).read_text()


def links(document: Path) -> set[str]:
    """The relative links: files of this repository."""
    return {target for target in LINK.findall(document.read_text()) if "://" not in target}


def code_words(source: str) -> set[str]:
    """What stands in backticks."""
    return set(CODE.findall(source))


def commands(source: str) -> list[str]:
    """What a reader may type: the lines of each fenced block, and what stands in backticks."""
    return [line for block in FENCED.findall(source) for line in block.splitlines()] + CODE.findall(source)


def first_cells(source: str, heading: str) -> list[str]:
    """The words in the first cell of each row, in backticks, of the table whose header begins with the heading."""
    cells: list[str] = []
    inside = False
    for line in source.splitlines():
        if line.startswith(f"| {heading} |"):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside:
            cells.extend(CODE.findall(line.split("|")[1]))
    return cells
