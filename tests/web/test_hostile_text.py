"""Text by others is text everywhere: nothing of it runs, leads elsewhere, or breaks the page."""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import BrowserContext, Locator, Page, Request, expect

from tests.journeys.deployment import Deployment, Place, fresh_place
from tests.web import hostile
from tests.web.devices import DESKTOP, Device
from tests.web.visits import Visit, Visits

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

CAPTURED = 9
"""How many sessions have one of the texts as their id."""


@pytest.fixture(scope="module")
async def texts(deployment: Deployment) -> AsyncIterator[Place]:
    """A list with every text in every place that takes it. Nothing of it is changed by the tests."""
    async with fresh_place(deployment, hostile.NAMES[0]) as place:
        await fill(place)
        yield place


async def fill(place: Place) -> None:
    todos = [{"title": title, "due": {"date": "2026-11-30"}} for title in hostile.LINES]
    todos += [{"title": f"Notes {at}", "notes": notes} for at, notes in enumerate(hostile.NOTES)]
    await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos})
    await place.owner.batch("complete", (await place.owner.todos())[:3])
    await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos[:12]})
    await place.owner.batch("delete", (await place.owner.todos())[-12:])
    for name in hostile.NAMES[:4]:
        await place.new_key(name)
        await place.owner.post(f"/api/lists/{place.list_id}/feeds", {"name": name})
    _, key = await place.new_key("agents")
    for at, session in enumerate(hostile.NAMES[:CAPTURED]):
        repository = ("acme/widget", "gitlab.example/&lt;b&gt;/(onerror=1)/widget", f"acme/{'w' * 180}")[at % 3]
        agent = await place.agent(session, repository=repository, api_key=key)
        await agent.capture(f"Filed by session {at}: {hostile.LINES[at]}")
        held = await agent.drain_next()
        if at % 3 == 0:
            await agent.hand_back(held, hostile.NOTES[at // 3][:4_000])
    full = await place.agent("full", repository="acme/full", api_key=key)
    await full.capture("The notes are full", notes="w " * 49_990)
    await full.hand_back(await full.drain_next(), hostile.MARKDOWN[:3_900])


class Guarded:
    """Hears of what no text may do: open dialogs and windows, ask other sites."""

    def __init__(self, context: BrowserContext, page: Page, base_url: str) -> None:
        self._heard: list[str] = []
        self._page = page
        self._own = (base_url, base_url.replace("http", "ws", 1), "blob:" + base_url)
        context.on("dialog", lambda dialog: self._heard.append(f"dialog {dialog.message}"))
        context.on("page", lambda opened: self._heard.append(f"window {opened.url}"))
        context.on("request", self._request)

    def _request(self, asked: Request) -> None:
        if not asked.url.startswith(self._own):
            self._heard.append(f"asked {asked.url[:200]}")

    async def expect_calm(self) -> None:
        assert await self._page.evaluate("() => window.__ran ?? null") is None
        assert self._heard == []
        assert await self._page.evaluate(_BROKEN) == []


_BROKEN = """() => {
  const broken = [];
  const whole = document.scrollingElement;
  if (whole.scrollWidth > innerWidth) broken.push(`the page is ${whole.scrollWidth} wide`);
  for (const each of document.querySelectorAll("body *")) {
    const style = getComputedStyle(each);
    const scrolls = ["auto", "scroll"].includes(style.overflowX);
    if (scrolls && each.scrollWidth > each.clientWidth + 1 && !each.matches("pre, .table, input, textarea")) {
      broken.push(`${each.tagName}.${each.className} scrolls sideways`);
    }
  }
  const made = "script:not([src]), iframe, object, embed, base, #app style, #app link, #app img, [onerror], [onload]";
  for (const each of document.querySelectorAll(made)) broken.push(each.outerHTML.slice(0, 200));
  return broken;
}"""


@pytest.fixture
async def reader(texts: Place, visits: Visits, device: Device) -> Visit:
    return await visits.on(device, texts.list_id)


@pytest.fixture
def guarded(reader: Visit, deployment: Deployment) -> Guarded:
    return Guarded(reader.context, reader.page, deployment.base_url)


async def titles_while_scrolling(visit: Visit, guarded: Guarded) -> list[str]:
    """Every title of the list, which has only those near the window in the document."""
    seen: dict[str, None] = {}
    while True:
        shown = await visit.rows.get_by_role("link").evaluate_all("links => links.map(each => each.textContent)")
        seen.update(dict.fromkeys(shown))
        await guarded.expect_calm()
        is_end = await visit.page.evaluate(
            """async () => {
              const before = scrollY;
              scrollBy(0, innerHeight);
              await new Promise(requestAnimationFrame);
              await new Promise(requestAnimationFrame);
              return scrollY === before;
            }"""
        )
        if is_end:
            return list(seen)


async def test_the_list_shows_every_text_as_it_is(reader: Visit, texts: Place, guarded: Guarded) -> None:
    await reader.open_list()
    await expect(reader.page.locator("#page-title")).to_have_text(hostile.NAMES[0])
    await expect(reader.page).to_have_title(f"{hostile.NAMES[0]} · Follow-ups")
    await expect(reader.page.get_by_role("status").filter(has_text="open")).not_to_contain_text("+")
    shown = await titles_while_scrolling(reader, guarded)
    rows = (await texts.owner.get(texts.owner.path(), state="open", limit=200))["todos"]
    assert len(rows) > 50
    assert {f"{row['title']}…" if row.get("title_shortened") else row["title"] for row in rows} == set(shown)


async def test_a_row_keeps_within_its_place_whatever_its_title_is_made_of(reader: Visit, guarded: Guarded) -> None:
    await reader.open_list()
    for text in hostile.SHAPES:
        await reader.page.get_by_role("searchbox").fill(text[:20])
        row = reader.rows.filter(has_text=text[:20].strip()).first
        await expect(row).to_be_visible()
        assert await row.evaluate(_IS_WITHIN), text[:20]
        await guarded.expect_calm()


_IS_WITHIN = """row => {
  const place = row.getBoundingClientRect();
  return [...row.querySelectorAll("a, p, button, input")].every(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left >= place.left - 1 && right <= place.right + 1 && top >= place.top - 8 && bottom <= place.bottom + 8;
  });
}"""


PAGES = {
    "deleted": "/lists/{}/deleted",
    "repositories": "/lists/{}/repositories",
    "lists": "/lists",
    "settings": "/settings",
    "connect": "/connect",
}


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
async def test_every_page_shows_it_and_nothing_else_happens(
    reader: Visit, texts: Place, guarded: Guarded, path: str
) -> None:
    await reader.open_list()
    await expect(reader.rows.first).to_be_visible()
    await reader.go(path.format(texts.list_id))
    await expect(reader.page.locator("[aria-busy=true]")).to_have_count(0)
    await expect(reader.page.get_by_text("&lt;" if "repositories" in path else hostile.NAMES[0]).first).to_be_attached()
    await guarded.expect_calm()


async def test_paper_shows_it(reader: Visit, texts: Place, guarded: Guarded) -> None:
    await reader.go(f"/lists/{texts.list_id}/print")
    await reader.press(reader.page.get_by_role("switch", name="Notes"))
    await reader.press(reader.page.get_by_role("switch", name="Completed"))
    await expect(reader.page.get_by_role("button", name="Print")).to_have_attribute("aria-disabled", "false")
    await expect(reader.page.get_by_text(hostile.MARKUP[3]).first).to_be_attached()
    await guarded.expect_calm()


async def links_in(sheet: Locator) -> list[dict[str, Any]]:
    """Those that lead out of the page, with all that they carry."""
    links: list[dict[str, Any]] = await sheet.locator("a[target]").evaluate_all(
        "links => links.map(each => Object.fromEntries([...each.attributes].map(({ name, value }) => [name, value])))"
    )
    return links


async def test_notes_link_to_sites_and_mailboxes_and_nowhere_else(
    reader: Visit, texts: Place, guarded: Guarded
) -> None:
    await reader.go(await address(texts, "Notes 0"))
    await expect(reader.sheet.get_by_text("over everything")).to_be_visible()
    links = await links_in(reader.sheet)
    assert {link["href"] for link in links} == {*hostile.GOOD_LINKS, hostile.IMAGE}
    for link in links:
        assert link == {"href": link["href"], "target": "_blank", "rel": "noopener noreferrer nofollow"}
    await guarded.expect_calm()


async def address(place: Place, title: str) -> str:
    """Of the todo whose title begins like this."""
    todo = next(each for each in await place.owner.todos() if each["title"].startswith(title))
    return f"/lists/{place.list_id}/todos/{todo['id']}"


@pytest.mark.parametrize("title", [f"Notes {at}" for at in range(1, len(hostile.NOTES))])
async def test_notes_of_any_shape_stay_in_their_place(
    reader: Visit, texts: Place, guarded: Guarded, title: str
) -> None:
    await reader.go(await address(texts, title))
    await expect(reader.sheet.get_by_role("button", name="Edit")).to_be_visible()
    await guarded.expect_calm()


@pytest.mark.parametrize("which", ["Filed by session 0:", "The notes are full", "Filed by session 3:"])
async def test_a_todo_shows_reason_session_and_report_as_text(
    reader: Visit, texts: Place, guarded: Guarded, which: str
) -> None:
    await reader.go(await address(texts, which))
    await expect(reader.sheet.get_by_role("region", name="An agent handed this back to you")).to_be_visible()
    if which == "The notes are full":
        await expect(reader.sheet.get_by_role("heading", name="Reports")).to_be_visible()
    await guarded.expect_calm()


async def test_notices_and_menus_show_it(visits: Visits, deployment: Deployment) -> None:
    async with fresh_place(deployment, hostile.NAMES[2]) as place:
        visit = await visits.on(DESKTOP, place.list_id)
        guarded = Guarded(visit.context, visit.page, deployment.base_url)
        await visit.open_list()
        for text in (hostile.MARKUP[0], hostile.MARKUP[2], "Z" + "\u0335\u0321" * 300, "w" * 1_000):
            await visit.quick_add.fill(text)
            await visit.quick_add.press("Enter")
            await expect(visit.rows).to_have_count(1)
            await visit.expect_saved()
            await visit.rows.get_by_role("checkbox").click()
            await expect(visit.page.get_by_role("button", name="Undo")).to_be_visible()
            await expect(visit.page.get_by_text(f"Completed “{text[:20]}").last).to_be_visible()
            await guarded.expect_calm()
            await visit.expect_saved()
        await visit.page.close()


async def test_a_search_for_it_and_an_address_of_it_show_text(reader: Visit, guarded: Guarded) -> None:
    await reader.open_list()
    for text in hostile.MARKUP[:4] + hostile.TEMPLATES[:2]:
        await reader.page.get_by_role("searchbox").fill(text)
        await expect(reader.rows.first).to_be_visible()
        await guarded.expect_calm()
    await reader.go(f"/lists/{quote(hostile.MARKUP[0], safe='')}?{quote(hostile.MARKUP[1])}#{quote(hostile.MARKUP[2])}")
    await guarded.expect_calm()


async def test_a_search_over_endless_marks_does_not_stop_the_service(desk: Visit, place: Place) -> None:
    await place.owner.add("Call the bank", notes="Z" + "\u0335\u0321" * 25_000)
    await desk.open_list()
    await desk.page.get_by_role("searchbox").fill("nowhere to be found")
    async with desk.page.expect_response(lambda answer: "q=nowhere" in answer.url, timeout=2_000):
        pass
