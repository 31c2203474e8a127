"""add_follow_up: what is filed, what is answered, and which rules are met."""

from dataclasses import replace

import pytest

from followups.domain.instants import to_text
from followups.domain.limits import OPEN_PER_SESSION
from followups.storage.contract import Unavailable
from tests.builders import on
from tests.edges.agent.door import a_door, another_list
from tests.faults import PassingTable


def open_titles(agent):
    return [row["title"] for row in agent.read(limit=50).structured["follow_ups"]]


def test_the_answer_shows_what_was_filed(agent, home):
    found = agent.add("Fix the guard in users").follow_up["id"]
    told = agent.add(
        "Fix the guard in orders",
        notes="Same as in users.",
        due="2027-01-31T09:00",
        time_zone="Europe/Berlin",
        host="claude-code",
        discovered_from=found,
    )
    assert told.follow_up == {
        "id": told.follow_up["id"],
        "list_id": home.id,
        "title": "Fix the guard in orders",
        "notes": "Same as in users.",
        "due": {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"},
        "due_at": "2027-01-31T08:00:00.000Z",
        "occurrence": "2027-01-31T09:00",
        "repository": "acme/widget",
        "session_id": "s1",
        "host": "claude-code",
        "discovered_from": found,
        "status": "open",
        "created_at": "2026-11-30T12:00:00.000Z",
        "updated_at": "2026-11-30T12:00:00.000Z",
        "version": 1,
    }
    assert (told.structured["duplicate"], told.structured["filed_by_you"], told.structured["limit"]) == (False, 2, 25)
    assert told.shown == {"id": told.follow_up["id"], "title": "Fix the guard in orders", "duplicate": False}


@pytest.mark.parametrize(
    ("due", "time_zone", "shown"),
    [
        ("2027-01-31", None, {"date": "2027-01-31"}),
        ("2027-01-31", "Europe/Berlin", {"date": "2027-01-31"}),
        ("2027-01-31T09:00", "Europe/Berlin", {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"}),
        ("2027-01-31T08:00:00Z", "Europe/Berlin", {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"}),
        ("2027-01-31T03:00-05:00", "Europe/Berlin", {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"}),
    ],
)
def test_a_due_is_a_date_a_time_in_a_zone_or_an_instant_with_a_zone(agent, due, time_zone, shown):
    assert agent.add(due=due, time_zone=time_zone).follow_up["due"] == shown


@pytest.mark.parametrize(
    ("due", "time_zone", "says"),
    [
        ("2027-01-31T09:00", None, "time_zone"),
        ("2027-01-31T09:00+01:00", None, "time_zone"),
        ("tomorrow", None, "2027-01-31"),
        ("2027-02-30", None, "does not exist"),
        ("2027-01-31T09:00", "CET+1", "Europe/Berlin"),
    ],
)
def test_a_due_that_is_none_is_refused_with_what_goes(agent, due, time_zone, says):
    refused = agent.add(due=due, time_zone=time_zone)
    assert refused.code == "invalid"
    assert says in refused.message


def test_times_come_from_the_server(agent, clock):
    clock.advance(hours=5)
    told = agent.add(created_at="2026-11-30T07:00:00Z", now="2026-11-30T07:00:00Z")
    assert told.follow_up["created_at"][:16] == to_text(clock.now())[:16] == "2026-11-30T17:00"


def test_the_same_title_is_answered_and_not_added_again(agent):
    first = agent.add("Fix the guard", notes="in users").follow_up
    again = agent.add("fix the  `guard`.", session_id="s2")
    assert again.structured["duplicate"] is True
    assert again.follow_up == first
    assert "Nothing was added" in again.message
    assert open_titles(agent) == ["Fix the guard"]


def test_titles_that_differ_in_a_word_stay_apart(agent):
    agent.add("Add the missing guard in router users")
    agent.add("Add the missing guard in router orders")
    assert len(open_titles(agent)) == 2


def test_the_same_key_answers_the_same_and_adds_once(agent):
    first = agent.add("Fix the guard", idempotency_key="k1")
    agent.complete(first.follow_up["id"])
    again = agent.add("Fix the guard", idempotency_key="k1")
    assert again.structured == first.structured
    assert open_titles(agent) == []


def test_a_key_with_other_arguments_is_a_conflict_that_names_it(agent):
    agent.add("Fix the guard", idempotency_key="k1")
    refused = agent.add("Fix another guard", idempotency_key="k1")
    assert refused.code == "key_conflict"
    assert refused.structured["error"]["idempotency_key"] == "k1"
    assert open_titles(agent) == ["Fix the guard"]


class Losing(PassingTable):
    """Does the first transaction and loses its answer."""

    lost = False

    def _call(self, operation, do):
        answer = do()
        if operation == "transact" and not self.lost:
            self.lost = True
            raise Unavailable("made to fail")
        return answer


def test_an_add_whose_answer_was_lost_is_not_done_twice(sqlite, agent, home, clock):
    with a_door(on(home, Losing(sqlite)).ports) as lossy:
        lost = replace(agent, door=lossy).add("Fix the guard", idempotency_key="k1")
    assert (lost.code, lost.structured["error"]["retry_after"]) == ("unavailable", 5)

    clock.advance(hours=23)
    again = agent.add("Fix the guard", idempotency_key="k1")

    assert again.structured["duplicate"] is False
    assert open_titles(agent) == ["Fix the guard"]


def test_a_session_with_as_many_open_as_it_may_is_told_to_say_the_rest(agent):
    told = [agent.add(f"Fix guard {n}") for n in range(OPEN_PER_SESSION)][-1]
    assert told.structured["filed_by_you"] == OPEN_PER_SESSION
    refused = agent.add("One too many")
    assert refused.code == "too_many_open"
    assert (refused.structured["error"]["open"], refused.structured["error"]["limit"]) == (25, 25)
    assert "say the rest in your reply" in refused.message


def test_where_the_owner_reviews_new_ones_the_answer_says_that_it_waits(agent, home):
    home.set_up(review_new=True)
    told = agent.add()
    assert told.follow_up["proposed"] is True
    assert "waits for the owner" in told.message
    assert open_titles(agent) == []


def test_a_repository_that_the_list_does_not_take_is_refused(agent, home):
    home.set_up(accepted_repositories=["acme/other"])
    refused = agent.add()
    assert (refused.code, refused.structured["error"]["repository"]) == ("repository_not_accepted", "acme/widget")


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        ({"title": " "}, "invalid", "title"),
        ({"title": "a\nb"}, "invalid", "title"),
        ({"title": "x" * 1_001}, "too_large", "title"),
        ({"notes": "x" * 100_001}, "too_large", "notes"),
        ({"repository": "not a repository"}, "invalid", "repository"),
        ({"repository": f"acme/{'x' * 200}"}, "too_large", "repository"),
        ({"session_id": "x" * 201}, "too_large", "session_id"),
        ({"session_id": ""}, "invalid", "session_id"),
        ({"host": "vim"}, "invalid", "host"),
        ({"idempotency_key": "x" * 201}, "too_large", "idempotency_key"),
    ],
)
def test_what_is_over_a_limit_or_no_such_thing_is_refused(agent, arguments, code, field):
    refused = agent.add(**{"title": "Fix", **arguments})
    assert (refused.code, refused.structured["error"]["field"]) == (code, field)
    assert open_titles(agent) == []


def test_a_follow_up_lands_in_the_list_that_is_named(agent, home):
    other = another_list(home)
    agent.add(list_id=other)
    assert open_titles(agent) == []
