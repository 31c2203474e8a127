"""S13: what the site weighs, and whether 10,000 rows stay fluid in a browser."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Error, Page

from bench.browser import browser, longest_task, signed_in
from bench.outcomes import Amount, Bound, Limit, Line, NotMeasured, milliseconds
from bench.product import Product
from bench.stage import MANY, Stage
from local.front_end import BUILT

TITLE: Final = "The site: JavaScript of the first load, and tasks of the page with 10,000 todos"
_ROUNDS: Final = 7
_TASK: Final = Limit(Bound.AT_MOST, 50)
_FRAME_MILLISECONDS: Final = 16
_WHEEL_PIXELS: Final = 120
"""One notch of a wheel."""
_SCROLLS: Final = 90
_NAMED: Final = re.compile(r'(?:src|href)="(/assets/[^"]+\.js)"')
_ALL_OPEN: Final = re.compile(r"^[0-9]+ open$")


def measure(stage: Stage) -> Iterator[Line]:
    yield from _weights()
    product = stage.product(MANY)
    with browser() as chromium:
        page = signed_in(chromium, product)
        try:
            yield from _tasks(stage, product, page)
        except Error as failure:
            raise NotMeasured(f"the page did not get there: {failure.message.splitlines()[0]}") from failure


def _weights() -> Iterator[Line]:
    page = BUILT / "index.html"
    if not page.exists():
        raise NotMeasured("the front end is not built: make run")
    first = [BUILT / name.lstrip("/") for name in set(_NAMED.findall(page.read_text(encoding="utf-8")))]
    every = [*BUILT.rglob("*.js")]
    yield Line(what="JavaScript of the first load", figure=_packed(first), limit=Limit(Bound.AT_MOST, 60))
    yield Line(what="with every part that may be opened", figure=_packed(every))


def _packed(files: list[Path]) -> Amount:
    return Amount(sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) / 1000, "kB")


def _tasks(stage: Stage, product: Product, page: Page) -> Iterator[Line]:
    def read() -> None:
        page.goto(f"{product.origin}/lists/{product.list_id}")
        page.get_by_text(_ALL_OPEN).wait_for(timeout=120_000)

    def scroll() -> None:
        page.mouse.move(640, 500)
        for _ in range(_SCROLLS):
            page.mouse.wheel(0, _WHEEL_PIXELS)
            page.wait_for_timeout(_FRAME_MILLISECONDS)

    def search() -> None:
        page.get_by_role("searchbox").press_sequentially("guard", delay=80)
        page.wait_for_timeout(400)
        page.get_by_role("searchbox").fill("")

    def tick() -> None:
        page.get_by_role("checkbox").nth(2).click()
        page.wait_for_timeout(200)

    yield Line(what="longest task, reading the whole list", figure=milliseconds(longest_task(page, read)))
    page.wait_for_timeout(3_000)
    scrolls = [longest_task(page, scroll) for _ in range(stage.rounds(_ROUNDS))]
    yield Line(what="longest task, scrolling", figure=milliseconds(median(scrolls)), limit=_TASK)
    searches = [longest_task(page, search) for _ in range(stage.rounds(_ROUNDS))]
    yield Line(what="longest task, a letter of a search", figure=milliseconds(median(searches)), limit=_TASK)
    ticks = [longest_task(page, tick) for _ in range(stage.rounds(_ROUNDS))]
    yield Line(what="longest task, completing one", figure=milliseconds(median(ticks)), limit=_TASK)
    yield Line(what="longest task, opening it again", figure=milliseconds(longest_task(page, read)))
