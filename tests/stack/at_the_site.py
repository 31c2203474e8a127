"""People in front of the deployed site, in a browser of their own."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import BrowserContext, Page, Request, Response, expect

from infra import owners
from infra.deployment import Deployed
from tests.stack.edge import Edge
from tests.stack.person import Person
from tests.web.devices import DESKTOP
from tests.web.visits import Visit


@dataclass(frozen=True)
class Owner:
    """Somebody who was invited, with what they type at the login page, and what they do elsewhere meanwhile."""

    email: str
    password: str
    person: Person
    list_id: str


def an_owner(stack: Deployed) -> Owner:
    """Who has been here before, on another device."""
    email = f"{uuid.uuid4().hex}@example.com"
    password = owners.invite(stack, email)
    person = Person(stack, owners.sign_in(stack, email, password).access)
    (first,) = person.ask("GET", "/api/lists")["lists"]
    return Owner(email, password, person, first["id"])


class Seat:
    """A browser profile, and what it asked of whom."""

    def __init__(self, edge: Edge, context: BrowserContext) -> None:
        self.edge = edge
        self.context = context
        self.asked: list[Request] = []
        context.on("request", self._ask)

    def _ask(self, request: Request) -> None:
        self.asked.append(request)

    async def tab(self, list_id: str = "") -> Visit:
        return Visit(await self.context.new_page(), DESKTOP, list_id)

    def to_login(self, path: str) -> list[dict[str, str]]:
        """What the login service was asked there, in order: the fields of each form or query."""
        found: list[dict[str, str]] = []
        for request in self.asked:
            parts = urlsplit(request.url)
            if (parts.netloc, parts.path) == (self.edge.login_host, path):
                fields = parse_qs(request.post_data or parts.query)
                found.append({name: value for name, (value,) in fields.items()})
        return found

    def tokens_shown(self) -> list[str]:
        """What the API was shown, in order."""
        return [
            request.headers["authorization"].removeprefix("Bearer ")
            for request in self.asked
            if "/api/" in request.url and "authorization" in request.headers
        ]

    def hosts(self) -> set[str]:
        """Of whom anything was asked: what the policy blocked was not."""
        return {urlsplit(request.url).netloc for request in self.asked if request.failure != "csp"}


async def expect_signed_out(page: Page) -> None:
    await expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()


async def press_sign_in(page: Page) -> None:
    """To the login page."""
    await expect_signed_out(page)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_label("Password")).to_be_visible()


async def log_in(page: Page, owner: Owner) -> None:
    """At the login page, and back."""
    await page.get_by_label("Username").fill(owner.email)
    await page.get_by_label("Password").fill(owner.password)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.locator("#page-title")).to_be_visible()


async def signed_in(seat: Seat, owner: Owner) -> Visit:
    """At the owner's list."""
    visit = await seat.tab(owner.list_id)
    await visit.page.goto("/")
    await press_sign_in(visit.page)
    await log_in(visit.page, owner)
    await expect(visit.quick_add).to_be_visible()
    return visit


async def add_and_save(visit: Visit, title: str) -> None:
    """It is with the service, and nothing waits in the browser."""
    async with visit.page.expect_response(_is_saved):
        await visit.add(title)
    await visit.expect_saved()


def _is_saved(answer: Response) -> bool:
    return (answer.request.method, answer.status) == ("POST", 201) and answer.url.endswith("/todos")


async def kept(page: Page) -> Mapping[str, Any]:
    """Everything of the owner's that this browser holds for the site: the parts of the page are not."""
    held: Mapping[str, Any] = await page.evaluate(_KEPT)
    return held


async def refresh_token(page: Page) -> str:
    things = (await kept(page))["databases"]["follow-ups"]["things"]
    token: str = things["refresh-token"]
    return token


_KEPT = """async () => {
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const databases = {};
  for (const { name } of await indexedDB.databases()) {
    const opened = await done(indexedDB.open(name));
    databases[name] = {};
    for (const store of opened.objectStoreNames) {
      const reading = opened.transaction(store).objectStore(store);
      const keys = await done(reading.getAllKeys());
      const values = await done(reading.getAll());
      databases[name][store] = Object.fromEntries(keys.map((key, at) => [String(key), values[at]]));
    }
    opened.close();
  }
  const addresses = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) addresses.push(new URL(request.url).pathname);
  return {
    databases,
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    addresses,
  };
}"""
