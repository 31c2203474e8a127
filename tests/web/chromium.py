"""The browser that the tests drive: the system's Chromium, else the one that Playwright fetched for itself."""

import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Playwright, async_playwright

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def found() -> str | None:
    """Where the system has one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def playwrights_own() -> bool:
    """Whether Playwright fetched one; it keeps all of them in one folder."""
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    return any(kept.glob("chromium*"))


def is_there() -> bool:
    return found() is not None or playwrights_own()


@asynccontextmanager
async def launched(*more: str) -> AsyncIterator[Browser]:
    """A running browser that talks to nobody but the pages it is sent to. Takes more arguments of the program."""
    async with async_playwright() as playwright:
        browser = await _launch(playwright, more)
        try:
            yield browser
        finally:
            await browser.close()


async def _launch(playwright: Playwright, more: Sequence[str]) -> Browser:
    arguments = ["--disable-background-networking", "--disable-gpu", *more]
    if os.geteuid() == 0:
        # Its sandbox refuses to start for the superuser, as whom containers run.
        arguments.append("--no-sandbox")
    return await playwright.chromium.launch(executable_path=found(), args=arguments)
