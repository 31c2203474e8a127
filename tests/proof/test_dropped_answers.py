"""The answer to a write is lost on its way, and the client sends the write again: all is as if it had arrived."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.journeys.answers import Refused
from tests.journeys.deployment import Deployment, fresh_place, local_deployment
from tests.journeys.owner import Owner
from tests.proof.doors import LOST, AgentDoor, http_client
from tests.proof.dropping_proxy import dropping_proxy
from tests.proof.sameness import Names
from tests.proof.writes import ENDS_THE_ACCOUNT, NEEDS_A_RING, ROUTES, TOOLS, Doors, Write, through

pytestmark = pytest.mark.anyio

WRITES: dict[str, Write] = {**TOOLS, **{" ".join(key): write for key, write in ROUTES.items()}}


@pytest.mark.parametrize("name", WRITES)
async def test_a_write_sent_again_after_a_lost_answer_leaves_what_one_write_leaves(
    deployment: Deployment, name: str
) -> None:
    write = WRITES[name]
    assert await _with_the_first_answer_lost(deployment, write) == await _undisturbed(deployment, write)


async def test_every_tool_that_writes_is_tried(deployment: Deployment) -> None:
    async with fresh_place(deployment, "tools") as place:
        monday = await place.agent("monday")
        listed = (await monday.client.list_tools()).tools
    writing = {tool.name for tool in listed if not (tool.annotations and tool.annotations.read_only_hint)}
    assert writing == TOOLS.keys()


async def test_every_route_that_writes_is_tried(deployment: Deployment) -> None:
    async with deployment.signed_in() as http:
        document = (await http.get("/api/openapi.json")).json()
    writing = {
        (method.upper(), path)
        for path, operations in document["paths"].items()
        for method in operations
        if method in {"post", "put", "patch", "delete"}
        # What the plugin's hooks ask changes nothing but how long a claim lasts.
        and not path.startswith("/api/agent/")
    }
    assert writing - {ENDS_THE_ACCOUNT, NEEDS_A_RING} == ROUTES.keys()


async def test_an_account_whose_deletion_was_not_answered_is_gone(tmp_path: Path) -> None:
    method, path = ENDS_THE_ACCOUNT
    with local_deployment(tmp_path) as deployment:
        port = int(deployment.base_url.rpartition(":")[2])
        headers = {**deployment.owner_headers, "if-match": "*"}
        async with dropping_proxy(port) as proxy, http_client(headers, base_url=proxy.address) as http:
            proxy.drop_next_answer()
            with pytest.raises(LOST):
                await http.request(method, path)
            assert (await http.request(method, path)).status_code == 401
            assert (await http.get("/api/lists")).status_code == 401


async def _undisturbed(deployment: Deployment, write: Write) -> Any:
    async with _doors(deployment) as doors:
        made = await write.prepare(doors)
        before = await _belongings(doors)
        answer = await write.send(doors, made)
        return await _outcome(doors, write, answer, before)


async def _with_the_first_answer_lost(deployment: Deployment, write: Write) -> Any:
    port = int(deployment.base_url.rpartition(":")[2])
    async with (
        _doors(deployment) as doors,
        dropping_proxy(port) as proxy,
        http_client(dict(deployment.owner_headers), base_url=proxy.address) as http,
    ):
        made = await write.prepare(doors)
        before = await _belongings(doors)
        disturbed = through(doors, http, proxy.address)
        proxy.drop_next_answer()
        with pytest.raises(LOST):
            await write.send(disturbed, made)
        answer = await _sent_again(disturbed, write, made)
        assert proxy.dropped == 1
        return await _outcome(doors, write, answer, before)


async def _sent_again(doors: Doors, write: Write, made: Any) -> Any:
    if write.refused_again is None:
        return await write.send(doors, made)
    with pytest.raises(Refused) as refused:
        await write.send(doors, made)
    assert refused.value.code == write.refused_again
    return {}


async def _belongings(doors: Doors) -> tuple[int, int]:
    """How many lists and keys the owner has."""
    lists, keys = await doors.owner.get("/api/lists", limit=200), await doors.owner.get("/api/keys", limit=200)
    return len(lists["lists"]), len(keys["keys"])


async def _outcome(doors: Doors, write: Write, answer: Any, before: tuple[int, int]) -> Any:
    """The answer and everything that is stored, as far as two runs can agree on it."""
    without = frozenset({"version"}) if write.renews else frozenset()
    names = Names()
    more = [now - then for now, then in zip(await _belongings(doors), before, strict=True)]
    settings = await doors.owner.get("/api/me")
    lists = [await _list_of(doors.owner, list_id) for list_id in (doors.list_id, doors.other_list_id)]
    return [
        more,
        names.plain(answer, without=without | {"version"} if "time_zone" in answer else without),
        names.plain(settings, without=frozenset({"version"})),
        names.plain(lists, without=without),
    ]


async def _list_of(owner: Owner, list_id: str) -> Any:
    there = Owner(owner.http, list_id)
    try:
        settings = await there.get(f"/api/lists/{list_id}")
    except Refused as refused:
        return refused.code
    return [
        settings,
        (await there.get(f"/api/lists/{list_id}/export"))["todos"],
        (await there.get(f"/api/lists/{list_id}/feeds"))["feeds"],
        await there.todos(state="deleted"),
        await there.get(f"/api/lists/{list_id}/repositories"),
        [key for key in (await there.get("/api/keys"))["keys"] if key.get("list_id") == list_id],
    ]


@asynccontextmanager
async def _doors(deployment: Deployment) -> AsyncIterator[Doors]:
    async with (
        fresh_place(deployment, "the one") as place,
        fresh_place(deployment, "the other") as other,
        http_client() as http,
    ):
        _, api_key = await place.new_key("monday")
        agent = AgentDoor(http, deployment.mcp_url, api_key, place.list_id)
        yield Doors(place.owner, agent, other.list_id, write_id=str(uuid4()))
