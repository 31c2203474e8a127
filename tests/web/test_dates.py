"""When todos are due: said in words, repeated, by day in the agenda and in the calendar."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from playwright.async_api import Locator, Route, expect

from tests.journeys.deployment import Place
from tests.web.trouble import OFFLINE
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

NOON: Final = datetime(2026, 9, 21, 10, tzinfo=UTC)
"""A Monday, after 9:30 in Berlin and in UTC alike."""
ESCAPE: Final = "Leave it as words"


async def at_noon(visit: Visit) -> None:
    """Stop the page's clock."""
    await visit.hear_no_time()
    await visit.page.clock.set_fixed_time(NOON)


def understood(visit: Visit) -> Locator:
    return visit.page.locator("#understood")


def day(days: int) -> str:
    """Counted from today, which is the same day in Berlin and in UTC but for the first hours of a night."""
    return (datetime.now(UTC) + timedelta(days=days)).date().isoformat()


async def stored(place: Place, title: str) -> dict[str, Any]:
    [found] = [todo for todo in await place.owner.todos() if todo["title"] == title]
    return dict(found)


def when(todo: dict[str, Any]) -> str | None:
    due = todo.get("due", {})
    return due.get("at", due.get("date"))  # type: ignore[no-any-return]


async def test_a_date_at_the_end_of_a_line_is_understood_and_shown_before_enter(visit: Visit, place: Place) -> None:
    await at_noon(visit)
    await visit.open_list()
    for line, shown, title, due in [
        ("Submit report friday at 3pm", "25 September 2026", "Submit report", "2026-09-25T15:00"),
        ("Standup at 9:30", "22 September 2026", "Standup", "2026-09-22T09:30"),
        ("Taxes 15 April", "15 April 2027", "Taxes", "2027-04-15"),
        ("Renew insurance 2026-12-01", "1 December 2026", "Renew insurance", "2026-12-01"),
    ]:
        await visit.quick_add.fill(line)
        await expect(understood(visit)).to_contain_text(shown)
        await visit.quick_add.press("Enter")
        await expect(visit.row(title)).to_be_visible()
        await visit.expect_said(f"Added: {title}, due ")
        await visit.expect_saved()
        assert when(await stored(place, title)) == due
    await expect(understood(visit)).to_have_text("")


@pytest.mark.parametrize(
    "line", ["Move old monitor to attic", "Buy paprika", "I may be late", 'Watch "Friday"', "Read “every day”"]
)
async def test_what_only_sounds_like_a_date_stays_in_the_title(desk: Visit, place: Place, line: str) -> None:
    await desk.open_list()
    # By then the line is understood at all.
    await desk.quick_add.fill("Buy bread tomorrow")
    await expect(understood(desk)).to_contain_text("Due")
    await desk.quick_add.fill(line)
    await expect(understood(desk)).to_have_text("")
    await desk.quick_add.press("Enter")
    await desk.expect_open(line)
    await desk.expect_saved()
    assert when(await stored(place, line)) is None


async def test_words_are_left_as_words_when_the_owner_says_so(visit: Visit, place: Place) -> None:
    await visit.open_list()
    await visit.quick_add.fill("Watch Friday")
    await expect(understood(visit)).to_contain_text("Due")
    if visit.device.touch:
        await visit.press(visit.page.get_by_role("button", name=ESCAPE))
    else:
        await visit.quick_add.press("Escape")
    await expect(understood(visit)).to_have_text("")
    await expect(visit.quick_add).to_be_focused()
    await visit.quick_add.press("Enter")
    await visit.expect_open("Watch Friday")
    await visit.expect_saved()
    assert when(await stored(place, "Watch Friday")) is None


async def test_other_words_are_understood_after_some_were_left(desk: Visit) -> None:
    await desk.open_list()
    await desk.quick_add.fill("Watch Friday")
    await expect(understood(desk)).to_contain_text("Due")
    await desk.quick_add.press("Escape")
    await desk.quick_add.press_sequentially(" tomorrow")
    await expect(understood(desk)).to_contain_text("Due")
    await desk.quick_add.press("Enter")
    await desk.expect_open("Watch Friday")
    await expect(desk.row("Watch Friday").get_by_text("Tomorrow")).to_be_visible()


@pytest.mark.parametrize("composing", [{"isComposing": True}, {"keyCode": 229}], ids=["flag", "code"])
async def test_no_key_of_a_composition_adds_or_refuses(desk: Visit, composing: dict[str, object]) -> None:
    await desk.open_list()
    await desk.quick_add.fill("牛乳を買う tomorrow")
    await expect(understood(desk)).to_contain_text("Due")
    press = """(field, [key, composing]) => {
        const pressed = new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...composing});
        if (field.dispatchEvent(pressed) && key === "Enter") field.form.requestSubmit();
    }"""
    await desk.quick_add.evaluate(press, ["Enter", composing])
    await desk.quick_add.evaluate(press, ["Escape", composing])
    await expect(desk.quick_add).to_have_value("牛乳を買う tomorrow")
    await expect(understood(desk)).to_contain_text("Due")
    await desk.quick_add.press("Enter")
    await desk.expect_open("牛乳を買う")
    await expect(desk.row("牛乳を買う").get_by_text("Tomorrow")).to_be_visible()


async def test_a_line_that_is_entered_before_the_grammar_came_is_understood_all_the_same(desk: Visit) -> None:
    async def late(route: Route) -> None:
        await expect(desk.quick_add).to_have_value("Call the bank tomorrow")
        await desk.quick_add.press("Enter")
        await route.continue_()

    await desk.page.route(re.compile(r"/assets/quick-add-"), late)
    await desk.open_list()
    await desk.quick_add.fill("Call the bank tomorrow")
    await desk.expect_open("Call the bank")


async def test_what_repeats_is_due_again_when_it_is_ticked_and_undo_takes_it_back(visit: Visit, place: Place) -> None:
    await visit.open_list()
    await visit.quick_add.fill("Water the plants every day")
    await expect(understood(visit)).to_contain_text("every day")
    await visit.quick_add.press("Enter")
    row = visit.row("Water the plants")
    await expect(row.get_by_text("every day")).to_be_visible()
    await expect(row.get_by_text("Today")).to_be_visible()
    await visit.press(visit.box("Water the plants"))
    await expect(row.get_by_text("Tomorrow")).to_be_visible()
    await expect(visit.box("Water the plants")).not_to_be_checked()
    await visit.expect_said("Next: Tomorrow")
    await visit.expect_saved()
    assert when(await stored(place, "Water the plants")) == day(1)
    await visit.undo()
    await expect(row.get_by_text("Today")).to_be_visible()
    await visit.expect_saved()
    assert when(await stored(place, "Water the plants")) == day(0)


async def test_what_repeats_is_due_again_without_a_network_too(desk: Visit, place: Place, trouble: Any) -> None:
    trouble.expect(OFFLINE)
    await place.owner.add("Water the plants", due={"date": day(0)}, repeat={"rrule": "FREQ=DAILY"})
    await desk.open_list()
    await expect(desk.row("Water the plants").get_by_text("Today")).to_be_visible()
    await desk.context.set_offline(True)
    await desk.press(desk.box("Water the plants"))
    await expect(desk.row("Water the plants").get_by_text("Tomorrow")).to_be_visible()
    await desk.context.set_offline(False)
    await desk.expect_saved()
    assert when(await stored(place, "Water the plants")) == day(1)


async def test_how_it_repeats_is_chosen_in_the_todo(visit: Visit, place: Place) -> None:
    # A Friday, the fourth and last of its month.
    await place.owner.add("Review", due={"date": "2099-09-25"})
    await visit.open_list()
    sheet = await visit.open_todo("Review")

    async def expect_rule(rrule: str | None) -> None:
        await visit.expect_saved()
        assert (await stored(place, "Review")).get("repeat", {}).get("rrule") == rrule

    kind = sheet.get_by_role("combobox", name="Repeat", exact=True)
    await kind.select_option("Weekly")
    await expect_rule("FREQ=WEEKLY")
    await expect(sheet.get_by_role("checkbox", name="Friday")).to_be_checked()
    await sheet.get_by_role("checkbox", name="Monday").check(force=True)
    await expect(sheet.get_by_text("Every Monday and Friday. After this one: Monday, 28 September")).to_be_visible()
    await expect_rule("FREQ=WEEKLY;BYDAY=MO,FR")
    every = sheet.get_by_role("spinbutton", name="Every how many weeks")
    await every.fill("2")
    await every.press("Tab")
    await expect_rule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR")
    await kind.select_option("Monthly")
    await sheet.get_by_role("combobox", name="On which day of the month").select_option("on the last Friday")
    await expect_rule("FREQ=MONTHLY;BYDAY=-1FR")
    await kind.select_option("Never")
    await expect_rule(None)


async def test_a_todo_without_a_due_that_shall_repeat_is_due_today(desk: Visit, place: Place) -> None:
    await place.owner.add("Stretch")
    await desk.open_list()
    sheet = await desk.open_todo("Stretch")
    await sheet.get_by_role("combobox", name="Repeat", exact=True).select_option("On weekdays")
    await desk.expect_saved()
    todo = await stored(place, "Stretch")
    assert (when(todo), todo["repeat"]["rrule"]) == (day(0), "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")


async def test_one_occurrence_is_skipped_and_taken_back(visit: Visit, place: Place) -> None:
    await place.owner.add("Review", due={"date": "2099-09-25"}, repeat={"rrule": "FREQ=WEEKLY"})
    await visit.open_list()
    sheet = await visit.open_todo("Review")
    await visit.press(sheet.get_by_role("button", name="Skip this one"))
    await expect(sheet.get_by_label("Due date")).to_have_value("2099-10-02")
    await expect(sheet.get_by_text("Skipped for Friday, 25 September 2099.")).to_be_visible()
    await visit.expect_saved()
    assert when(await stored(place, "Review")) == "2099-10-02"
    await visit.press(sheet.get_by_role("button", name="Take it back"))
    await expect(sheet.get_by_label("Due date")).to_have_value("2099-09-25")
    await visit.expect_saved()
    assert when(await stored(place, "Review")) == "2099-09-25"


async def test_the_agenda_groups_the_list_by_when_it_is_due(visit: Visit, place: Place) -> None:
    for title, due in [("Some time", None), ("Far", 90), ("Late", -3), ("Now", 0), ("Soon", 1)]:
        await place.owner.add(title, **({} if due is None else {"due": {"date": day(due)}}))
    await visit.open_list()
    await visit.choose(visit.page.get_by_role("button", name="Sort: My order"), "Agenda")
    await visit.expect_open("Late", "Now", "Soon", "Far", "Some time")
    headings = visit.page.get_by_role("list", name="Open todos").get_by_role("heading")
    await expect(headings).to_have_text(["Overdue", "Today", "Tomorrow", "Later", "No date"])
    await visit.press(visit.box("Late"))
    await expect(headings).to_have_text(["Today", "Tomorrow", "Later", "No date"])


async def open_calendar(visit: Visit) -> None:
    await at_noon(visit)
    await visit.go(f"/lists/{visit.list_id}/calendar")
    await expect(visit.page.get_by_role("heading", name="September 2026", exact=True)).to_be_visible()


def cell(visit: Visit, name: str) -> Locator:
    return visit.page.get_by_role("button", name=re.compile(f"^{name}"))


async def test_a_day_of_the_calendar_shows_its_todos_and_takes_new_ones(visit: Visit, place: Place) -> None:
    await place.owner.add("Pay the rent", due={"date": "2026-09-30"}, repeat={"rrule": "FREQ=MONTHLY;BYMONTHDAY=31"})
    await place.owner.add("Some time")
    await open_calendar(visit)
    await visit.press(cell(visit, "Wednesday, 30 September 2026, 1 todo"))
    here = visit.page.get_by_role("region", name="Wednesday, 30 September 2026")
    await expect(here.get_by_role("link", name="Pay the rent")).to_be_visible()
    await here.get_by_role("textbox", name="Add a todo for this day").fill("Call the bank")
    await here.get_by_role("textbox").press("Enter")
    await expect(here.get_by_role("link", name="Call the bank")).to_be_visible()
    await visit.expect_saved()
    assert when(await stored(place, "Call the bank")) == "2026-09-30"
    await visit.press(visit.page.get_by_role("button", name="Next month"))
    await expect(cell(visit, "Saturday, 31 October 2026, 1 repeat")).to_be_visible()


async def test_a_todo_opens_over_the_calendar_and_closes_to_it(visit: Visit, place: Place) -> None:
    await place.owner.add("Pay the rent", due={"date": "2026-09-21"})
    await open_calendar(visit)
    here = visit.page.get_by_role("list", name="Due on this day")
    await visit.press(here.get_by_role("link", name="Pay the rent"))
    await expect(visit.sheet.get_by_role("textbox", name="Title")).to_have_value("Pay the rent")
    await visit.close_sheet()
    await expect(visit.page.get_by_role("heading", name="September 2026", exact=True)).to_be_visible()
    await visit.press(here.get_by_role("checkbox"))
    await expect(visit.page.get_by_text("Nothing is due on this day.")).to_be_visible()


async def test_the_calendar_is_walked_by_keys(desk: Visit, place: Place) -> None:
    await place.owner.add("Pay the rent", due={"date": "2027-09-28"})
    await open_calendar(desk)
    await cell(desk, "Monday, 21 September 2026").focus()
    for key, name in [
        ("ArrowRight", "Tuesday, 22 September 2026"),
        ("ArrowDown", "Tuesday, 29 September 2026"),
        ("ArrowLeft", "Monday, 28 September 2026"),
        ("End", "Sunday, 4 October 2026"),
        ("Home", "Monday, 28 September 2026"),
        ("PageDown", "Wednesday, 28 October 2026"),
        ("PageUp", "Monday, 28 September 2026"),
        ("ArrowUp", "Monday, 21 September 2026"),
        ("ArrowDown", "Monday, 28 September 2026"),
        ("Shift+PageDown", "Tuesday, 28 September 2027, 1 todo"),
    ]:
        await desk.page.keyboard.press(key)
        await expect(cell(desk, name)).to_be_focused()
    await desk.page.keyboard.press("Enter")
    await expect(desk.page.get_by_role("heading", name="Tuesday, 28 September 2027")).to_be_focused()
    await expect(desk.page.get_by_role("link", name="Pay the rent").last).to_be_visible()


async def test_paper_says_what_repeats(desk: Visit, place: Place) -> None:
    await place.owner.add("Water the plants", due={"date": day(1)}, repeat={"rrule": "FREQ=WEEKLY;INTERVAL=2"})
    await desk.go(f"/lists/{desk.list_id}/print")
    await expect(desk.page.get_by_text("every 2 weeks")).to_be_visible()
