"""What a model sends: lossless forms are taken, everything else is refused with what goes."""

from dataclasses import replace

import pytest

from tests.edges.agent.door import LEGACY


@pytest.fixture
def three(agent):
    return [agent.add(f"Fix guard {n}").follow_up["id"] for n in range(3)]


def count(told):
    return len(told.structured["follow_ups"])


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("limit", [2, "2", " 2 ", 2.0])
def test_a_number_may_come_in_any_lossless_form(agent, limit):
    assert count(agent.read(limit=limit)) == 2


@pytest.mark.parametrize("limit", ["ten", "", "2.5", 2.5, True, [2], {"n": 2}, 0, -1, 51, "51", 1e400, "0x2", "2e0"])
def test_any_other_number_is_refused_and_told_what_goes(agent, limit):
    refused = agent.read(limit=limit)
    assert refused.code == "invalid"
    assert refused.structured["error"]["field"] == "limit"
    assert "a whole number from 1 to 50" in refused.message
    assert refused.text == f"invalid: {refused.message}"


@pytest.mark.parametrize("start", [True, "true", "True", " TRUE "])
def test_a_truth_may_come_as_a_word(agent, start):
    first = agent.add("First").follow_up["id"]
    agent.drain(start=True)
    agent.add("Second")
    again = agent.drain(start=start)
    assert again.follow_up["id"] == first
    assert again.structured["checkpoint"] == 2


@pytest.mark.parametrize("start", [False, "false", None])
def test_a_falsehood_begins_no_new_drain(agent, start):
    agent.add("First")
    agent.drain(start=True)
    agent.add("Second")
    assert agent.drain(start=start).structured["checkpoint"] == 1


@pytest.mark.parametrize("start", ["yes", 1, 0, "1", [], ""])
def test_any_other_truth_is_refused(agent, start):
    refused = agent.drain(start=start)
    assert (refused.code, refused.structured["error"]["field"]) == ("invalid", "start")
    assert "true or false" in refused.message


@pytest.mark.parametrize("title", [7, True, ["Fix"], {"title": "Fix"}])
def test_what_is_not_text_is_no_title(agent, title):
    refused = agent.add(title)
    assert (refused.code, refused.structured["error"]["field"]) == ("invalid", "title")
    assert "text of at most 1,000 characters" in refused.message


def test_null_counts_as_absent(agent):
    names = ("notes", "due", "time_zone", "host", "discovered_from", "idempotency_key", "star", "dueAt", "repeat")
    told = agent.add("Fix guard", **dict.fromkeys(names))
    assert told.follow_up["title"] == "Fix guard"
    assert not told.follow_up.keys() & {"notes", "due", "due_at", "starred", "host", "discovered_from"}


def test_unknown_names_are_ignored(agent):
    told = agent.add("Fix guard", priority="high", created_at="2001-01-01T00:00:00Z", version=99, completed_at="2001")
    assert told.follow_up["created_at"].startswith("2026-11-30T12:00:00")
    assert told.follow_up["version"] == 1
    assert told.follow_up["status"] == "open"


@pytest.mark.parametrize("arguments", [None, {}])
def test_no_arguments_are_none_given_and_all_that_is_missing_is_named_at_once(agent, arguments):
    refused = agent.raw("add_follow_up", arguments)
    assert refused.code == "invalid"
    assert refused.structured["error"]["missing"] == ["list_id", "repository", "session_id", "title"]
    for name in ("list_id", "repository", "session_id", "title"):
        assert f"{name} (text" in refused.message


def test_a_call_without_the_member_is_a_call_without_arguments(agent):
    response = agent.rpc("tools/call", {"name": "read_follow_ups"})
    error = response.json()["result"]["structuredContent"]["error"]
    assert error["missing"] == ["list_id", "repository"]


def test_a_null_for_what_is_required_is_missing(agent):
    refused = agent.add(None, session_id=None)
    assert refused.structured["error"]["missing"] == ["session_id", "title"]


def test_what_is_missing_comes_before_what_is_wrong(agent):
    refused = agent.call("add_follow_up", title=7)
    assert refused.structured["error"]["missing"] == ["repository", "session_id"]


def test_a_repeat_is_not_dropped_in_silence(agent):
    refused = agent.add("Water the plants", repeat={"rrule": "FREQ=WEEKLY"})
    assert (refused.code, refused.structured["error"]["field"]) == ("invalid", "repeat")
    assert "is the owner's to set" in refused.message
    assert count(agent.read()) == 0


HALF = "\ud83d"
"""Half of a surrogate pair, which JSON can carry and UTF-8 cannot."""


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        *(("add_follow_up", name) for name in ("list_id", "repository", "session_id", "title", "notes", "due",
           "time_zone", "host", "discovered_from", "idempotency_key")),
        *(("read_follow_ups", name) for name in ("session_id", "cursor")),
        *(("complete_follow_up", name) for name in ("id", "summary", "commit", "claim_token", "occurrence")),
        *(("hand_back_follow_up", name) for name in ("reason", "claim_token")),
    ],
)  # fmt: skip
def test_half_a_character_is_refused_wherever_it_comes(agent, three, tool, name):
    usual = {
        "list_id": agent.list_id,
        "repository": agent.repository,
        "session_id": "s1",
        "title": "Fix",
        "id": three[0],
        "summary": "s",
        "reason": "r",
    }
    assert agent.raw(tool, {**usual, name: f"a{HALF}"}).code == "invalid"


@pytest.mark.parametrize("cursor", ["", "x", "e30", "eyJvcmRlciI6ICJWIn0", "💦", "bnVsbA", "W10", "eyJ" * 9000])
def test_a_cursor_that_was_never_answered_is_refused(agent, cursor):
    refused = agent.read(cursor=cursor)
    assert (refused.code, refused.structured["error"]["field"]) == ("invalid", "cursor")


def test_a_tool_that_is_none_is_a_fault_of_the_protocol(agent):
    response = agent.rpc("tools/call", {"name": "delete_follow_up", "arguments": {}})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32602
    assert "add_follow_up" in response.json()["error"]["message"]


@pytest.mark.usefixtures("three")
def test_the_older_era_takes_the_same(agent):
    older = replace(agent, era=LEGACY)
    assert count(older.read(limit="2")) == 2
    assert older.read(limit="ten").code == "invalid"
    assert older.raw("add_follow_up", None).structured["error"]["missing"]
