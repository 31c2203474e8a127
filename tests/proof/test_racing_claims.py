"""Many want the same follow-up at the same instant, and one gets it."""

import asyncio
from collections.abc import AsyncIterator

import httpx2
import pytest

from tests.journeys.answers import Refused
from tests.journeys.deployment import Deployment, Place, fresh_place
from tests.proof.doors import AgentDoor, Json, http_client

pytestmark = pytest.mark.anyio

RACERS = 8
ROUNDS = 20
REPOSITORY = "acme/widget"


@pytest.fixture
async def place(deployment: Deployment) -> AsyncIterator[Place]:
    async with fresh_place(deployment, "races") as fresh:
        yield fresh


@pytest.fixture
async def doors(place: Place) -> list[AgentDoor]:
    http: httpx2.AsyncClient = await place.until_the_end(http_client())
    keys = [await place.new_key(f"racer {at}") for at in range(RACERS)]
    return [AgentDoor(http, place.deployment.mcp_url, api_key, place.list_id) for _, api_key in keys]


async def test_of_many_claims_at_one_instant_one_wins_and_the_others_are_told_who(doors: list[AgentDoor]) -> None:
    for at in range(ROUNDS):
        wanted = (await doors[0].call(**_added(at)))["follow_up"]["id"]
        outcomes = await asyncio.gather(
            *(door.call("claim_follow_up", id=wanted, session_id=f"racer {n}") for n, door in enumerate(doors)),
            return_exceptions=True,
        )
        (won,) = [outcome for outcome in outcomes if isinstance(outcome, dict)]
        lost = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
        assert len(lost) == RACERS - 1
        for refused in lost:
            assert refused.code == "claimed_elsewhere"
            assert refused.told["holder"] == won["claim"]["session_id"]
            assert refused.told["expires_at"] == won["claim"]["expires_at"]


async def test_of_many_drains_at_one_instant_each_gets_another_follow_up(doors: list[AgentDoor]) -> None:
    for at in range(RACERS):
        await doors[0].call(**_added(at))
    steps = await asyncio.gather(
        *(
            door.call("drain_next", repository=REPOSITORY, session_id=f"racer {n}")
            for n, door in enumerate([*doors, doors[0]])
        )
    )
    given = [step["follow_up"]["id"] for step in steps if "follow_up" in step]
    stopped = [step["stop"] for step in steps if "stop" in step]
    assert len(set(given)) == RACERS
    assert [stop["reason"] for stop in stopped] == ["all claimed by others"]
    assert stopped[0]["claimed_by_others"] == RACERS


async def test_parallel_calls_of_one_drain_get_the_same_follow_up(doors: list[AgentDoor]) -> None:
    for at in range(3):
        await doors[0].call(**_added(at))
    steps = await asyncio.gather(
        *(door.call("drain_next", repository=REPOSITORY, session_id="one drain") for door in doors)
    )
    assert len({step["follow_up"]["id"] for step in steps}) == 1
    assert len({step["claim"]["token"] for step in steps}) == 1
    answered = await doors[0].call("read_follow_ups", repository=REPOSITORY)
    assert sum("claim" in row for row in answered["follow_ups"]) == 1


def _added(at: int) -> Json:
    return {"tool": "add_follow_up", "repository": REPOSITORY, "session_id": "racer 0", "title": f"Guard {at}"}
