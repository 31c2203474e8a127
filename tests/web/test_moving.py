"""Todos that go to another list, and come back."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from tests.journeys.deployment import Deployment, Place, fresh_place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


@pytest.fixture
async def garden(deployment: Deployment) -> AsyncIterator[Place]:
    async with fresh_place(deployment, "Garden") as fresh:
        yield fresh


async def titles(place: Place) -> list[str]:
    return [todo["title"] for todo in await place.owner.todos()]


async def test_a_todo_moves_to_another_list_and_undo_brings_it_back(garden: Place, visit: Visit, place: Place) -> None:
    for title in ("Call the bank", "Water the plants"):
        await place.owner.add(title)
    await visit.open_list()
    sheet = await visit.open_todo("Water the plants")
    await visit.choose(sheet.get_by_role("button", name="More"), "Move to Garden")
    await expect(visit.page.get_by_role("dialog")).to_have_count(0)
    await visit.expect_open("Call the bank")
    await visit.expect_saved()
    assert await titles(place) == ["Call the bank"]
    assert await titles(garden) == ["Water the plants"]
    await visit.undo()
    await visit.expect_saved()
    assert sorted(await titles(place)) == ["Call the bank", "Water the plants"]
    assert await titles(garden) == []
    await expect(visit.row("Water the plants")).to_be_visible()


async def test_several_move_with_one_undo(garden: Place, visit: Visit, place: Place) -> None:
    for title in ("Call the bank", "Water the plants", "Cut the hedge"):
        await place.owner.add(title)
    await visit.open_list()
    await visit.select("Water the plants", "Cut the hedge")
    bar = visit.page.get_by_role("toolbar")
    await visit.choose(bar.get_by_role("button", name="Move to a list"), "Garden")
    await visit.expect_open("Call the bank")
    await visit.expect_saved()
    assert await titles(garden) == ["Water the plants", "Cut the hedge"]
    await visit.undo()
    await visit.expect_saved()
    assert await titles(garden) == []
    assert sorted(await titles(place)) == ["Call the bank", "Cut the hedge", "Water the plants"]


async def test_what_is_left_on_one_list_is_not_shown_on_another(garden: Place, visit: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    await garden.owner.add("Cut the hedge")
    await visit.open_list()
    await visit.expect_open("Call the bank")
    if visit.device.touch:
        await visit.press(visit.page.get_by_role("button", name="Menu"))
    await visit.press(visit.page.get_by_role("link", name="Garden", exact=True))
    await expect(visit.page.get_by_role("heading", name="Garden", exact=True)).to_be_visible()
    await visit.expect_open("Cut the hedge")
    await visit.page.go_back()
    await visit.expect_open("Call the bank")
