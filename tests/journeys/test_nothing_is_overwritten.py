"""Stale saves are refused, and what was sent twice is done once."""

import asyncio

import pytest

from tests.journeys.answers import Refused
from tests.journeys.deployment import Place

pytestmark = pytest.mark.anyio


async def test_a_save_made_from_what_an_agent_has_changed_is_refused_then_merged(place: Place) -> None:
    monday = await place.agent("monday")
    captured = (await monday.capture("Cap the upload size", notes="5 MB?"))["follow_up"]
    seen = await place.owner.todo(captured["id"])
    await monday.hand_back(await monday.drain_next(), "Which limit is right?")

    with pytest.raises(Refused) as stale:
        await place.owner.edit(seen, notes="10 MB.")

    assert (stale.value.status, stale.value.code) == (412, "changed_meanwhile")
    current = stale.value.told["current"]
    assert current["version"] > seen["version"]
    assert "Which limit is right?" in current["notes"]

    merged = await place.owner.edit(current, notes=current["notes"].replace("5 MB?", "10 MB."))

    assert merged["version"] == current["version"] + 1
    assert merged["notes"].startswith("10 MB.")
    assert "Which limit is right?" in (await place.owner.todo(captured["id"]))["notes"]


async def test_two_tabs_that_save_at_once_are_both_heard(place: Place) -> None:
    todo = await place.owner.add("Plan the release")
    one, other = await place.owner.todo(todo["id"]), await place.owner.todo(todo["id"])
    await place.owner.edit(one, starred=True)
    with pytest.raises(Refused, match="changed_meanwhile"):
        await place.owner.edit(other, title="Plan the autumn release")
    assert (await place.owner.todo(todo["id"]))["title"] == "Plan the release"


async def test_a_capture_whose_answer_was_lost_is_sent_again_and_is_there_once(place: Place) -> None:
    monday = await place.agent("monday")
    first = await monday.capture("Cap the upload size", notes="5 MB", idempotency_key="capture-1")
    again = await monday.capture("Cap the upload size", notes="5 MB", idempotency_key="capture-1")
    assert again == first
    with pytest.raises(Refused, match="key_conflict"):
        await monday.capture("Cap the download size", idempotency_key="capture-1")
    assert len(await monday.read_all()) == 1


async def test_a_completion_whose_answer_was_lost_is_sent_again_and_noted_once(place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    step = await monday.drain_next()
    first = await monday.complete(step, "Capped at 5 MB.")
    again = await monday.complete(step, "Capped at 5 MB.")
    assert again["follow_up"] == first["follow_up"]
    with pytest.raises(Refused, match="not_found"):
        await monday.complete(step, "Capped at 10 MB.")
    assert (await place.owner.todo(step["follow_up"]["id"]))["notes"].count("Capped at 5 MB.") == 1


async def test_an_edit_whose_answer_was_lost_is_sent_again_under_its_name(place: Place) -> None:
    seen = await place.owner.add("Plan the release")
    first = await place.owner.edit(seen, title="Plan the autumn release", write_id="edit-1")
    again = await place.owner.edit(seen, title="Plan the autumn release", write_id="edit-1")
    assert again == first
    with pytest.raises(Refused, match="changed_meanwhile"):
        await place.owner.edit(seen, title="Plan the winter release", write_id="edit-2")


async def test_a_todo_whose_answer_was_lost_is_sent_again_and_is_there_once(place: Place) -> None:
    body = {"title": "Plan the release"}
    headers = {"write-id": "add-1"}
    first = await place.owner.post(place.owner.path(), body, **headers)
    again = await place.owner.post(place.owner.path(), body, **headers)
    assert again == first
    assert len(await place.owner.todos()) == 1


async def test_two_todos_dropped_into_one_gap_at_once_both_stand_there(place: Place) -> None:
    above, below, one, other = [await place.owner.add(title) for title in ("above", "below", "one", "other")]
    gap = {"after": above["id"], "before": below["id"]}
    await asyncio.gather(place.owner.edit(one, **gap), place.owner.edit(other, **gap))
    shown = [todo["title"] for todo in await place.owner.todos()]
    assert (shown[0], set(shown[1:3]), shown[3]) == ("above", {"one", "other"}, "below")
    assert shown == [todo["title"] for todo in await place.owner.todos(limit=1)]
