"""Write the bill's figures into docs/cost.md: `python -m bench.cost_page`. Its words, assumptions and prices stay."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from bench import report
from bench.cost import lines
from bench.outcomes import Line
from bench.usual_day import counted_day

PAGE: Final = Path(__file__).parent.parent / "docs" / "cost.md"

_COMPUTED: Final = ("Units", "Of that")
"""Headings of a third column that is computed like the second."""


def with_figures(page: str, bill: Iterable[Line]) -> str:
    """The page with the figure of each line in the row that is named like it."""
    return "".join(_rows(page, {line.what: line for line in bill}))


def _rows(page: str, bill: Mapping[str, Line]) -> Iterator[str]:
    heading: list[str] = []
    for text in page.splitlines(keepends=True):
        cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
        if cells[:2] == ["What", "Figure"]:
            heading = cells
        elif not text.startswith("|"):
            heading = []
        line = bill.get(cells[0])
        if not heading or line is None or line.figure is None:
            yield text
            continue
        cells[1] = report.shown(line.figure)
        if heading[2] in _COMPUTED:
            cells[2] = line.against
        yield f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    PAGE.write_text(with_figures(PAGE.read_text(), lines(counted_day())))
