"""What the plugin's hooks ask with an API key."""

import json
from datetime import timedelta

import pytest

from followups.domain import limits
from followups.services.signing_in import FIRST_LIST
from tests.builders import WIDGET
from tests.edges.web.site import Visitor, refusal

START = "/api/agent/hooks/session-start"
WORK = "/api/agent/hooks/tool-use"
DOCTOR = "/api/agent/hooks/doctor"
ALL = (START, WORK, DOCTOR)


def with_key(site, me, **new) -> Visitor:
    made = me.post("/api/keys", {"name": "a key", **new})
    return Visitor(site, f"Bearer {made['secret']}")


def facts(list_id, **more):
    return {"list_id": list_id, "session_id": "s1", "repository": WIDGET, **more}


@pytest.fixture
def agent(site, me) -> Visitor:
    return with_key(site, me)


def test_a_starting_session_is_told_what_is_open_here(me, agent) -> None:
    me.add("Guard orders", repository=WIDGET)
    told = agent.post(START, facts(me.list_id))
    assert told.keys() == {"context"}
    assert '"Guard orders"' in told["context"]
    assert "acme/widget: 1." in told["context"]


@pytest.mark.parametrize(
    "repository", [None, "", "   ", "acme", "/srv/git/widget", "a/../b", "x" * 400, "acme/\u202egadget"]
)
def test_a_session_outside_any_repository_is_told_nothing(repository, me, agent) -> None:
    me.add(repository=WIDGET)
    assert agent.post(START, facts(me.list_id, repository=repository)) == {"context": ""}


@pytest.mark.parametrize("session_id", [None, ""])
def test_a_session_without_an_id_is_told_what_is_open_as_anybody(session_id, me, agent) -> None:
    me.add("Guard orders", repository=WIDGET)
    assert "Guard orders" in agent.post(START, facts(me.list_id, session_id=session_id))["context"]


@pytest.mark.parametrize("path", ALL)
def test_what_a_newer_plugin_says_besides_is_passed_over(path, me, agent) -> None:
    more = {"host": "claude-code", "time_zone": "Europe/Berlin", "source": "startup", "mood": {"deep": [1, None]}}
    assert agent.ask("POST", path, facts(me.list_id, **more)).status_code == 200


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b"{", b'{"list_id": 1}', b'{"session_id": "s1"}', b"\xff", b"[" * 50_000]
)
def test_a_body_that_is_none_is_refused(path, body, agent) -> None:
    refusal(agent.ask("POST", path, content=body, headers={"Content-Type": "application/json"}), 400, "invalid")


@pytest.mark.parametrize("session_id", [None, "", "x" * (limits.SESSION_ID_CHARACTERS + 1), 7])
def test_a_look_in_names_a_session(session_id, me, agent) -> None:
    refusal(agent.ask("POST", WORK, facts(me.list_id, session_id=session_id)), 400, "invalid")


def test_a_look_in_of_a_session_id_with_control_characters_is_refused(me, agent) -> None:
    refusal(agent.ask("POST", WORK, facts(me.list_id, session_id="s\n1")), 422, "invalid")


def test_a_look_in_says_whether_a_claim_lasts_longer_now(home, site, clock) -> None:
    me = site.owner()
    agent = with_key(site, me)
    held = home.claim(home.follow_up(), "s1")
    assert agent.post(WORK, facts(home.id)) == {"renewed": False}
    clock.advance(minutes=15)
    assert agent.post(WORK, facts(home.id, session_id="s2")) == {"renewed": False}
    assert agent.post(WORK, facts(home.id)) == {"renewed": True}
    assert home.stored(held).claim.expires_at - clock.now() > timedelta(minutes=29)


def test_a_reader_s_key_is_told_what_is_open_and_renews_nothing(home, site, clock) -> None:
    me = site.owner()
    reader = with_key(site, me, role="reader")
    held = home.claim(home.follow_up("Guard orders"), "s1")
    clock.advance(minutes=15)
    assert "Guard orders" in reader.post(START, facts(home.id))["context"]
    assert reader.post(WORK, facts(home.id)) == {"renewed": False}
    assert home.stored(held) == held
    assert reader.post(DOCTOR, {"list_id": home.id})["role"] == "reader"


@pytest.mark.parametrize("role", ["reader", "agent", "coordinator"])
def test_the_doctor_is_told_the_list_s_name_and_the_key_s_role(role, site, me) -> None:
    told = with_key(site, me, role=role).post(DOCTOR, {"list_id": me.list_id})
    assert told == {"list": FIRST_LIST, "role": role}


@pytest.mark.parametrize("path", ALL)
def test_a_key_of_one_list_reaches_no_other(path, site, me) -> None:
    bound = with_key(site, me, list_id=me.list_id)
    other = me.add_list()
    assert bound.ask("POST", path, facts(me.list_id)).status_code == 200
    refusal(bound.ask("POST", path, facts(other)), 404, "not_found")


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("list_id", ["", "x", "x" * 200, "../me", "01932f4e-5a00-7000-8000-000000000000", "\u0000"])
def test_a_list_that_there_is_not_is_not_found(path, list_id, agent) -> None:
    refusal(agent.ask("POST", path, facts(list_id)), 404, "not_found")


@pytest.mark.parametrize("path", ALL)
def test_a_deleted_list_is_not_found(path, site, me) -> None:
    agent = with_key(site, me)
    gone = me.add_list()
    me.ask("DELETE", f"/api/lists/{gone}", match="*")
    refusal(agent.ask("POST", path, facts(gone)), 404, "not_found")


@pytest.mark.parametrize("path", ALL)
def test_a_revoked_key_is_refused_at_once(path, site, me) -> None:
    made = me.post("/api/keys", {"name": "a key"})
    agent = Visitor(site, f"Bearer {made['secret']}")
    assert agent.ask("POST", path, facts(me.list_id)).status_code == 200
    me.ask("DELETE", f"/api/keys/{made['id']}")
    refusal(agent.ask("POST", path, facts(me.list_id)), 401, "unauthorized")


@pytest.mark.parametrize("path", ALL)
def test_an_expired_key_is_refused(path, site, me, clock) -> None:
    agent = with_key(site, me, expires_at="2026-12-01T00:00:00Z")
    clock.advance(days=1)
    refusal(agent.ask("POST", path, facts(me.list_id)), 401, "unauthorized")


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer ", "Basic x", "Bearer fu_", "Bearer fu_" + "x" * 46])
def test_what_is_no_key_is_refused_without_being_repeated(path, authorization, site, me) -> None:
    answer = Visitor(site, authorization).ask("POST", path, facts(me.list_id))
    refusal(answer, 401, "unauthorized")
    assert "x" * 46 not in answer.text


def test_a_key_that_asks_too_often_is_told_when_to_go_on(site, me, agent, clock) -> None:
    for number in range(limits.CALLS_PER_MINUTE):
        assert agent.ask("POST", ALL[number % 3], facts(me.list_id)).status_code == 200
    refused = agent.ask("POST", WORK, facts(me.list_id))
    refusal(refused, 429, "rate_limited")
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert with_key(site, me).ask("POST", WORK, facts(me.list_id)).status_code == 200
    clock.advance(seconds=int(refused.headers["retry-after"]))
    assert agent.ask("POST", WORK, facts(me.list_id)).status_code == 200


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_the_hooks_are_asked_by_post_alone(path, method, agent) -> None:
    refused = agent.ask(method, path)
    refusal(refused, 405, "invalid")
    assert refused.headers["allow"] == "POST"


def test_no_answer_and_no_log_holds_the_key_or_the_session(me, site, capfd) -> None:
    made = me.post("/api/keys", {"name": "a key"})
    agent = Visitor(site, f"Bearer {made['secret']}")
    answers = [agent.ask("POST", path, facts(me.list_id, session_id="a-session-of-mine")).text for path in ALL]
    captured = capfd.readouterr()
    told = json.dumps(answers) + captured.out + captured.err
    assert made["secret"] not in told
    assert "a-session-of-mine" not in told
