"""The owner's own order: by mouse, by finger, by key."""

import pytest
from playwright.async_api import Locator

from tests.journeys.deployment import Place
from tests.web.fingers import Finger
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

TITLES = ("one", "two", "three", "four", "five")


@pytest.fixture
async def five(place: Place) -> None:
    for title in TITLES:
        await place.owner.add(title)


def grip(row: Locator) -> Locator:
    """For pointers alone, so it has no role: the keys do the same."""
    return row.locator(".grip")


async def order_stored(place: Place) -> list[str]:
    return [todo["title"] for todo in await place.owner.todos()]


async def middle(what: Locator) -> tuple[float, float]:
    box = await what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(visit: Visit, title: str, onto: str, *, below: bool) -> None:
    """Take the row by its grip and let it go in the upper or lower half of another."""
    start = await middle(grip(visit.row(title)))
    box = await visit.row(onto).bounding_box()
    assert box is not None
    end = (start[0], box["y"] + box["height"] * (0.8 if below else 0.2))
    if visit.device.touch:
        finger = await Finger.on(visit.page)
        await finger.drag(start, end)
        return
    mouse = visit.page.mouse
    await mouse.move(*start)
    await mouse.down()
    await mouse.move(start[0], (start[1] + end[1]) / 2)
    await mouse.move(*end)
    await visit.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await mouse.up()


@pytest.mark.usefixtures("five")
async def test_a_row_goes_where_its_grip_is_let_go(visit: Visit, place: Place) -> None:
    await visit.open_list()
    await visit.expect_open(*TITLES)
    await drag(visit, "four", "one", below=False)
    await visit.expect_open("four", "one", "two", "three", "five")
    await drag(visit, "one", "five", below=True)
    await visit.expect_open("four", "two", "three", "five", "one")
    await visit.expect_saved()
    assert await order_stored(place) == ["four", "two", "three", "five", "one"]
    await visit.reload()
    await visit.expect_open("four", "two", "three", "five", "one")
    await drag(visit, "two", "three", below=True)
    await visit.expect_open("four", "three", "two", "five", "one")
    await visit.undo()
    await visit.expect_open("four", "two", "three", "five", "one")


@pytest.mark.usefixtures("five")
async def test_alt_with_an_arrow_moves_the_row_and_keeps_the_keyboard_on_it(desk: Visit) -> None:
    await desk.open_list()
    await desk.title("three").focus()
    await desk.page.keyboard.press("Alt+ArrowUp")
    await desk.expect_open("one", "three", "two", "four", "five")
    await desk.expect_said("Moved to 2 of 5")
    await desk.page.keyboard.press("Alt+ArrowDown")
    await desk.page.keyboard.press("Alt+ArrowDown")
    await desk.expect_open("one", "two", "four", "three", "five")
    await desk.expect_saved()
    await desk.reload()
    await desk.expect_open("one", "two", "four", "three", "five")


@pytest.mark.usefixtures("five")
async def test_the_ends_of_the_list_stay_its_ends(desk: Visit, place: Place) -> None:
    await desk.open_list()
    await desk.title("one").focus()
    await desk.page.keyboard.press("Alt+ArrowUp")
    await desk.title("five").focus()
    await desk.page.keyboard.press("Alt+ArrowDown")
    await desk.expect_open(*TITLES)
    await desk.expect_saved()
    assert await order_stored(place) == list(TITLES)


async def test_rows_that_a_filter_hides_keep_their_place(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    for title in ("mine 1", "theirs 1", "mine 2", "theirs 2", "mine 3"):
        if title.startswith("mine"):
            await place.owner.add(title)
        else:
            await monday.capture(title)
    await visit.open_list()
    await visit.choose(visit.page.get_by_role("button", name="Filter: Everything"), "Mine")
    await visit.expect_open("mine 1", "mine 2", "mine 3")
    await drag(visit, "mine 3", "mine 1", below=False)
    await visit.expect_open("mine 3", "mine 1", "mine 2")
    await visit.choose(visit.page.get_by_role("button", name="Filter: Mine"), "Everything")
    order = [title for title in await order_stored(place) if title.startswith("theirs")]
    assert order == ["theirs 1", "theirs 2"]
    await visit.expect_open("mine 3", "mine 1", "theirs 1", "mine 2", "theirs 2")


@pytest.mark.usefixtures("five")
async def test_escape_leaves_a_row_that_is_being_dragged_where_it_was(desk: Visit) -> None:
    await desk.open_list()
    start, end = await middle(grip(desk.row("four"))), await middle(grip(desk.row("one")))
    await desk.page.mouse.move(*start)
    await desk.page.mouse.down()
    await desk.page.mouse.move(*end)
    await desk.page.keyboard.press("Escape")
    await desk.page.mouse.up()
    await desk.add("six")
    await desk.expect_open(*TITLES, "six")


@pytest.mark.usefixtures("five")
async def test_sorted_otherwise_there_is_nothing_to_drag_by(desk: Visit) -> None:
    await desk.open_list()
    await desk.choose(desk.page.get_by_role("button", name="Sort: My order"), "Title")
    await desk.expect_open("five", "four", "one", "three", "two")
    assert await grip(desk.rows).count() == 0
    await desk.title("four").focus()
    await desk.page.keyboard.press("Alt+ArrowUp")
    await desk.choose(desk.page.get_by_role("button", name="Sort: Title"), "My order")
    await desk.expect_open(*TITLES)
