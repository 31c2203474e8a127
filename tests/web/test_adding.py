"""Adding from the line on top of the list."""

import asyncio

import pytest
from playwright.async_api import Route, WebSocket, expect

from tests.journeys.deployment import Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def titles_stored(place: Place) -> list[str]:
    return [todo["title"] for todo in await place.owner.todos()]


async def test_enter_adds_at_the_foot_and_empties_the_line(visit: Visit, place: Place) -> None:
    await place.owner.add("Water the plants")
    await visit.open_list()
    await visit.quick_add.fill("Call the bank")
    await visit.quick_add.press("Enter")
    await visit.expect_open("Water the plants", "Call the bank")
    await expect(visit.quick_add).to_have_value("")
    await expect(visit.quick_add).to_be_focused()
    await visit.expect_said("Added: Call the bank")
    await visit.expect_saved()
    assert await titles_stored(place) == ["Water the plants", "Call the bank"]


async def test_the_button_adds_too(visit: Visit, place: Place) -> None:
    await visit.open_list()
    await visit.quick_add.fill("Call the bank")
    await visit.press(visit.page.get_by_role("button", name="Add", exact=True))
    await visit.expect_open("Call the bank")
    await visit.expect_saved()
    assert await titles_stored(place) == ["Call the bank"]


async def test_nothing_is_added_from_an_empty_line(desk: Visit, place: Place) -> None:
    await desk.open_list()
    await desk.quick_add.fill("   ")
    await desk.quick_add.press("Enter")
    await desk.add("Call the bank")
    await desk.expect_saved()
    assert await titles_stored(place) == ["Call the bank"]


@pytest.mark.parametrize("composing", [{"isComposing": True}, {"keyCode": 229}], ids=["flag", "code"])
async def test_enter_that_ends_a_composition_adds_nothing_and_the_next_one_does(
    desk: Visit, place: Place, composing: dict[str, object]
) -> None:
    await desk.open_list()
    await desk.quick_add.fill("牛乳を買う")
    submits = """(field, composing) => {
        const enter = new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true, ...composing});
        if (field.dispatchEvent(enter)) field.form.requestSubmit();
    }"""
    await desk.quick_add.evaluate(submits, composing)
    await expect(desk.quick_add).to_have_value("牛乳を買う")
    await desk.quick_add.press("Enter")
    await desk.expect_open("牛乳を買う")
    await desk.expect_saved()
    assert await titles_stored(place) == ["牛乳を買う"]


@pytest.mark.parametrize(
    "title",
    [
        "Move old monitor to attic",
        "Buy paprika",
        "I may be late",
        "<img src=x onerror=alert(1)> & <b>bold</b>",
        "مراجعة الخادم (v2)",
        "Ship 🧑‍🚀 *not* `markdown` [here](https://example.com)",
    ],
)
async def test_a_title_stays_as_it_was_typed(desk: Visit, place: Place, title: str) -> None:
    await desk.open_list()
    await desk.add(title)
    await desk.expect_saved()
    (stored,) = await place.owner.todos()
    assert stored["title"] == title
    assert "due" not in stored
    await desk.reload()
    await desk.expect_open(title)


async def test_a_title_of_another_script_keeps_the_rest_of_its_row_in_order(visit: Visit, place: Place) -> None:
    await place.owner.add("مراجعة الخادم (v2)", repository="acme/widget")
    await visit.open_list()
    row = visit.row("مراجعة الخادم (v2)")
    await expect(row.get_by_role("link")).to_have_attribute("dir", "auto")
    repository, star = row.get_by_text("acme/widget"), row.get_by_role("button", name="Star")
    at, beside = await repository.bounding_box(), await star.bounding_box()
    assert at is not None
    assert beside is not None
    assert at["x"] < beside["x"]


async def test_what_is_added_under_a_filter_is_seen(desk: Visit, place: Place) -> None:
    await place.owner.add("Water the plants")
    await desk.open_list()
    await desk.choose(desk.page.get_by_role("button", name="Filter: Everything"), "Follow-ups")
    await desk.quick_add.fill("Call the bank")
    await desk.quick_add.press("Enter")
    await desk.expect_open("Water the plants", "Call the bank")


async def test_what_is_added_is_one_row_also_when_the_socket_tells_of_it_before_the_answer(desk: Visit) -> None:
    told, answered = asyncio.Event(), asyncio.Event()
    seen: list[int] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: told.set() if "Call the bank" in str(frame) else None)

    async def answer_late(route: Route) -> None:
        if route.request.method != "POST":
            await route.continue_()
            return
        answer = await route.fetch()
        await told.wait()
        await desk.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen.append(await desk.rows.count())
        await route.fulfill(response=answer)
        answered.set()

    desk.page.on("websocket", listen)
    async with desk.page.expect_websocket():
        await desk.open_list()
    await expect(desk.page.get_by_text("0 open")).to_be_visible()
    await desk.page.route("**/todos", answer_late)
    await desk.quick_add.fill("Call the bank")
    await desk.quick_add.press("Enter")
    await asyncio.wait_for(answered.wait(), 20)
    await desk.expect_saved()
    assert seen == [1]
    await desk.expect_open("Call the bank")
