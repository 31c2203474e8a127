"""docs/cost.md holds the bill's own figures, assumptions and prices."""

import re
from types import ModuleType
from typing import Any

import pytest

from bench import assumptions, owner_page, usual_day
from bench.assumptions import Function
from bench.cost import lines
from bench.cost_page import with_figures
from bench.prices import AS_OF, PRICES, Price
from tests.architecture.documents import text

PAGE = text("docs/cost.md")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def table_rows(header: str) -> list[list[str]]:
    """The cells of all tables whose header begins with this."""
    found: list[list[str]] = []
    inside = False
    for line in PAGE.splitlines():
        if line.startswith(header):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not line.startswith("| ---"):
            found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def plain(number: float) -> str:
    return f"{number:,.10f}".rstrip("0").rstrip(".")


def numbers(shown: str) -> list[float]:
    return [float(number.replace(",", "")) for number in NUMBER.findall(shown)]


def shown_value(value: Any) -> str:
    if isinstance(value, Function):
        return f"{value.memory_gb:g} GB, {value.warm_seconds:g} s, {value.cold_seconds:g} s"
    if isinstance(value, dict):
        return ", ".join(f"{times} {kind}" for kind, times in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(plain, value))
    return plain(value)


def stated(module: ModuleType) -> dict[str, str]:
    """The module's own constants by name, as the page shows them."""
    names = [name for name in module.__annotations__ if name.isupper() and not name.startswith("_")]
    values = {name: vars(module)[name] for name in names}
    return {f"`{name}`": shown_value(value) for name, value in values.items() if not isinstance(value, str)}


def shown_price(price: Price) -> list[str]:
    per = price.unit if price.per == 1 else f"{plain(price.per)} {price.unit}"
    free = plain(price.free) if price.free else "—"
    return [price.of, f"${plain(price.dollars)}", per, free, "published" if price.is_sourced else "memory"]


def test_every_figure_of_the_bill_is_on_the_page() -> None:
    """`python -m bench.cost_page` writes them. Log lines differ by a byte from run to run, figures by a hundredth."""
    bill = list(lines(usual_day.counted_day()))
    assert [cells[0] for cells in table_rows("| What | Figure |")] == [line.what for line in bill]
    written = with_figures(PAGE, bill)
    for old, new in zip(PAGE.splitlines(), written.splitlines(), strict=True):
        assert NUMBER.sub("", old) == NUMBER.sub("", new)
        assert numbers(old) == pytest.approx(numbers(new), rel=0.01, abs=0.011), new


def test_every_assumption_is_on_the_page_as_it_is() -> None:
    on_the_page = {cells[0]: cells[1] for cells in table_rows("| Name | Value |")}
    assert on_the_page == {**stated(assumptions), **stated(owner_page), **stated(usual_day)}


def test_every_price_is_on_the_page_with_where_it_is_from() -> None:
    assert table_rows("| For | Price |") == [shown_price(price) for price in PRICES]
    assert f"as of {AS_OF}" in PAGE


def test_the_page_says_whether_the_aim_is_met() -> None:
    missed = any(line.verdict == "FAIL" for line in lines(usual_day.counted_day()))
    assert ("aim of 10 cents is met" in PAGE) != missed
