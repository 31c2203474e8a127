"""A key reaches its list and nothing else; a revoked one reaches nothing."""

from dataclasses import replace

import httpx2
import pytest

from tests.journeys.answers import Refused
from tests.journeys.deployment import Deployment, Place, Stranger, fresh_place

pytestmark = pytest.mark.anyio

UNKNOWN = "01900000-0000-7000-8000-000000000000"


async def test_another_owners_key_sees_what_an_unknown_list_would_show(place: Place, stranger: Stranger) -> None:
    own = await place.owner.add("The owner's own")
    theirs = await place.agent("monday", api_key=stranger.api_key)
    told = await _refusals(theirs, own["id"])
    theirs.list_id = UNKNOWN
    assert told == await _refusals(theirs, own["id"])
    assert {code for code, _ in told} == {"not_found"}


async def test_a_key_that_is_bound_to_another_list_does_not_reach_this_one(
    place: Place, deployment: Deployment
) -> None:
    async with fresh_place(deployment, "another", place.mode) as another:
        _, bound_there = await another.new_key()
        astray = await place.agent("monday", api_key=bound_there)
        assert {code for code, _ in await _refusals(astray, UNKNOWN)} == {"not_found"}
    assert await place.owner.todos() == []


async def test_a_key_of_all_lists_reaches_each_and_a_readers_writes_nothing(place: Place) -> None:
    _, everywhere = await place.new_key(list_id=None)
    _, reads_only = await place.new_key(role="reader")
    monday = await place.agent("monday", api_key=everywhere)
    await monday.capture("Cap the upload size")
    tuesday = await place.agent("tuesday", api_key=reads_only)
    assert len(await tuesday.read_all()) == 1
    with pytest.raises(Refused, match="not_allowed"):
        await tuesday.capture("Cap the download size")


async def test_a_revoked_key_is_turned_away_at_the_next_call(place: Place) -> None:
    key_id, api_key = await place.new_key()
    url, headers = place.deployment.mcp_url, {"authorization": f"Bearer {api_key}"}
    ping = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    accepts = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}
    async with httpx2.AsyncClient(headers={**headers, **accepts}, trust_env=False) as http:
        assert (await http.post(url, json=ping)).status_code == 200
        (await place.owner.http.delete(f"/api/keys/{key_id}")).raise_for_status()

        refused = await http.post(url, json=ping)

    assert refused.status_code == 401
    assert "resource_metadata=" in refused.headers["www-authenticate"]
    assert api_key not in refused.text


async def test_nobody_reads_the_owners_lists_without_signing_in(place: Place) -> None:
    nobody = replace(place.deployment, owner_headers={})
    async with nobody.signed_in() as http:
        assert (await http.get(place.owner.path())).status_code == 401
    _, api_key = await place.new_key()
    an_agent = replace(place.deployment, owner_headers={"authorization": f"Bearer {api_key}"})
    async with an_agent.signed_in() as http:
        assert (await http.get(place.owner.path())).status_code == 401


async def _refusals(agent, todo_id):
    """What each tool says, as (code, message)."""
    token = {"id": todo_id, "claim_token": "1.x"}
    calls = [
        agent.capture("Anything"),
        agent.read(),
        agent.call("read_follow_up", id=todo_id),
        agent.claim(todo_id),
        agent.call("complete_follow_up", **token, summary="Done."),
        agent.call("hand_back_follow_up", **token, reason="Why?"),
        agent.drain_next(),
    ]
    told = []
    for call in calls:
        with pytest.raises(Refused) as refused:
            await call
        told.append((refused.value.code, refused.value.told["message"]))
    return told
