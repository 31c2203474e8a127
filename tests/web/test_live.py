"""What others do is on the open page at once, and what the owner does there is shown once."""

import json
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.journeys.deployment import Deployment, Place, fresh_place
from tests.web.devices import DESKTOP
from tests.web.trouble import STALE, Trouble
from tests.web.visits import Visit, Visits
from tests.web.watching import expect_calm, open_live, watch_rows

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def changed(place: Place, path: str, **fields: Any) -> None:
    seen = await place.owner.get(path)
    headers = {"if-match": f'"{seen["version"]}"'}
    answered = await place.owner.http.patch(path, json=fields, headers=headers)
    answered.raise_for_status()


async def until_heard(visit: Visit, place: Place) -> None:
    """Messages come in order: when this todo is there, everything before it was told."""
    await place.owner.add("The last one")
    await expect(visit.row("The last one")).to_be_visible()


async def test_the_work_of_an_agent_is_seen_as_it_goes(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    await place.owner.add("Call the bank")
    heard = await open_live(visit)
    await visit.expect_open("Call the bank")
    await watch_rows(visit.page)

    await monday.capture("Cap the upload size")
    await monday.capture("Cap the download size")
    await visit.expect_open("Call the bank", "Cap the upload size", "Cap the download size")
    await expect(visit.row("Cap the upload size")).to_contain_text("acme/widget")

    held = await monday.drain_next()
    await expect(visit.row("Cap the upload size")).to_contain_text("claimed by monday")
    await monday.hand_back(held, "Which limit?")
    await expect(visit.row("Cap the upload size")).to_contain_text("handed back")
    await expect(visit.row("Cap the upload size")).not_to_contain_text("claimed by")

    await monday.complete(await monday.drain_next(), "Capped.")
    await visit.expect_open("Call the bank", "Cap the upload size")
    await visit.unfold_completed()
    await expect(visit.completed.get_by_role("link", name="Cap the download size")).to_be_visible()
    await expect_calm(visit.page)
    told = [json.loads(message) for message in heard]
    assert "Cap the upload size" in {change.get("todo", {}).get("title") for each in told for change in each["changes"]}


async def test_what_is_done_in_another_browser_is_seen(visit: Visit, visits: Visits, place: Place) -> None:
    for title in ("Call the bank", "Water the plants", "Sort the photos"):
        await place.owner.add(title)
    await open_live(visit)
    await visit.expect_open("Call the bank", "Water the plants", "Sort the photos")
    await watch_rows(visit.page)
    other = await visits.on(DESKTOP, place.list_id)
    await other.open_list()

    sheet = await other.open_todo("Call the bank")
    await sheet.get_by_role("textbox", name="Title").fill("Call the bank today")
    await sheet.get_by_role("textbox", name="Title").press("Enter")
    await other.close_sheet()
    await visit.expect_open("Call the bank today", "Water the plants", "Sort the photos")

    await other.title("Sort the photos").focus()
    await other.page.keyboard.press("Alt+ArrowUp")
    await visit.expect_open("Call the bank today", "Sort the photos", "Water the plants")

    await other.row("Sort the photos").get_by_role("button", name="Star").click()
    star = visit.row("Sort the photos").get_by_role("button", name="Star")
    await expect(star).to_have_attribute("aria-pressed", "true")
    await expect_calm(visit.page)

    await other.box("Sort the photos").click()
    await visit.expect_open("Call the bank today", "Water the plants")
    await other.undo()
    await visit.expect_open("Call the bank today", "Sort the photos", "Water the plants")


async def test_own_changes_show_once_and_nothing_flickers(visit: Visit, place: Place, trouble: Trouble) -> None:
    trouble.expect(STALE)
    await place.owner.add("Call the bank")
    await open_live(visit)
    await watch_rows(visit.page)
    for title in ("Water the plants", "Sort the photos", "Buy paprika"):
        await visit.quick_add.fill(title)
        await visit.quick_add.press("Enter")
    await visit.press(visit.row("Sort the photos").get_by_role("button", name="Star"))
    await visit.title("Buy paprika").focus()
    await visit.page.keyboard.press("Alt+ArrowUp")
    await visit.page.keyboard.press("Alt+ArrowUp")
    await visit.press(visit.box("Call the bank"))
    await visit.expect_saved()
    await until_heard(visit, place)
    await visit.expect_open("Buy paprika", "Water the plants", "Sort the photos", "The last one")
    await expect_calm(visit.page)
    assert [todo["title"] for todo in await place.owner.todos()] == await visit.rows.get_by_role(
        "link"
    ).all_inner_texts()


async def test_an_own_todo_whose_answer_the_message_overtakes_is_shown_once(place: Place, visits: Visits) -> None:
    """The socket knows the todo before the page knows under which id its own add was taken."""
    # What a service worker lets pass cannot be changed on its way.
    desk = await visits.on(DESKTOP, place.list_id, service_workers="block")
    await open_live(desk)
    await watch_rows(desk.page)

    async def slowly(route: Route) -> None:
        if route.request.method != "POST":
            await route.continue_()
            return
        answered = await route.fetch()
        await place.owner.add("Behind it")
        await desk.row("Behind it").wait_for()
        await route.fulfill(response=answered)

    await desk.page.route("**/todos", slowly)
    await desk.quick_add.fill("Call the bank")
    await desk.quick_add.press("Enter")
    await expect(desk.row("Behind it")).to_be_visible()
    await desk.expect_saved()
    await desk.expect_open("Call the bank", "Behind it")
    await expect_calm(desk.page)


async def test_lists_that_are_made_and_renamed_elsewhere_are_in_the_navigation(
    visit: Visit, place: Place, deployment: Deployment, request: pytest.FixtureRequest
) -> None:
    name = f"Garden {request.node.name}"
    await open_live(visit)
    if visit.device.touch:
        await visit.press(visit.page.get_by_role("button", name="Menu"))
    pages = visit.page.get_by_role("navigation", name="Pages")
    async with fresh_place(deployment, name) as garden:
        await expect(pages.get_by_role("link", name=name, exact=True)).to_be_visible()
        await changed(garden, f"/api/lists/{garden.list_id}", name=f"{name} and house")
        await expect(pages.get_by_role("link", name=f"{name} and house", exact=True)).to_be_visible()
    await expect(pages.get_by_role("link", name=f"{name} and house", exact=True)).to_have_count(0)
    await changed(place, f"/api/lists/{place.list_id}", name=f"Work {name}")
    await expect(visit.page.locator("#page-title")).to_have_text(f"Work {name}")


async def test_a_repository_that_is_renamed_elsewhere_is_called_so_in_its_rows(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await open_live(visit)
    await expect(visit.row("Cap the upload size")).to_contain_text("acme/widget")
    path = f"/api/lists/{place.list_id}/repositories/rename"
    await place.owner.post(path, {"old": "acme/widget", "new": "acme/gadget"})
    await expect(visit.row("Cap the upload size")).to_contain_text("acme/gadget")
    await monday.capture("Cap the download size")
    await expect(visit.row("Cap the download size")).to_contain_text("acme/gadget")
