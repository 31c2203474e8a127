"""The lines as people read them, and as programs do."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bench.outcomes import Amount, Bound, Limit, Line, Verdict

_WHAT: Final = 36
_FIGURE: Final = 10
_FLOOR: Final = 10
_RATIO: Final = 9
_LIMIT: Final = 15
_VERDICT: Final = 4
"""Widths of the columns, in characters. What the floor is comes last and may be long."""

HEADER: Final = (
    f"     {'':{_WHAT}} {'figure':>{_FIGURE}} {'floor':>{_FLOOR}} {'ratio':>{_RATIO}}  {'limit':{_LIMIT}} "
    f"{'':{_VERDICT}}  against"
).rstrip()


def heading(name: str, title: str) -> str:
    return f"\n{name:4} {title}"


def row(line: Line) -> str:
    """One line of the table; why it was skipped, where it was."""
    verdict = str(line.verdict)
    if line.figure is None:
        blank = " " * (_FIGURE + _FLOOR + _RATIO + 2)
        return f"     {line.what:{_WHAT}} {blank}  {'':{_LIMIT}} {verdict:{_VERDICT}}  {line.skipped or ''}".rstrip()
    floor = "" if line.floor is None else shown(line.floor)
    return (
        f"     {line.what:{_WHAT}} {shown(line.figure):>{_FIGURE}} {floor:>{_FLOOR}} {_ratio(line):>{_RATIO}}  "
        f"{_limit(line.limit, line.figure):{_LIMIT}} {verdict:{_VERDICT}}  {line.against}"
    ).rstrip()


def summary(lines: Iterable[Line]) -> str:
    """How many of each, and which failed."""
    lines = list(lines)
    counts = Counter(line.verdict for line in lines)
    told = ", ".join([f"{counts[verdict]} {verdict}" for verdict in (Verdict.PASS, Verdict.FAIL, Verdict.SKIP)])
    failed = [line.what for line in lines if line.verdict is Verdict.FAIL]
    return f"\n{told}" + (f"\nFAIL: {'; '.join(failed)}" if failed else "")


def as_json(lines: Sequence[tuple[str, Line]]) -> str:
    """Every line under its figure's name, as one JSON array."""
    return json.dumps([_fields(name, line) for name, line in lines], indent=2)


def _fields(name: str, line: Line) -> dict[str, object]:
    fields = {
        "name": name,
        "what": line.what,
        "figure": _pair(line.figure),
        "floor": _pair(line.floor),
        "against": line.against or None,
        "ratio": line.ratio,
        "limit": None if line.limit is None else {"bound": str(line.limit.bound), "value": line.limit.value},
        "verdict": str(line.verdict) or None,
        "skipped": line.skipped,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _pair(amount: Amount | None) -> dict[str, object] | None:
    return None if amount is None else {"value": amount.value, "unit": amount.unit}


def shown(amount: Amount) -> str:
    """A number with its unit."""
    return f"{_number(amount.value)} {amount.unit}".rstrip()


def _number(value: float) -> str:
    """Three digits that say something, and no exponent."""
    if value == int(value):
        return f"{value:,.0f}"
    for digits, least in ((0, 100.0), (1, 10.0), (2, 0.0)):
        if abs(value) >= least:
            return f"{value:,.{digits}f}"
    return str(value)


def _ratio(line: Line) -> str:
    return "" if line.ratio is None else f"{_number(line.ratio)} x"


def _limit(limit: Limit | None, figure: Amount) -> str:
    if limit is None:
        return ""
    value = f"{limit.value:g}"
    match limit.bound:
        case Bound.TIMES_FLOOR:
            return f"<= {value} x"
        case Bound.TIMES_FASTER:
            return f">= {value} x faster"
        case Bound.AT_MOST:
            return f"<= {value} {figure.unit}".rstrip()
        case Bound.AT_LEAST:
            return f">= {value} {figure.unit}".rstrip()
