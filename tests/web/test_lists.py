"""Lists: add, rename, delete, bring back."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.deployment import Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


def line(visit: Visit, name: str) -> Locator:
    return visit.page.get_by_role("main").get_by_role("link", name=name, exact=True)


async def names(place: Place) -> list[str]:
    return [each["name"] for each in (await place.owner.get("/api/lists"))["lists"]]


@pytest.fixture
async def fresh_name(place: Place, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """Of a list that the test makes; it is gone afterwards."""
    name = f"Made by {request.node.name}"
    yield name
    for each in (await place.owner.get("/api/lists"))["lists"]:
        if each["name"] == name:
            await place.owner.http.delete(f"/api/lists/{each['id']}", headers={"if-match": "*"})


async def test_a_list_is_added_and_opened(fresh_name: str, visit: Visit, place: Place) -> None:
    name = fresh_name
    await visit.go("/lists")
    await visit.page.get_by_role("textbox", name="New list").fill(name)
    await visit.press(visit.page.get_by_role("button", name="Add", exact=True))
    await expect(line(visit, name)).to_be_visible()
    assert name in await names(place)
    await visit.press(line(visit, name))
    await expect(visit.page.get_by_role("heading", name=name)).to_be_visible()
    await expect(visit.page.get_by_text("Nothing is open.")).to_be_visible()


async def test_a_list_is_renamed_everywhere(visit: Visit, place: Place) -> None:
    await rename(place, "Home")
    await visit.go("/lists")
    await visit.press(visit.page.get_by_role("button", name="Rename Home"))
    field = visit.page.get_by_role("textbox", name="Name")
    await expect(field).to_be_focused()
    await field.fill("House and garden")
    await visit.press(visit.page.get_by_role("button", name="Save"))
    await expect(line(visit, "House and garden")).to_be_visible()
    await expect(visit.page.get_by_role("button", name="Rename House and garden")).to_be_focused()
    assert "House and garden" in await names(place)
    await visit.open_list()
    await expect(visit.page.get_by_role("heading", name="House and garden")).to_be_visible()
    assert (await visit.page.title()).startswith("House and garden")


async def rename(place: Place, name: str) -> None:
    seen = await place.owner.get(f"/api/lists/{place.list_id}")
    headers = {"if-match": f'"{seen["version"]}"'}
    answered = await place.owner.http.patch(f"/api/lists/{place.list_id}", json={"name": name}, headers=headers)
    answered.raise_for_status()


async def test_deleting_a_list_names_what_ends_with_it_and_undo_brings_it_back(visit: Visit, place: Place) -> None:
    await rename(place, "Old things")
    await place.owner.add("Call the bank")
    await place.new_key("Laptop")
    await place.owner.post(f"/api/lists/{place.list_id}/feeds", {"name": "Phone calendar"})
    await visit.go("/lists")
    await visit.press(visit.page.get_by_role("button", name="Delete Old things"))
    asking = visit.page.get_by_role("dialog", name="Delete “Old things”?")
    await expect(asking.get_by_role("listitem").filter(has_text="API key")).to_contain_text("Laptop")
    await expect(asking.get_by_role("listitem").filter(has_text="Calendar feed")).to_contain_text("Phone calendar")
    await visit.press(asking.get_by_role("button", name="Cancel"))
    await expect(asking).to_have_count(0)
    assert "Old things" in await names(place)

    await visit.press(visit.page.get_by_role("button", name="Delete Old things"))
    await visit.press(asking.get_by_role("button", name="Delete the list"))
    await expect(line(visit, "Old things")).to_have_count(0)
    assert "Old things" not in await names(place)
    await visit.undo()
    await expect(line(visit, "Old things")).to_be_visible()
    await visit.press(line(visit, "Old things"))
    await visit.expect_open("Call the bank")


async def test_a_list_that_is_not_there_says_so(desk: Visit) -> None:
    await desk.go("/lists/01a00000-0000-7000-8000-000000000000")
    await expect(desk.page.get_by_text("There is no such list")).to_be_visible()
    await desk.press(desk.page.get_by_role("button", name="See your lists"))
    await expect(desk.page.get_by_role("heading", name="Lists", exact=True)).to_be_visible()


async def test_an_address_that_is_no_page_says_so(desk: Visit) -> None:
    await desk.go("/nowhere")
    await expect(desk.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
