"""The owner in front of a browser: opens pages, and finds what is on them by role and name."""

from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from tests.journeys.deployment import Deployment
from tests.waiting import soon
from tests.web.devices import Device
from tests.web.fingers import Finger
from tests.web.trouble import Trouble


async def says_yes(page: Page, question: str, given: Any = None, *, what: str) -> None:
    """Ask the page until it answers yes. Unlike `wait_for_function` this waits for an answer that is promised."""

    async def look() -> bool:
        return bool(await page.evaluate(question, given))

    await soon(look, within=10, what=what)


class Visit:
    """One tab at one list."""

    def __init__(self, page: Page, device: Device, list_id: str) -> None:
        self.page = page
        self.device = device
        self.list_id = list_id

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    async def open_list(self) -> None:
        await self.go()

    async def hear_no_time(self) -> None:
        """From the next page on it goes by the browser's clock alone, which a test may turn."""
        await self.page.add_init_script(_DEAF)

    async def go(self, path: str | None = None) -> None:
        """Open an address anew, and wait for its page; the list's own without a path."""
        await self.page.goto(f"/lists/{self.list_id}" if path is None else path)
        await expect(self.page.locator("#page-title")).to_be_visible()

    async def reload(self) -> None:
        await self.page.reload()
        await expect(self.page.locator("#page-title")).to_be_visible()

    async def press(self, what: Locator, **how: Any) -> None:
        """With the finger or the mouse, whichever this device has."""
        if self.device.touch:
            await what.tap(**how)
        else:
            await what.click(**how)

    @property
    def quick_add(self) -> Locator:
        return self.page.get_by_role("textbox", name="Add a todo")

    async def add(self, title: str) -> None:
        await self.quick_add.fill(title)
        await self.quick_add.press("Enter")
        await expect(self.row(title)).to_be_visible()

    @property
    def rows(self) -> Locator:
        return self.page.get_by_role("list", name="Open todos").get_by_role("listitem")

    def row(self, title: str) -> Locator:
        return self.rows.filter(has=self.page.get_by_role("link", name=title, exact=True))

    def title(self, title: str) -> Locator:
        return self.row(title).get_by_role("link")

    def box(self, title: str) -> Locator:
        """What completes it."""
        return self.row(title).get_by_role("checkbox")

    async def expect_open(self, *titles: str) -> None:
        """These and no others, in this order."""
        await expect(self.rows.get_by_role("link")).to_have_text(list(titles))

    async def expect_saved(self) -> None:
        """Everything that was done is with the service, and nothing waits on this device."""
        await says_yes(self.page, _NOTHING_WAITS, what="everything saved")

    async def select(self, first: str, *others: str) -> None:
        """A range on a computer by shift, one after the other on a phone after a long press."""
        if self.device.touch:
            await self.hold(self.title(first))
            for title in others:
                await self.press(self.title(title))
        else:
            await self.title(first).click(modifiers=["Control"])
            if others:
                await self.title(others[-1]).click(modifiers=["Shift"])
        await expect(self.page.get_by_role("toolbar")).to_contain_text(f"{1 + len(others)} selected")

    async def hold(self, what: Locator) -> None:
        """Rest a finger on it until something is selected."""
        box = await what.bounding_box()
        assert box is not None
        finger = await Finger.on(self.page)
        await finger.down((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        await expect(self.page.get_by_role("toolbar")).to_be_visible()
        await finger.up()

    @property
    def completed(self) -> Locator:
        return self.page.get_by_role("region", name="Completed", exact=True)

    async def unfold_completed(self) -> None:
        await self.press(self.completed.get_by_role("button", name="Completed"))

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog").last

    async def open_todo(self, title: str) -> Locator:
        await self.press(self.title(title))
        await expect(self.sheet.get_by_role("textbox", name="Title")).to_have_value(title)
        return self.sheet

    async def close_sheet(self) -> None:
        await self.press(self.sheet.get_by_role("button", name="Close"))
        await expect(self.page.get_by_role("dialog")).to_have_count(0)

    async def choose(self, menu: Locator, choice: str) -> None:
        """Open a menu, and take one of its choices."""
        await self.press(menu)
        items = self.page.get_by_role("menuitem", name=choice, exact=True)
        await self.press(items.or_(self.page.get_by_role("menuitemradio", name=choice, exact=True)))

    async def undo(self) -> None:
        """By the button of the notice."""
        await self.press(self.page.get_by_role("button", name="Undo"))

    async def expect_said(self, text: str) -> None:
        """What a screen reader hears."""
        await expect(self.page.get_by_role("status").filter(has_text=text).first).to_be_attached()


_DEAF = """{
  const get = Headers.prototype.get;
  Headers.prototype.get = function (name) { return name === "Date" ? null : get.call(this, name); };
}"""

_NOTHING_WAITS = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("follow-ups");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const count = opening.result.transaction("edits").objectStore("edits").count();
    count.onsuccess = () => { opening.result.close(); resolve(count.result === 0); };
  };
})"""


class Visits:
    """Opens browser profiles, and closes them all at the end."""

    def __init__(self, browser: Browser, deployment: Deployment, trouble: Trouble) -> None:
        self._browser = browser
        self._deployment = deployment
        self._trouble = trouble
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def profile(self, device: Device, *, signed_in: bool = True, **options: Any) -> BrowserContext:
        cookie = self._deployment.owner_headers["cookie"] if signed_in else None
        context = await device.context(self._browser, cookie, self._deployment.base_url, **options)
        self._stack.push_async_callback(context.close)
        self._trouble.listen(context)
        return context

    async def on(self, device: Device, list_id: str, **options: Any) -> Visit:
        """A tab in a new profile."""
        context = await self.profile(device, **options)
        return Visit(await context.new_page(), device, list_id)

    async def another_tab(self, visit: Visit) -> Visit:
        """Beside it, in the same profile."""
        return Visit(await visit.context.new_page(), visit.device, visit.list_id)
