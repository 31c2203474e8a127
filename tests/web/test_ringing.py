"""Reminders in a browser: a push shows one notification, its press and its buttons do what they say, settings are true.

Chromium's debugger delivers the push, since a push service is where the network ends: what is delivered is what the
service sent to the peer on loopback, encrypted, and what the peer decrypted. The peer's subscription stands in for the
one that the browser would get.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from playwright.async_api import Browser as BrowserProgram
from playwright.async_api import CDPSession, Worker, expect

from tests.journeys.deployment import Deployment, Place, signed_in_at
from tests.journeys.local_server import LocalServer
from tests.push_peer import Browser, PushPeer
from tests.web import chromium
from tests.web.conftest import NO_BROWSER
from tests.web.trouble import NOT_FOUND, Trouble
from tests.web.visits import Visit, says_yes
from tests.web.watching import expect_kept

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

SETTINGS: Final = {"FOLLOW_UPS_PUSH_PRIVATE": "1", "FOLLOW_UPS_PUSH_SUBJECT": "mailto:owner@example.org"}

SUBSCRIBES: Final = """given => {
  const name = "made-up subscription";
  const made = () => localStorage.getItem(name) === null ? null : {
    endpoint: given.endpoint, options: { applicationServerKey: null }, toJSON: () => given,
    unsubscribe: async () => { localStorage.removeItem(name); return true; },
  };
  PushManager.prototype.getSubscription = async () => made();
  PushManager.prototype.subscribe = async () => { localStorage.setItem(name, "1"); return made(); };
}"""
"""A browser that has a push service."""

STANDS_IN: Final = """() => {
  self.went = [];
  WindowClient.prototype.focus = async function () { self.went.push("focus"); return this; };
  WindowClient.prototype.navigate = async function (to) { self.went.push(`navigate ${to}`); return this; };
  Clients.prototype.openWindow = async to => { self.went.push(`open ${to}`); return null; };
}"""
"""Only a person's press may bring a window to the front: what the worker asks for is written down instead."""

PRESS: Final = """async ([title, action]) => {
  const notification = (await self.registration.getNotifications()).find(each => each.title === title);
  const done = [];
  const event = new NotificationEvent("notificationclick", { notification, action });
  // One that no browser made may not wait: what it would wait for is waited for here.
  event.waitUntil = promise => done.push(promise);
  self.dispatchEvent(event);
  await Promise.all(done);
  return self.went;
}"""

SHOWN: Final = """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(
  ({ title, body, tag, actions }) => ({ title, body, tag, actions: actions.map(each => each.action) }))"""


@pytest.fixture(scope="module")
def peer() -> Iterator[PushPeer]:
    with PushPeer() as made:
        yield made


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[BrowserProgram]:
    if not chromium.is_there():
        pytest.fail(NO_BROWSER, pytrace=False)
    async with chromium.launched(whole=True) as launched:
        yield launched


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    data = tmp_path_factory.mktemp("ringing") / "data"
    data.mkdir(mode=0o700)
    server = LocalServer(data, SETTINGS)
    server.start()
    yield Deployment(base_url=server.address, owner_headers=signed_in_at(server))
    server.stop()


class Bell:
    """A browser at the peer, and the debugger that hands on to it what the peer got."""

    def __init__(self, visit: Visit, place: Place, peer: PushPeer, subscription: Browser, debugger: CDPSession) -> None:
        self.visit = visit
        self.place = place
        self.peer = peer
        self.subscription = subscription
        self._debugger = debugger
        self._registration: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        debugger.on("ServiceWorker.workerRegistrationUpdated", self._learn)

    def _learn(self, told: dict[str, Any]) -> None:
        for each in told["registrations"]:
            if not each["isDeleted"] and not self._registration.done():
                self._registration.set_result(each["registrationId"])

    async def add_due(self, title: str, seconds: float = 2) -> dict[str, Any]:
        at = datetime.now(UTC) + timedelta(seconds=seconds)
        due = {"at": at.strftime("%Y-%m-%dT%H:%M:%S"), "time_zone": "UTC"}
        return await self.place.owner.add(title, due=due)

    async def pushed(self, title: str) -> str:
        """What the service sent for this todo, decrypted."""
        for _ in range(100):
            for push in self.peer.received:
                if push.endpoint == self.subscription.endpoint and push.json["title"] == title:
                    return push.body.decode()
            await asyncio.to_thread(self.peer.wait_for, len(self.peer.received) + 1, 20)
        raise AssertionError(f"no push for {title}")

    async def deliver(self, text: str) -> None:
        origin = self.place.deployment.base_url
        registration = await self._registration
        push = {"origin": origin, "registrationId": registration, "data": text}
        await self._debugger.send("ServiceWorker.deliverPushMessage", push)

    async def ring(self, title: str) -> dict[str, Any]:
        """A todo is due, and its notification is shown."""
        todo = await self.add_due(title)
        await self.deliver(await self.pushed(title))
        is_shown = f"async title => (await ({SHOWN})()).some(each => each.title === title)"
        await says_yes(self.visit.page, is_shown, title, what="the notification")
        return todo

    async def shown(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.visit.page.evaluate(SHOWN)
        return found

    async def expect_shown(self, *titles: str) -> None:
        wanted = f"async titles => String((await ({SHOWN})()).map(each => each.title).sort()) === String(titles)"
        await says_yes(self.visit.page, wanted, sorted(titles), what="the notifications")

    @property
    def worker(self) -> Worker:
        (worker,) = self.visit.context.service_workers
        return worker

    async def press(self, title: str, action: str = "") -> list[str]:
        """Where the worker wanted windows to go."""
        await self.worker.evaluate(STANDS_IN)
        went: list[str] = await self.worker.evaluate(PRESS, [title, action])
        return went


@pytest.fixture
async def bell(desk: Visit, place: Place, peer: PushPeer) -> AsyncIterator[Bell]:
    """A browser whose owner has turned reminders on."""
    subscription = peer.browser((await place.owner.get("/api/push-subscriptions"))["public_key"])
    await desk.context.grant_permissions(["notifications"], origin=place.deployment.base_url)
    given = {**subscription.to_json(), "endpoint": subscription.endpoint}
    await desk.context.add_init_script(f"({SUBSCRIBES})({json.dumps(given)})")
    made = Bell(desk, place, peer, subscription, await desk.context.new_cdp_session(desk.page))
    await desk.open_list()
    await expect_kept(desk.page)
    await made._debugger.send("ServiceWorker.enable")
    await desk.go("/settings")
    await desk.press(desk.page.get_by_role("button", name="Ring on this device"))
    await expect(desk.page.get_by_text("This device rings.")).to_be_visible()
    await desk.open_list()
    yield made
    for each in (await place.owner.get("/api/push-subscriptions"))["subscriptions"]:
        await place.owner.http.delete(f"/api/push-subscriptions/{each['id']}")


async def test_what_is_due_shows_one_notification_and_the_same_again_stays_one(bell: Bell) -> None:
    await bell.ring("Call the bank")
    (shown,) = await bell.shown()
    assert shown["body"] == "Work"
    assert shown["actions"] == ["done", "later"]
    await bell.deliver(await bell.pushed("Call the bank"))
    await bell.ring("Water the plants")
    await bell.expect_shown("Call the bank", "Water the plants")


async def test_a_push_that_nobody_can_read_shows_one_all_the_same(bell: Bell) -> None:
    await bell.deliver("not for this version")
    await bell.expect_shown("Something is due")


async def test_a_press_brings_the_open_page_to_the_todo_and_keeps_what_is_written_there(bell: Bell) -> None:
    await bell.ring("Call the bank")
    page = bell.visit.page
    await bell.visit.quick_add.fill("half a thou")
    assert await bell.press("Call the bank") == ["focus"]
    await expect(page.get_by_role("dialog").get_by_role("textbox", name="Title")).to_have_value("Call the bank")
    await bell.visit.close_sheet()
    await expect(bell.visit.quick_add).to_have_value("half a thou")
    await bell.expect_shown()


async def test_a_press_finds_the_todo_from_another_page(bell: Bell) -> None:
    await bell.ring("Call the bank")
    await bell.visit.press(bell.visit.page.get_by_role("link", name="Settings"))
    await bell.press("Call the bank")
    await expect(bell.visit.page.get_by_role("textbox", name="Title")).to_have_value("Call the bank")


async def test_with_no_page_open_a_press_opens_one_at_the_todo(bell: Bell) -> None:
    todo = await bell.ring("Call the bank")
    worker = bell.worker
    await worker.evaluate(STANDS_IN)
    elsewhere = await bell.visit.context.new_page()
    await bell.visit.page.close()
    went = await worker.evaluate(PRESS, ["Call the bank", ""])
    assert went == [f"open /lists/{bell.place.list_id}/todos/{todo['id']}"]
    await elsewhere.close()


async def test_done_completes_it_without_a_page_and_the_open_page_sees_it(bell: Bell) -> None:
    todo = await bell.ring("Call the bank")
    assert await bell.press("Call the bank", "done") == []
    await expect(bell.visit.rows).to_have_count(0)
    assert "completed_at" in await bell.place.owner.todo(todo["id"])
    await bell.expect_shown()


async def test_in_an_hour_lets_it_ring_again_in_an_hour(bell: Bell) -> None:
    todo = await bell.ring("Call the bank")
    await bell.press("Call the bank", "later")
    until = datetime.fromisoformat((await bell.place.owner.todo(todo["id"]))["snoozed_until"])
    assert timedelta(minutes=58) < until - datetime.now(UTC) <= timedelta(hours=1)


async def test_a_button_that_works_no_more_says_so(bell: Bell, trouble: Trouble) -> None:
    trouble.expect(NOT_FOUND, "status of 409")
    todo = await bell.ring("Call the bank")
    await bell.place.owner.act(await bell.place.owner.todo(todo["id"]), "complete")
    await bell.press("Call the bank", "done")
    (shown,) = await bell.shown()
    assert "works no more" in shown["body"]
    assert shown["actions"] == []


async def test_settings_say_what_the_browser_says_and_mend_what_the_service_believes(bell: Bell) -> None:
    page = bell.visit.page
    service = bell.place.owner
    (before,) = (await service.get("/api/push-subscriptions"))["subscriptions"]
    await page.evaluate("() => localStorage.removeItem('made-up subscription')")
    await bell.visit.go("/settings")
    await expect(page.get_by_text("This device rings.")).to_be_visible()
    (after,) = (await service.get("/api/push-subscriptions"))["subscriptions"]
    assert after["id"] == before["id"]
    await bell.visit.press(page.get_by_role("button", name="Stop ringing here"))
    await expect(page.get_by_text("This device does not ring.")).to_be_visible()
    assert (await service.get("/api/push-subscriptions"))["subscriptions"] == []


async def test_without_permission_a_device_that_the_service_believes_in_is_off_and_taken_away(bell: Bell) -> None:
    page = bell.visit.page
    await page.evaluate("() => localStorage.removeItem('made-up subscription')")
    await bell.visit.context.clear_permissions()
    await bell.visit.go("/settings")
    await expect(page.get_by_text("This device does not ring")).to_be_visible()
    assert (await bell.place.owner.get("/api/push-subscriptions"))["subscriptions"] == []
