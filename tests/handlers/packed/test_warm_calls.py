"""Many calls on one warm process of each HTTP function: every one answered, and the process does not grow."""

import sys
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from tests.handlers.packed.aws import Aws
from tests.handlers.packed.events import LEGACY, MODERN, mcp_event, members, opening, owner_event
from tests.handlers.packed.lambda_function import LambdaFunction, TimedOut
from tests.length import in_the_long_form

pytestmark = pytest.mark.timeout(300)

CALLS = 1_000
WARM_UP = 300
"""Of those, so many until every cache is filled."""
GROWTH_KILOBYTES = 1024
"""What the allocator may take by chance. Three kilobytes lost in each call of one process are more than that."""

DEADLINE_SECONDS = 0.5

Step = Callable[[], None]


class Calls:
    """What an agent and the owner ask again and again of what is there, and see that the answers are right."""

    def __init__(self, agent: LambdaFunction, web: LambdaFunction, aws: Aws, repository: str) -> None:
        self._agent = agent
        self._web = web
        self._keys = cycle(aws.keys)
        self._where = {"list_id": aws.list_id, "repository": repository}
        self._todos = f"/api/lists/{aws.list_id}/todos"
        added = self.tool(MODERN, "add_follow_up", session_id="s1", title=f"Fix the guard of {repository}")
        self._follow_up = added["follow_up"]["id"]
        self._todo = members(web.invoke(owner_event("POST", self._todos, {"title": "Water the plants"})))

    def message(self, era: str, method: str, params: dict[str, Any] | None = None) -> Any:
        return members(self._agent.invoke(mcp_event(next(self._keys), method, params, era=era)))["result"]

    def tool(self, era: str, name: str, *, seconds: float = 29.0, **arguments: Any) -> Any:
        params = {"name": name, "arguments": self._where | arguments}
        answer = self._agent.invoke(mcp_event(next(self._keys), "tools/call", params, era=era), seconds=seconds)
        return members(answer)["result"]["structuredContent"]

    def ids_read(self, era: str) -> set[str]:
        return {row["id"] for row in self.tool(era, "read_follow_ups")["follow_ups"]}

    def of_the_agent(self, era: str) -> Iterator[Step]:
        """One round."""
        yield lambda: self._is(len(self.message(era, "tools/list")["tools"]) > 5)
        yield lambda: self._is(self._follow_up in self.ids_read(era))
        yield lambda: self._is(self.tool(era, "read_follow_up", id="nonsense")["error"]["code"] == "not_found")
        yield lambda: self._is("claim" in self.tool(era, "claim_follow_up", id=self._follow_up, session_id="s1"))
        yield self.cancel
        yield lambda: self._is("protocolVersion" in self.message(LEGACY, "initialize", opening()))

    def of_the_owner(self) -> Iterator[Step]:
        yield lambda: self._is(len(self.owner("GET", self._todos)["todos"]) >= 2)
        yield lambda: self._is(self.owner("GET", self._path)["title"] == self._todo["title"])
        yield self.star
        yield lambda: self._is(self._web.invoke(owner_event("GET", f"{self._todos}/nonsense"))["statusCode"] == 404)

    def cancel(self) -> None:
        """A client takes back a request that it made: there is none any more."""
        params = {"requestId": 1, "reason": "The user stopped it."}
        event = mcp_event(next(self._keys), "notifications/cancelled", params, era=LEGACY, id=None)
        self._is(self._agent.invoke(event)["statusCode"] == 202)

    def owner(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        return members(self._web.invoke(owner_event(method, path, body, **more)))

    def star(self) -> None:
        starred = not self._todo["starred"]
        match = {"if-match": f'"{self._todo["version"]}"'}
        self._todo = self.owner("PATCH", self._path, {"starred": starred}, headers=match)
        self._is(self._todo["starred"] == starred)

    def alternating(self, calls: int) -> None:
        """So many calls, of the agent and of the owner in turn."""
        both_eras = [*self.of_the_agent(MODERN), *self.of_the_agent(LEGACY)]
        turns = zip(cycle(both_eras), cycle(self.of_the_owner()), strict=False)
        for agent, owner in islice(turns, calls // 2):
            agent()
            owner()

    @property
    def _path(self) -> str:
        return f"{self._todos}/{self._todo['id']}"

    @staticmethod
    def _is(holds: bool) -> None:
        assert holds


@in_the_long_form
@pytest.mark.skipif(sys.platform != "linux", reason="NOT RUN: the memory of another process is read from /proc")
def test_a_thousand_calls_are_answered_by_two_processes_that_do_not_grow(start, aws) -> None:
    agent, web = start("agent"), start("web")
    calls = Calls(agent, web, aws, "acme/warm")
    calls.alternating(WARM_UP)
    before = agent.resident_kilobytes(), web.resident_kilobytes()
    calls.alternating(CALLS - WARM_UP)
    after = agent.resident_kilobytes(), web.resident_kilobytes()
    growth = [end - begin for begin, end in zip(before, after, strict=True)]
    assert max(growth) < GROWTH_KILOBYTES, growth
    assert (agent.starts, web.starts) == (1, 1)


def test_after_a_call_that_timed_out_a_fresh_process_goes_on(start, aws) -> None:
    agent, web = start("agent"), start("web")
    calls = Calls(agent, web, aws, "acme/slow")
    wanted: dict[str, Any] = {"session_id": "s2", "title": "Fix the other guard", "idempotency_key": "k1"}
    with aws.silent():
        with pytest.raises(TimedOut):
            calls.tool(MODERN, "add_follow_up", seconds=DEADLINE_SECONDS, **wanted)
        with pytest.raises(TimedOut):
            web.invoke(owner_event("GET", "/api/me"), seconds=DEADLINE_SECONDS)
    added = calls.tool(LEGACY, "add_follow_up", **wanted)
    assert added["filed_by_you"] == 1
    titles = [row["title"] for row in calls.tool(MODERN, "read_follow_ups")["follow_ups"]]
    assert titles.count("Fix the other guard") == 1
    calls.alternating(40)
    assert (agent.starts, web.starts) == (2, 2)
