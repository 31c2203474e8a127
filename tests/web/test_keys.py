"""Single keys, for hands that stay on the keyboard."""

import pytest
from playwright.async_api import expect

from tests.journeys.deployment import Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def test_q_adds_and_slash_searches(desk: Visit) -> None:
    await desk.open_list()
    await desk.page.keyboard.press("q")
    await expect(desk.quick_add).to_be_focused()
    await expect(desk.quick_add).to_have_value("")
    await desk.page.keyboard.type("quiet jokes / keep every letter?")
    await expect(desk.quick_add).to_have_value("quiet jokes / keep every letter?")
    await desk.page.keyboard.press("Escape")
    await desk.page.keyboard.press("/")
    await expect(desk.page.get_by_role("searchbox")).to_be_focused()


async def test_j_and_k_walk_and_e_completes_the_one_in_hand(desk: Visit, place: Place) -> None:
    for title in ("one", "two", "three"):
        await place.owner.add(title)
    await desk.open_list()
    await desk.expect_open("one", "two", "three")
    await desk.page.keyboard.press("j")
    await expect(desk.title("one")).to_be_focused()
    await desk.page.keyboard.press("j")
    await expect(desk.title("two")).to_be_focused()
    await desk.page.keyboard.press("j")
    await expect(desk.title("three")).to_be_focused()
    await desk.page.keyboard.press("k")
    await expect(desk.title("two")).to_be_focused()
    await desk.page.keyboard.press("e")
    await desk.expect_open("one", "three")
    await expect(desk.title("three")).to_be_focused()
    await desk.page.keyboard.press("s")
    star = desk.row("three").get_by_role("button", name="Star")
    await expect(star).to_have_attribute("aria-pressed", "true")
    await desk.page.keyboard.press("x")
    await expect(desk.page.get_by_role("toolbar")).to_contain_text("1 selected")


async def test_keys_in_a_todo_are_text(desk: Visit, place: Place) -> None:
    await place.owner.add("one")
    await desk.open_list()
    sheet = await desk.open_todo("one")
    await sheet.get_by_role("textbox", name="Title").press("End")
    await desk.page.keyboard.type(" eq?")
    await expect(sheet.get_by_role("textbox", name="Title")).to_have_value("one eq?")


async def test_the_question_mark_shows_the_keys(desk: Visit) -> None:
    await desk.open_list()
    await desk.page.keyboard.press("?")
    keys = desk.page.get_by_role("dialog", name="Keys")
    await expect(keys.get_by_text("Add a todo")).to_be_visible()
    await desk.page.keyboard.press("Escape")
    await expect(keys).to_have_count(0)


async def test_the_keyboard_reaches_everything_in_the_order_that_is_seen(desk: Visit, place: Place) -> None:
    await place.owner.add("one")
    await desk.open_list()
    await desk.expect_open("one")
    await desk.quick_add.focus()
    names = []
    for _ in range(8):
        await desk.page.keyboard.press("Tab")
        names.append(
            await desk.page.evaluate(
                "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
            )
        )
    wanted = [
        "Search titles and notes",
        "Filter: Everything",
        "Sort: My order",
        "More",
        "Complete: one",
        "one",
        "Star: one",
        "Completed",
    ]
    assert names == wanted


async def test_the_first_stop_leads_past_the_navigation(desk: Visit) -> None:
    await desk.open_list()
    await desk.page.evaluate("() => document.activeElement.blur()")
    await desk.page.keyboard.press("Tab")
    skip = desk.page.get_by_role("link", name="Skip to the page")
    await expect(skip).to_be_focused()
    await desk.page.keyboard.press("Enter")
    await expect(desk.page.get_by_role("main")).to_be_focused()
