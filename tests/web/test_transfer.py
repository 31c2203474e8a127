"""Taking everything out, and bringing it in."""

import csv
import io
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.deployment import Deployment, Place, fresh_place
from tests.web.trouble import REFUSED, Trouble
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

TODOIST = (
    "TYPE",
    "CONTENT",
    "DESCRIPTION",
    "PRIORITY",
    "INDENT",
    "AUTHOR",
    "RESPONSIBLE",
    "DATE",
    "DATE_LANG",
    "TIMEZONE",
)


@pytest.fixture
async def garden(deployment: Deployment) -> AsyncIterator[Place]:
    async with fresh_place(deployment, "Garden") as fresh:
        yield fresh


def importing(visit: Visit) -> Locator:
    return visit.page.get_by_role("region", name="Import", exact=True)


async def settings_of(visit: Visit, name: str, place: Place) -> None:
    """The settings, at the sections of this list."""
    await visit.go("/settings")
    lists = visit.page.get_by_role("combobox", name="Which list the four parts below are for")
    await lists.select_option(value=place.list_id)
    await expect(lists.get_by_role("option", name=name, selected=True)).to_have_count(1)


def todoist_file(folder: Path, titles: list[str]) -> Path:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(TODOIST)
    rows.writerows(["task", title, "", "4", "1", "", "", "", "en", "Europe/Berlin"] for title in titles)
    file = folder / "project.csv"
    file.write_text(text.getvalue())
    return file


async def test_an_export_imports_into_another_list_with_nothing_missing(
    garden: Place, visit: Visit, place: Place, tmp_path: Path
) -> None:
    todos = [{"title": f"Todo {number}", "notes": f"Notes of {number}"} for number in range(90)]
    await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos})
    await place.owner.add("Due", due={"at": "2031-03-04T09:30", "time_zone": "Europe/Berlin"}, starred=True)
    await place.owner.act(await place.owner.add("Done"), "complete")
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")

    await settings_of(visit, "Work", place)
    exporting = visit.page.get_by_role("region", name="Export")
    async with visit.page.expect_download() as coming:
        await visit.press(exporting.get_by_role("button", name="Save as a file"))
    file = tmp_path / "export.json"
    await (await coming.value).save_as(file)
    assert (await coming.value).suggested_filename.startswith("follow-ups-Work-")
    assert len(json.loads(file.read_text())["todos"]) == 93

    await settings_of(visit, "Garden", garden)
    await importing(visit).get_by_label("File to import").set_input_files(file)
    await expect(importing(visit).get_by_text("93 todos understood.")).to_be_visible()
    await visit.press(importing(visit).get_by_role("button", name="Import 93 todos"))
    await expect(importing(visit).get_by_text("93 todos imported.")).to_be_visible()
    told = ("title", "notes", "due", "starred")
    for state in ("open", "completed"):
        came, went = await garden.owner.todos(state=state), await place.owner.todos(state=state)
        assert [[each.get(name) for name in told] for each in came] == [
            [each.get(name) for name in told] for each in went
        ]


async def test_a_row_that_cannot_be_taken_is_named_and_the_others_come_in(
    visit: Visit, place: Place, tmp_path: Path
) -> None:
    titles = [f"Todo {number}" for number in range(1, 501)]
    titles[2] = ""
    await settings_of(visit, "Work", place)
    await importing(visit).get_by_label("File to import").set_input_files(todoist_file(tmp_path, titles))
    await expect(importing(visit).get_by_text("499 todos understood, 1 row not.")).to_be_visible()
    await expect(importing(visit).get_by_role("list", name="Understood").get_by_role("listitem")).to_have_count(6)
    left_out = importing(visit).get_by_role("group").get_by_role("listitem")
    await expect(left_out).to_have_text("Row 3 It has no title.")
    assert await place.owner.todos() == []
    await visit.press(importing(visit).get_by_role("button", name="Import 499 todos"))
    await expect(importing(visit).get_by_text("499 todos imported.")).to_be_visible(timeout=30_000)
    assert [todo["title"] for todo in await place.owner.todos()] == [title for title in titles if title]


async def test_a_todo_that_the_service_refuses_is_named_with_the_reason(
    desk: Visit, place: Place, tmp_path: Path, trouble: Trouble
) -> None:
    trouble.expect(REFUSED)
    file = tmp_path / "export.json"
    todos = [{"title": "Call the bank"}, {"title": "x" * 1001}, {"title": "Water the plants"}]
    file.write_text(json.dumps({"format": "follow-ups/1", "todos": todos}))
    await settings_of(desk, "Work", place)
    await importing(desk).get_by_label("File to import").set_input_files(file)
    await desk.press(importing(desk).get_by_role("button", name="Import 3 todos"))
    await expect(importing(desk).get_by_text("2 todos imported.")).to_be_visible()
    await expect(importing(desk).get_by_role("group").get_by_role("listitem")).to_contain_text("1,000")
    assert [todo["title"] for todo in await place.owner.todos()] == ["Call the bank", "Water the plants"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("photo.json", "\x89PNG", "not"),
        ("other.json", '{"todos": []}', "format"),
        ("table.csv", "a,b\n1,2\n", "first row"),
        ("empty.csv", "", "file is empty"),
    ],
)
async def test_a_file_that_is_none_is_refused_in_words(
    desk: Visit, place: Place, tmp_path: Path, name: str, text: str, said: str
) -> None:
    file = tmp_path / name
    file.write_text(text)
    await settings_of(desk, "Work", place)
    await importing(desk).get_by_label("File to import").set_input_files(file)
    await expect(importing(desk).get_by_role("alert").filter(has_text=said)).to_be_visible()
    await expect(importing(desk).get_by_role("button", name=re.compile("^Import"))).to_have_count(0)
