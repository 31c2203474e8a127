"""Several todos at once, with one way back."""

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.deployment import REPOSITORY, Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

TITLES = ("one", "two", "three", "four", "five")


@pytest.fixture
async def five(place: Place) -> None:
    for title in TITLES:
        await place.owner.add(title)


def bar(visit: Visit) -> Locator:
    return visit.page.get_by_role("toolbar", name="What to do with the selected todos")


async def titles(place: Place, **filters: str) -> list[str]:
    return [todo["title"] for todo in await place.owner.todos(**filters)]


@pytest.mark.usefixtures("five")
async def test_several_are_completed_with_one_undo(visit: Visit, place: Place) -> None:
    await visit.open_list()
    await visit.select("two", "three", "four")
    await visit.press(bar(visit).get_by_role("button", name="Complete"))
    await visit.expect_open("one", "five")
    await expect(bar(visit)).to_have_count(0)
    await visit.expect_saved()
    assert sorted(await titles(place, state="completed")) == ["four", "three", "two"]
    await visit.undo()
    await visit.expect_open(*TITLES)
    await visit.expect_saved()
    assert await titles(place) == list(TITLES)


@pytest.mark.usefixtures("five")
async def test_several_are_deleted_with_one_undo(visit: Visit, place: Place) -> None:
    await visit.open_list()
    await visit.select("one", "two")
    await visit.press(bar(visit).get_by_role("button", name="Delete"))
    await visit.expect_open("three", "four", "five")
    await visit.expect_saved()
    assert sorted(await titles(place, state="deleted")) == ["one", "two"]
    await visit.undo()
    await visit.expect_open(*TITLES)
    await visit.expect_saved()
    assert await titles(place) == list(TITLES)


@pytest.mark.usefixtures("five")
async def test_several_are_assigned_with_one_undo(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("six")
    await visit.open_list()
    await visit.select("one", "two")
    await visit.choose(bar(visit).get_by_role("button", name="Assign to a repository"), REPOSITORY)
    await expect(visit.row("one")).to_contain_text(REPOSITORY)
    await visit.expect_saved()
    assert [each["title"] for each in await monday.read_all()] == ["one", "two", "six"]
    await visit.undo()
    await visit.expect_saved()
    assert [each["title"] for each in await monday.read_all()] == ["six"]


@pytest.mark.usefixtures("five")
async def test_shift_reaches_in_both_directions_and_nothing_opens(desk: Visit) -> None:
    await desk.open_list()
    await desk.title("four").click(modifiers=["Control"])
    await desk.title("two").click(modifiers=["Shift"])
    await expect(bar(desk)).to_contain_text("3 selected")
    await desk.title("five").click()
    await expect(bar(desk)).to_contain_text("4 selected")
    await desk.title("three").click()
    await expect(bar(desk)).to_contain_text("3 selected")
    await expect(desk.page.get_by_role("dialog")).to_have_count(0)
    await desk.press(bar(desk).get_by_role("button", name="Select none"))
    await expect(bar(desk)).to_have_count(0)
    await desk.open_todo("three")


@pytest.mark.usefixtures("five")
async def test_escape_lets_go_of_what_is_selected(desk: Visit) -> None:
    await desk.open_list()
    await desk.select("one", "two")
    await desk.page.keyboard.press("Escape")
    await expect(bar(desk)).to_have_count(0)


@pytest.mark.usefixtures("five")
async def test_a_long_press_selects_and_opens_nothing(phone: Visit) -> None:
    await phone.open_list()
    await phone.hold(phone.title("two"))
    await expect(bar(phone)).to_contain_text("1 selected")
    await expect(phone.page.get_by_role("dialog")).to_have_count(0)
    await phone.press(phone.title("two"))
    await expect(bar(phone)).to_have_count(0)
    await phone.open_todo("two")


async def test_a_long_press_on_the_first_row_selects_it_whatever_stands_above(phone: Visit, place: Place) -> None:
    seen = await place.owner.get(f"/api/lists/{place.list_id}")
    reviewing = {"if-match": f'"{seen["version"]}"'}
    await place.owner.http.patch(f"/api/lists/{place.list_id}", json={"review_new": True}, headers=reviewing)
    monday = await place.agent("monday")
    for title in ("Rewrite the parser", "Drop the old export"):
        await monday.capture(title)
    await place.owner.add("one", starred=True)
    await phone.open_list()
    await phone.choose(phone.page.get_by_role("button", name="Sort: My order"), "Starred first")
    await expect(phone.rows.first).to_contain_text("one")
    await phone.hold(phone.title("one"))
    await expect(bar(phone)).to_contain_text("1 selected")
    await expect(phone.page.get_by_role("dialog")).to_have_count(0)


async def test_several_that_were_handed_back_return_together(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    for title in ("Cap the upload size", "Cap the download size"):
        await monday.capture(title)
    for _ in range(2):
        await monday.hand_back(await monday.drain_next(), "Needs a decision.")
    await place.owner.add("Call the bank")
    await visit.open_list()
    await visit.select("Cap the upload size", "Cap the download size")
    await visit.press(bar(visit).get_by_role("button", name="Return"))
    await visit.expect_saved()
    assert len(await monday.read_all()) == 2
