"""Search, filters and sorts: how the list is looked at."""

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.deployment import Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


def search(visit: Visit) -> Locator:
    return visit.page.get_by_role("searchbox", name="Search titles and notes")


def filtering(visit: Visit, by: str = "Everything") -> Locator:
    return visit.page.get_by_role("button", name=f"Filter: {by}", exact=True)


def sorting(visit: Visit, by: str = "My order") -> Locator:
    return visit.page.get_by_role("button", name=f"Sort: {by}", exact=True)


async def test_search_looks_through_accents_and_case_in_titles_and_notes(visit: Visit, place: Place) -> None:
    await place.owner.add("Reunião de segunda")
    await place.owner.add("Call the bank", notes="before the REUNIAO")
    await place.owner.add("Water the plants")
    await visit.open_list()
    await search(visit).fill("reuniao")
    await visit.expect_open("Reunião de segunda", "Call the bank")
    await expect(visit.page.get_by_text("2 of 3 open")).to_be_visible()
    await visit.press(visit.page.get_by_role("button", name="Clear the search"))
    await expect(visit.rows).to_have_count(3)


async def test_search_finds_what_stands_far_down_in_long_notes(visit: Visit, place: Place) -> None:
    await place.owner.add("Long", notes=f"{'plain words ' * 400}\nthe needle at the end")
    await place.owner.add("Short", notes="no such thing")
    await visit.open_list()
    await search(visit).fill("needle")
    await visit.expect_open("Long")


async def test_search_finds_what_is_completed(visit: Visit, place: Place) -> None:
    done = await place.owner.add("Pay the rent")
    await place.owner.act(done, "complete")
    await place.owner.add("Pay the phone")
    await visit.open_list()
    await search(visit).fill("pay")
    await visit.expect_open("Pay the phone")
    await expect(visit.completed.get_by_role("link", name="Pay the rent")).to_be_visible()


async def test_nothing_found_says_so_and_shows_the_way_back(visit: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    await visit.open_list()
    await search(visit).fill("zebra")
    await expect(visit.page.get_by_text("No open todo matches.")).to_be_visible()
    await visit.press(visit.page.get_by_role("button", name="Show everything"))
    await visit.expect_open("Call the bank")
    await expect(search(visit)).to_have_value("")


async def test_filters_show_mine_theirs_and_what_was_handed_back(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    gadget = await place.agent("tuesday", repository="acme/gadget")
    await monday.capture("Cap the upload size")
    await gadget.capture("Name the new flag")
    await monday.hand_back(await monday.drain_next(), "Needs a decision.")
    await place.owner.add("Call the bank")
    await visit.open_list()
    await visit.choose(filtering(visit), "Mine")
    await visit.expect_open("Call the bank")
    await visit.choose(filtering(visit, "Mine"), "Follow-ups")
    await visit.expect_open("Cap the upload size", "Name the new flag")
    await visit.choose(filtering(visit, "Follow-ups"), "Handed back")
    await visit.expect_open("Cap the upload size")
    await visit.choose(filtering(visit, "Handed back"), "acme/gadget")
    await visit.expect_open("Name the new flag")
    await visit.choose(filtering(visit, "acme/gadget"), "Everything")
    await expect(visit.rows).to_have_count(3)


async def test_the_follow_ups_of_one_session_are_shown_from_any_of_them(visit: Visit, place: Place) -> None:
    monday, tuesday = await place.agent("monday"), await place.agent("tuesday")
    await monday.capture("Cap the upload size")
    await tuesday.capture("Cap the download size")
    await monday.capture("Cap the page size")
    await visit.open_list()
    sheet = await visit.open_todo("Cap the page size")
    await visit.press(sheet.get_by_role("link", name="monday"))
    await visit.expect_open("Cap the upload size", "Cap the page size")


async def test_what_nobody_touched_for_a_month_is_stale(desk: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    await desk.open_list()
    await desk.choose(filtering(desk), "Untouched for 30 days")
    await expect(desk.page.get_by_text("No open todo matches.")).to_be_visible()
    await desk.hear_no_time()
    await desk.page.clock.install()
    await desk.page.clock.fast_forward(31 * 24 * 60 * 60 * 1000)
    await desk.reload()
    await desk.choose(filtering(desk), "Untouched for 30 days")
    await desk.expect_open("Call the bank")


async def test_sorts_change_the_view_and_not_the_order_and_are_kept(visit: Visit, place: Place) -> None:
    await place.owner.add("b10", due={"date": "2031-01-02"})
    await place.owner.add("a", starred=True)
    await place.owner.add("b9", due={"date": "2031-01-01"})
    await visit.open_list()
    await visit.choose(sorting(visit), "Starred first")
    await visit.expect_open("a", "b10", "b9")
    await visit.choose(sorting(visit, "Starred first"), "Due date")
    await visit.expect_open("b9", "b10", "a")
    await visit.choose(sorting(visit, "Due date"), "Title")
    await visit.expect_open("a", "b9", "b10")
    await visit.choose(sorting(visit, "Title"), "Newest first")
    await visit.expect_open("b9", "a", "b10")
    await visit.reload()
    await visit.expect_open("b9", "a", "b10")
    await visit.choose(sorting(visit, "Newest first"), "My order")
    await visit.expect_open("b10", "a", "b9")


async def test_of_a_thousand_todos_only_those_near_the_window_are_there_and_the_last_is_found(
    desk: Visit, place: Place
) -> None:
    todos = [{"title": f"Todo number {number}"} for number in range(1, 1001)]
    for at in range(0, len(todos), 100):
        await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos[at : at + 100]})
    await desk.open_list()
    await expect(desk.page.get_by_text("1000 open", exact=True)).to_be_visible()
    assert await desk.rows.count() < 100
    await desk.title("Todo number 1").focus()
    await desk.page.keyboard.press("Control+End")
    await expect(desk.title("Todo number 1000")).to_be_focused()
    await expect(desk.row("Todo number 1000")).to_have_attribute("aria-posinset", "1000")
    await search(desk).fill("number 777")
    await desk.expect_open("Todo number 777")
