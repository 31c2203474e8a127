"""The browser that the tests drive: the system's Chromium, else the one that Playwright fetched for itself."""

import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Playwright, async_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
QUICK: Final = "chromium-headless-shell"
"""The same without what a screen needs. It starts sooner, and shows no notifications."""


def found(*, whole: bool = False) -> str | None:
    """Where the system has one; a whole one where it has to be."""
    return next(filter(None, map(shutil.which, NAMES if whole else (QUICK, *NAMES))), None)


def playwrights_own() -> bool:
    """Whether Playwright fetched one; it keeps all of them in one folder."""
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    return any(kept.glob("chromium*"))


def is_there() -> bool:
    return found() is not None or playwrights_own()


@asynccontextmanager
async def launched(*more: str, whole: bool = False) -> AsyncIterator[Browser]:
    """A running browser that talks to nobody but the pages it is sent to. Takes more arguments of the program."""
    async with async_playwright() as playwright:
        browser = await _launch(playwright, more, found(whole=whole))
        try:
            yield browser
        finally:
            await browser.close()


async def _launch(playwright: Playwright, more: Sequence[str], program: str | None) -> Browser:
    arguments = ["--disable-background-networking", "--disable-gpu", *more]
    if os.geteuid() == 0:
        # Its sandbox refuses to start for the superuser, as whom containers run.
        arguments.append("--no-sandbox")
    return await playwright.chromium.launch(executable_path=program, args=arguments)
