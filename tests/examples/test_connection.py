import json

import pytest
from mcp import MCPError
from mcp_types import CallToolResult, ErrorData

from examples.connection import Connection, FollowUps, Refused, run

pytestmark = pytest.mark.anyio

CONNECTION = {"mcp_url": "http://127.0.0.1:8765/mcp", "list_id": "a-list", "api_key": "fu_x", "site": "http://x"}


class ScriptedClient:
    """Answers each call with the next of its answers."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.calls = []

    async def call_tool(self, tool, arguments):
        self.calls.append((tool, arguments))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def result(content, *, is_error=False):
    return CallToolResult(content=[], structured_content=content, is_error=is_error)


def refused_in_front(code, **data):
    return MCPError.from_error_data(ErrorData(code=-32600, message="no", data={"code": code, **data}))


async def test_a_call_names_the_list_and_gives_the_structured_answer():
    client = ScriptedClient(result({"follow_ups": []}))
    assert await FollowUps(client, "a-list").call("read_follow_ups", repository="acme/widget") == {"follow_ups": []}
    assert client.calls == [("read_follow_ups", {"list_id": "a-list", "repository": "acme/widget"})]


async def test_a_refusal_is_raised_with_its_code():
    told = {"error": {"code": "too_many_open", "message": "Say the rest in your reply."}}
    with pytest.raises(Refused, match=r"too_many_open: Say the rest in your reply\."):
        await FollowUps(ScriptedClient(result(told, is_error=True)), "a-list").call("add_follow_up")


async def test_a_call_that_came_too_soon_is_sent_again_after_the_wait_asked_for():
    client = ScriptedClient(refused_in_front("rate_limited", retry_after=0), result({"duplicate": False}))
    assert await FollowUps(client, "a-list").call("add_follow_up") == {"duplicate": False}
    assert len(client.calls) == 2


async def test_a_call_that_is_refused_for_good_is_sent_once():
    client = ScriptedClient(refused_in_front("unauthorized"))
    with pytest.raises(MCPError):
        await FollowUps(client, "a-list").call("add_follow_up")
    assert len(client.calls) == 1


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_program_ends_with_the_refusal_and_no_traceback(wrapped):
    async def work():
        refusal = Refused("not_found", "There is no such list.")
        raise ExceptionGroup("tasks", [ExceptionGroup("more", [refusal])]) if wrapped else refusal

    with pytest.raises(SystemExit, match=r"^not_found: There is no such list\.$"):
        run(work())


def test_a_mistake_of_the_program_keeps_its_traceback():
    async def work():
        raise ExceptionGroup("tasks", [Refused("not_found", "no"), ZeroDivisionError()])

    with pytest.raises(ExceptionGroup, match="tasks"):
        run(work())


def test_a_connection_is_what_the_command_prints(tmp_path):
    file = tmp_path / "connection.json"
    file.write_text(json.dumps(CONNECTION))
    assert Connection.read(str(file)) == Connection("http://127.0.0.1:8765/mcp", "a-list", "fu_x")


@pytest.mark.parametrize("text", ["", "{}", "[]", '"fu_x"', '{"mcp_url": "x"}'])
def test_anything_else_is_answered_with_the_command_that_makes_one(tmp_path, text):
    file = tmp_path / "connection.json"
    file.write_text(text)
    with pytest.raises(SystemExit, match="python -m local connect --json > connection.json"):
        Connection.read(str(file))
    with pytest.raises(SystemExit, match="holds no connection"):
        Connection.read(str(tmp_path / "missing.json"))
