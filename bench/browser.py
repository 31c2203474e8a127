"""A real browser with a page of the product in it, and what kept its main thread."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

from bench.outcomes import NotMeasured
from bench.product import Product

WIDE: Final[ViewportSize] = {"width": 1280, "height": 850}
_CATEGORIES: Final = ["toplevel", "devtools.timeline"]
_MICROSECONDS: Final = 1_000_000


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium. Raises: NotMeasured: there is none."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    arguments = ["--disable-background-networking", "--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=found, args=arguments)
        except Error as failure:
            raise NotMeasured(f"no browser starts: {failure.message.splitlines()[0]}") from failure
        with started:
            yield started


def signed_in(chromium: Browser, product: Product) -> Page:
    """A page that has not been anywhere yet, of a browser that knows nothing of the product but who is signed in."""
    context = chromium.new_context(viewport=WIDE)
    name, _, value = product.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": product.origin}])
    return context.new_page()


def longest_task(page: Page, act: Callable[[], object]) -> float:
    """What the longest task of the page's main thread took of the processor meanwhile, in seconds.

    The thread's own time, not the clock's: who else works on this machine does not count.
    """
    chromium = page.context.browser
    assert chromium is not None
    chromium.start_tracing(page=page, categories=_CATEGORIES)
    try:
        act()
    finally:
        events: list[dict[str, Any]] = json.loads(chromium.stop_tracing())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event["tdur"] for event in events if "tdur" in event and "RunTask" in event["name"] and _place(event) in mains
    ]
    if not tasks:
        raise NotMeasured("the trace holds no task of a page")
    return float(max(tasks)) / _MICROSECONDS


def _place(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]
