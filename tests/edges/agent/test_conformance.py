"""The official conformance suite against our server, behind the guard that the local server puts in front of it."""

import asyncio
import re
from pathlib import Path
from typing import Any

from followups.edges.agent.app import build_app
from followups.edges.agent.server import build_server
from local.front import Front
from local.guards import Guard
from tests.builders import Home
from tests.edges.agent.conformance_tools import CONFORMANCE_TOOLS
from tests.edges.agent.door import Agent
from tests.edges.agent.node_programs import Ended, needs, program, run_node
from tests.edges.agent.serving import served

PACKAGE = "@modelcontextprotocol/conformance"
BASELINE = Path(__file__).parent / "conformance-baseline.yml"

MUST_PASS = {
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "json-schema-2020-12",
    "dns-rebinding-protection",
}

pytestmark = needs(PACKAGE)


def reasons() -> dict[str, str]:
    """Each scenario that is expected to fail, with the comment above it or above its neighbours."""
    found: dict[str, str] = {}
    reason = ""
    for line in BASELINE.read_text().partition("server:\n")[2].splitlines():
        if line.startswith("  # "):
            reason = line.removeprefix("  # ")
        else:
            found[line.removeprefix("  - ")] = reason
    return found


def suite(home: Home, agent: Agent, folder: Path) -> Ended:
    """The suite has no key to send, so the front adds one."""
    app = build_app(
        home.ports,
        origin="http://127.0.0.1",
        server=build_server(home.ports, extra_tools=CONFORMANCE_TOOLS),
        calls_per_minute=100_000,
    )
    key = (b"authorization", agent.authorization["authorization"].encode())

    async def with_key(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, "headers": [*scope["headers"], key]}, receive, send)

    front = Front(guard=Guard(port=0, origin=None), agent=with_key, web=with_key, site=with_key, running=app.running)

    async def run() -> Ended:
        async with app.running(), served(front) as address:
            return await run_node(
                program(PACKAGE, "dist/index.js"),
                *("server", "--url", f"{address}/mcp", "--suite", "all", "--expected-failures", str(BASELINE)),
                folder=folder,
            )

    return asyncio.run(run())


def test_every_scenario_passes_but_those_whose_feature_is_not_offered(home, agent, tmp_path):
    ended = suite(home, agent, tmp_path)
    assert ended.code == 0, ended.output
    passed = {match[1] for match in re.finditer(r"^✓ ([\w-]+): [1-9]\d* passed, 0 failed", ended.output, re.MULTILINE)}
    assert passed >= MUST_PASS
    assert not passed & reasons().keys()


def test_every_expected_failure_has_its_reason():
    assert len(reasons()) == 21
    assert all(len(reason) > 40 for reason in reasons().values())
