"""Takes pictures of every page and state, in both themes and both sizes, into web/screenshots.

python -m tests.web.screenshots            all of them
python -m tests.web.screenshots todo keys  those whose name begins so
"""

import asyncio
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Error

from tests.journeys.deployment import Deployment, fresh_place, signed_in_at
from tests.journeys.local_server import LocalServer
from tests.web import chromium
from tests.web.devices import DESKTOP, PHONE, Device
from tests.web.sample_lists import SampleList, filled
from tests.web.scenes import SCENES, arranged
from tests.web.trouble import Trouble
from tests.web.visits import Visits

FOLDER: Final = Path(__file__).parents[2] / "web" / "screenshots"
THEMES: Final = ("light", "dark")
WHOLE: Final = re.compile(r"settings|connect|repositor|printing|list-full")
"""Pages that are taken to their foot, beyond the window."""


async def picture(visits: Visits, device: Device, sample: SampleList, scene: str) -> None:
    visit = await arranged(visits, device, sample, scene)
    for theme in THEMES:
        await visit.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        file = FOLDER / f"{scene}-{device.name}-{theme}.png"
        whole = WHOLE.match(scene) is not None
        await visit.page.screenshot(path=file, full_page=whole, animations="disabled", timeout=30_000)
    await visit.context.close()


async def pictures(browser: Browser, deployment: Deployment, wanted: list[str]) -> list[str]:
    """Answers those that could not be taken, with the first line of why."""
    missing = []
    for device in (DESKTOP, PHONE):
        async with (
            fresh_place(deployment, "Work") as place,
            fresh_place(deployment, "Empty") as empty,
            Visits(browser, deployment, Trouble()) as visits,
        ):
            sample = await filled(place, empty)
            for scene in wanted:
                try:
                    await picture(visits, device, sample, scene)
                except (AssertionError, Error) as failed:
                    missing.append(f"{scene} on a {device.name}: {str(failed).strip().splitlines()[0]}")
    return missing


async def main(beginnings: list[str]) -> int:
    wanted = [name for name in SCENES if not beginnings or name.startswith(tuple(beginnings))]
    if not beginnings:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        server = LocalServer(Path(scratch) / "follow-ups")
        server.data.mkdir(mode=0o700)
        server.start()
        try:
            deployment = Deployment(base_url=server.address, owner_headers=signed_in_at(server))
            async with chromium.launched() as browser:
                missing = await pictures(browser, deployment, wanted)
        finally:
            server.stop()
    sys.stdout.write(f"{(2 * len(wanted) - len(missing)) * len(THEMES)} pictures in {FOLDER}\n")
    sys.stdout.writelines(f"NOT TAKEN: {each}\n" for each in missing)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
