"""What one session leaves undone, a later one does."""

import pytest

from tests.journeys.deployment import Place

pytestmark = pytest.mark.anyio


async def test_what_one_session_captures_a_later_one_completes_and_the_owner_sees_how(place: Place) -> None:
    monday = await place.agent("monday")
    captured = await monday.capture(
        "Add the missing guard in routers/orders.py",
        notes="routers/users.py has it since today.",
        host="claude-code",
    )
    assert captured["duplicate"] is False
    assert captured["filed_by_you"] == 1
    guard = captured["follow_up"]["id"]

    tuesday = await place.agent("tuesday")
    (shown,) = (await tuesday.read())["follow_ups"]
    assert (shown["id"], shown["title"]) == (guard, "Add the missing guard in routers/orders.py")
    assert (await tuesday.read_one(guard))["notes"] == "routers/users.py has it since today."

    step = await tuesday.drain_next()
    assert step["follow_up"]["id"] == guard
    assert (step["checkpoint"], step["taken"]) == (1, 0)
    done = await tuesday.complete(step, "Added the guard, and a test for it.", commit="4f2a91c")
    assert done["follow_up"]["status"] == "completed"

    assert (await tuesday.drain_next())["stop"]["reason"] == "nothing left"
    assert (await tuesday.read())["follow_ups"] == []

    seen = await place.owner.todo(guard)
    assert seen["completed_at"]
    assert seen["origin"]["session_id"] == "monday"
    assert seen["notes"].startswith("routers/users.py has it since today.")
    assert "Added the guard, and a test for it." in seen["notes"]
    assert "4f2a91c" in seen["notes"]
    assert [todo["id"] for todo in await place.owner.todos(state="completed")] == [guard]


async def test_the_owner_answers_what_was_handed_back_and_the_next_drain_reads_it(place: Place) -> None:
    monday = await place.agent("monday")
    step = await _drained(monday, "Rename the --color flag")
    await monday.hand_back(step, "Is it --colour or --palette?")
    assert (await monday.drain_next())["stop"]["reason"] == "nothing left"

    (shown,) = await place.owner.todos(handed_back="true")
    asked = await place.owner.todo(shown["id"])
    assert asked["origin"]["handed_back_reason"] == "Is it --colour or --palette?"
    returned = await place.owner.act(asked, "return-to-drain", answer="--palette, and keep the old name working.")
    assert "handed_back_at" not in returned["origin"]
    assert await place.owner.todos(handed_back="true") == []

    tuesday = await place.agent("tuesday")
    step = await tuesday.drain_next()
    assert step["follow_up"]["id"] == asked["id"]
    told = (await tuesday.read_one(asked["id"]))["notes"]
    assert told.index("Is it --colour or --palette?") < told.index("--palette, and keep the old name working.")
    await tuesday.complete(step, "It is --palette now.")

    assert (await place.owner.todo(asked["id"]))["completed_at"]


async def test_a_todo_of_the_owners_own_becomes_a_follow_up_when_it_is_assigned(place: Place) -> None:
    own = await place.owner.add("Write the release notes")
    monday = await place.agent("monday")
    assert await monday.read_all() == []
    await place.owner.act(own, "assign", repository="acme/widget")
    step = await monday.drain_next()
    assert step["follow_up"]["title"] == "Write the release notes"
    assert "session_id" not in step["follow_up"]
    await monday.complete(step, "Written.")


async def _drained(agent, title):
    await agent.capture(title)
    return await agent.drain_next()
