"""The page keeps one socket, whatever becomes of the network, the machine and the service; nothing is missed."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pytest
from playwright.async_api import Browser, Page, expect

from tests.journeys.deployment import Deployment, Place, signed_in_at
from tests.waiting import soon
from tests.web.another_server import AnotherServer
from tests.web.devices import DESKTOP
from tests.web.line import Line
from tests.web.trouble import Trouble
from tests.web.visits import Visit, Visits
from tests.web.watching import expect_calm, expect_live, open_live, watch_rows

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

LOST = r"net::ERR_|WebSocket connection to .* failed"
MINUTE = 60_000
"""In milliseconds, as the page's clock counts."""


@pytest.fixture(scope="module")
def line() -> Iterator[Line]:
    with Line.drawn() as drawn:
        yield drawn


@pytest.fixture(scope="module")
def server(line: Line, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnotherServer]:
    data = tmp_path_factory.mktemp("line") / "follow-ups"
    data.mkdir(mode=0o700)
    started = AnotherServer(data, origin=line.address)
    started.start()
    line.lead_to(started.address)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def deployment(server: AnotherServer) -> Deployment:
    """For agents, who go to the server directly."""
    return Deployment(base_url=server.address, owner_headers=signed_in_at(server))


@pytest.fixture
async def visits(browser: Browser, deployment: Deployment, line: Line, trouble: Trouble) -> AsyncIterator[Visits]:
    """Pages reach the server over the line."""
    line.reset()
    async with Visits(browser, replace(deployment, base_url=line.address), trouble) as opened:
        yield opened


async def pass_until(page: Page, line: Line, *, opened: int, within: int) -> None:
    """Let the page's clock go on, slowly enough that what it asks is answered meanwhile, until a socket is open."""
    for _ in range(within // 200):
        if line.open_sockets == 1 and line.opened == opened:
            return
        await page.clock.run_for(200)
    pytest.fail(f"no socket within {within} ms")


async def three_changes(place: Place) -> None:
    bank, plants = await place.owner.todos()
    await place.owner.act(bank, "complete")
    await place.owner.edit(plants, title="Water the plants twice")
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")


async def expect_three_changes(visit: Visit) -> None:
    await expect(visit.rows.get_by_role("link")).to_have_text(
        ["Water the plants twice", "Cap the upload size"], timeout=2_000
    )


async def two_todos(place: Place) -> None:
    await place.owner.add("Call the bank")
    await place.owner.add("Water the plants")


async def test_what_changes_while_the_line_is_down_for_ninety_seconds_is_there_two_seconds_after_it_is_back(
    visit: Visit, place: Place, line: Line, trouble: Trouble
) -> None:
    """H01"""
    trouble.expect(LOST)
    await two_todos(place)
    await visit.page.clock.install()
    await open_live(visit)
    await visit.expect_open("Call the bank", "Water the plants")
    await watch_rows(visit.page)
    line.cut()
    for _ in range(9):
        await visit.page.clock.run_for(10_000)
    await three_changes(place)
    await visit.expect_open("Call the bank", "Water the plants")
    line.mend()
    # It tries again within half a minute by itself.
    await pass_until(visit.page, line, opened=2, within=31_000)
    await expect_three_changes(visit)
    await expect(visit.page.get_by_text("The service cannot be reached")).to_have_count(0)
    await expect_calm(visit.page)
    assert (line.open_sockets, line.most_at_once) == (1, 1)
    await place.owner.add("Behind it")
    await expect(visit.row("Behind it")).to_be_visible()


async def test_a_socket_that_ends_alone_is_replaced_at_once_and_nothing_is_missed(
    visit: Visit, place: Place, line: Line
) -> None:
    await two_todos(place)
    await visit.page.clock.install()
    await open_live(visit)
    await visit.expect_open("Call the bank", "Water the plants")
    await visit.page.clock.run_for(11_000)
    line.cut_sockets()
    await three_changes(place)
    await expect_three_changes(visit)
    await soon(lambda: is_one(line, opened=2), within=5, what="the second socket")
    assert line.most_at_once == 1


async def is_one(line: Line, *, opened: int) -> bool:
    return line.open_sockets == 1 and line.opened == opened


WAKINGS = {
    "visible": "() => document.dispatchEvent(new Event('visibilitychange'))",
    "pageshow": "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "online": "() => dispatchEvent(new Event('online'))",
    "all at once": """() => {
      document.dispatchEvent(new Event('visibilitychange'));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      dispatchEvent(new Event('online'));
    }""",
}


@pytest.mark.parametrize("waking", WAKINGS.values(), ids=WAKINGS)
async def test_a_dead_socket_that_looks_open_is_replaced_two_seconds_after_waking_up(
    desk: Visit, place: Place, line: Line, waking: str
) -> None:
    """H03: what the dead one says later does nothing to the new one."""
    await two_todos(place)
    await open_live(desk)
    await desk.expect_open("Call the bank", "Water the plants")
    line.swallow()
    await three_changes(place)
    await desk.page.evaluate(waking)
    # The reading that goes with the probe brings them, before the socket is found to be dead.
    await expect_three_changes(desk)
    await soon(lambda: is_one(line, opened=2), within=3, what="the new socket")
    assert line.most_at_once == 1
    await place.owner.add("Behind it")
    await expect(desk.row("Behind it")).to_be_visible()
    line.end_deaf()
    await place.owner.add("Behind them all")
    await expect(desk.row("Behind them all")).to_be_visible()
    assert (line.open_sockets, line.opened) == (1, 2)


async def test_a_socket_that_lives_is_kept_when_the_page_wakes_up(desk: Visit, line: Line) -> None:
    heard = await open_live(desk)
    await desk.page.evaluate(WAKINGS["all at once"])
    await soon(lambda: told(heard, "pong"), within=2, what="the answer to the probe")
    await desk.page.evaluate(WAKINGS["visible"])
    await desk.reload()
    await expect_live(desk.page)
    assert (line.open_sockets, line.most_at_once, line.opened) == (1, 1, 2)


async def told(heard: list[str | bytes], word: str) -> bool:
    return any(word in str(message) for message in heard)


async def test_after_a_night_asleep_the_page_is_live_and_up_to_date(desk: Visit, place: Place, line: Line) -> None:
    await two_todos(place)
    await desk.page.clock.install()
    await open_live(desk)
    await desk.expect_open("Call the bank", "Water the plants")
    line.swallow()
    await three_changes(place)
    # Nothing runs while the machine sleeps; every timer is late when it wakes up.
    await desk.page.clock.fast_forward(9 * 60 * MINUTE)
    await desk.page.evaluate(WAKINGS["all at once"])
    await expect_three_changes(desk)
    await soon(lambda: is_one(line, opened=line.opened), within=5, what="the new socket")
    assert line.most_at_once == 1
    await place.owner.add("Behind it")
    await expect(desk.row("Behind it")).to_be_visible()


def tickets_of(page: Page) -> list[str]:
    """The tickets that it opens sockets with, growing."""
    used: list[str] = []
    page.on("websocket", lambda socket: used.append(socket.url.partition("?ticket=")[2]))
    return used


async def test_a_page_that_is_open_for_hours_goes_on_with_a_fresh_ticket_before_the_socket_ends(
    desk: Visit, place: Place, line: Line
) -> None:
    """H05"""
    used = tickets_of(desk.page)
    await desk.page.clock.install()
    heard = await open_live(desk)
    for pings in range(1, 29):
        await desk.page.clock.run_for(4 * MINUTE)
        await soon(partial(count_is, heard, pings), within=5, what=f"the answer to ping {pings}")
    assert line.opened == 1
    await desk.page.clock.run_for(round(2.9 * MINUTE))
    await pass_until(desk.page, line, opened=2, within=10_000)
    assert (line.open_sockets, line.opened, line.most_at_once) == (1, 2, 1)
    assert len(set(used)) == len(used) == 2
    await place.owner.add("Behind it")
    await expect(desk.row("Behind it")).to_be_visible()


async def test_a_socket_that_is_ended_at_its_limit_is_opened_anew_in_two_attempts_at_most(
    place: Place, visits: Visits, line: Line, trouble: Trouble
) -> None:
    """H05, where the page's timers came too late: its socket is ended before it is renewed, and once in vain."""
    trouble.expect(LOST, r"status of 503")
    # What a service worker lets pass cannot be changed on its way.
    desk = await visits.on(DESKTOP, place.list_id, service_workers="block")
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url) if "live-tickets" in request.url else None)
    used = tickets_of(desk.page)
    await desk.page.clock.install()
    await open_live(desk)
    await desk.page.clock.run_for(MINUTE)
    await desk.page.route("**/api/live-tickets", lambda route: route.fulfill(status=503), times=1)
    line.cut_sockets()
    await soon(lambda: count_is(asked, 2), within=5, what="the first attempt")
    await desk.page.clock.run_for(2_000)
    await soon(lambda: is_one(line, opened=2), within=5, what="the new socket")
    assert len(asked) == 3
    assert len(set(used)) == len(used) == 2
    await place.owner.add("Behind it")
    await expect(desk.row("Behind it")).to_be_visible()


async def count_is(heard: Sequence[object], count: int) -> bool:
    return len(heard) >= count
