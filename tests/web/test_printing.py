"""The list on paper: everything of it, and no todo torn over two pages."""

import io
from collections import defaultdict

import pytest
from playwright.async_api import expect
from pypdf import PdfReader

from tests.journeys.deployment import Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

LINES = 6
"""Of the notes of each todo."""


async def printed(visit: Visit) -> list[str]:
    """The text of each page; spaces are left to the fonts, so there are none."""
    pdf = PdfReader(io.BytesIO(await visit.page.pdf(format="A4")))
    return ["".join(page.extract_text().split()) for page in pdf.pages]


async def filled(place: Place, count: int) -> None:
    lines = "\n".join(f"- [ ] line {line} of {{number}}." for line in range(LINES))
    todos = [{"title": f"Todo {number}.", "notes": lines.format(number=number)} for number in range(count)]
    for at in range(0, count, 100):
        await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos[at : at + 100]})


async def open_print(visit: Visit) -> None:
    await visit.go(f"/lists/{visit.list_id}/print")
    await expect(visit.page.get_by_role("button", name="Print")).to_have_attribute("aria-disabled", "false")


async def test_every_open_todo_of_a_long_list_is_printed(desk: Visit, place: Place) -> None:
    await filled(place, 300)
    await open_print(desk)
    text = "".join(await printed(desk))
    assert [number for number in range(300) if f"Todo{number}." not in text] == []
    assert text.startswith("Work")
    assert "line0of" not in text
    for navigation in ("Settings", "Allists", "Skiptothepage"):
        assert navigation not in text


async def test_no_todo_is_torn_over_two_pages(desk: Visit, place: Place) -> None:
    await filled(place, 40)
    await open_print(desk)
    await desk.press(desk.page.get_by_role("switch", name="Notes"))
    await expect(desk.page.get_by_role("button", name="Print")).to_have_attribute("aria-disabled", "false")
    pages = await printed(desk)
    assert len(pages) > 2
    found: dict[int, list[int]] = defaultdict(list)
    for at, text in enumerate(pages):
        for number in range(40):
            pieces = [f"Todo{number}.", *(f"line{line}of{number}." for line in range(LINES))]
            found[number] += [at for piece in pieces if piece in text]
    torn = {number: on for number, on in found.items() if len(on) != 1 + LINES or len(set(on)) != 1}
    assert torn == {}


async def test_dates_are_printed_and_what_is_completed_only_when_wanted(visit: Visit, place: Place) -> None:
    await place.owner.add("Pay the rent", due={"date": "2031-03-04"}, starred=True)
    done = await place.owner.add("Call the bank")
    await place.owner.act(done, "complete")
    await open_print(visit)
    text = "".join(await printed(visit))
    assert "Paytherent" in text
    assert "2031" in text
    assert "Callthebank" not in text
    await visit.press(visit.page.get_by_role("switch", name="Completed"))
    await expect(visit.page.get_by_role("heading", name="Completed")).to_be_visible()
    text = "".join(await printed(visit))
    assert text.index("Paytherent") < text.index("Completed") < text.index("Callthebank")


async def test_whole_texts_are_printed_however_long(desk: Visit, place: Place) -> None:
    title, notes = f"Long {'title ' * 150}ends.", f"{'word ' * 900}The end."
    await place.owner.add(title, notes=notes)
    await open_print(desk)
    await desk.press(desk.page.get_by_role("switch", name="Notes"))
    await expect(desk.page.get_by_text("The end.")).to_be_visible()
    text = "".join(await printed(desk))
    assert "titleends." in text
    assert "Theend." in text


async def test_the_menu_of_the_list_leads_there(visit: Visit) -> None:
    await visit.open_list()
    await visit.choose(visit.page.get_by_role("button", name="More"), "Print")
    await expect(visit.page.get_by_role("button", name="Print")).to_be_visible()
    await expect(visit.page.get_by_text("Nothing is open.")).to_be_visible()
