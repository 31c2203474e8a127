"""No answer floods a model's context, whatever people and agents wrote."""

import json

import pytest

from followups.domain.limits import AGENT_PAGE_BYTES

MOST_BYTES_SHOWN = 40_000
"""10,000 tokens at 4 bytes each: what one answer may come to, both of its halves together."""

TEXTS = {
    "plain": "The quick brown fox jumps over the lazy dog. ",
    "quotes": '"\\',
    "emoji": "\U0001f4a6",
    "cyrillic": "Щ",
    "chinese": "守",
    "combining": "a\u0301",
}
LONG = {**TEXTS, "newlines": "\n\n", "controls": "\x01\x1f"}

each_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
each_long_text = pytest.mark.parametrize("text", LONG.values(), ids=LONG)


def filled(text, characters):
    return (text * characters)[:characters]


def seen(told):
    """Bytes of both halves of an answer as a client reads them."""
    return len(told.text.encode()) + len(json.dumps(told.structured, ensure_ascii=False).encode())


def fill(home, title, notes):
    for n in range(50):
        home.capture(f"{n:02d}{title}", notes=notes, session=f"s{n // 20}")


@each_text
def test_a_page_stays_within_its_bytes_and_still_makes_progress(agent, home, text):
    fill(home, filled(text, 998), filled(text, 2_000))
    told = agent.read(limit=20)
    assert len(told.body) <= AGENT_PAGE_BYTES
    assert told.structured["follow_ups"]
    assert "next_cursor" in told.structured


@each_long_text
def test_a_page_of_the_most_costly_notes_stays_within_its_bytes(agent, home, text):
    fill(home, "Fix", filled(text, 2_000))
    assert len(agent.read(limit=50).body) <= AGENT_PAGE_BYTES


@each_text
def test_a_page_of_the_longest_everything_stays_within_its_bytes(agent, home, text):
    repository = f"git.example.com/{'ä' * 90}/w"
    found = agent.add("Found first").follow_up["id"]
    for n in range(20):
        todo = home.follow_up(
            f"{n:02d}{filled(text, 998)}",
            notes=filled(text, 2_000),
            repository=repository,
            session=filled(text, 199) + "s",
            due="2027-01-31T09:00:01",
            time_zone="America/Argentina/ComodRivadavia",
            host="claude-code",
            discovered_from=found,
        )
        home.claim(todo, session=filled(text, 199) + "t")
    told = agent.read(repository=repository)
    assert told.structured["follow_ups"]
    assert len(told.body) <= AGENT_PAGE_BYTES


def test_a_usual_page_of_twenty_is_whole(agent, home):
    for n in range(20):
        home.capture(
            f"Fix the missing guard in router number {n} of the orders service",
            notes=filled(TEXTS["plain"], 600),
            session="3f6c1d0e-5a52-4f3e-9a55-0b7f6d1c9e42",
            host="claude-code",
        )
    told = agent.read()
    assert len(told.structured["follow_ups"]) == 20
    assert len(told.body) <= AGENT_PAGE_BYTES


@each_long_text
def test_one_follow_up_stays_within_ten_thousand_tokens(agent, text):
    title = filled(text if text in TEXTS.values() else "x", 999) + "t"
    id = agent.add(title, notes=filled(text, 100_000), session_id="s" * 200, due="2027-01-31").follow_up["id"]
    agent.hand_back(id, reason=filled(text, 3_999) + "r")
    assert seen(agent.read_one(id)) <= MOST_BYTES_SHOWN


@each_long_text
@pytest.mark.parametrize("ask", ["claim", "drain"])
def test_what_a_session_is_given_stays_within_ten_thousand_tokens(agent, text, ask):
    title = filled(text if text in TEXTS.values() else "x", 999) + "t"
    id = agent.add(title, notes=filled(text, 100_000)).follow_up["id"]
    given = agent.claim(id) if ask == "claim" else agent.drain(start=True)
    assert seen(given) <= MOST_BYTES_SHOWN
    assert given.follow_up["next_notes_offset"] > 0


@each_long_text
def test_what_a_write_answers_is_short(agent, text):
    id = agent.add("Fix", notes=filled(text, 90_000)).follow_up["id"]
    for told in (
        agent.add("Fix", session_id="s2"),
        agent.complete(id, summary=filled(text, 3_999) + "s"),
    ):
        assert seen(told) <= 4_000


@each_long_text
def test_every_part_of_long_notes_makes_progress_and_none_is_lost(agent, text):
    notes = filled(text, 30_000)
    id = agent.add("Fix", notes=notes).follow_up["id"]
    told = agent.read_one(id)
    read = told.follow_up["notes"]
    while "next_notes_offset" in told.follow_up:
        assert told.follow_up["next_notes_offset"] == len(read)
        told = agent.read_one(id, notes_offset=len(read))
        read += told.follow_up["notes"]
    assert read == notes
