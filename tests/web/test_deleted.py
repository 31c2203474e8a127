"""What was deleted, for thirty days."""

import pytest
from playwright.async_api import expect

from tests.journeys.deployment import Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def test_a_deleted_todo_is_restored(visit: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    for title in ("Water the plants", "Sort the photos"):
        await place.owner.batch("delete", [await place.owner.add(title)])
    await visit.open_list()
    await visit.expect_open("Call the bank")
    await visit.choose(visit.page.get_by_role("button", name="More"), "Deleted todos")
    lines = visit.page.get_by_role("main").get_by_role("listitem")
    await expect(lines.get_by_role("button")).to_have_count(2)
    await expect(lines.first).to_contain_text("Sort the photos")
    await expect(lines.first).to_contain_text("more days")
    await visit.press(visit.page.get_by_role("button", name="Restore Water the plants"))
    await expect(lines.get_by_role("button")).to_have_count(1)
    await expect(visit.page.get_by_role("button", name="Restore Sort the photos")).to_be_focused()
    assert [todo["title"] for todo in await place.owner.todos()] == ["Call the bank", "Water the plants"]
    await visit.press(visit.page.get_by_role("main").get_by_role("link", name="Work"))
    await visit.expect_open("Call the bank", "Water the plants")


async def test_more_are_shown_when_asked_for(desk: Visit, place: Place) -> None:
    todos = [{"title": f"Todo {number}"} for number in range(60)]
    await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos})
    await place.owner.batch("delete", await place.owner.todos())
    await desk.go(f"/lists/{place.list_id}/deleted")
    lines = desk.page.get_by_role("main").get_by_role("listitem")
    await expect(lines).to_have_count(50)
    await desk.press(desk.page.get_by_role("button", name="Show more"))
    await expect(lines).to_have_count(60)


async def test_nothing_deleted_says_so(visit: Visit, place: Place) -> None:
    await visit.go(f"/lists/{place.list_id}/deleted")
    await expect(visit.page.get_by_text("Nothing was deleted in the last 30 days.")).to_be_visible()
