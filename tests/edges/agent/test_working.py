"""claim, complete, hand back and drain: what a session does with a follow-up, and what it is told at each step."""

from datetime import date, timedelta

import pytest

from followups.domain.dues import DueDate
from followups.domain.repeats import Asked
from followups.services import editing


@pytest.fixture
def id(agent):
    return agent.add("Fix the guard", notes="In users.").follow_up["id"]


def token_of(told):
    return told.structured["claim"]["token"]


def test_a_claim_answers_its_token_once_and_the_follow_up_never_shows_it(agent, id):
    claimed = agent.claim(id)
    assert claimed.structured["claim"].keys() == {"token", "session_id", "expires_at"}
    assert claimed.structured["claim"]["expires_at"] == "2026-11-30T12:30:00.000Z"
    assert "Yours until 2026-11-30T12:30:00.000Z" in claimed.message
    assert claimed.shown["claim"]["token"] == token_of(claimed)
    assert claimed.follow_up["claim"].keys() == {"session_id", "expires_at"}
    for told in (agent.read(), agent.read_one(id), agent.add("Fix the guard"), agent.complete(id)):
        assert token_of(claimed).encode() not in told.body


def test_claiming_again_renews_and_keeps_the_token(agent, id, clock):
    first = agent.claim(id)
    clock.advance(minutes=20)
    again = agent.claim(id)
    assert token_of(again) == token_of(first)
    assert again.structured["claim"]["expires_at"] == "2026-11-30T12:50:00.000Z"


def test_a_claim_of_another_session_is_refused_with_the_holder_and_until_when(agent, id):
    agent.claim(id)
    refused = agent.claim(id, session_id="s2")
    assert refused.code == "claimed_elsewhere"
    assert refused.structured["error"]["holder"] == "s1"
    assert refused.structured["error"]["expires_at"] == "2026-11-30T12:30:00.000Z"
    assert "drain_next" in refused.message


def test_completing_ticks_it_off_with_the_summary_in_the_notes(agent, id):
    claimed = agent.claim(id)
    told = agent.complete(id, summary="Added it.", commit="abc123", claim_token=token_of(claimed))
    assert told.follow_up["status"] == "completed"
    assert told.follow_up["notes"] == "In users.\n\nDone in abc123: Added it."
    assert "claim" not in told.follow_up
    assert "repeated" not in told.structured


def test_the_same_completion_again_answers_the_success_and_writes_nothing(agent, id):
    first = agent.complete(id, summary="Added it.")
    again = agent.complete(id, summary="Added it.")
    assert again.structured["repeated"] is True
    assert again.follow_up == first.follow_up
    assert "nothing was written again" in again.message


def test_while_a_claim_is_live_its_token_is_needed_and_the_refusal_says_so(agent, id):
    agent.claim(id)
    for refused in (agent.complete(id), agent.hand_back(id), agent.complete(id, claim_token="1.wrong")):
        assert refused.code == "claim_lost"
    assert "claim_token" in agent.complete(id).message
    assert agent.read_one(id).follow_up["status"] == "open"


def test_an_occurrence_that_is_not_the_current_one_changes_nothing(agent):
    dated = agent.add("Rotate the key", due="2027-01-31").follow_up
    refused = agent.complete(dated["id"], occurrence="2026-12-31")
    assert refused.code == "changed_meanwhile"
    assert refused.structured["error"]["occurrence"] == "2027-01-31"
    assert agent.complete(dated["id"], occurrence=dated["occurrence"]).follow_up["status"] == "completed"


def test_one_that_repeats_is_rolled_forward_and_the_answer_says_to_when(agent, home):
    due, daily = DueDate(date=date(2026, 11, 30)), Asked(rrule="FREQ=DAILY")
    id = home.add("Rotate the key", due=due, repeat=daily, repository="acme/widget").id
    assert agent.read_one(id).follow_up["repeat"] == {"rrule": "FREQ=DAILY", "anchor": "2026-11-30"}
    told = agent.complete(id, summary="Rotated.", occurrence="2026-11-30")
    assert "rolled forward to 2026-12-01" in told.message
    assert (told.follow_up["status"], told.follow_up["occurrence"]) == ("open", "2026-12-01")
    again = agent.complete(id, summary="Rotated.", occurrence="2026-11-30")
    assert again.structured["repeated"] is True
    assert "rolled forward to 2026-12-01" in again.message
    for refused in (agent.complete(id, summary="Early."), agent.claim(id)):
        assert refused.code == "not_due"
        assert refused.structured["error"]["occurrence"] == "2026-12-01"


def test_handing_back_gives_it_to_the_owner_with_the_reason(agent, id):
    told = agent.hand_back(id, reason="Which guard?")
    assert told.follow_up["status"] == "open"
    assert told.follow_up["handed_back_reason"] == "Which guard?"
    assert told.follow_up["notes"].endswith("Handed back: Which guard?")
    assert agent.hand_back(id, reason="Which guard?").structured["repeated"] is True
    assert agent.read().structured["follow_ups"] == []


@pytest.mark.parametrize("act", ["complete", "hand_back", "claim"])
def test_what_is_out_of_reach_cannot_be_changed_and_all_of_it_looks_the_same(agent, home, act):
    own = home.add("Buy milk").id
    done, back = (agent.add(f"Fix guard {n}").follow_up["id"] for n in range(2))
    agent.complete(done, summary="Earlier.")
    agent.hand_back(back, reason="Earlier.")
    before = [home.ports.todos.get(todo_id) for todo_id in (own, done, back)]
    texts = {getattr(agent, act)(todo_id).text for todo_id in (own, done, back, "01900000-0000-7000-8000-000000000000")}
    assert len(texts) == 1
    assert texts.pop().startswith("not_found: ")
    assert [home.ports.todos.get(todo_id) for todo_id in (own, done, back)] == before


@pytest.mark.parametrize(
    ("act", "arguments", "code"),
    [
        ("complete", {"summary": ""}, "invalid"),
        ("complete", {"summary": "x" * 4_001}, "too_large"),
        ("complete", {"commit": "x" * 201}, "too_large"),
        ("hand_back", {"reason": " \n"}, "invalid"),
        ("hand_back", {"reason": "x" * 4_001}, "too_large"),
        ("claim", {"session_id": "x" * 201}, "too_large"),
    ],
)
def test_texts_over_their_limit_and_empty_ones_are_refused(agent, id, act, arguments, code):
    assert getattr(agent, act)(id, **arguments).code == code


def test_a_change_leaves_what_it_does_not_name(agent):
    dated = agent.add("Rotate the key", due="2027-01-31", notes="n", host="codex").follow_up
    back = agent.hand_back(dated["id"]).follow_up
    for name in ("title", "due", "host", "session_id", "created_at"):
        assert back[name] == dated[name]


class TestDrain:
    def test_it_gives_one_after_the_other_until_nothing_is_left(self, agent):
        filed = [agent.add(f"Fix guard {n}").follow_up["id"] for n in range(3)]
        given = []
        told = agent.drain(start=True, session_id="d1")
        while "follow_up" in told.structured:
            given.append(told.follow_up["id"])
            assert (told.structured["checkpoint"], told.structured["taken"]) == (3, len(given) - 1)
            assert "call drain_next again" in told.message
            agent.complete(given[-1], claim_token=token_of(told))
            told = agent.drain(session_id="d1")
        assert given == filed
        assert told.structured["stop"] == {"reason": "nothing left", "next_step": "Report what you did and end."}
        assert told.structured["open"] == 0
        assert told.text == "Stop: nothing left. Report what you did and end."

    def test_it_shows_the_notes_that_the_work_needs(self, agent):
        agent.add("Fix the guard", notes="y" * 5_000)
        told = agent.drain(start=True)
        assert told.follow_up["notes"] == "y" * 5_000
        assert told.shown["notes"] == "y" * 5_000

    def test_asked_again_before_it_is_done_it_gives_the_same_one(self, agent, clock):
        agent.add("One")
        agent.add("Two")
        first = agent.drain(start=True)
        clock.advance(minutes=10)
        again = agent.drain()
        assert (again.follow_up["id"], token_of(again)) == (first.follow_up["id"], token_of(first))
        assert again.structured["claim"]["expires_at"] == "2026-11-30T12:40:00.000Z"

    def test_where_others_hold_all_that_is_left_it_says_how_many_and_until_when(self, agent, clock):
        for n in range(2):
            agent.claim(agent.add(f"Fix guard {n}").follow_up["id"], session_id="s2")
            clock.advance(minutes=1)
        told = agent.drain(start=True, session_id="d1")
        stop = told.structured["stop"]
        assert stop["reason"] == "all claimed by others"
        assert (stop["claimed_by_others"], stop["free_at"]) == (2, "2026-11-30T12:30:00.000Z")
        assert "the 2 that are left, the first until 2026-11-30T12:30:00.000Z" in told.message
        assert "report what you did and end" in told.message

    def test_where_new_ones_come_as_fast_it_stops_and_leaves_them_open(self, agent):
        for n in range(2):
            agent.add(f"Fix guard {n}")
        for n in range(2):
            told = agent.drain(session_id="d1", start=n == 0)
            agent.complete(told.follow_up["id"], claim_token=token_of(told))
            agent.add(f"Found while fixing {n}")
        told = agent.drain(session_id="d1")
        assert told.structured["stop"]["reason"] == "not converging"
        assert (told.structured["open"], told.structured["checkpoint"]) == (2, 2)
        assert "Everything left stays open" in told.message
        assert len(agent.read().structured["follow_ups"]) == 2

    def test_a_snoozed_one_is_not_given(self, agent, home, clock):
        id = agent.add().follow_up["id"]
        home.act(editing.snooze, home.ports.todos.get(id), until=clock.now() + timedelta(hours=1))
        assert agent.drain(start=True).structured["stop"]["reason"] == "nothing left"
