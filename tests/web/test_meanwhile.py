"""Two tabs, and agents that work while the owner writes: nothing that was written is lost."""

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.deployment import Place
from tests.web.devices import DESKTOP
from tests.web.trouble import NOT_FOUND, STALE, Trouble
from tests.web.visits import Visit, Visits

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


def notes_of(sheet: Locator) -> Locator:
    return sheet.get_by_role("textbox", name="Notes")


def title_of(sheet: Locator) -> Locator:
    return sheet.get_by_role("textbox", name="Title")


async def begun_apart(visits: Visits, place: Place, *, mine: str, theirs: str) -> tuple[Visit, Visit, Locator]:
    """Two tabs wrote other notes for one todo; the first has saved, the second is asked."""
    await place.owner.add("Call the bank", notes="Before.")
    first = await visits.on(DESKTOP, place.list_id)
    await first.open_list()
    second = await visits.another_tab(first)
    await second.open_list()
    sheets = []
    for visit, notes in ((first, theirs), (second, mine)):
        sheet = await visit.open_todo("Call the bank")
        await visit.press(sheet.get_by_role("button", name="Edit"))
        await notes_of(sheet).fill(notes)
        sheets.append(sheet)
    await first.press(sheets[0].get_by_role("button", name="Save"))
    await expect(sheets[1].get_by_text("changed elsewhere").first).to_be_visible()
    await second.press(sheets[1].get_by_role("button", name="Save"))
    both = sheets[1].get_by_role("alert", name="Changed elsewhere while you were writing")
    await expect(both).to_contain_text("mine")
    await expect(both).to_contain_text("theirs")
    return first, second, both


async def test_a_stale_save_shows_both_texts_and_mine_can_be_kept(
    place: Place, visits: Visits, trouble: Trouble
) -> None:
    trouble.expect(STALE)
    _, second, both = await begun_apart(visits, place, mine="All of mine.", theirs="All of theirs.")
    assert [todo["notes"] for todo in await place.owner.todos()] == ["All of theirs."]
    await second.press(both.get_by_role("button", name="Keep mine"))
    await expect(both).to_have_count(0)
    await second.expect_saved()
    assert [todo["notes"] for todo in await place.owner.todos()] == ["All of mine."]
    await expect(second.sheet.get_by_text("All of mine.")).to_be_visible()


async def test_a_stale_save_shows_both_texts_and_what_is_saved_can_be_kept(
    place: Place, visits: Visits, trouble: Trouble
) -> None:
    trouble.expect(STALE)
    _, second, both = await begun_apart(visits, place, mine="All of mine.", theirs="All of theirs.")
    await second.press(both.get_by_role("button", name="Keep what is saved"))
    await expect(both).to_have_count(0)
    assert [todo["notes"] for todo in await place.owner.todos()] == ["All of theirs."]
    await second.reload()
    await expect(second.sheet.get_by_text("All of theirs.")).to_be_visible()
    await expect(second.page.get_by_text("All of mine.")).to_have_count(0)


async def test_fields_that_two_sides_changed_apart_merge_by_themselves(
    desk: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(STALE)
    todo = await place.owner.add("Call the bank", notes="Before.")
    await desk.open_list()
    sheet = await desk.open_todo("Call the bank")
    await title_of(sheet).fill("Call the bank today")
    await place.owner.edit(todo, notes="After.", starred=True)
    await expect(sheet.get_by_role("button", name="Star")).to_have_attribute("aria-pressed", "true")
    await expect(title_of(sheet)).to_have_value("Call the bank today")
    await desk.press(sheet.get_by_role("button", name="Save"))
    await desk.expect_saved()
    saved = await place.owner.todo(todo["id"])
    assert (saved["title"], saved["notes"], saved["starred"]) == ("Call the bank today", "After.", True)


async def test_what_is_typed_stays_when_an_agent_changes_the_todo_and_the_page_says_what_changed(
    visit: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(STALE)
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size", notes="There is no limit today.")
    held = await monday.drain_next()
    await visit.open_list()
    sheet = await visit.open_todo("Cap the upload size")
    await visit.press(sheet.get_by_role("button", name="Edit"))
    await notes_of(sheet).fill("There is no limit today. Make it 25 MB")
    await monday.complete(held, "Capped at 10 MB.")
    await expect(sheet.get_by_text("While you were writing, the notes changed elsewhere")).to_be_visible()
    await expect(notes_of(sheet)).to_have_value("There is no limit today. Make it 25 MB")
    await expect(sheet.get_by_role("checkbox", name="Reopen this todo")).to_be_checked()
    await visit.press(sheet.get_by_text("The notes as saved now"))
    await expect(sheet.get_by_text("Capped at 10 MB.")).to_be_visible()


async def test_what_one_tab_does_is_seen_in_the_other(place: Place, visits: Visits, visit: Visit) -> None:
    await place.owner.add("Call the bank")
    await visit.open_list()
    other = await visits.on(DESKTOP, place.list_id)
    await other.open_list()
    await other.expect_open("Call the bank")
    await visit.add("Water the plants")
    await other.expect_open("Call the bank", "Water the plants")
    await other.title("Water the plants").focus()
    await other.page.keyboard.press("Alt+ArrowUp")
    await visit.expect_open("Water the plants", "Call the bank")
    await visit.press(visit.box("Call the bank"))
    await other.expect_open("Water the plants")


async def test_a_text_whose_todo_is_deleted_meanwhile_is_offered_as_a_new_one(
    visit: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(NOT_FOUND, STALE)
    todo = await place.owner.add("Call the bank")
    await visit.open_list()
    sheet = await visit.open_todo("Call the bank")
    await title_of(sheet).fill("Call the bank about the fee")
    deleted = await place.owner.http.delete(place.owner.path(todo["id"]), headers={"if-match": "*"})
    deleted.raise_for_status()
    await expect(visit.page.get_by_text("gone").first).to_be_visible()
    await visit.press(visit.page.get_by_role("button", name="Add as a new todo"))
    await visit.expect_saved()
    assert [todo["title"] for todo in await place.owner.todos()] == ["Call the bank about the fee"]
    assert [todo["title"] for todo in await place.owner.todos(state="deleted")] == ["Call the bank"]
