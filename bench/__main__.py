"""Measure speed and cost: `python -m bench [--only S1,S3] [--quick] [--json]`. Never fails because of a figure."""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from bench import report
from bench.figures import FIGURES
from bench.outcomes import Line, NotMeasured
from bench.stage import Stage


def main() -> int:
    asked = _parser().parse_args()
    lines: list[tuple[str, Line]] = []
    with tempfile.TemporaryDirectory(prefix="follow-ups-bench-") as folder, ExitStack() as ending:
        stage = Stage(Path(folder), ending, quick=asked.quick)
        if not asked.json:
            print(report.HEADER)
        for name in asked.only:
            if not asked.json:
                print(report.heading(name, FIGURES[name].title), flush=True)
            for line in measured(name, stage):
                lines.append((name, line))
                if not asked.json:
                    print(report.row(line), flush=True)
    print(report.as_json(lines) if asked.json else report.summary([line for _, line in lines]))
    return 0


def measured(name: str, stage: Stage) -> Iterator[Line]:
    """The lines of a figure; where it cannot go on, one that says why."""
    try:
        yield from FIGURES[name].measure(stage)
    except NotMeasured as reason:
        yield Line(what="the rest of it", skipped=str(reason))


def _names(text: str) -> Sequence[str]:
    wanted = [name.strip().upper() for name in text.split(",")]
    unknown = [name for name in wanted if name not in FIGURES]
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)} is none of {', '.join(FIGURES)}")
    return wanted


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", type=_names, default=list(FIGURES), help="these figures, such as S1,S3")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--json", action="store_true", help="one JSON array instead of the table")
    return parser


if __name__ == "__main__":
    sys.exit(main())
