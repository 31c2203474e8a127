"""Letters of every script keep their place: in a row, on the way out and back in, in a calendar."""

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from icalendar import Calendar
from playwright.async_api import expect

from tests.journeys.deployment import Deployment, Place, fresh_place
from tests.web import hostile
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

FOLD_OCTETS = 75
"""The longest line of a calendar without its end (RFC 5545 3.1)."""


async def boxes_of_facts(visit: Visit, title: str) -> list[dict[str, Any]]:
    """What stands on the line below a title, and where, seen from its row."""
    boxes: list[dict[str, Any]] = await visit.row(title).evaluate(
        """row => {
          const left = row.getBoundingClientRect().left;
          const round = x => Math.round(x * 2) / 2;
          return [...row.querySelectorAll("p > *")].map(each => {
            const box = each.getBoundingClientRect();
            return { text: each.textContent, left: round(box.left - left), width: round(box.width) };
          });
        }"""
    )
    return boxes


@pytest.mark.parametrize("title", ["مراجعة الخادم (v2)", "שלום (v2) עולם", "\u200fabc", "אבג — 12.5 (x)"])
async def test_a_title_that_runs_the_other_way_leaves_the_line_below_as_it_is(
    visit: Visit, place: Place, title: str
) -> None:
    """I05"""
    monday = await place.agent("monday")
    for each in ("Review the server (v2)", title):
        filed = await monday.capture(each)
        await monday.hand_back(await monday.claim(filed["follow_up"]["id"]), "Needs a decision.")
    for todo in await place.owner.todos():
        await place.owner.edit(todo, due={"date": "2031-03-04"})
    await visit.open_list()
    await expect(visit.rows.filter(has_text="handed back")).to_have_count(2)
    latin = await boxes_of_facts(visit, "Review the server (v2)")
    assert [each["text"].strip() for each in latin][1:] == ["acme/widget", "handed back"]
    assert await boxes_of_facts(visit, title) == latin
    stars = [await visit.row(each).get_by_role("button").bounding_box() for each in ("Review the server (v2)", title)]
    assert len({box["x"] for box in stars if box is not None}) == 1
    directions = [
        await visit.title(each).evaluate("link => getComputedStyle(link).direction")
        for each in ("Review the server (v2)", title)
    ]
    assert directions == ["ltr", "rtl"]


async def test_the_calendar_that_the_page_gives_the_address_of_has_every_title_as_it_is(
    desk: Visit, place: Place
) -> None:
    """J07: a fold falls on a space, too."""
    around_the_fold = [f"{'x' * before} für alle, {'y' * 70}" for before in range(55, 75)]
    titles = [*around_the_fold, *hostile.LINES, 'comma, semicolon; backslash\\n \\, colon: "quoted"']
    todos = [{"title": title, "due": {"date": "2031-03-04"}} for title in titles]
    await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos})
    await desk.open_list()
    await expect(desk.rows.first).to_be_visible()
    await desk.go("/settings")
    await desk.page.get_by_label("New feed: what is it for?").fill("Phone")
    await desk.press(desk.page.get_by_role("button", name="Make a feed"))
    address = await desk.page.get_by_role("code").filter(has_text="/feeds/").inner_text()
    answered = httpx2.get(address, trust_env=False)
    assert answered.headers["content-type"].startswith("text/calendar")
    lines = answered.content.split(b"\r\n")
    assert max(map(len, lines)) <= FOLD_OCTETS
    assert any(line.startswith(b"  ") or line.endswith(b" ") for line in lines)
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    events = Calendar.from_ical(answered.content).walk("VEVENT")
    assert sorted(str(event["SUMMARY"]) for event in events) == sorted(title.strip() for title in titles)


async def test_every_text_comes_back_from_the_file_that_it_was_saved_in(
    desk: Visit, place: Place, deployment: Deployment, tmp_path: Path
) -> None:
    todos = [{"title": title, "notes": hostile.NOTES[at % 2]} for at, title in enumerate(hostile.LINES)]
    todos += [{"title": f"Notes {at}", "notes": notes} for at, notes in enumerate(hostile.NOTES)]
    await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos})
    await desk.open_list()
    await expect(desk.rows.first).to_be_visible()
    await desk.go("/settings")
    async with desk.page.expect_download() as coming:
        await desk.press(desk.page.get_by_role("button", name="Save as a file"))
    file = tmp_path / "list.json"
    await (await coming.value).save_as(file)
    before = [(todo["title"], todo["notes"]) for todo in json.loads(file.read_text("utf-8"))["todos"]]
    assert len(before) == len(todos)
    async with fresh_place(deployment, "Back again") as other:
        there = Visit(desk.page, desk.device, other.list_id)
        await there.open_list()
        await expect(there.page.locator("#page-title")).to_have_text("Back again")
        await there.go("/settings")
        await there.page.get_by_label("File to import").set_input_files(file)
        await there.press(there.page.get_by_role("button", name=f"Import {len(before)} todos"))
        await expect(there.page.get_by_text(f"{len(before)} todos imported.")).to_be_visible()
        after = [await other.owner.todo(todo["id"]) for todo in await other.owner.todos()]
        assert [(todo["title"], todo["notes"]) for todo in after] == before
        assert await there.page.evaluate("() => window.__ran ?? null") is None
        await there.page.close()
