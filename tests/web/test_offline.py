"""Without a network: the list opens from this device, and what is done is sent once, later."""

import pytest
from playwright.async_api import APIResponse, Route, expect

from tests.journeys.deployment import Place
from tests.web.trouble import NOT_FOUND, OFFLINE, STALE, Trouble
from tests.web.visits import Visit
from tests.web.watching import kept_here

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

NOT_REACHED = "The service cannot be reached"


async def test_the_list_opens_from_the_device_and_what_is_done_lands_once(
    visit: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(OFFLINE)
    for title in ("Call the bank", "Water the plants", "Sort the photos"):
        await place.owner.add(title)
    await visit.open_list()
    await visit.expect_open("Call the bank", "Water the plants", "Sort the photos")
    await kept_here(visit)

    await visit.context.set_offline(True)
    await visit.reload()
    await visit.expect_open("Call the bank", "Water the plants", "Sort the photos")
    await visit.add("Buy paprika")
    await visit.press(visit.box("Call the bank"))
    await visit.press(visit.row("Sort the photos").get_by_role("button", name="Star"))
    await visit.expect_open("Water the plants", "Sort the photos", "Buy paprika")
    await expect(visit.page.get_by_text(NOT_REACHED)).to_contain_text("3 changes wait on this device")
    await visit.reload()
    await visit.expect_open("Water the plants", "Sort the photos", "Buy paprika")

    await visit.context.set_offline(False)
    await expect(visit.page.get_by_text(NOT_REACHED)).to_have_count(0)
    await visit.expect_saved()
    stored = [(todo["title"], todo["starred"]) for todo in await place.owner.todos()]
    assert stored == [("Water the plants", False), ("Sort the photos", True), ("Buy paprika", False)]
    await visit.expect_open("Water the plants", "Sort the photos", "Buy paprika")
    await visit.reload()
    await visit.expect_open("Water the plants", "Sort the photos", "Buy paprika")


async def test_an_add_whose_answer_was_lost_is_there_once(desk: Visit, place: Place, trouble: Trouble) -> None:
    trouble.expect("ERR_FAILED|ERR_CONNECTION|ERR_INTERNET")
    await desk.open_list()
    lost: list[APIResponse] = []

    async def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(await route.fetch())
            await route.abort()
        else:
            await route.continue_()

    await desk.page.route("**/todos", lose)
    await desk.add("Call the bank")
    await desk.expect_saved()
    assert len(lost) == 1
    assert [todo["title"] for todo in await place.owner.todos()] == ["Call the bank"]
    await desk.expect_open("Call the bank")


async def test_a_text_for_a_todo_that_was_deleted_meanwhile_is_offered_as_a_new_one(
    desk: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(OFFLINE, NOT_FOUND, STALE)
    todo = await place.owner.add("Call the bank")
    await desk.open_list()
    await desk.expect_open("Call the bank")
    await kept_here(desk)
    await desk.context.set_offline(True)
    sheet = await desk.open_todo("Call the bank")
    await sheet.get_by_role("textbox", name="Title").fill("Call the bank about the fee")
    await desk.press(sheet.get_by_role("button", name="Save"))
    await desk.close_sheet()
    await desk.expect_open("Call the bank about the fee")
    deleted = await place.owner.http.delete(place.owner.path(todo["id"]), headers={"if-match": "*"})
    deleted.raise_for_status()

    await desk.context.set_offline(False)
    await expect(desk.page.get_by_text("The todo that you wrote this for is gone")).to_be_visible()
    await expect(desk.rows).to_have_count(0)
    await desk.reload()
    await desk.press(desk.page.get_by_role("button", name="Add as a new todo"))
    await desk.expect_open("Call the bank about the fee")
    await desk.expect_saved()
    assert [todo["title"] for todo in await place.owner.todos()] == ["Call the bank about the fee"]
    assert [todo["title"] for todo in await place.owner.todos(state="deleted")] == ["Call the bank"]


async def test_a_device_that_was_away_ticks_what_is_done_and_changes_nothing_else(
    desk: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(OFFLINE, STALE)
    bank = await place.owner.add("Call the bank")
    plants = await place.owner.add("Water the plants")
    await desk.open_list()
    await desk.expect_open("Call the bank", "Water the plants")
    await kept_here(desk)
    await desk.context.set_offline(True)
    await desk.reload()
    await expect(desk.page.get_by_text(NOT_REACHED)).to_be_visible()
    await desk.expect_open("Call the bank", "Water the plants")
    await place.owner.act(bank, "complete")
    await place.owner.edit(plants, title="Water the plants twice")
    await place.owner.add("Sort the photos")
    before = [await place.owner.todo(each["id"]) for each in (bank, plants)]
    await desk.press(desk.box("Call the bank"))

    await desk.context.set_offline(False)
    await desk.expect_open("Water the plants twice", "Sort the photos")
    await desk.expect_saved()
    assert [await place.owner.todo(each["id"]) for each in (bank, plants)] == before


async def test_what_an_agent_did_while_the_page_was_away_is_shown_when_it_is_back(
    desk: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(OFFLINE)
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await desk.open_list()
    await desk.expect_open("Cap the upload size")
    await desk.context.set_offline(True)
    await monday.complete(await monday.drain_next(), "Capped.")
    await monday.capture("Cap the download size")
    await monday.capture("Cap the page size")
    await desk.context.set_offline(False)
    await desk.expect_open("Cap the download size", "Cap the page size")


async def test_pages_that_were_never_opened_open_too(desk: Visit, trouble: Trouble) -> None:
    trouble.expect(OFFLINE)
    await desk.open_list()
    await kept_here(desk)
    await desk.context.set_offline(True)
    await desk.press(desk.page.get_by_role("link", name="Settings"))
    await expect(desk.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    await desk.press(desk.page.get_by_role("link", name="Connect an agent"))
    await expect(desk.page.get_by_role("heading", name="Connect an agent")).to_be_visible()


async def test_every_file_that_a_device_keeps_is_there(desk: Visit) -> None:
    await desk.open_list()
    missing = await desk.page.evaluate(
        """async () => {
            const names = JSON.parse((await (await fetch("/files.js")).text()).match(/FILES = (.*);/)[1]);
            const answers = await Promise.all(names.map(async name => [name, (await fetch(name)).status]));
            return answers.filter(([, status]) => status !== 200);
        }"""
    )
    assert missing == []


async def test_reloads_in_quick_turn_lose_nothing_that_waits(desk: Visit, place: Place, trouble: Trouble) -> None:
    trouble.expect(OFFLINE)
    await desk.open_list()
    await kept_here(desk)
    await desk.context.set_offline(True)
    titles = [f"Errand {number}" for number in range(12)]
    for title in titles:
        await desk.add(title)
    for _ in range(6):
        await desk.page.reload(wait_until="domcontentloaded")
    await desk.context.set_offline(False)
    await desk.reload()
    await desk.expect_open(*titles)
    await desk.expect_saved()
    assert [todo["title"] for todo in await place.owner.todos(limit=200)] == titles


async def test_a_list_that_was_renamed_while_the_page_was_away_has_its_new_name_when_it_is_back(
    desk: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(OFFLINE)
    await desk.open_list()
    await kept_here(desk)
    await desk.context.set_offline(True)
    await expect(desk.page.get_by_text(NOT_REACHED)).to_be_visible()
    path, headers = f"/api/lists/{place.list_id}", {"if-match": "*"}
    (await place.owner.http.patch(path, json={"name": "Errands"}, headers=headers)).raise_for_status()
    await desk.context.set_offline(False)
    await expect(desk.page.get_by_role("heading", name="Errands", exact=True)).to_be_visible()
