"""One todo, opened: its title, notes, due and star."""

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.deployment import Place
from tests.web.trouble import Trouble
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


def title_of(sheet: Locator) -> Locator:
    return sheet.get_by_role("textbox", name="Title")


def notes_of(sheet: Locator) -> Locator:
    return sheet.get_by_role("textbox", name="Notes")


async def test_title_and_notes_are_saved_together(visit: Visit, place: Place) -> None:
    todo = await place.owner.add("Call the bank")
    await visit.open_list()
    sheet = await visit.open_todo("Call the bank")
    await title_of(sheet).fill("Call the bank on Monday")
    await notes_of(sheet).fill("Ask about the fee.\n\n- the old card\n- the new one")
    await visit.press(sheet.get_by_role("button", name="Save"))
    await visit.expect_saved()
    saved = await place.owner.todo(todo["id"])
    assert saved["title"] == "Call the bank on Monday"
    assert saved["notes"] == "Ask about the fee.\n\n- the old card\n- the new one"
    await expect(sheet.get_by_role("listitem")).to_have_text(["the old card", "the new one"])
    await visit.close_sheet()
    await visit.expect_open("Call the bank on Monday")


async def test_enter_in_the_title_and_control_enter_in_the_notes_save(desk: Visit, place: Place) -> None:
    todo = await place.owner.add("Call the bank")
    await desk.open_list()
    sheet = await desk.open_todo("Call the bank")
    await title_of(sheet).fill("Call the bank today")
    await title_of(sheet).press("Enter")
    await desk.expect_saved()
    assert (await place.owner.todo(todo["id"]))["title"] == "Call the bank today"
    await notes_of(sheet).fill("Ask about the fee.")
    await notes_of(sheet).press("Control+Enter")
    await desk.expect_saved()
    assert (await place.owner.todo(todo["id"]))["notes"] == "Ask about the fee."


async def test_a_title_of_nothing_cannot_be_saved(desk: Visit, place: Place) -> None:
    todo = await place.owner.add("Call the bank")
    await desk.open_list()
    sheet = await desk.open_todo("Call the bank")
    await title_of(sheet).fill("  ")
    await expect(sheet.get_by_role("button", name="Save")).to_be_disabled()
    await title_of(sheet).press("Enter")
    await desk.expect_saved()
    assert (await place.owner.todo(todo["id"]))["version"] == todo["version"]


async def test_a_due_is_set_and_taken_away(visit: Visit, place: Place) -> None:
    todo = await place.owner.add("Call the bank")
    await visit.open_list()
    sheet = await visit.open_todo("Call the bank")
    await sheet.get_by_label("Due date").fill("2031-03-04")
    await sheet.get_by_label("Due date").blur()
    await visit.expect_saved()
    assert (await place.owner.todo(todo["id"]))["due"] == {"date": "2031-03-04"}
    await sheet.get_by_label("Due time").fill("09:30")
    await sheet.get_by_label("Due time").blur()
    await visit.expect_saved()
    due = (await place.owner.todo(todo["id"]))["due"]
    assert due["at"] == "2031-03-04T09:30"
    await visit.close_sheet()
    await expect(visit.row("Call the bank").get_by_role("time")).to_contain_text("2031")
    sheet = await visit.open_todo("Call the bank")
    await visit.press(sheet.get_by_role("button", name="Clear when it is due"))
    await visit.expect_saved()
    assert "due" not in await place.owner.todo(todo["id"])


async def test_a_box_in_the_notes_ticks_its_one_line(visit: Visit, place: Place) -> None:
    notes = "- [ ] first\n- [ ] second\n\n```\n- [ ] not a box\n```\n- [x] third"
    todo = await place.owner.add("Pack", notes=notes)
    await visit.open_list()
    sheet = await visit.open_todo("Pack")
    await visit.press(sheet.get_by_role("checkbox", name="second"))
    await visit.expect_saved()
    assert (await place.owner.todo(todo["id"]))["notes"] == notes.replace("[ ] second", "[x] second")


async def test_a_text_being_written_outlives_the_page_and_is_offered_again(visit: Visit, place: Place) -> None:
    todo = await place.owner.add("Call the bank")
    await visit.open_list()
    sheet = await visit.open_todo("Call the bank")
    await notes_of(sheet).fill("Ask about the fee, and")
    await visit.reload()
    sheet = visit.sheet
    await expect(sheet.get_by_text("did not save it")).to_be_visible()
    await visit.press(sheet.get_by_role("button", name="Go on with it"))
    await expect(notes_of(sheet)).to_have_value("Ask about the fee, and")
    await visit.press(sheet.get_by_role("button", name="Save"))
    await visit.expect_saved()
    assert (await place.owner.todo(todo["id"]))["notes"] == "Ask about the fee, and"
    await visit.reload()
    await expect(title_of(visit.sheet)).to_be_visible()
    await expect(visit.sheet.get_by_text("did not save it")).to_have_count(0)


async def test_a_kept_text_that_is_thrown_away_is_gone(desk: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    await desk.open_list()
    sheet = await desk.open_todo("Call the bank")
    await notes_of(sheet).fill("Never mind")
    await desk.close_sheet()
    sheet = await desk.open_todo("Call the bank")
    await desk.press(sheet.get_by_role("button", name="Throw it away"))
    await desk.reload()
    await expect(title_of(desk.sheet)).to_be_visible()
    await expect(desk.sheet.get_by_text("did not save it")).to_have_count(0)


async def test_text_of_others_is_text_everywhere(visit: Visit, place: Place) -> None:
    hostile = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">"
    links = "[press](javascript:document.title='taken') <a href=javascript:alert(1)>or here</a>"
    await place.owner.add(hostile, notes=f"{hostile}\n\n{links}\n\n![a picture](https://elsewhere.example/spy.png)")
    await visit.open_list()
    sheet = await visit.open_todo(hostile)
    await expect(sheet.get_by_text("press")).to_be_visible()
    addresses = await sheet.get_by_role("link").evaluate_all("links => links.map(each => each.protocol)")
    assert "javascript:" not in addresses
    await expect(visit.page.locator("script:not([src]), main img, dialog img")).to_have_count(0)
    assert "taken" not in await visit.page.title()


async def test_a_link_to_a_todo_opens_it(visit: Visit, place: Place) -> None:
    todo = await place.owner.add("Call the bank")
    await visit.go(f"/lists/{place.list_id}/todos/{todo['id']}")
    await expect(title_of(visit.sheet)).to_have_value("Call the bank")
    await visit.close_sheet()
    await visit.expect_open("Call the bank")
    await visit.page.go_back()
    await expect(title_of(visit.sheet)).to_have_value("Call the bank")


async def test_a_link_to_a_todo_that_is_gone_says_so(desk: Visit, place: Place, trouble: Trouble) -> None:
    trouble.expect("status of 404")
    todo = await place.owner.add("Call the bank")
    await desk.go(f"/lists/{place.list_id}/todos/{todo['id'][:-4]}0000")
    await expect(desk.sheet.get_by_text("This todo is gone")).to_be_visible()
    await desk.close_sheet()
    await desk.expect_open("Call the bank")


async def test_escape_closes_the_todo_and_the_keyboard_is_where_it_was(desk: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    await desk.open_list()
    await desk.title("Call the bank").focus()
    await desk.page.keyboard.press("Enter")
    await expect(title_of(desk.sheet)).to_be_visible()
    await desk.page.keyboard.press("Escape")
    await expect(desk.page.get_by_role("dialog")).to_have_count(0)
    await expect(desk.title("Call the bank")).to_be_focused()
