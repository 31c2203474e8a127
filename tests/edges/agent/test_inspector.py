"""The official inspector from the command line: another maker's client, with its own reading of the schemas."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from followups.edges.agent.app import build_app
from tests.builders import Home
from tests.edges.agent.door import Agent
from tests.edges.agent.node_programs import Ended, needs, program, run_node
from tests.edges.agent.serving import served

PACKAGE = "@modelcontextprotocol/inspector"

pytestmark = needs(PACKAGE)

Ask = Callable[..., Awaitable[Ended]]


def with_inspector(agent: Agent, folder: Path, work: Callable[[Ask], Awaitable[None]]) -> None:
    app = build_app(agent.door.ports, origin="http://127.0.0.1")

    async def run() -> None:
        async with app.running(), served(app) as address:

            async def ask(*arguments: str) -> Ended:
                header = f"Authorization: {agent.authorization['authorization']}"
                return await run_node(
                    program(PACKAGE, "clients/launcher/build/index.js"),
                    *("--cli", "--transport", "http", "--server-url", f"{address}/mcp", "--header", header),
                    *arguments,
                    folder=folder,
                )

            await work(ask)

    asyncio.run(run())


def answer_in(ended: Ended) -> dict[str, Any]:
    """The first JSON object among what it printed."""
    answer: dict[str, Any]
    answer, _ = json.JSONDecoder().raw_decode(ended.output, ended.output.index("{"))
    return answer


def test_it_lists_the_tools_and_finds_no_fault_in_their_schemas(agent: Agent, tmp_path: Path) -> None:
    async def work(ask: Ask) -> None:
        listed = await ask("--method", "tools/list", "--strict")
        assert listed.code == 0, listed.output
        assert len(answer_in(listed)["tools"]) == 7

    with_inspector(agent, tmp_path, work)


def test_it_adds_reads_drains_completes_and_hands_back(agent: Agent, home: Home, tmp_path: Path) -> None:
    async def work(ask: Ask) -> None:
        async def call(tool: str, **arguments: str) -> dict[str, Any]:
            pairs = [f"{name}={value}" for name, value in {"list_id": home.id, **arguments}.items()]
            options = [word for pair in pairs for word in ("--tool-arg", pair)]
            ended = await ask("--method", "tools/call", "--tool-name", tool, *options)
            answer = answer_in(ended)
            assert "structuredContent" in answer, ended.output
            content: dict[str, Any] = answer["structuredContent"]
            return content

        where = {"repository": "acme/widget", "session_id": "s1"}
        for title in ("Fix the guard", "Paint the shed"):
            assert (await call("add_follow_up", **where, title=title))["duplicate"] is False
        page = await call("read_follow_ups", repository="acme/widget", limit="1")
        assert [row["title"] for row in page["follow_ups"]] == ["Fix the guard"]

        step = await call("drain_next", **where, start="true")
        held = {"id": step["follow_up"]["id"], "claim_token": step["claim"]["token"]}
        done = await call("complete_follow_up", **held, summary="Added it.")
        assert done["follow_up"]["status"] == "completed"
        step = await call("drain_next", **where)
        held = {"id": step["follow_up"]["id"], "claim_token": step["claim"]["token"]}
        back = await call("hand_back_follow_up", **held, reason="Which shed?")
        assert back["follow_up"]["handed_back_reason"] == "Which shed?"
        refused = await call("complete_follow_up", **held, summary="Too late.")
        assert refused["error"]["code"] == "not_found"

    with_inspector(agent, tmp_path, work)
    assert home.read() == []
