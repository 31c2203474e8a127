"""From no key to an agent's first call."""

import pytest
from playwright.async_api import Locator, expect

from tests.journeys.agent import Agent, connected
from tests.journeys.deployment import REPOSITORY, Deployment, Place
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


def step(visit: Visit, number: int, title: str) -> Locator:
    return visit.page.get_by_role("region", name=f"{number} {title}")


async def made(visit: Visit, name: str) -> str:
    """Make a key on the page, and read it there."""
    first = step(visit, 1, "Make a key")
    await first.get_by_label("Name").fill(name)
    await visit.press(first.get_by_role("button", name="Make a key"))
    await expect(first.get_by_text("is made")).to_be_visible()
    return (await first.get_by_role("code").inner_text()).strip()


async def connect(visit: Visit) -> None:
    """The page for this very list, as one comes from it."""
    await visit.open_list()
    await expect(visit.quick_add).to_be_visible()
    await visit.go("/connect")


async def test_a_key_is_made_shown_once_and_its_first_call_is_seen(
    visit: Visit, place: Place, deployment: Deployment
) -> None:
    await connect(visit)
    secret = await made(visit, "Desk")
    assert secret.startswith("fu_")
    commands = await step(visit, 2, "Tell the agent").get_by_role("code").all_inner_texts()
    assert any(secret in command for command in commands)
    assert any("marketplace add" in command for command in commands)
    waiting = step(visit, 3, "See it arrive")
    await expect(waiting.get_by_text("Waiting for the first call")).to_be_visible()
    async with connected(deployment.mcp_url, secret, "auto") as client:
        agent = Agent(client, list_id=place.list_id, repository=REPOSITORY, session_id="first")
        await agent.capture("Cap the upload size")
    await expect(waiting.get_by_text("Connected: the first call arrived just now.")).to_be_visible()
    await visit.expect_said("Connected: the first call arrived just now.")
    await visit.open_list()
    await visit.expect_open("Cap the upload size")
    await visit.go("/connect")
    await expect(visit.page.get_by_text(secret)).to_have_count(0)
    await expect(step(visit, 3, "See it arrive").get_by_text("was last used")).to_be_visible()


async def test_every_host_has_its_own_lines_with_the_key_and_the_list_in_place(desk: Visit, place: Place) -> None:
    await connect(desk)
    secret = await made(desk, "Desk")
    tell = step(desk, 2, "Tell the agent")
    tabs = await tell.get_by_role("tab").all()
    assert len(tabs) > 3
    for tab in tabs:
        await desk.press(tab)
        await expect(tab).to_have_attribute("aria-selected", "true")
        panel = tell.get_by_role("tabpanel")
        await expect(panel.get_by_role("code").first).to_be_visible()
        if await tab.inner_text() != "Claude Code":
            await desk.press(panel.get_by_text("What its sessions should be told"))
            await expect(panel.get_by_role("code").last).to_contain_text(place.list_id)
        lines = "\n".join(await panel.get_by_role("code").all_inner_texts())
        assert secret in lines, await tab.inner_text()
        assert place.list_id in lines, await tab.inner_text()


async def test_a_press_copies_what_is_beside_it(desk: Visit) -> None:
    await desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await connect(desk)
    secret = await made(desk, "Desk")
    await desk.press(step(desk, 1, "Make a key").get_by_role("button", name="Copy the key"))
    await desk.expect_said("Copied: the key")
    assert await desk.page.evaluate("() => navigator.clipboard.readText()") == secret


async def test_an_empty_list_offers_to_connect_an_agent(visit: Visit) -> None:
    await visit.open_list()
    main = visit.page.get_by_role("main")
    await visit.press(main.get_by_role("button", name="Connect an agent"))
    await expect(visit.page.get_by_role("heading", name="Connect an agent")).to_be_visible()
    assert visit.page.url.endswith("/connect")


async def test_the_list_that_was_looked_at_last_is_the_one_that_is_offered(visit: Visit, place: Place) -> None:
    await connect(visit)
    await expect(visit.page.get_by_role("combobox", name="List")).to_have_value(place.list_id)
