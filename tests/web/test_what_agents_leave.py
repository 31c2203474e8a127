"""What agents leave for the owner: hand-backs, proposals, claims."""

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.deployment import REPOSITORY, Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def reviewing(place: Place) -> None:
    """Let what agents file wait for the owner's yes."""
    seen = await place.owner.get(f"/api/lists/{place.list_id}")
    headers = {"if-match": f'"{seen["version"]}"'}
    answered = await place.owner.http.patch(f"/api/lists/{place.list_id}", json={"review_new": True}, headers=headers)
    answered.raise_for_status()


def proposals(visit: Visit) -> Locator:
    return visit.page.get_by_role("region", name="Proposed by agents")


async def test_a_hand_back_is_answered_and_the_drain_gets_it_with_the_answer(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await monday.hand_back(await monday.drain_next(), "Which limit: 10 MB or 25 MB?")
    await visit.open_list()
    await expect(visit.row("Cap the upload size")).to_contain_text("handed back")
    sheet = await visit.open_todo("Cap the upload size")
    asked = sheet.get_by_role("region", name="An agent handed this back to you")
    await expect(asked).to_contain_text("Which limit: 10 MB or 25 MB?")
    await asked.get_by_label("Your answer").fill("25 MB, and say so in the error.")
    await visit.press(asked.get_by_role("button", name="Return to the drain"))
    await expect(asked).to_have_count(0)
    await visit.expect_saved()
    await visit.close_sheet()
    await expect(visit.row("Cap the upload size")).not_to_contain_text("handed back")

    tuesday = await place.agent("tuesday")
    given = await tuesday.drain_next()
    assert given["follow_up"]["title"] == "Cap the upload size"
    notes = (await tuesday.read_one(given["follow_up"]["id"]))["notes"]
    assert "25 MB, and say so in the error." in notes
    assert "Which limit: 10 MB or 25 MB?" in notes


async def test_an_answer_being_written_outlives_the_sheet(desk: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await monday.hand_back(await monday.drain_next(), "Which limit?")
    await desk.open_list()
    sheet = await desk.open_todo("Cap the upload size")
    await sheet.get_by_label("Your answer").fill("25 MB, and")
    await desk.close_sheet()
    sheet = await desk.open_todo("Cap the upload size")
    await expect(sheet.get_by_label("Your answer")).to_have_value("25 MB, and")


async def test_proposals_of_a_session_are_accepted_together(visit: Visit, place: Place) -> None:
    await reviewing(place)
    monday, tuesday = await place.agent("monday"), await place.agent("tuesday")
    await monday.capture("Cap the upload size")
    await monday.capture("Cap the download size")
    await tuesday.capture("Rewrite it all")
    await visit.open_list()
    await expect(proposals(visit).get_by_role("link")).to_have_count(3)
    everything = proposals(visit).get_by_role("button", name=f"Accept all 2 from {REPOSITORY}, session monday")
    await visit.press(everything)
    await expect(proposals(visit).get_by_role("link")).to_have_text(["Rewrite it all"])
    await visit.expect_saved()
    assert [each["title"] for each in await monday.read_all()] == ["Cap the upload size", "Cap the download size"]


async def test_a_dismissed_proposal_goes_and_undo_brings_it_back(visit: Visit, place: Place) -> None:
    await reviewing(place)
    monday = await place.agent("monday")
    await monday.capture("Rewrite it all")
    await visit.open_list()
    await visit.press(proposals(visit).get_by_role("button", name="Dismiss: Rewrite it all"))
    await expect(proposals(visit)).to_have_count(0)
    await visit.expect_saved()
    assert [each["title"] for each in await place.owner.todos(state="deleted")] == ["Rewrite it all"]
    await visit.undo()
    await expect(proposals(visit).get_by_role("link", name="Rewrite it all")).to_be_visible()
    await visit.expect_saved()
    assert await monday.read_all() == []


async def test_a_claimed_row_says_who_has_it_and_lets_go_when_it_is_done(visit: Visit, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    await visit.open_list()
    await expect(visit.row("Cap the upload size")).to_be_visible()
    held = await monday.drain_next()
    await expect(visit.row("Cap the upload size")).to_contain_text("claimed by monday")
    sheet = await visit.open_todo("Cap the upload size")
    await expect(sheet.get_by_text("session monday, until")).to_be_visible()
    await visit.close_sheet()
    await monday.complete(held, "Capped at 25 MB.")
    await expect(visit.rows).to_have_count(0)
    await visit.unfold_completed()
    await expect(visit.completed.get_by_role("link", name="Cap the upload size")).to_be_visible()


async def test_what_is_assigned_to_a_repository_is_taken_by_its_sessions(visit: Visit, place: Place) -> None:
    await place.owner.add("Write the changelog")
    await visit.open_list()
    sheet = await visit.open_todo("Write the changelog")
    await visit.choose(sheet.get_by_role("button", name="More"), "Assign to a repository")
    asking = visit.page.get_by_role("dialog", name="Assign to a repository")
    await asking.get_by_label("Repository").fill("https://github.com/acme/widget.git")
    await visit.press(asking.get_by_role("button", name="Assign"))
    await expect(visit.sheet.get_by_role("region", name="Follow-up")).to_contain_text(REPOSITORY)
    await visit.expect_saved()
    monday = await place.agent("monday")
    assert (await monday.drain_next())["follow_up"]["title"] == "Write the changelog"


async def test_the_session_that_filed_it_can_be_resumed(desk: Visit, place: Place) -> None:
    monday = await place.agent("0b7e1f0c-6c0e-4b53-9d1f-2f5c27a1a001")
    await monday.capture("Cap the upload size", host="claude-code")
    codex = await place.agent("codex-1")
    await codex.capture("Cap the download size", host="codex")
    await desk.open_list()
    sheet = await desk.open_todo("Cap the upload size")
    await expect(sheet.get_by_role("code")).to_have_text("claude --resume 0b7e1f0c-6c0e-4b53-9d1f-2f5c27a1a001")
    await expect(sheet.get_by_text("from its project folder")).to_be_visible()
    await desk.close_sheet()
    sheet = await desk.open_todo("Cap the download size")
    await expect(sheet.get_by_role("region", name="Follow-up")).to_contain_text("Codex")
    await expect(sheet.get_by_role("code")).to_have_count(0)
