"""Sessions that capture and drain through the plugin, with what its context gave them and no option of the client."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from itertools import repeat
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest

from followups.domain.instants import to_text
from followups.gateways.system import SystemChance, SystemClock
from followups.services import access, claiming
from followups.storage.assembly import ports_over
from local.data_folder import TABLE
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock
from tests.claude.acting import PREFIX, answered, captures, completes, drains, hands_back, here, says
from tests.claude.machine import ROOT, SECONDS, Machine
from tests.claude.messages_api import Acts, Following, Heard, Model, Say, Use
from tests.journeys.deployment import REPOSITORY, Place
from tests.journeys.local_server import LocalServer

pytestmark = [pytest.mark.claude, pytest.mark.anyio]


async def test_what_a_session_captures_stands_on_the_list_under_its_own_id(connected: Machine, place: Place) -> None:
    model = Model([captures("Guard orders", notes="As in users.", time_zone="Europe/Lisbon"), says("Captured.")])

    ended = connected.ask("Hello.", model)

    assert ended["permission_denials"] == []
    (row,) = await place.owner.todos()
    todo = await place.owner.todo(row["id"])
    assert todo["title"] == "Guard orders"
    origin = {name: todo["origin"][name] for name in ("session_id", "repository", "host")}
    assert origin == {"session_id": ended["session_id"], "repository": REPOSITORY, "host": "claude-code"}


async def test_without_the_option_the_tools_wait_for_the_user(machine: Machine, place: Place) -> None:
    _, api_key = await place.new_key("Claude Code")
    machine.load_plugin(site=place.deployment.base_url, list_id=place.list_id, api_key=api_key)
    model = Model([captures("Guard orders"), says("I may not.")])

    ended = machine.ask("Hello.", model)

    assert [denied["tool_name"] for denied in ended["permission_denials"]] == [f"{PREFIX}add_follow_up"]
    assert await place.owner.todos() == []


async def test_the_option_allows_no_other_tool(connected: Machine) -> None:
    model = Model([lambda heard: Use("Bash", {"command": "touch here"}), says("I may not.")])

    ended = connected.ask("Hello.", model)

    assert [denied["tool_name"] for denied in ended["permission_denials"]] == ["Bash"]
    assert not (connected.project / "here").exists()


async def test_a_drain_completes_hands_back_and_takes_what_it_found_until_nothing_is_left(
    connected: Machine, place: Place
) -> None:
    monday = await place.agent("monday")
    for title in ("Guard orders", "Guard refunds", "Guard invoices"):
        await monday.capture(title)

    def script(heard: Heard) -> Acts:
        heard = yield drains(start=True)(heard)
        while "follow_up" in (step := answered(heard)):
            title = step["follow_up"]["title"]
            if title == "Guard refunds":
                heard = yield hands_back(step, "Which refunds?")(heard)
            else:
                if title == "Guard orders":
                    heard = yield captures("Guard carts", discovered_from=step["follow_up"]["id"])(heard)
                heard = yield completes(step, f"{title}: done.", commit="4f2a91c")(heard)
            heard = yield drains()(heard)
        yield Say(step["stop"]["reason"])

    model = Model(repeat(Following(script)))

    ended = connected.ask("/follow-ups:drain", model)

    assert ended["result"] == "nothing left"
    assert model.heard[-1].failures == []
    completed = {todo["title"]: todo for todo in await place.owner.todos(state="completed")}
    assert set(completed) == {"Guard orders", "Guard invoices", "Guard carts"}
    found = await place.owner.todo(completed["Guard carts"]["id"])
    assert found["origin"]["discovered_from"] == completed["Guard orders"]["id"]
    assert found["origin"]["session_id"] == ended["session_id"]
    assert "4f2a91c" in found["notes"]
    (asked,) = await place.owner.todos(handed_back="true")
    assert asked["title"] == "Guard refunds"
    assert (await place.owner.todo(asked["id"]))["origin"]["handed_back_reason"] == "Which refunds?"


async def test_a_drain_that_finds_as_much_as_it_does_is_stopped_and_leaves_the_rest_open(
    connected: Machine, place: Place
) -> None:
    monday = await place.agent("monday")
    for title in ("Guard orders", "Guard refunds"):
        await monday.capture(title)

    def script(heard: Heard) -> Acts:
        heard = yield drains(start=True)(heard)
        while "follow_up" in (step := answered(heard)):
            done = step["follow_up"]
            heard = yield captures(f"Test: {done['title']}", discovered_from=done["id"])(heard)
            heard = yield completes(step, "Done.")(heard)
            heard = yield drains()(heard)
        yield Say(step["stop"]["reason"])

    model = Model(repeat(Following(script)))

    ended = connected.ask("/follow-ups:drain", model)

    assert ended["result"] == "not converging"
    assert model.heard[-1].failures == []
    left = {todo["title"] for todo in await place.owner.todos()}
    assert left == {"Test: Guard orders", "Test: Guard refunds"}


async def test_a_compacted_session_goes_on_with_the_follow_up_that_it_holds(connected: Machine, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Guard orders")
    await monday.capture("Guard refunds")
    begun = [drains(start=True), says("I began.")]
    compacted = [says("<summary>A drain began.</summary>")]
    gone_on = [drains(), says("I go on.")]
    model = Model([*begun, *compacted, *gone_on])

    with connected.conversation(model) as conversation:
        conversation.ask("/follow-ups:drain")
        conversation.ask("/compact")
        conversation.ask("Go on.")

    before, after = answered(model.heard[1]), answered(model.heard[-1])
    assert before["follow_up"]["title"] == after["follow_up"]["title"] == "Guard orders"
    assert before["claim"]["token"] == after["claim"]["token"]


async def test_two_sessions_that_drain_at_once_share_the_work_and_never_a_follow_up(
    connected: Machine, place: Place
) -> None:
    monday = await place.agent("monday")
    titles = {f"Guard {name}" for name in ("orders", "refunds", "invoices", "carts")}
    for title in titles:
        await monday.capture(title)
    both_hold = Barrier(2)

    def drain(taken: list[str], heard: Heard) -> Acts:
        heard = yield drains(start=True)(heard)
        both_hold.wait(SECONDS)
        while "follow_up" in (step := answered(heard)):
            taken.append(step["follow_up"]["title"])
            heard = yield completes(step, "Done.")(heard)
            heard = yield drains()(heard)
        yield Say(step["stop"]["reason"])

    mine: list[str] = []
    theirs: list[str] = []
    models = [Model(repeat(Following(partial(drain, taken)))) for taken in (mine, theirs)]
    with ThreadPoolExecutor(2) as threads:
        ended = list(threads.map(partial(connected.ask, "/follow-ups:drain"), models))

    assert mine
    assert theirs
    assert sorted(mine + theirs) == sorted(titles)
    assert {one["result"] for one in ended} <= {"nothing left", "all claimed by others"}
    assert {todo["title"] for todo in await place.owner.todos(state="completed")} == titles


async def test_the_command_and_the_skill_of_a_drain_both_give_its_rules(connected: Machine) -> None:
    by_command = Model([says("I know how.")])
    by_skill = Model([lambda heard: Use("Skill", {"skill": "follow-ups:drain"}), says("I know how.")])

    connected.ask("/follow-ups:drain", by_command)
    connected.ask("Drain.", by_skill)

    assert _has_rules_of("drain", by_command.heard[0])
    assert not _has_rules_of("drain", by_skill.heard[0])
    assert _has_rules_of("drain", by_skill.heard[1])


async def test_the_skill_of_capturing_gives_its_rules(connected: Machine) -> None:
    model = Model([lambda heard: Use("Skill", {"skill": "follow-ups:capture"}), says("I know how.")])

    connected.ask("Hello.", model)

    before, after = model.heard
    assert not _has_rules_of("capture", before)
    assert _has_rules_of("capture", after)


async def test_the_doctor_answers_without_the_model(connected: Machine, place: Place) -> None:
    model = Model([])

    told = connected.ask("/follow-ups:doctor", model)["result"]

    assert model.heard == []
    assert place.deployment.base_url in told
    assert place.list_id in told
    assert "'the real client' as agent" in told
    assert REPOSITORY in told
    assert "MEND" not in told


async def test_the_doctor_says_how_a_refused_key_is_mended(machine: Machine, place: Place) -> None:
    machine.load_plugin(site=place.deployment.base_url, list_id=place.list_id, api_key="fu_" + "0" * 46)
    model = Model([])

    told = machine.ask("/follow-ups:doctor", model)["result"]

    assert model.heard == []
    (mend,) = [line for line in told.splitlines() if "MEND" in line]
    assert "key" in mend
    assert "0" * 46 not in told


async def test_a_claim_that_is_about_to_lapse_is_renewed_while_the_session_works(
    machine: Machine, place: Place, server: LocalServer
) -> None:
    _, api_key = await place.new_key("Claude Code")
    machine.load_plugin(
        site=place.deployment.base_url,
        list_id=place.list_id,
        api_key=api_key,
        allow_tools=True,
        plan_reminder_every=5,
    )
    monday = await place.agent("monday")
    follow_up = (await monday.capture("Guard orders"))["follow_up"]
    session = str(uuid4())
    lapses = _claimed_in_the_past(server, api_key, follow_up, session, timedelta(minutes=25))

    four = Model([_reads] * 4)
    machine.ask("Work.", four, "--session-id", session)
    after_four = await _claim(place, follow_up["id"])
    machine.ask("Work.", Model([_reads]), "--resume", session)
    after_five = await _claim(place, follow_up["id"])

    assert after_four == {"session_id": session, "expires_at": lapses}
    assert after_five["session_id"] == session
    renewed_by = datetime.fromisoformat(after_five["expires_at"]) - datetime.fromisoformat(lapses)
    assert renewed_by > timedelta(minutes=20)


def _reads(heard: Heard) -> Use:
    return Use(f"{PREFIX}read_follow_ups", here(heard))


def _has_rules_of(skill: str, heard: Heard) -> bool:
    """Whether the whole text of a skill reached the model."""
    text = (ROOT / "plugin" / "skills" / skill / "SKILL.md").read_text().split("---\n", 2)[2]
    return set(text.splitlines()) <= set(heard.lines)


def _claimed_in_the_past(
    server: LocalServer, api_key: str, follow_up: dict[str, Any], session: str, ago: timedelta
) -> str:
    """Claim it as if so long ago, beside the running server. Answers when the claim lapses."""
    table = SqliteTable(server.data / TABLE)
    try:
        ports = ports_over(table, FakeClock(SystemClock().now() - ago), SystemChance())
        caller = access.caller_of(ports, f"Bearer {api_key}")
        reached = access.reach_list(ports, caller, follow_up["list_id"], "agent")
        claimed = claiming.claim(ports, reached, todo_id=follow_up["id"], session_id=session)
    finally:
        table.close()
    assert claimed.todo.claim is not None
    return to_text(claimed.todo.claim.expires_at)


async def _claim(place: Place, todo_id: str) -> dict[str, Any]:
    claim: dict[str, Any] = (await place.owner.todo(todo_id))["claim"]
    return claim
