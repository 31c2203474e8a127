"""What the owner holds: a computer with a mouse, or a phone with a touch screen."""

from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext


@dataclass(frozen=True, kw_only=True)
class Device:
    name: str
    width: int
    height: int
    """In CSS pixels."""
    touch: bool

    async def context(self, browser: Browser, cookie: str | None, base_url: str, **options: Any) -> BrowserContext:
        """A browser profile of its own, signed in by the cookie (`name=value`)."""
        context = await browser.new_context(
            base_url=base_url,
            viewport={"width": self.width, "height": self.height},
            has_touch=self.touch,
            is_mobile=self.touch,
            locale="en-GB",
            timezone_id="Europe/Berlin",
            **options,
        )
        context.set_default_timeout(10_000)
        if cookie is not None:
            name, _, value = cookie.partition("=")
            await context.add_cookies([{"name": name, "value": value, "url": base_url}])
        return context


DESKTOP: Final = Device(name="desktop", width=1280, height=850, touch=False)
PHONE: Final = Device(name="phone", width=390, height=844, touch=True)
DEVICES: Final = (DESKTOP, PHONE)
