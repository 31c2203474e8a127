"""Every page and every state of it that is worth a look: for the checks of accessibility and for the pictures."""

from collections.abc import Awaitable, Callable
from typing import Final

from playwright.async_api import Locator, expect

from tests.web.devices import Device
from tests.web.sample_lists import SampleList
from tests.web.visits import Visit, Visits

Arrange = Callable[[Visit, SampleList], Awaitable[None]]


async def list_full(visit: Visit, sample: SampleList) -> None:
    await visit.go(sample.path)
    await expect(visit.row("Renew the passport")).to_be_visible()
    await expect(visit.page.get_by_text("open", exact=False).first).to_be_visible()


async def list_below(visit: Visit, sample: SampleList) -> None:
    """Scrolled to its end, with the completed ones unfolded."""
    await list_full(visit, sample)
    await visit.unfold_completed()
    last = visit.completed.get_by_role("link").last
    await expect(last).to_be_visible()
    await last.scroll_into_view_if_needed()


async def list_empty(visit: Visit, sample: SampleList) -> None:
    await visit.go(f"/lists/{sample.empty.list_id}")
    await expect(visit.page.get_by_text("Nothing is open.")).to_be_visible()


async def selection(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await visit.select("Renew the passport", "Pay the rent")


async def search_found(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await _search(visit).fill("page")
    await expect(visit.row("Renew the passport")).to_have_count(1)
    await expect(visit.completed.get_by_role("link")).to_have_count(1)


async def search_nothing(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await _search(visit).fill("zebra")
    await expect(visit.page.get_by_role("button", name="Show everything")).to_be_visible()


async def filters(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await visit.press(visit.page.get_by_role("button", name="Filter: Everything"))
    await expect(visit.page.get_by_role("menu")).to_be_visible()


async def adding(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await visit.quick_add.fill("Submit the report every 2 weeks on friday at 3pm")
    await expect(visit.page.get_by_role("button", name="Leave it as words")).to_be_visible()


async def agenda(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await visit.choose(visit.page.get_by_role("button", name="Sort: My order"), "Agenda")
    await expect(visit.page.get_by_role("heading", name="Overdue")).to_be_visible()


async def calendar(visit: Visit, sample: SampleList) -> None:
    await visit.go(f"{sample.path}/calendar")
    await expect(visit.page.get_by_role("region").get_by_role("link", name="Pay the rent")).to_be_visible()


async def repeating(visit: Visit, sample: SampleList) -> None:
    """How a todo repeats, and what became of its last occurrence."""
    review = await sample.place.owner.add(
        "Review the backlog", due={"date": "2099-09-25"}, repeat={"rrule": "FREQ=WEEKLY;BYDAY=MO,FR"}
    )
    await sample.place.owner.act(review, "skip")
    await visit.go(f"{sample.path}/todos/{review['id']}")
    await expect(visit.sheet.get_by_role("button", name="Take it back")).to_be_visible()


async def notice(visit: Visit, sample: SampleList) -> None:
    """A todo was completed and brought back: the notice stays for a while."""
    await list_full(visit, sample)
    await visit.press(visit.box("Pay the rent"))
    await visit.undo()
    await expect(visit.page.get_by_text("Undone").last).to_be_visible()


async def todo(visit: Visit, sample: SampleList) -> None:
    await visit.go(f"{sample.path}/todos/{sample.passport['id']}")
    await expect(visit.sheet.get_by_text("a new picture")).to_be_visible()


async def todo_written(visit: Visit, sample: SampleList) -> None:
    await todo(visit, sample)
    await visit.press(visit.sheet.get_by_role("button", name="Edit"))
    await visit.sheet.get_by_role("textbox", name="Notes").press("End")
    await visit.sheet.get_by_role("textbox", name="Notes").press_sequentially(" And")
    await expect(visit.sheet.get_by_role("button", name="Save")).to_be_visible()


async def todo_menu(visit: Visit, sample: SampleList) -> None:
    await todo(visit, sample)
    await visit.press(visit.sheet.get_by_role("button", name="More"))
    await expect(visit.page.get_by_role("menu")).to_be_visible()


async def hand_back(visit: Visit, sample: SampleList) -> None:
    await visit.go(f"{sample.path}/todos/{sample.handed_back['id']}")
    await expect(visit.sheet.get_by_text("Two limits are in use, 10 MB").first).to_be_visible()


async def claimed(visit: Visit, sample: SampleList) -> None:
    await visit.go(f"{sample.path}/todos/{sample.claimed['id']}")
    await expect(visit.sheet.get_by_text("Claimed by")).to_be_visible()


async def conflict(visit: Visit, sample: SampleList) -> None:
    """Notes were saved elsewhere while others were written here."""
    owner = sample.place.owner
    seen = await owner.add("Write the release notes", notes="For version 2.")
    await visit.go(f"{sample.path}/todos/{seen['id']}")
    await visit.press(visit.sheet.get_by_role("button", name="Edit"))
    await visit.sheet.get_by_role("textbox", name="Notes").fill("For version 2, with the new limits.")
    await owner.edit(seen, notes="For version 2.1.")
    await expect(visit.sheet.get_by_text("changed elsewhere").first).to_be_visible()
    await visit.press(visit.sheet.get_by_role("button", name="Save"))
    await expect(visit.sheet.get_by_role("button", name="Keep mine")).to_be_visible()


async def assigning(visit: Visit, sample: SampleList) -> None:
    await todo(visit, sample)
    await visit.choose(visit.sheet.get_by_role("button", name="More"), "Assign to a repository")
    await expect(visit.page.get_by_role("dialog", name="Assign to a repository")).to_be_visible()


async def keys(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await visit.page.keyboard.press("?")
    await expect(visit.page.get_by_role("dialog", name="Keys")).to_be_visible()


async def menu(visit: Visit, sample: SampleList) -> None:
    """On a phone alone; on a computer the pages stand beside."""
    await list_full(visit, sample)
    if visit.device.touch:
        await visit.press(visit.page.get_by_role("button", name="Menu"))
        await expect(visit.page.get_by_role("dialog", name="Menu")).to_be_visible()


async def repositories(visit: Visit, sample: SampleList) -> None:
    await visit.go(f"{sample.path}/repositories")
    await expect(_card(visit).get_by_role("table")).to_be_attached()


async def repository_renamed(visit: Visit, sample: SampleList) -> None:
    await repositories(visit, sample)
    await visit.press(visit.page.get_by_role("button", name="Rename acme/widget"))
    await expect(visit.page.get_by_role("textbox", name="New name")).to_be_focused()


async def lists(visit: Visit, _sample: SampleList) -> None:
    await visit.go("/lists")
    await expect(visit.page.get_by_role("main").get_by_role("link", name="Work")).to_be_visible()


async def list_deleted(visit: Visit, sample: SampleList) -> None:
    """The question, with what ends with the list."""
    await lists(visit, sample)
    await visit.press(visit.page.get_by_role("button", name="Delete Work"))
    await expect(visit.page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()


async def deleted(visit: Visit, sample: SampleList) -> None:
    await visit.go(f"{sample.path}/deleted")
    await expect(visit.page.get_by_role("button", name="Restore Buy a second monitor")).to_be_visible()


async def printing(visit: Visit, sample: SampleList) -> None:
    await visit.go(f"{sample.path}/print")
    for choice in ("Notes", "Completed"):
        await visit.press(visit.page.get_by_role("switch", name=choice))
    await expect(visit.page.get_by_role("heading", name="Completed")).to_be_visible()
    await expect(visit.page.get_by_text("a new picture")).to_be_visible()


async def connect(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await visit.go("/connect")
    await expect(visit.page.get_by_role("button", name="Make a key")).to_be_visible()


async def connect_made(visit: Visit, sample: SampleList) -> None:
    await connect(visit, sample)
    await visit.press(visit.page.get_by_role("button", name="Make a key"))
    await expect(visit.page.get_by_text("Waiting for the first call")).to_be_visible()


async def settings(visit: Visit, sample: SampleList) -> None:
    await list_full(visit, sample)
    await visit.go("/settings")
    await expect(visit.page.get_by_role("table")).to_be_visible()
    await expect(visit.page.get_by_label("New feed: what is it for?")).to_be_visible()


async def unknown(visit: Visit, _sample: SampleList) -> None:
    await visit.go("/nowhere")


async def offline(visit: Visit, sample: SampleList) -> None:
    """The list stays, with what waits to be sent. Whoever looks goes online again by closing the profile."""
    await list_full(visit, sample)
    await visit.context.set_offline(True)
    await visit.press(visit.row("Pay the rent").get_by_role("button", name="Star"))
    await expect(visit.page.get_by_text("The service cannot be reached")).to_be_visible()


async def signed_out(visit: Visit, _sample: SampleList) -> None:
    await visit.context.clear_cookies()
    await visit.go("/")
    await expect(visit.page.get_by_role("heading", name="Sign in")).to_be_visible()


def _search(visit: Visit) -> Locator:
    return visit.page.get_by_role("searchbox", name="Search titles and notes")


def _card(visit: Visit) -> Locator:
    return visit.page.get_by_role("region", name="acme/widget", exact=True)


SCENES: Final[dict[str, Arrange]] = {
    arrange.__name__.replace("_", "-"): arrange
    for arrange in (
        list_full,
        list_below,
        list_empty,
        selection,
        search_found,
        search_nothing,
        filters,
        adding,
        agenda,
        calendar,
        notice,
        todo,
        todo_written,
        todo_menu,
        repeating,
        hand_back,
        claimed,
        conflict,
        assigning,
        keys,
        menu,
        repositories,
        repository_renamed,
        lists,
        list_deleted,
        deleted,
        printing,
        connect,
        connect_made,
        settings,
        unknown,
        offline,
        signed_out,
    )
}


async def arranged(visits: Visits, device: Device, sample: SampleList, name: str) -> Visit:
    """A new profile, in which this scene is to be seen."""
    visit = await visits.on(device, sample.place.list_id)
    await SCENES[name](visit, sample)
    return visit
