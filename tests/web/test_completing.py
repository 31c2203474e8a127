"""Completing, deleting, and taking either back."""

import pytest
from playwright.async_api import expect

from tests.journeys.deployment import Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def open_titles(place: Place) -> list[str]:
    return [todo["title"] for todo in await place.owner.todos()]


async def test_a_completed_todo_leaves_the_list_and_undo_brings_it_back(visit: Visit, place: Place) -> None:
    for title in ("Call the bank", "Water the plants", "Sort the photos"):
        await place.owner.add(title)
    await visit.open_list()
    await visit.press(visit.box("Water the plants"))
    await visit.expect_open("Call the bank", "Sort the photos")
    await visit.expect_said("Completed “Water the plants”")
    await visit.expect_saved()
    assert await open_titles(place) == ["Call the bank", "Sort the photos"]
    await visit.undo()
    await visit.expect_open("Call the bank", "Water the plants", "Sort the photos")
    await visit.expect_saved()
    assert await open_titles(place) == ["Call the bank", "Water the plants", "Sort the photos"]


async def test_a_todo_is_reopened_from_the_completed_ones(visit: Visit, place: Place) -> None:
    done = await place.owner.add("Call the bank")
    await place.owner.act(done, "complete")
    await visit.open_list()
    await expect(visit.page.get_by_role("list", name="Completed todos")).to_have_count(0)
    await visit.unfold_completed()
    await visit.press(visit.completed.get_by_role("checkbox", name="Reopen: Call the bank"))
    await visit.expect_open("Call the bank")
    await visit.expect_saved()
    assert await open_titles(place) == ["Call the bank"]


async def test_completing_and_reopening_from_the_todo_itself(visit: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    await visit.open_list()
    sheet = await visit.open_todo("Call the bank")
    await visit.press(sheet.get_by_role("checkbox", name="Complete this todo"))
    await expect(sheet.get_by_role("checkbox", name="Reopen this todo")).to_be_checked()
    await visit.expect_saved()
    assert await open_titles(place) == []
    await visit.press(sheet.get_by_role("checkbox", name="Reopen this todo"))
    await visit.expect_saved()
    assert await open_titles(place) == ["Call the bank"]


async def test_a_deleted_todo_comes_back_by_undo_where_it_was(visit: Visit, place: Place) -> None:
    for title in ("Call the bank", "Water the plants", "Sort the photos"):
        await place.owner.add(title)
    await visit.open_list()
    sheet = await visit.open_todo("Water the plants")
    await visit.choose(sheet.get_by_role("button", name="More"), "Delete")
    await expect(visit.page.get_by_role("dialog")).to_have_count(0)
    await visit.expect_open("Call the bank", "Sort the photos")
    await visit.expect_saved()
    assert await open_titles(place) == ["Call the bank", "Sort the photos"]
    await visit.undo()
    await visit.expect_open("Call the bank", "Water the plants", "Sort the photos")
    await visit.expect_saved()
    assert await open_titles(place) == ["Call the bank", "Water the plants", "Sort the photos"]


async def test_the_keys_that_undo_take_one_step_back_each_time(desk: Visit, place: Place) -> None:
    for title in ("Call the bank", "Water the plants"):
        await place.owner.add(title)
    await desk.open_list()
    await desk.press(desk.box("Call the bank"))
    await desk.press(desk.box("Water the plants"))
    await expect(desk.rows).to_have_count(0)
    await desk.page.keyboard.press("Control+z")
    await desk.expect_open("Water the plants")
    await desk.page.keyboard.press("Control+z")
    await desk.expect_open("Call the bank", "Water the plants")
    await desk.page.keyboard.press("Control+z")
    await desk.expect_said("There is nothing to undo.")
    await desk.expect_saved()
    assert await open_titles(place) == ["Call the bank", "Water the plants"]


async def test_a_star_holds_at_once_and_is_kept(visit: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    await visit.open_list()
    star = visit.row("Call the bank").get_by_role("button", name="Star: Call the bank")
    await visit.press(star)
    await expect(star).to_have_attribute("aria-pressed", "true")
    await visit.expect_saved()
    assert [todo["starred"] for todo in await place.owner.todos()] == [True]


async def test_a_todo_that_was_added_just_now_can_be_completed_and_brought_back(desk: Visit, place: Place) -> None:
    await desk.open_list()
    await desk.add("Call the bank")
    await desk.press(desk.box("Call the bank"))
    await expect(desk.rows).to_have_count(0)
    await desk.undo()
    await desk.expect_open("Call the bank")
    await desk.expect_saved()
    assert await open_titles(place) == ["Call the bank"]
