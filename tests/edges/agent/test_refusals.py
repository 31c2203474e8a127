"""What is refused, what breaks, and how much of it a caller sees."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from followups.domain import errors
from followups.domain.errors import FollowUpsError
from followups.edges import logs
from followups.edges.agent import refusals
from followups.services.ports import StaleWrite, TodoTooLarge
from followups.storage.contract import ConditionFailed
from tests.builders import on
from tests.edges.agent.door import LEGACY, MODERN, a_door
from tests.faults import FailingTable, PassingTable


def family(kind: type[FollowUpsError] = FollowUpsError) -> set[type[FollowUpsError]]:
    found = {kind} if "code" in vars(kind) else set()
    for member in kind.__subclasses__():
        found |= family(member)
    return found


def code_of(kind: type[FollowUpsError]) -> str:
    return kind.code


FAMILY: list[type[FollowUpsError]] = sorted(family(), key=code_of)


def made(kind: type[FollowUpsError]) -> FollowUpsError:
    at = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)
    if kind is errors.ClaimedElsewhere:
        return errors.ClaimedElsewhere(holder="s2", expires_at=at)
    if kind is errors.RateLimited:
        return errors.RateLimited(retry_after=7)
    if kind is errors.Unavailable:
        return errors.Unavailable()
    return kind("Do this instead.", field="title", at=at)


def test_every_refusal_has_a_status_of_its_own():
    assert set(refusals.STATUSES) == family()


@pytest.mark.parametrize("kind", FAMILY, ids=code_of)
def test_every_refusal_reads_the_same_for_a_model_and_for_a_program(kind):
    refused = made(kind)
    result = refusals.as_result(refused)
    told = result["structuredContent"]["error"]
    assert result["isError"] is True
    assert (told["code"], told["message"]) == (kind.code, refused.message)
    assert result["content"] == [{"type": "text", "text": f"{kind.code}: {refused.message}"}]
    assert json.loads(json.dumps(told)) == told
    assert all(value == "2026-11-30T12:30:00.000Z" for name, value in told.items() if name in {"at", "expires_at"})


@pytest.mark.parametrize("era", [MODERN, LEGACY])
@pytest.mark.parametrize("at", range(8))
@pytest.mark.parametrize("works", [True, False])
def test_a_storage_that_does_not_answer_is_unavailable_at_whichever_call(
    sqlite, home, agent, at, works, era, log_lines
):
    """The first one lets the caller in; those after it are the tool's own."""
    table = FailingTable(sqlite, at, works=works)
    with a_door(on(home, table).ports) as failing:
        caller = replace(agent, door=failing, era=era)
        response = caller.rpc("tools/call", {"name": "drain_next", "arguments": _drain(agent)})
    assert table.failed
    if response.status_code == 503:
        told = response.json()["error"]["data"]
        assert response.headers["retry-after"] == "5"
    else:
        result = response.json()["result"]
        assert result["isError"] is True
        told = result["structuredContent"]["error"]
    assert (told["code"], told["retry_after"]) == ("unavailable", 5)
    assert "made to fail" not in response.text
    (line,) = [line for line in log_lines() if line["outcome"] == "unavailable"]
    assert line["cause"] == "made to fail"


def _drain(agent):
    agent.add()
    return {"list_id": agent.list_id, "repository": agent.repository, "session_id": "d1", "start": True}


class Broken(PassingTable):
    """Breaks as nothing should, once it is told how."""

    failure: BaseException | None = None

    def _call(self, operation, do):
        if self.failure is not None and operation == "query":
            raise self.failure
        return do()


@pytest.mark.parametrize("era", [MODERN, LEGACY])
@pytest.mark.parametrize(
    "failure",
    [KeyError("secret detail"), StaleWrite("secret detail"), TodoTooLarge("secret detail"), ConditionFailed(None)],
    ids=lambda failure: type(failure).__name__,
)
def test_what_nobody_expected_shows_nothing_but_a_request_id_and_is_logged_whole(
    sqlite, home, agent, failure, era, log_lines
):
    broken = Broken(sqlite)
    with a_door(on(home, broken).ports) as door:
        agent.add()
        broken.failure = failure
        told = replace(agent, door=door, era=era).read()
    assert told.code == refusals.INTERNAL
    assert "secret" not in told.body.decode()
    assert type(failure).__name__ not in told.body.decode()
    request_id = told.structured["error"]["request_id"]
    assert request_id in told.message

    (failed,) = [line for line in log_lines() if line["event"] == "tool failed"]
    assert failed["level"] == "ERROR"
    assert failed["request_id"] == request_id
    assert type(failure).__name__ in failed["traceback"]
    (call,) = [line for line in log_lines() if line["event"] == "agent request" and line["outcome"] == "internal"]
    assert (call["request_id"], call["tool"]) == (request_id, "read_follow_ups")


def test_after_a_failed_call_the_next_one_works(sqlite, home, agent):
    broken = Broken(sqlite)
    with a_door(on(home, broken).ports) as door:
        caller = replace(agent, door=door)
        caller.add()
        broken.failure = KeyError("x")
        assert caller.read().code == "internal"
        broken.failure = None
        assert len(caller.read().structured["follow_ups"]) == 1


class TestInFrontOfTheTools:
    def test_what_nobody_expected_is_a_500_with_all_headers_and_a_request_id(self, sqlite, home, agent, log_lines):
        with a_door(on(home, Breaking(sqlite)).ports) as door:
            response = replace(agent, door=door).rpc("tools/list")
        assert response.status_code == 500
        assert response.headers["access-control-allow-origin"] == "*"
        told = response.json()
        assert told["error"]["data"]["code"] == "internal"
        assert response.headers["x-request-id"] in told["error"]["message"]
        assert "secret" not in response.text
        (failed,) = [line for line in log_lines() if line["event"] == "agent request failed"]
        assert failed["request_id"] == response.headers["x-request-id"]
        assert "KeyError" in failed["traceback"]


class Breaking(PassingTable):
    """Breaks before anybody is let in."""

    def get(self, key, *, consistent=True):
        raise KeyError("secret detail")


def test_nothing_is_half_stored_by_a_refused_add(agent, home):
    agent.add("Fix", notes="x" * 100_001)
    assert home.read() == []
    assert home.shelf() == []


def test_the_owner_in_a_log_line_is_hashed(agent, home, log_lines):
    agent.add()
    (line,) = [line for line in log_lines() if line["event"] == "agent request"]
    assert line["owner"] == logs.hashed(home.owner.owner_id)
    assert home.owner.owner_id not in json.dumps(line)
    assert (line["tool"], line["outcome"], line["status"]) == ("add_follow_up", "ok", 200)
    assert line["ms"] >= 0


def test_a_refusal_is_logged_by_its_code(agent, log_lines):
    agent.read_one("x")
    (line,) = [line for line in log_lines() if line["event"] == "agent request"]
    assert (line["tool"], line["outcome"]) == ("read_follow_up", "not_found")


def test_what_is_no_request_of_this_door_is_not_logged_as_a_success(agent, door, log_lines):
    door.send("GET", "/nothing")
    door.send("GET")
    agent.rpc("tools/call", {"name": "no_such_tool"})
    agent.rpc("tools/list")
    lines = [(line["outcome"], line["status"]) for line in log_lines() if line["event"] == "agent request"]
    assert lines == [*(("no_such_request", status) for status in (404, 405, 400)), ("ok", 200)]


def test_no_key_token_or_text_reaches_a_log(agent, door, log_lines):
    texts = ("Title of ours", "Notes of ours", "Summary of ours", "session-of-ours", "idem-of-ours")
    id = agent.add(texts[0], notes=texts[1], session_id=texts[3], idempotency_key=texts[4]).follow_up["id"]
    claimed = agent.claim(id, session_id=texts[3])
    agent.complete(id, summary=texts[2], claim_token="1.wrong")
    agent.complete(id, summary=texts[2], claim_token=claimed.structured["claim"]["token"])
    agent.read_one("Title of ours")
    door.send(path=f"/mcp?key={agent.key}", headers=agent.authorization)
    door.send(headers={"authorization": f"Basic {agent.key}"})
    written = json.dumps(log_lines())
    assert "agent request" in written
    for secret in (*texts, agent.key, agent.key[3:], claimed.structured["claim"]["token"], agent.list_id):
        assert secret not in written


def test_an_error_of_the_family_that_is_new_is_answered_like_its_parent():
    class Stale(errors.ChangedMeanwhile):
        """What a service may derive."""

    assert refusals.status_of(Stale("x")) == refusals.STATUSES[errors.ChangedMeanwhile]
    assert refusals.as_result(Stale("x"))["structuredContent"]["error"]["code"] == "changed_meanwhile"
