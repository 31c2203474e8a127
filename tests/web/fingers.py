"""A finger on a touch screen, which moves and rests; a tap is Playwright's own."""

from typing import Final, Self

from playwright.async_api import CDPSession, Page

Point = tuple[float, float]

STEPS: Final = 8
"""In how many moves a finger goes from one place to another."""


class Finger:
    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session

    @classmethod
    async def on(cls, page: Page) -> Self:
        return cls(page, await page.context.new_cdp_session(page))

    async def down(self, at: Point) -> None:
        await self._send("touchStart", at)

    async def move(self, to: Point) -> None:
        await self._send("touchMove", to)

    async def up(self) -> None:
        await self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    async def drag(self, start: Point, end: Point) -> None:
        """It comes to rest before it is lifted: a finger that flings makes the browser swallow the tap after it."""
        await self.down(start)
        for step in range(1, 2 * STEPS + 1):
            part = min(step / STEPS, 1)
            await self.move((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
            await self._page.evaluate("() => new Promise(requestAnimationFrame)")
        await self.up()

    async def _send(self, kind: str, at: Point) -> None:
        point = {"x": at[0], "y": at[1]}
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
