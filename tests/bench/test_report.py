"""The printed table, its summary and its form for programs."""

import json

from bench import report
from bench.outcomes import Amount, Bound, Limit, Line


def passing(what="add", against="at 100") -> Line:
    return Line(
        what=what,
        figure=Amount(0.91, "ms"),
        floor=Amount(0.9, "ms"),
        against=against,
        limit=Limit(Bound.TIMES_FLOOR, 1.2),
    )


FAILING = Line(what="its reply", figure=Amount(17.25, "kB"), limit=Limit(Bound.AT_MOST, 16))
SKIPPED = Line(what="Taskwarrior", skipped="task is not on the PATH")


def test_a_row_shows_figure_floor_ratio_limit_and_verdict() -> None:
    assert " ".join(report.row(passing()).split()) == "add 0.91 ms 0.90 ms 1.01 x <= 1.2 x PASS at 100"


def test_a_row_over_its_limit_says_fail() -> None:
    assert " ".join(report.row(FAILING).split()) == "its reply 17.2 kB <= 16 kB FAIL"


def test_a_skipped_row_says_why() -> None:
    assert report.row(SKIPPED).split(maxsplit=2) == ["Taskwarrior", "SKIP", "task is not on the PATH"]


def test_verdicts_stand_below_one_another() -> None:
    faster = Line(
        what="server-memory 2026.8.31",
        figure=Amount(0.7, "ms"),
        floor=Amount(15_547.0, "ms"),
        limit=Limit(Bound.TIMES_FASTER, 10),
    )
    rows = {"PASS": report.row(passing()), "FAIL": report.row(FAILING), "SKIP": report.row(SKIPPED)}
    places = {row.index(verdict) for verdict, row in rows.items()} | {report.row(faster).index("PASS")}
    assert len(places) == 1


def test_amounts_keep_three_digits_and_no_exponent() -> None:
    shown = [
        report.row(Line(what="x", figure=Amount(value, "R"))) for value in (0.123, 12.34, 1234.5, 1_000_000.0, 0.0)
    ]
    assert [row.split()[1] for row in shown] == ["0.12", "12.3", "1,234", "1,000,000", "0"]


def test_the_summary_counts_and_names_what_failed() -> None:
    told = report.summary([passing(), passing(), FAILING, SKIPPED])
    assert told.split("\n") == ["", "2 PASS, 1 FAIL, 1 SKIP", "FAIL: its reply"]


def test_programs_get_every_field_that_there_is() -> None:
    lines = json.loads(report.as_json([("S1", passing()), ("S3", SKIPPED)]))
    assert lines[0] == {
        "name": "S1",
        "what": "add",
        "figure": {"value": 0.91, "unit": "ms"},
        "floor": {"value": 0.9, "unit": "ms"},
        "against": "at 100",
        "ratio": 0.91 / 0.9,
        "limit": {"bound": "times its floor", "value": 1.2},
        "verdict": "PASS",
    }
    assert lines[1] == {
        "name": "S3",
        "what": "Taskwarrior",
        "verdict": "SKIP",
        "skipped": "task is not on the PATH",
    }
