"""The hooks at the running product."""

import re
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.journeys.deployment import Deployment, Place, fresh_place, local_deployment
from tests.plugin.hook_program import SESSION, Host, origin

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with local_deployment(tmp_path_factory.mktemp("plugin")) as local:
        yield local


@pytest.fixture
async def place(deployment: Deployment) -> AsyncIterator[Place]:
    async with fresh_place(deployment, "the hooks") as fresh:
        yield fresh


@pytest.fixture
async def host(place: Place, tmp_path) -> Host:
    _, key = await place.new_key()
    host = Host(tmp_path)
    host.options = {"site": place.deployment.base_url, "list_id": place.list_id, "api_key": key}
    origin(host.project, "git@github.com:acme/widget.git")
    return host


async def test_a_session_is_greeted_and_a_resumed_one_with_what_changed(place: Place, host: Host) -> None:
    await place.owner.add("Guard orders", repository="acme/widget", notes="Not to be told.")
    told = host.start().context
    assert "Open follow-ups in acme/widget: 1." in told
    assert '- "Guard orders" (' in told
    assert "Not to be told" not in told
    assert host.start("resume").answer is None
    await place.owner.add("Guard invoices", repository="acme/widget")
    resumed = host.start("resume").context
    assert resumed.startswith("Open follow-ups in acme/widget: 2.")


async def test_what_a_session_claimed_comes_first(place: Place, host: Host) -> None:
    agent = await place.agent(SESSION)
    await place.owner.add("Guard orders", repository="acme/widget")
    await agent.drain_next(start=True)
    assert 'This session holds, and goes on with drain_next:\n- "Guard orders" (' in host.start("compact").context


async def test_with_300_open_the_context_stays_small(place: Place, host: Host) -> None:
    """F07"""
    origin = {"repository": "acme/widget"}
    todos = [{"title": f"{number} " + '"' * 200, "origin": origin} for number in range(300)]
    for first in range(0, 300, 50):
        await place.owner.post(f"/api/lists/{place.list_id}/import", {"todos": todos[first : first + 50]})
    told = host.start().context
    assert re.search(r"^Open follow-ups in acme/widget: \d+ or more\.$", told, re.MULTILINE)
    assert len(told) < 4_000


async def test_look_ins_are_silent(host: Host) -> None:
    host.options["plan_reminder_every"] = "5"
    assert [host.use_tool().stdout for _ in range(6)] == [b""] * 6


async def test_the_doctor_finds_all_well(host: Host) -> None:
    told = host.prompt("/follow-ups:doctor").reason
    assert "the key reaches the list 'the hooks' as agent" in told
    assert "MEND" not in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"api_key": "fu_" + "x" * 46}, "Make one (`python -m local connect`"),
        ({"api_key": "none-of-ours"}, "Make one (`python -m local connect`"),
        ({"list_id": "01932f4e-5a00-7000-8000-000000000000"}, "The key does not reach this list."),
        ({"list_id": "x"}, "The key does not reach this list."),
    ],
)
async def test_a_wrong_key_or_list_is_told_by_the_doctor_and_at_the_start(change, told, host: Host) -> None:
    host.options |= change
    assert told in host.prompt("/follow-ups:doctor").reason
    assert "/follow-ups:doctor" in host.start().context


async def test_a_reader_s_key_is_told_by_the_doctor(place: Place, host: Host) -> None:
    _, host.options["api_key"] = await place.new_key(role="reader")
    assert "A reader's key cannot capture or drain." in host.prompt("/follow-ups:doctor").reason


async def test_a_site_with_a_slash_at_its_end_is_fine(host: Host) -> None:
    host.options["site"] += "/"
    assert "MEND" not in host.prompt("/follow-ups:doctor").reason
