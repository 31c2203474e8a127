"""Both eras of the protocol over a socket, with the SDK's own client: the newest one, and the ones before it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from followups.domain.ids import is_id
from followups.edges.agent.app import build_app
from tests.builders import Home
from tests.edges.agent.door import LEGACY, MODERN, Agent
from tests.edges.agent.serving import served

EVERY_MODE = pytest.mark.parametrize("mode", ["auto", MODERN, "legacy"])


@asynccontextmanager
async def connected(agent: Agent, mode: str) -> AsyncIterator[Client]:
    app = build_app(agent.door.ports, origin="http://127.0.0.1")
    async with (
        app.running(),
        served(app) as address,
        httpx2.AsyncClient(headers=agent.authorization, trust_env=False, timeout=30) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


@EVERY_MODE
def test_a_session_captures_drains_and_hands_back(agent: Agent, home: Home, mode: str) -> None:
    where = {"list_id": home.id, "repository": "acme/widget", "session_id": "s1"}

    async def work(client: Client) -> None:
        async def call(tool, **arguments):
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, result.content
            (block,) = result.content
            assert isinstance(block, TextContent)
            assert block.text.startswith(result.structured_content["message"])
            return result.structured_content

        assert len((await client.list_tools()).tools) == 7
        for n in range(3):
            added = await call("add_follow_up", **where, title=f"Fix guard {n}", notes="n")
            assert is_id(added["follow_up"]["id"])
        page = await call("read_follow_ups", **where, limit=2)
        assert [row["title"] for row in page["follow_ups"]] == ["Fix guard 0", "Fix guard 1"]
        page = await call("read_follow_ups", **where, cursor=page["next_cursor"])
        assert [row["title"] for row in page["follow_ups"]] == ["Fix guard 2"]

        step = await call("drain_next", **where, start=True)
        held = {"list_id": home.id, "id": step["follow_up"]["id"], "claim_token": step["claim"]["token"]}
        await call("complete_follow_up", **held, summary="Added it.")
        step = await call("drain_next", **where)
        held = {"list_id": home.id, "id": step["follow_up"]["id"], "claim_token": step["claim"]["token"]}
        await call("hand_back_follow_up", **held, reason="Which one?")
        last = await call("claim_follow_up", list_id=home.id, id=page["follow_ups"][0]["id"], session_id="s1")
        assert (await call("drain_next", **where))["claim"]["token"] == last["claim"]["token"]
        await call("complete_follow_up", list_id=home.id, id=last["follow_up"]["id"], summary="Added it.",
                   claim_token=last["claim"]["token"])  # fmt: skip
        assert (await call("drain_next", **where))["stop"]["reason"] == "nothing left"
        read = await call("read_follow_up", list_id=home.id, id=last["follow_up"]["id"])
        assert read["follow_up"]["status"] == "completed"

    run(agent, mode, work)
    assert home.read() == []


@EVERY_MODE
def test_a_refusal_passes_the_clients_check_of_the_output_schema(agent: Agent, home: Home, mode: str) -> None:
    async def work(client: Client) -> None:
        await client.list_tools()
        result = await client.call_tool("read_follow_up", {"list_id": home.id, "id": "x"})
        assert result.is_error
        assert result.structured_content["error"]["code"] == "not_found"

    run(agent, mode, work)


@pytest.mark.parametrize(("mode", "negotiated"), [("auto", MODERN), (MODERN, MODERN), ("legacy", LEGACY)])
def test_a_client_learns_who_serves_it_and_how_the_list_is_used(agent: Agent, mode: str, negotiated: str) -> None:
    async def work(client: Client) -> None:
        await client.list_tools()
        assert client.protocol_version == negotiated
        if mode != MODERN:  # who adopts a version asks for nothing
            assert agent.list_id in (client.instructions or "")
            assert client.server_info is not None
            assert client.server_info.name == "follow-ups"
            assert client.server_capabilities.tools is not None
            assert client.server_capabilities.resources is None

    run(agent, mode, work)


@EVERY_MODE
def test_without_a_key_a_client_is_told_what_is_missing(agent: Agent, mode: str) -> None:
    async def work(client: Client) -> None:
        await client.list_tools()

    nobody = Agent(agent.door, None, agent.list_id)
    with pytest.raises(BaseException) as failed:  # noqa: PT011 - a group of them, from the client's tasks
        run(nobody, mode, work)
    assert "There is no API key in this call" in str(flattened(failed.value))


def flattened(failure: BaseException) -> list[BaseException]:
    if isinstance(failure, BaseExceptionGroup):
        return [inner for each in failure.exceptions for inner in flattened(each)]
    return [failure]


def run(agent: Agent, mode: str, work) -> None:
    async def main() -> None:
        async with connected(agent, mode) as client:
            await work(client)

    asyncio.run(main())


class TestTheNewestRevision:
    def test_discovery_names_the_revision_the_capabilities_and_how_long_it_holds(self, agent):
        result = agent.rpc("server/discover").json()["result"]
        assert result["supportedVersions"] == [MODERN]
        assert result["capabilities"] == {"tools": {"listChanged": False}}
        assert agent.list_id in result["instructions"]
        assert (result["resultType"], result["cacheScope"]) == ("complete", "private")
        assert result["ttlMs"] == 3_600_000

    def test_the_listing_says_how_long_it_holds(self, agent):
        result = agent.rpc("tools/list").json()["result"]
        assert (result["resultType"], result["cacheScope"], result["ttlMs"]) == ("complete", "public", 3_600_000)

    @pytest.mark.parametrize(
        "headers",
        [{"mcp-name": "complete_follow_up"}, {"mcp-method": "tools/list"}, {"mcp-protocol-version": "2026-07-29"}],
    )
    def test_headers_that_say_something_else_than_the_body_write_nothing(self, agent, home, headers):
        arguments = {"list_id": home.id, "repository": "acme/widget", "session_id": "s1", "title": "Fix it"}
        response = agent.rpc("tools/call", {"name": "add_follow_up", "arguments": arguments}, headers=headers)
        assert response.status_code == 400
        assert response.json()["error"]["code"] == -32020
        assert home.read() == []

    def test_a_revision_that_nobody_knows_is_told_the_ones_that_are_served(self, agent):
        older = Agent(agent.door, agent.key, agent.list_id, era="2031-01-01")
        response = older.rpc("tools/list")
        assert response.status_code == 400

    def test_methods_of_features_that_are_not_offered_do_not_exist(self, agent):
        for method in ("resources/list", "prompts/list", "completion/complete"):
            response = agent.rpc(method)
            assert response.status_code in {400, 404}
            assert response.json()["error"]["code"] in {-32601, -32602}


class TestThoseThatOpenWithAHandshake:
    @pytest.mark.parametrize(
        ("asked", "answered"),
        [
            ("2025-11-25", "2025-11-25"),
            ("2025-06-18", "2025-06-18"),
            ("2025-03-26", "2025-03-26"),
            ("2024-11-05", "2024-11-05"),
            ("1999-01-01", "2025-11-25"),
        ],
    )
    def test_the_revision_that_the_client_asks_for_is_the_one_it_gets(self, agent, asked, answered):
        hello = {"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        response = _post(agent, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
        result = response.json()["result"]
        assert result["protocolVersion"] == answered
        assert agent.list_id in result["instructions"]
        assert "mcp-session-id" not in response.headers

    def test_a_notification_is_accepted(self, agent):
        assert _post(agent, {"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202

    @pytest.mark.parametrize("session", [None, "no-such-session", "3f6c1d0e5a524f3e"])
    def test_a_call_needs_no_handshake_and_any_session_header_will_do(self, agent, session):
        headers = {} if session is None else {"mcp-session-id": session}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "read_follow_ups", "arguments": {
            "list_id": agent.list_id, "repository": "acme/widget"}}}  # fmt: skip
        response = _post(agent, call, headers)
        assert response.status_code == 200
        assert response.json()["result"]["structuredContent"]["follow_ups"] == []

    @pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", None])
    def test_every_revision_lists_and_calls(self, agent, version):
        headers = {} if version is None else {"mcp-protocol-version": version}
        listed = _post(agent, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers)
        assert len(listed.json()["result"]["tools"]) == 7

    def test_a_ping_is_answered(self, agent):
        assert _post(agent, {"jsonrpc": "2.0", "id": 9, "method": "ping"}).json()["id"] == 9


def _post(agent, message, headers=None):
    sent = {"accept": "application/json, text/event-stream", **agent.authorization, **(headers or {})}
    return agent.door.send(json=message, headers=sent)
