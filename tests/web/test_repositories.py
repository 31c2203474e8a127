"""The repositories of a list: how each stands, what came and went, and its name."""

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.deployment import Place
from tests.web.trouble import REFUSED, Trouble
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


def card(visit: Visit, name: str) -> Locator:
    return visit.page.get_by_role("region", name=name, exact=True)


async def worked_on(place: Place) -> None:
    """Of four: one open, one claimed, one handed back, one done."""
    monday = await place.agent("monday")
    for title in ("Cap the upload size", "Cap the download size", "Cap the page size", "Cap the name"):
        await monday.capture(title)
    await monday.complete(await monday.drain_next(), "Capped.")
    await monday.hand_back(await monday.drain_next(), "Needs a decision.")
    await monday.drain_next()


async def test_a_repository_shows_how_its_follow_ups_stand(visit: Visit, place: Place) -> None:
    await worked_on(place)
    await visit.go(f"/lists/{place.list_id}/repositories")
    shown = card(visit, "acme/widget")
    for name, count in {"open": 3, "handed back": 1, "claimed now": 1}.items():
        term = shown.get_by_role("term").filter(has_text=name)
        await expect(term.locator("..").get_by_role("definition")).to_have_text(str(count))
    table = shown.get_by_role("table", name="Filed and closed by week: acme/widget")
    await expect(table.get_by_role("row").last.get_by_role("cell")).to_have_text(["4", "1"])
    await visit.press(shown.get_by_role("button", name="Show in the list: acme/widget"))
    await expect(visit.page.get_by_role("button", name="Filter: acme/widget")).to_be_visible()
    await expect(visit.rows).to_have_count(3)


async def test_a_repository_is_renamed_and_agents_that_use_the_old_name_find_it(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await visit.go(f"/lists/{place.list_id}/repositories")
    await visit.press(visit.page.get_by_role("button", name="Rename acme/widget"))
    await visit.page.get_by_role("textbox", name="New name").fill("acme/gadget")
    await visit.press(visit.page.get_by_role("button", name="Rename", exact=True))
    await expect(card(visit, "acme/gadget")).to_contain_text("formerly acme/widget")
    await expect(card(visit, "acme/gadget").get_by_role("definition").first).to_have_text("1")
    await visit.open_list()
    await expect(visit.row("Cap the upload size")).to_contain_text("acme/gadget")
    assert [each["title"] for each in await monday.read_all()] == ["Cap the upload size"]


async def test_a_name_that_is_none_is_refused_in_words(desk: Visit, place: Place, trouble: Trouble) -> None:
    trouble.expect(REFUSED)
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await desk.go(f"/lists/{place.list_id}/repositories")
    await desk.press(desk.page.get_by_role("button", name="Rename acme/widget"))
    field = desk.page.get_by_role("textbox", name="New name")
    await field.fill("not a repository")
    await desk.press(desk.page.get_by_role("button", name="Rename", exact=True))
    await expect(desk.page.get_by_role("alert").filter(has_text="owner/name")).to_be_visible()
    await expect(field).to_have_value("not a repository")


async def test_without_follow_ups_it_says_so_and_offers_to_connect(visit: Visit, place: Place) -> None:
    await visit.go(f"/lists/{place.list_id}/repositories")
    await expect(visit.page.get_by_text("No agent has filed a follow-up in this list yet.")).to_be_visible()
    await visit.press(visit.page.get_by_role("main").get_by_role("link", name="Connect an agent"))
    await expect(visit.page.get_by_role("heading", name="Connect an agent")).to_be_visible()
