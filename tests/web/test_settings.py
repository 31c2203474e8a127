"""The settings: how the pages look, when a day begins, keys, feeds, and leaving."""

from collections.abc import AsyncIterator

import httpx2
import pytest
from playwright.async_api import Browser, Locator, expect

from tests.journeys.deployment import Deployment, Place, signed_in_at
from tests.journeys.local_server import LocalServer
from tests.web.devices import DESKTOP
from tests.web.trouble import REFUSED, Trouble
from tests.web.visits import Visit, Visits

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


@pytest.fixture
def deployment(own_server: LocalServer) -> Deployment:
    """Settings are the account's, so these tests keep to an account of their own; each signs in anew."""
    return Deployment(base_url=own_server.address, owner_headers=signed_in_at(own_server))


@pytest.fixture
async def visits(browser: Browser, deployment: Deployment, trouble: Trouble) -> AsyncIterator[Visits]:
    async with Visits(browser, deployment, trouble) as opened:
        yield opened


def section(visit: Visit, title: str) -> Locator:
    return visit.page.get_by_role("region", name=title, exact=True)


async def ground(visit: Visit) -> str:
    colour: str = await visit.page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    return colour


async def test_the_theme_holds_at_once_and_after_a_reload(visit: Visit) -> None:
    await visit.page.emulate_media(color_scheme="light")
    await visit.go("/settings")
    await expect(visit.page.get_by_role("radio", name="As the device")).to_be_checked()
    light = await ground(visit)
    await visit.press(visit.page.get_by_role("radio", name="Dark"))
    await visit.expect_said("Saved: theme")
    assert await ground(visit) != light
    await visit.reload()
    await expect(visit.page.get_by_role("radio", name="Dark")).to_be_checked()
    assert await ground(visit) != light
    await visit.press(visit.page.get_by_role("radio", name="As the device"))
    await visit.expect_said("Saved: theme")
    assert await ground(visit) == light


async def test_the_theme_of_the_device_is_followed(desk: Visit) -> None:
    await desk.page.emulate_media(color_scheme="dark")
    await desk.open_list()
    dark = await ground(desk)
    await desk.page.emulate_media(color_scheme="light")
    assert await ground(desk) != dark


async def test_single_keys_can_be_switched_off(desk: Visit, place: Place) -> None:
    await place.owner.add("Call the bank")
    await desk.go("/settings")
    keys = desk.page.get_by_role("switch", name="Single-key shortcuts")
    await expect(keys).to_be_checked()
    await keys.click()
    await desk.expect_said("Saved: single-key shortcuts are off")
    await desk.open_list()
    await desk.title("Call the bank").focus()
    await desk.page.keyboard.press("e")
    await desk.page.keyboard.press("q")
    await desk.page.keyboard.press("?")
    await desk.expect_open("Call the bank")
    await expect(desk.title("Call the bank")).to_be_focused()
    await desk.page.keyboard.press("Alt+ArrowDown")
    await desk.go("/settings")
    await keys.click()
    await desk.expect_said("Saved: single-key shortcuts are on")
    await desk.page.keyboard.press("?")
    await expect(desk.page.get_by_role("dialog", name="Keys")).to_be_visible()


async def test_the_time_zone_decides_which_day_it_is(desk: Visit, place: Place) -> None:
    await desk.go("/settings")
    time = section(desk, "Time")
    await time.get_by_label("Time zone").select_option("Pacific/Auckland")
    await time.get_by_label("Start of the day").fill("07:30")
    await desk.press(time.get_by_role("button", name="Save"))
    await desk.expect_said("Saved: time zone and start of the day")
    mine = await place.owner.get("/api/me")
    assert (mine["time_zone"], mine["day_start"]) == ("Pacific/Auckland", "07:30")
    await expect(time.get_by_text("This device is in Europe/Berlin.")).to_be_visible()
    await desk.press(time.get_by_role("button", name="Use it"))
    await desk.press(time.get_by_role("button", name="Save"))
    await expect(time.get_by_text("This device is in")).to_have_count(0)
    await desk.reload()
    await expect(section(desk, "Time").get_by_label("Time zone")).to_have_value("Europe/Berlin")
    await expect(section(desk, "Time").get_by_label("Start of the day")).to_have_value("07:30")


async def test_a_revoked_key_is_refused_at_once(visit: Visit, place: Place, deployment: Deployment) -> None:
    _, secret = await place.new_key("Laptop")
    await visit.go("/settings")
    keys = section(visit, "API keys")
    await visit.press(keys.get_by_role("button", name="Revoke Laptop"))
    asking = visit.page.get_by_role("dialog", name="Revoke this key?")
    await visit.press(asking.get_by_role("button", name="Revoke"))
    await visit.expect_said("Revoked the key “Laptop”")
    await expect(keys.get_by_text("Laptop")).to_have_count(0)
    async with httpx2.AsyncClient(trust_env=False) as http:
        answered = await http.post(deployment.mcp_url, headers={"authorization": f"Bearer {secret}"}, json={})
    assert answered.status_code == 401


async def test_a_calendar_reads_under_an_address_until_it_is_ended(visit: Visit, place: Place) -> None:
    await place.owner.add("Pay the rent", due={"date": "2031-03-04"})
    await visit.open_list()
    await visit.expect_open("Pay the rent")
    await visit.go("/settings")
    await visit.page.get_by_role("combobox", name="Which list the four parts below are for").select_option(
        value=place.list_id
    )
    feeds = section(visit, "Calendar feed")
    await feeds.get_by_label("New feed: what is it for?").fill("Phone")
    await visit.press(feeds.get_by_role("button", name="Make a feed"))
    address = (await feeds.get_by_role("code").inner_text()).strip()
    async with httpx2.AsyncClient(trust_env=False) as http:
        assert "SUMMARY:Pay the rent" in (await http.get(address)).text
        await visit.press(feeds.get_by_role("button", name="End the feed Phone"))
        await visit.press(visit.page.get_by_role("dialog").get_by_role("button", name="End it"))
        await visit.expect_said("Ended the calendar feed “Phone”")
        assert (await http.get(address)).status_code == 404


async def test_only_named_repositories_are_accepted_and_new_ones_wait_when_asked_to(visit: Visit, place: Place) -> None:
    await visit.go("/settings")
    await visit.page.get_by_role("combobox", name="Which list the four parts below are for").select_option(
        value=place.list_id
    )
    filing = section(visit, "What agents may file")
    await filing.get_by_label("Add a repository").fill("acme/widget")
    await visit.press(filing.get_by_role("button", name="Add", exact=True))
    await expect(filing.get_by_role("listitem")).to_have_text(["acme/widget"])
    await visit.press(filing.get_by_text("Review new follow-ups"))
    await visit.expect_said("Saved: new ones wait for your yes")
    seen = await place.owner.get(f"/api/lists/{place.list_id}")
    assert (seen["accepted_repositories"], seen["review_new"]) == (["acme/widget"], True)
    await visit.press(filing.get_by_role("button", name="Take out acme/widget"))
    await expect(filing.get_by_role("listitem")).to_have_count(0)


async def kept_of_the_owner(visit: Visit) -> list[str]:
    """What this device keeps, but for how people sign in here."""
    named: list[str] = await visit.page.evaluate(
        """() => new Promise((resolve, reject) => {
            const opening = indexedDB.open("follow-ups");
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
                const held = opening.result, names = [...held.objectStoreNames], found = [];
                const read = held.transaction(names);
                for (const name of names) read.objectStore(name).getAllKeys().onsuccess = ({target}) => {
                    found.push(...target.result.map(key => `${name} ${key}`));
                };
                read.oncomplete = () => { held.close(); resolve(found); };
            };
        })"""
    )
    return [name for name in named if name != "things config"]


async def test_signing_out_leaves_nothing_on_the_device(visit: Visit, place: Place, trouble: Trouble) -> None:
    trouble.expect(REFUSED)
    await place.owner.add("Call the bank")
    await visit.open_list()
    sheet = await visit.open_todo("Call the bank")
    await sheet.get_by_role("textbox", name="Notes").fill("A draft")
    await visit.close_sheet()
    await visit.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert await kept_of_the_owner(visit) != []
    await visit.go("/settings")
    await visit.press(section(visit, "Sign out").get_by_role("button", name="Sign out"))
    await expect(visit.sheet).to_contain_text("1 text would be lost")
    await visit.press(visit.sheet.get_by_role("button", name="Sign out anyway"))
    await expect(visit.page.get_by_role("heading", name="Sign in")).to_be_visible()
    await expect(visit.page.get_by_role("code")).to_have_text(".venv/bin/python -m local login")
    assert await kept_of_the_owner(visit) == []
    cookies = {cookie["name"] for cookie in await visit.context.cookies()}
    assert cookies == set()
    await visit.go(f"/lists/{visit.list_id}")
    await expect(visit.page.get_by_role("heading", name="Sign in")).to_be_visible()
    await expect(visit.page.get_by_text("Call the bank")).to_have_count(0)


async def test_the_link_of_the_server_signs_a_browser_in(visits: Visits, place: Place, own_server: LocalServer) -> None:
    context = await visits.profile(DESKTOP, signed_in=False)
    visit = Visit(await context.new_page(), DESKTOP, place.list_id)
    await visit.go(own_server.asked("login")["login_url"])
    await visit.go("/")
    await expect(visit.quick_add).to_be_visible()


async def test_deleting_the_account_asks_for_the_word(desk: Visit, place: Place, trouble: Trouble) -> None:
    trouble.expect(REFUSED)
    await desk.go("/settings")
    await desk.press(desk.page.get_by_role("button", name="Delete the account…"))
    asking = desk.page.get_by_role("dialog", name="Delete the account?")
    await expect(asking.get_by_role("button", name="Delete everything")).to_be_disabled()
    await asking.get_by_role("textbox").fill("delete")
    await expect(asking.get_by_role("button", name="Delete everything")).to_be_disabled()
    await desk.press(asking.get_by_role("button", name="Cancel"))
    await expect(asking).to_have_count(0)
    assert (await place.owner.get("/api/me"))["version"] > 0
