"""What the plugin tells the model when a session starts, goes on, is cleared or compacted."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat

import pytest

from tests.claude.acting import PREFIX, here, says
from tests.claude.machine import TIME_ZONE, Machine
from tests.claude.messages_api import Heard, Model, Use
from tests.journeys.deployment import REPOSITORY, Place

pytestmark = [pytest.mark.claude, pytest.mark.anyio]


async def test_a_new_session_knows_where_it_is_and_what_is_open(connected: Machine, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Guard orders", notes="Never shown before it is asked for.")
    model = Model(repeat(says("Hello.")))

    ended = connected.ask("Hello.", model)

    (heard,) = model.heard
    assert here(heard) == {
        "list_id": place.list_id,
        "repository": REPOSITORY,
        "session_id": ended["session_id"],
    }
    assert heard.told("time_zone") == TIME_ZONE
    assert f"{PREFIX}drain_next" in heard.text
    assert "Guard orders" in heard.text
    assert "Never shown" not in heard.text


async def test_a_resumed_session_is_told_again_only_what_changed(connected: Machine, place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Guard orders")
    model = Model(repeat(says("Hello.")))
    session = connected.ask("Hello.", model)["session_id"]

    connected.ask("Again.", model, "--resume", session)
    await monday.capture("Guard invoices")
    connected.ask("Once more.", model, "--resume", session)

    started, unchanged, changed = model.heard
    assert _told_times(started, "list_id") == _told_times(unchanged, "list_id") == _told_times(changed, "list_id") == 1
    assert started.text.count("Guard orders") == unchanged.text.count("Guard orders") == 1
    assert "Guard invoices" in changed.text
    assert here(changed)["session_id"] == session


async def test_after_a_compaction_the_same_session_is_told_anew(connected: Machine, place: Place) -> None:
    model = Model(repeat(says("<summary>Nothing was said of where this is.</summary>")))

    with connected.conversation(model) as conversation:
        before = conversation.ask("Hello.")
        conversation.ask("/compact")
        model.heard.clear()
        conversation.ask("Go on.")

    (heard,) = model.heard
    assert here(heard) == {"list_id": place.list_id, "repository": REPOSITORY, "session_id": before["session_id"]}


async def test_after_clear_the_new_session_is_told_its_new_id_alone(connected: Machine) -> None:
    model = Model(repeat(says("Hello.")))

    with connected.conversation(model) as conversation:
        before = conversation.ask("Hello.")
        conversation.ask("/clear")
        after = conversation.ask("Hello again.")

    heard = model.heard[-1]
    assert here(heard)["session_id"] == after["session_id"] != before["session_id"]
    assert before["session_id"] not in "".join(_values(heard, "session_id"))


async def test_a_session_that_forks_off_is_told_its_own_id(connected: Machine) -> None:
    model = Model(repeat(says("Hello.")))
    session = connected.ask("Hello.", model)["session_id"]

    forked = connected.ask("Another way.", model, "--resume", session, "--fork-session")

    assert here(model.heard[-1])["session_id"] == forked["session_id"] != session


@pytest.mark.parametrize("listens", [False, True], ids=["nobody listens", "nobody answers"])
async def test_where_the_service_is_down_a_session_goes_on_with_what_the_machine_knows(
    machine: Machine, listens: bool
) -> None:
    model = Model([*[_lists_files] * 5, says("I go on.")])

    with _a_dead_port(listens=listens) as site:
        machine.load_plugin(site=site, list_id="a-list", api_key="fu_none", plan_reminder_every=5)
        ended = machine.ask("Hello.", model, "--allowedTools", "Bash(ls)")

    heard = model.heard[0]
    assert len(model.heard) == 6
    assert model.heard[-1].failures == []
    assert ended["result"] == "I go on."
    assert here(heard) == {"list_id": "a-list", "repository": REPOSITORY, "session_id": ended["session_id"]}


async def test_a_key_that_is_refused_is_told_with_where_to_mend_it(machine: Machine, place: Place) -> None:
    machine.load_plugin(site=place.deployment.base_url, list_id=place.list_id, api_key="fu_" + "0" * 46)
    model = Model([says("It does not work.")])

    machine.ask("Hello.", model)

    (heard,) = model.heard
    assert "nothing can be captured" in heard.text
    assert "/follow-ups:doctor" in heard.text
    assert "0" * 46 not in heard.text


async def test_a_folder_without_a_remote_is_told_that_nothing_is_captured_there(
    connected: Machine, place: Place
) -> None:
    connected.git("remote", "remove", "origin")
    model = Model([says("Hello.")])

    connected.ask("Hello.", model)

    (heard,) = model.heard
    assert "nothing may be captured here" in heard.told("repository")
    assert heard.told("list_id") == place.list_id


async def test_where_nothing_is_configured_one_line_says_how_and_nothing_else(machine: Machine) -> None:
    machine.load_plugin()
    model = Model([says("Hello.")])

    machine.ask("Hello.", model)

    (heard,) = model.heard
    (line,) = [line for line in heard.lines if "plugin configure follow-ups@follow-ups" in line]
    assert "site, list_id, api_key" in line
    assert heard.told("list_id") == heard.told("session_id") == ""


@contextmanager
def _a_dead_port(*, listens: bool) -> Iterator[str]:
    """The address of a port that nobody else can take: connections are refused there, or never answered."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        if listens:
            taken.listen(100)
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"


def _lists_files(_: Heard) -> Use:
    return Use("Bash", {"command": "ls", "description": "List the files"})


def _values(heard: Heard, name: str) -> list[str]:
    return [line for line in heard.lines if re.match(rf"{name}: ", line)]


def _told_times(heard: Heard, name: str) -> int:
    return len(_values(heard, name))
