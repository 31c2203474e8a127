"""The page comes back from whatever was lost: the service, its place in the log, the sign-in."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.async_api import Page, Route, WebSocketRoute, expect

from tests.journeys.deployment import Deployment, Place, signed_in_at
from tests.journeys.local_server import LocalServer
from tests.web.devices import DESKTOP, Device
from tests.web.trouble import REFUSED, Trouble
from tests.web.visits import Visit, Visits
from tests.web.watching import expect_calm, expect_kept, open_live, watch_rows

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

LOST = r"net::ERR_|WebSocket connection to .* failed"
LONG_AGO = "2020-01-01T00:00:00.000Z"


@pytest.fixture(scope="module")
def deployment(own_server: LocalServer) -> Deployment:
    return Deployment(base_url=own_server.address, owner_headers=signed_in_at(own_server))


@contextmanager
def dead(server: LocalServer) -> Iterator[None]:
    """It is there again afterwards, whatever came of it."""
    server.kill()
    try:
        yield
    finally:
        server.start()


async def pass_until_live(page: Page) -> None:
    """Let the page's clock go on, slowly enough that what it asks is answered meanwhile, until it is live again."""
    for _ in range(300):
        if await page.evaluate("() => window.socket.readyState === WebSocket.OPEN"):
            return
        await page.clock.run_for(200)
    pytest.fail("it is not live")


async def test_what_is_done_while_the_service_is_gone_is_kept_and_sent_when_it_is_back(
    visit: Visit, place: Place, own_server: LocalServer, trouble: Trouble
) -> None:
    trouble.expect(LOST)
    for title in ("Call the bank", "Water the plants", "Sort the photos"):
        await place.owner.add(title)
    await visit.page.clock.install()
    await open_live(visit)
    await visit.expect_open("Call the bank", "Water the plants", "Sort the photos")
    await expect_kept(visit.page)
    with dead(own_server):
        await visit.quick_add.fill("Buy paprika")
        await visit.quick_add.press("Enter")
        await visit.press(visit.box("Call the bank"))
        sheet = await visit.open_todo("Sort the photos")
        await sheet.get_by_role("textbox", name="Title").fill("Sort the photos of May")
        await visit.press(sheet.get_by_role("button", name="Save"))
        await visit.close_sheet()
        await visit.expect_open("Water the plants", "Sort the photos of May", "Buy paprika")
        waiting = visit.page.get_by_text("The service cannot be reached")
        await expect(waiting).to_contain_text("3 changes wait on this device")
        await watch_rows(visit.page)

    await pass_until_live(visit.page)
    await visit.expect_saved()
    await expect(waiting).to_have_count(0)
    stored = [todo["title"] for todo in await place.owner.todos()]
    assert stored == ["Water the plants", "Sort the photos of May", "Buy paprika"]
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await visit.expect_open(*stored, "Cap the upload size")
    await expect_calm(visit.page)


async def test_a_stop_is_no_failure_and_the_page_is_live_again_after_it(
    desk: Visit, place: Place, own_server: LocalServer, trouble: Trouble
) -> None:
    trouble.expect(LOST)
    await desk.page.clock.install()
    await open_live(desk)
    await desk.page.clock.run_for(11_000)
    own_server.stop()
    own_server.start()
    await pass_until_live(desk.page)
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await desk.expect_open("Cap the upload size")


async def test_a_page_whose_place_in_the_log_is_gone_loads_the_list_again(
    place: Place, visits: Visits, device: Device, trouble: Trouble
) -> None:
    trouble.expect(r"status of 410")
    # What a service worker lets pass cannot be changed on its way.
    visit = await visits.on(device, place.list_id, service_workers="block")
    done, deleted, kept = [await place.owner.add(title) for title in ("Done later", "Deleted later", "Kept")]
    away: list[str] = []

    def hear_nothing_while_away(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(lambda message: None if away else page.send(message))

    await visit.page.route_web_socket(re.compile("/live"), hear_nothing_while_away)
    await open_live(visit)
    await visit.expect_open("Done later", "Deleted later", "Kept")
    away.append("for longer than the log reaches back")
    await place.owner.act(done, "complete")
    await place.owner.batch("delete", [deleted])
    await place.owner.edit(kept, title="Kept and renamed")
    await place.owner.add("Added meanwhile")
    refused: list[str] = []
    visit.page.on("response", lambda answer: refused.append(answer.url) if answer.status == 410 else None)

    async def from_long_ago(route: Route) -> None:
        since = r"\1" if refused else LONG_AGO
        await route.continue_(url=re.sub(r"(?<=since=)([^&]+)", since, route.request.url))

    await visit.page.route(re.compile(r"/changes\?since="), from_long_ago)
    await visit.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    await visit.expect_open("Kept and renamed", "Added meanwhile")
    assert len(refused) == 1
    away.clear()
    await place.owner.add("Behind it")
    await visit.expect_open("Kept and renamed", "Added meanwhile", "Behind it")
    await visit.reload()
    await visit.expect_open("Kept and renamed", "Added meanwhile", "Behind it")


async def signed_in_by_link(visits: Visits, place: Place, own_server: LocalServer) -> Visit:
    """A browser that nobody else shares the sign-in of."""
    context = await visits.profile(DESKTOP, signed_in=False)
    visit = Visit(await context.new_page(), DESKTOP, place.list_id)
    await visit.go(own_server.asked("login")["login_url"])
    return visit


async def test_signing_out_ends_the_socket_and_opens_no_other(
    place: Place, visits: Visits, own_server: LocalServer, trouble: Trouble
) -> None:
    trouble.expect(r"status of 401")
    desk = await signed_in_by_link(visits, place, own_server)
    await desk.page.clock.install()
    await open_live(desk, "/settings")
    opened: list[str] = []
    desk.page.on("websocket", lambda socket: opened.append(socket.url))
    desk.page.on("request", lambda request: opened.append(request.url) if "live-tickets" in request.url else None)
    await desk.press(desk.page.get_by_role("button", name="Sign out"))
    await expect(desk.page.get_by_role("heading", name="Sign in")).to_be_visible()
    await desk.page.clock.run_for(60_000)
    await desk.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    await desk.page.clock.run_for(60_000)
    assert opened == []
    assert await desk.page.evaluate("() => window.socket") is None


async def test_a_tab_beside_the_one_that_signs_out_shows_nothing_more_once_it_is_looked_at(
    place: Place, visits: Visits, own_server: LocalServer, trouble: Trouble
) -> None:
    trouble.expect(REFUSED)
    desk = await signed_in_by_link(visits, place, own_server)
    await place.owner.add("Call the bank")
    await open_live(desk)
    await desk.expect_open("Call the bank")
    other = await visits.another_tab(desk)
    await other.go("/settings")
    await other.press(other.page.get_by_role("button", name="Sign out"))
    await expect(other.page.get_by_role("heading", name="Sign in")).to_be_visible()
    await desk.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    await expect(desk.page.get_by_role("heading", name="Sign in")).to_be_visible()
    await expect(desk.page.get_by_text("Call the bank")).to_have_count(0)
    await desk.page.wait_for_function("() => !window.socket || window.socket.readyState === WebSocket.CLOSED")


async def test_the_theme_that_is_chosen_elsewhere_is_this_page_s_too(desk: Visit, place: Place) -> None:
    await open_live(desk)
    seen = await place.owner.get("/api/me")
    headers = {"if-match": f'"{seen["version"]}"'}
    answered = await place.owner.http.patch("/api/me", json={"preferences": {"theme": "dark"}}, headers=headers)
    answered.raise_for_status()
    await expect(desk.page.locator("html")).to_have_attribute("data-theme", "dark")
