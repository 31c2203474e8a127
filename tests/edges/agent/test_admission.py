"""Who is let in: a live key in the Authorization header, and what everybody else is told."""

from datetime import timedelta

import pytest

from followups.domain import api_keys
from followups.services import access, managing_keys, managing_lists
from tests.edges.agent.door import ORIGIN, a_door, another_list

METADATA = f'resource_metadata="{ORIGIN}/.well-known/oauth-protected-resource/mcp"'
UNKNOWN = "01900000-0000-7000-8000-000000000000"

WELL_FORMED = api_keys.secret(bytes(32))
MISTYPED = WELL_FORMED[:-1] + ("x" if WELL_FORMED[-1] != "x" else "y")


def ask(agent, authorization=None, path="/mcp"):
    """A call with this Authorization, or none."""
    headers = {} if authorization is None else {"authorization": authorization}
    return agent.door.send(
        path=path,
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        headers={"accept": "application/json", "mcp-protocol-version": "2025-11-25", **headers},
    )


def refusal(response):
    assert response.status_code == 401
    assert METADATA in response.headers["www-authenticate"]
    assert 'scope="follow-ups"' in response.headers["www-authenticate"]
    assert response.headers["www-authenticate"].startswith("Bearer ")
    error = response.json()["error"]
    assert error["data"]["code"] == "unauthorized"
    return error["message"]


def test_a_live_key_is_let_in(agent):
    assert ask(agent, f"Bearer {agent.key}").status_code == 200
    assert ask(agent, f"bearer  {agent.key} ").status_code == 200


def test_without_a_key_the_answer_says_how_to_send_one(agent):
    response = ask(agent)
    assert "Authorization: Bearer fu_" in refusal(response)
    assert "error=" not in response.headers["www-authenticate"]


@pytest.mark.parametrize(
    ("authorization", "says"),
    [
        ("", "no API key"),
        ("Bearer", "empty"),
        ("Bearer ", "empty"),
        ("Bearer undefined", "empty"),
        ("Bearer ${user_config.api_key}", "placeholder that was not substituted"),
        ("Bearer ${FOLLOW_UPS_KEY}", "placeholder that was not substituted"),
        ("Bearer {env:FOLLOW_UPS_KEY}", "placeholder that was not substituted"),
        ("Bearer <your key>", "placeholder that was not substituted"),
        ("Bearer Bearer fu_x", "stands twice"),
        (f"Bearer {MISTYPED}", "mistyped"),
        (f"Bearer {WELL_FORMED[:-1]}", "characters instead of"),
        (f"Bearer {WELL_FORMED}", "unknown or was revoked"),
        (f'Bearer "{WELL_FORMED}"', "quotation marks"),
        ("Bearer ghp_abc", "those start with fu_"),
        (WELL_FORMED, "word Bearer is missing"),
        ("Basic dXNlcjpwYXNz", "not of the Bearer kind"),
    ],
)
def test_a_key_that_is_none_is_told_what_is_wrong_and_never_repeated(agent, authorization, says):
    response = ask(agent, authorization)
    assert says in refusal(response)
    for secret in (WELL_FORMED[:-1], MISTYPED, "dXNlcjpwYXNz", "ghp_abc"):
        assert secret not in response.text


def test_a_key_that_was_given_and_refused_is_an_invalid_token(agent):
    assert 'error="invalid_token"' in ask(agent, "Bearer x").headers["www-authenticate"]


def test_a_revoked_key_is_turned_away_at_the_next_call(agent, home):
    assert ask(agent, f"Bearer {agent.key}").status_code == 200
    managing_keys.revoke(home.ports, home.owner.caller, api_keys.digest(agent.key))
    assert "unknown or was revoked" in refusal(ask(agent, f"Bearer {agent.key}"))


def test_a_key_is_let_in_until_it_expires(door, home, clock):
    agent = door.agent(home, expires_at=clock.now() + timedelta(hours=1))
    clock.advance(minutes=59)
    assert ask(agent, f"Bearer {agent.key}").status_code == 200
    clock.advance(minutes=1)
    assert "expired" in refusal(ask(agent, f"Bearer {agent.key}"))


@pytest.mark.parametrize(
    "query",
    ["key={key}", "api_key={key}", "token=anything", "API-KEY=", "access_token=x", "x={key}", "a=1&b=%66u_abc", "key"],
)
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_key_in_the_url_is_refused_even_beside_a_good_one(agent, query, method):
    path = f"/mcp?{query.format(key=agent.key)}"
    response = agent.door.send(method, path, headers=agent.authorization)
    message = refusal(response)
    assert "Authorization: Bearer" in message
    assert "in the URL" in message
    assert agent.key not in response.text
    assert agent.key not in str(response.headers)


@pytest.mark.parametrize("query", ["", "?", "?profile=work", "?session=1&fu=2"])
def test_other_queries_are_no_keys(agent, query):
    assert ask(agent, f"Bearer {agent.key}", path=f"/mcp{query}").status_code == 200


def test_a_read_key_may_not_write_and_is_told_to_say_it_instead(door, home, agent):
    agent.add("Fix the guard")
    reader = door.agent(home, role="reader")
    assert len(reader.read().structured["follow_ups"]) == 1
    refused = reader.add("Another")
    assert refused.code == "not_allowed"
    assert (refused.structured["error"]["role"], refused.structured["error"]["needed"]) == ("reader", "agent")
    assert "Say in your reply" in refused.message


def test_a_coordinator_may_do_what_an_agent_may(door, home):
    assert door.agent(home, role="coordinator").add().follow_up["title"] == "Fix the guard"


def test_a_list_that_a_key_does_not_reach_looks_like_one_that_does_not_exist(door, home, agent):
    bound = door.agent(home, list_id=home.id)
    elsewhere = another_list(home)
    deleted = another_list(home, "Deleted")
    managing_lists.delete(home.ports, access.reach_list(home.ports, home.owner.caller, deleted), None)
    answers = {
        told.body
        for told in (
            bound.read(list_id=elsewhere),
            agent.read(list_id=deleted),
            agent.read(list_id=UNKNOWN),
            agent.read(list_id="nonsense"),
            door.stranger(home.id).read(),
        )
    }
    assert len(answers) == 1
    assert bound.read().structured["list_id"] == home.id
    assert agent.read(list_id=elsewhere).structured["list_id"] == elsewhere


def test_a_follow_up_of_another_list_is_not_found_through_this_one(home, agent):
    elsewhere = another_list(home)
    id = agent.add(list_id=elsewhere).follow_up["id"]
    for told in (agent.read_one(id), agent.claim(id), agent.complete(id), agent.hand_back(id)):
        assert told.code == "not_found"
    assert agent.read_one(id, list_id=elsewhere).follow_up["status"] == "open"


class TestRateLimit:
    def test_calls_over_the_limit_wait_and_then_go_on(self, ports, home, clock):
        with a_door(ports, calls_per_minute=3) as door:
            agent, other = door.agent(home), door.agent(home)
            assert [ask(agent, f"Bearer {agent.key}").status_code for _ in range(4)] == [200, 200, 200, 429]
            clock.advance(seconds=20)
            limited = ask(agent, f"Bearer {agent.key}")
            assert limited.headers["retry-after"] == "40"
            assert limited.json()["error"]["data"] == {"code": "rate_limited", "retry_after": 40}
            assert "Wait 40 s" in limited.json()["error"]["message"]
            assert limited.headers["access-control-allow-origin"] == "*"
            assert ask(other, f"Bearer {other.key}").status_code == 200
            clock.advance(seconds=40)
            assert ask(agent, f"Bearer {agent.key}").status_code == 200

    def test_a_call_over_the_limit_does_nothing(self, ports, home):
        with a_door(ports, calls_per_minute=1) as door:
            agent = door.agent(home)
            agent.add("First")
            assert agent.rpc("tools/call", {"name": "add_follow_up", "arguments": {}}).status_code == 429
        assert home.read() == ["First"]
