"""axe finds nothing: on every page, in both themes, on a computer and on a phone."""

from collections.abc import AsyncIterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any, Final

import pytest

from tests.journeys.deployment import Deployment, fresh_place
from tests.length import LONG
from tests.web.devices import DEVICES, PHONE, Device
from tests.web.sample_lists import SampleList, filled
from tests.web.scenes import SCENES, arranged
from tests.web.trouble import OFFLINE, REFUSED, Trouble
from tests.web.visits import Visit, Visits

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
AT_REST: Final = """async () => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const passing = document.getAnimations().filter(each => each.effect.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(each => each.finished));
}"""
"""Colours of another theme may fade in."""
RUN: Final = """async only => {
    const options = {resultTypes: ["violations"], rules: {"target-size": {enabled: true}}};
    const found = await axe.run(document, only ? {...options, runOnly: only} : options);
    return found.violations.map(({id, nodes}) => [id, nodes.map(each => `${each.target} ${each.failureSummary}`)]);
}"""


@pytest.fixture(scope="module")
async def sample(deployment: Deployment) -> AsyncIterator[SampleList]:
    async with fresh_place(deployment, "Work") as place, fresh_place(deployment, "Empty") as empty:
        yield await filled(place, empty)


async def violations(visit: Visit, theme: str, only: list[str] | None = None) -> dict[str, Any]:
    await visit.page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    if not await visit.page.evaluate("() => 'axe' in window"):
        # The page's own policy holds on: the browser's debugger puts it in.
        await visit.page.evaluate(AXE.read_text(encoding="utf-8"))
    await visit.page.evaluate(AT_REST)
    return dict(await visit.page.evaluate(RUN, only))


ALTERNATING: Final = [(scene, DEVICES[place % 2]) for place, scene in enumerate(SCENES)]


@pytest.mark.parametrize(
    ("scene", "on"),
    [*product(SCENES, DEVICES)] if LONG else ALTERNATING,
    ids=lambda each: each.name if isinstance(each, Device) else each,
)
async def test_nothing_is_found(sample: SampleList, visits: Visits, on: Device, scene: str, trouble: Trouble) -> None:
    trouble.expect(OFFLINE, REFUSED)
    visit = await arranged(visits, on, sample, scene)
    assert await violations(visit, "light") == {}
    assert await violations(visit, "dark", ["color-contrast"]) == {}


@pytest.mark.parametrize(
    "scene",
    [
        "list-full",
        "agenda",
        "calendar",
        "todo",
        "repeating",
        "settings",
        "connect-made",
        "repositories",
        "printing",
        "lists",
    ],
)
async def test_nothing_reaches_beyond_the_side_of_a_phone(sample: SampleList, visits: Visits, scene: str) -> None:
    visit = await arranged(visits, PHONE, sample, scene)
    width = await visit.page.evaluate("() => document.scrollingElement.scrollWidth")
    assert width <= PHONE.width


async def test_everything_on_the_list_is_named_and_ordered_for_who_hears_it(
    sample: SampleList, visits: Visits, device: Device
) -> None:
    visit = await arranged(visits, device, sample, "list-full")
    headings = await visit.page.get_by_role("heading").evaluate_all("all => all.map(each => Number(each.tagName[1]))")
    assert headings[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(headings))
    assert await visit.page.get_by_role("main").count() == 1
    assert await visit.page.get_by_role("search").count() == 1
