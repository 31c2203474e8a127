"""J11: a page that is open while a newer one is deployed goes on working, and takes it over when the owner wants it."""

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.async_api import Locator, Page, expect

from local.front_end import BUILT
from tests.journeys.deployment import Deployment, Place, signed_in_at
from tests.waiting import soon
from tests.web.another_server import AnotherServer
from tests.web.builds import another_build, assets_of
from tests.web.trouble import OFFLINE, Trouble
from tests.web.visits import Visit, Visits, says_yes
from tests.web.watching import expect_kept

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

NOT_THERE = r"status of 404|Refused to apply style"


class Site:
    """A server whose front end is replaced by deploys, one after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._deploys = 0
        self._link = folder / "current"
        self._link.symlink_to(BUILT)
        data = folder / "follow-ups"
        data.mkdir(mode=0o700)
        self.server = AnotherServer(data, build=self._link)

    def deploy(self) -> str:
        """The name of the build that is there now; of the one before nothing is left under /assets."""
        before = assets_of(self._link)
        self._deploys += 1
        name = f"build{self._deploys}"
        fresh = self._folder / "next"
        fresh.symlink_to(another_build(self._folder / name, name))
        fresh.replace(self._link)
        assert before.isdisjoint(assets_of(self._link))
        gone = httpx2.get(f"{self.server.address}{min(before)}", trust_env=False)
        assert gone.status_code == 404
        return name


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("deploys"))
    made.server.start()
    yield made
    made.server.stop()


@pytest.fixture(scope="module")
def deployment(site: Site) -> Deployment:
    return Deployment(base_url=site.server.address, owner_headers=signed_in_at(site.server))


def offer(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="A new version of this page is ready.")


async def look_at(page: Page) -> None:
    """As whoever comes back to a tab does."""
    await page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


async def expect_build(page: Page, name: str) -> None:
    await page.wait_for_function("name => document.querySelector('meta[name=build]')?.content === name", arg=name)


async def open_kept(visit: Visit) -> None:
    await visit.open_list()
    await expect(visit.quick_add).to_be_visible()
    await expect_kept(visit.page)


async def open_settings(visit: Visit) -> None:
    if visit.device.touch:
        await visit.press(visit.page.get_by_role("button", name="Menu"))
    await visit.press(visit.page.get_by_role("link", name="Settings"))


async def type_notes(visit: Visit, title: str, notes: str) -> None:
    sheet = await visit.open_todo(title)
    await sheet.get_by_role("textbox", name="Notes").fill(notes)


async def expect_offered(visit: Visit, title: str, notes: str) -> None:
    """What was typed is offered where it was typed."""
    sheet = visit.sheet if "/todos/" in visit.page.url else await visit.open_todo(title)
    await visit.press(sheet.get_by_role("button", name="Go on with it"))
    await expect(sheet.get_by_role("textbox", name="Notes")).to_have_value(notes)


async def test_a_part_that_was_never_opened_opens_and_the_newer_version_is_offered_once(
    visit: Visit, site: Site
) -> None:
    await open_kept(visit)
    name = site.deploy()
    await open_settings(visit)
    await expect(visit.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    await expect(offer(visit.page)).to_have_count(0)
    await look_at(visit.page)
    await expect(offer(visit.page)).to_have_count(1)
    await look_at(visit.page)
    await visit.press(offer(visit.page).get_by_role("button", name="Reload"))
    await expect_build(visit.page, name)
    await expect(visit.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    await look_at(visit.page)
    await visit.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    await expect(offer(visit.page)).to_have_count(0)


async def test_a_text_that_is_being_written_is_kept_over_the_reload(visit: Visit, place: Place, site: Site) -> None:
    await place.owner.add("Call the bank")
    await open_kept(visit)
    await type_notes(visit, "Call the bank", "Ask about the fee.")
    name = site.deploy()
    await look_at(visit.page)
    await visit.close_sheet()
    await visit.press(offer(visit.page).get_by_role("button", name="Reload"))
    await expect_build(visit.page, name)
    await expect_offered(visit, "Call the bank", "Ask about the fee.")


async def test_where_nothing_is_kept_a_part_that_is_gone_says_so_and_no_press_is_dead(
    place: Place, visits: Visits, site: Site, visit: Visit, trouble: Trouble
) -> None:
    trouble.expect(NOT_THERE)
    await place.owner.add("Call the bank")
    here = await visits.on(visit.device, place.list_id, service_workers="block")
    await here.open_list()
    await type_notes(here, "Call the bank", "Ask about the fee.")
    await here.close_sheet()
    name = site.deploy()
    await open_settings(here)
    await expect(offer(here.page)).to_have_count(1)
    await here.page.go_back()
    await here.add("Water the plants")
    await here.expect_saved()
    assert [todo["title"] for todo in await place.owner.todos()] == ["Call the bank", "Water the plants"]
    await open_settings(here)
    await expect(offer(here.page)).to_have_count(1)
    await here.press(offer(here.page).get_by_role("button", name="Reload"))
    await expect_build(here.page, name)
    await expect(here.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    await expect(offer(here.page)).to_have_count(0)
    await here.open_list()
    await expect_offered(here, "Call the bank", "Ask about the fee.")


async def test_all_tabs_change_over_together_and_none_loses_a_text(
    desk: Visit, visits: Visits, place: Place, site: Site
) -> None:
    await place.owner.add("Call the bank")
    await open_kept(desk)
    other = await visits.another_tab(desk)
    await other.open_list()
    await type_notes(other, "Call the bank", "Ask about the fee.")
    name = site.deploy()
    await look_at(desk.page)
    await expect(offer(other.page)).to_have_count(1)
    await desk.press(offer(desk.page).get_by_role("button", name="Reload"))
    await expect_build(desk.page, name)
    await expect_build(other.page, name)
    await expect_offered(other, "Call the bank", "Ask about the fee.")


async def test_until_it_is_taken_the_page_stays_as_it_is_and_the_offer_comes_again(desk: Visit, site: Site) -> None:
    await open_kept(desk)
    before = await desk.page.evaluate("() => document.scripts[1].src")
    name = site.deploy()
    await look_at(desk.page)
    await expect(offer(desk.page)).to_have_count(1)
    await desk.reload()
    assert await desk.page.evaluate("() => document.scripts[1].src") == before
    await expect(offer(desk.page)).to_have_count(1)
    await desk.press(desk.page.get_by_role("link", name="Settings"))
    await expect(desk.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    await desk.press(offer(desk.page).get_by_role("button", name="Reload"))
    await expect_build(desk.page, name)


async def has_only_waiting(page: Page, name: str) -> bool:
    """Whether this build is all there, and nothing is on its way any more."""
    ready: bool = await page.evaluate(
        """async name => {
          const { installing, waiting } = await navigator.serviceWorker.getRegistration();
          const kept = await caches.has(`shell ${name}-0000`);
          return kept && installing === null && waiting !== null;
        }""",
        name,
    )
    return ready


async def test_of_two_deploys_the_later_is_taken(desk: Visit, site: Site) -> None:
    await open_kept(desk)
    site.deploy()
    await look_at(desk.page)
    await expect(offer(desk.page)).to_have_count(1)
    name = site.deploy()
    await look_at(desk.page)
    await soon(lambda: has_only_waiting(desk.page, name), within=10, what="the later build's worker")
    await desk.press(offer(desk.page).get_by_role("button", name="Reload"))
    await expect_build(desk.page, name)
    await expect(offer(desk.page)).to_have_count(0)


async def test_after_one_visit_the_page_and_the_last_known_list_open_without_a_network(
    visit: Visit, place: Place, trouble: Trouble
) -> None:
    trouble.expect(OFFLINE)
    for title in ("Call the bank", "Water the plants"):
        await place.owner.add(title)
    await open_kept(visit)
    await visit.expect_open("Call the bank", "Water the plants")
    await says_yes(visit.page, _IS_KNOWN_HERE, visit.list_id, what="the list on this device")
    await visit.page.close()
    await visit.context.set_offline(True)
    later = Visit(await visit.context.new_page(), visit.device, visit.list_id)
    await later.go("/")
    await later.expect_open("Call the bank", "Water the plants")
    await expect(later.page.locator("#page-title")).to_have_text("Work")
    await later.go("/settings")
    await expect(later.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()


_IS_KNOWN_HERE = """listId => new Promise(resolve => {
  const opening = indexedDB.open("follow-ups");
  opening.onsuccess = () => {
    const things = opening.result.transaction("things").objectStore("things");
    const position = things.get(`position ${listId}`);
    things.transaction.oncomplete = () => {
      opening.result.close();
      resolve(localStorage.getItem("last-list") === listId && position.result !== undefined);
    };
  };
})"""
