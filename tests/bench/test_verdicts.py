"""When a line passes, fails or is skipped."""

import pytest

from bench.outcomes import Amount, Bound, Limit, Line, Verdict, milliseconds


def line(figure=None, floor=None, bound=None, limit=0.0, **more) -> Line:
    return Line(
        what="something",
        figure=None if figure is None else Amount(figure, "ms"),
        floor=None if floor is None else Amount(floor, "ms"),
        limit=None if bound is None else Limit(bound, limit),
        **more,
    )


@pytest.mark.parametrize(
    ("figure", "floor", "bound", "limit", "verdict"),
    [
        (3.0, 2.0, Bound.TIMES_FLOOR, 1.5, Verdict.PASS),
        (3.01, 2.0, Bound.TIMES_FLOOR, 1.5, Verdict.FAIL),
        (2.0, 20.0, Bound.TIMES_FASTER, 10, Verdict.PASS),
        (2.0, 19.9, Bound.TIMES_FASTER, 10, Verdict.FAIL),
        (16.0, None, Bound.AT_MOST, 16, Verdict.PASS),
        (16.1, None, Bound.AT_MOST, 16, Verdict.FAIL),
        (100.0, None, Bound.AT_LEAST, 100, Verdict.PASS),
        (99.9, None, Bound.AT_LEAST, 100, Verdict.FAIL),
    ],
)
def test_a_line_over_its_limit_fails(figure, floor, bound, limit, verdict) -> None:
    assert line(figure, floor, bound, limit).verdict is verdict


def test_what_was_not_measured_is_skipped_whatever_its_limit() -> None:
    assert line(bound=Bound.AT_MOST, limit=1, skipped="it is not here").verdict is Verdict.SKIP


def test_a_ratio_without_a_floor_is_skipped_not_passed() -> None:
    assert line(3.0, None, Bound.TIMES_FLOOR, 1.5).verdict is Verdict.SKIP
    assert line(3.0, 0.0, Bound.TIMES_FLOOR, 1.5).verdict is Verdict.SKIP


def test_a_figure_without_a_limit_is_only_shown() -> None:
    assert line(3.0, 2.0).verdict is Verdict.SHOWN


def test_a_ratio_says_how_many_floors_the_figure_is() -> None:
    assert line(3.0, 2.0, Bound.TIMES_FLOOR, 1.5).ratio == 1.5


def test_where_it_has_to_be_faster_the_ratio_says_how_often_it_fits_into_the_floor() -> None:
    assert line(2.0, 30.0, Bound.TIMES_FASTER, 10).ratio == 15


def test_seconds_are_shown_in_milliseconds() -> None:
    assert milliseconds(0.00125) == Amount(1.25, "ms")
