"""Drains end: with nothing left, or when the list stops shrinking; and two of them share the work."""

import asyncio

import pytest

from tests.journeys.agent import Agent
from tests.journeys.deployment import Place

pytestmark = pytest.mark.anyio


async def test_a_drain_that_finds_as_much_as_it_does_is_told_to_stop(place: Place) -> None:
    monday = await place.agent("monday")
    await _capture(monday, "Guard", 3)
    for found in range(3):
        step = await monday.drain_next()
        await monday.capture(f"Seen on the way {found}", discovered_from=step["follow_up"]["id"])
        await monday.complete(step, "Done.")

    stalled = await monday.drain_next()

    assert stalled["stop"]["reason"] == "not converging"
    assert (stalled["checkpoint"], stalled["taken"], stalled["open"]) == (3, 3, 3)
    left = await monday.read_all()
    assert [row["title"] for row in left] == [f"Seen on the way {found}" for found in range(3)]
    assert not any("claim" in row for row in left)


async def test_a_drain_goes_on_at_a_checkpoint_while_the_list_shrinks(place: Place) -> None:
    monday = await place.agent("monday")
    await _capture(monday, "Guard", 3)
    checkpoints = []
    for found in range(3):
        step = await monday.drain_next()
        checkpoints.append(step["checkpoint"])
        if found == 0:
            await monday.capture("Seen on the way")
        await monday.complete(step, "Done.")
    step = await monday.drain_next()
    checkpoints.append(step["checkpoint"])
    assert step["follow_up"]["title"] == "Seen on the way"
    await monday.complete(step, "Done.")

    assert (await monday.drain_next())["stop"]["reason"] == "nothing left"
    assert checkpoints == [3, 3, 3, 1]


async def test_two_drains_at_once_share_the_work_and_take_nothing_twice(place: Place) -> None:
    monday = await place.agent("monday")
    await _capture(monday, "Guard", 12)
    tuesday = await place.agent("tuesday")
    wednesday = await place.agent("wednesday")
    # Both have begun before either goes on: a process that starts cold may be overtaken by the whole other drain.
    first, second = await asyncio.gather(tuesday.drain_next(), wednesday.drain_next())
    assert first["follow_up"]["id"] != second["follow_up"]["id"]
    shares = await asyncio.gather(_drain(tuesday), _drain(wednesday))
    assert sorted(title for share in shares for title in share) == sorted(f"Guard {at}" for at in range(12))
    assert all(shares)
    assert len(await place.owner.todos(state="completed")) == 12


async def test_a_drain_does_not_wait_for_what_others_hold(place: Place) -> None:
    monday = await place.agent("monday")
    tuesday = await place.agent("tuesday")
    await _capture(monday, "Guard", 1)
    held = await monday.drain_next()

    told = await tuesday.drain_next()

    assert told["stop"]["reason"] == "all claimed by others"
    assert told["open"] == 1
    assert (await monday.drain_next())["follow_up"]["id"] == held["follow_up"]["id"]


async def _capture(agent: Agent, title: str, count: int) -> None:
    for at in range(count):
        await agent.capture(f"{title} {at}")


async def _drain(agent: Agent) -> list[str]:
    """The titles that this drain completed, until it was told to stop."""
    titles = []
    while "stop" not in (step := await agent.drain_next()):
        titles.append(step["follow_up"]["title"])
        await agent.complete(step, f"Done by {agent.session_id}.")
    return titles
