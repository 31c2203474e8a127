"""An open page is told what agents and other pages write, and of nobody else's; after a gap it reads on."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tests.journeys.deployment import Deployment, Place, Stranger, fresh_place

pytestmark = pytest.mark.anyio

Json = dict[str, Any]

WITHIN_SECONDS = 20
"""How long a message may take where functions start first, in seconds."""


class OpenPage:
    """What one page hears of one list."""

    def __init__(self, connection: ClientConnection, list_id: str) -> None:
        self.connection = connection
        self._list_id = list_id
        self.position = ""
        self.heard: list[Json] = []

    async def until(self, todo_id: str, version: int) -> Json:
        """The change of a todo at this version or a newer one. Raises: TimeoutError."""
        async with asyncio.timeout(WITHIN_SECONDS):
            while True:
                for change in self.heard:
                    if change["id"] == todo_id and change["version"] >= version:
                        return change
                await self._listen()

    async def is_told(self, kind: str) -> None:
        async with asyncio.timeout(WITHIN_SECONDS):
            while await self._listen() != kind:
                pass

    async def _listen(self) -> str:
        message = json.loads(await self.connection.recv())
        if message["type"] == "changes" and message["list_id"] == self._list_id:
            self.position = max(self.position, message["position"])
            self.heard += message["changes"]
        return str(message["type"])


async def a_ticket(place: Place) -> str:
    """The address that a page opens, once. On an emulator sockets have one of their own."""
    made = await place.owner.post("/api/live-tickets")
    assert made["url"].startswith(("ws://", "wss://"))
    url = os.environ.get("FOLLOW_UPS_JOURNEY_LIVE_URL") or made["url"]
    return f"{url}?ticket={made['ticket']}"


@asynccontextmanager
async def a_page(place: Place) -> AsyncIterator[OpenPage]:
    async with connect(await a_ticket(place), proxy=None) as connection:
        page = OpenPage(connection, place.list_id)
        # An index may lag: the page is open for good once it hears of a write.
        async with asyncio.timeout(WITHIN_SECONDS):
            while not page.heard:
                await place.owner.add("Is anybody there?")
                try:
                    async with asyncio.timeout(2):
                        await page._listen()
                except TimeoutError:
                    continue
        yield page


async def test_a_page_hears_what_an_agent_and_the_owner_write_as_its_rows_show_it(place: Place) -> None:
    monday = await place.agent("monday")
    async with a_page(place) as page:
        captured = (await monday.capture("Cap the upload size"))["follow_up"]
        change = await page.until(captured["id"], 1)
        assert change["todo"]["title"] == "Cap the upload size"
        assert change["todo"]["origin"]["repository"] == monday.repository

        step = await monday.drain_next()
        change = await page.until(captured["id"], 2)
        assert change["todo"]["claim"]["session_id"] == "monday"
        await monday.complete(step, "Capped.")
        assert "completed_at" in (await page.until(captured["id"], 3))["todo"]

        own = await place.owner.add("The owner's own")
        await place.owner.edit(own, starred=True)
        assert (await page.until(own["id"], 2))["todo"]["starred"] is True
        deleted = await place.owner.http.delete(place.owner.path(own["id"]), headers={"if-match": "*"})
        assert deleted.is_success
        change = await page.until(own["id"], 3)
        assert (change["deleted"], "todo" in change) == (True, False)


async def test_a_page_that_was_away_reads_on_from_the_position_that_it_heard_last(place: Place) -> None:
    """H01: the socket is down while three todos change."""
    async with a_page(place) as page:
        seen = await place.owner.add("Seen")
        await page.until(seen["id"], 1)
    missed = {(await place.owner.add(f"Missed {number}"))["id"] for number in range(3)}
    async with a_page(place) as again:
        await again.until((await place.owner.add("Seen again"))["id"], 1)
        found = await place.owner.get(f"/api/lists/{place.list_id}/changes", since=page.position)
    assert missed <= {change["id"] for change in found["changes"]}


async def test_a_ticket_opens_one_socket(place: Place) -> None:
    address = await a_ticket(place)
    async with connect(address, proxy=None) as connection:
        await connection.send('{"ping": 7}')
        async with asyncio.timeout(WITHIN_SECONDS):
            assert json.loads(await connection.recv()) == {"pong": 7}
        for unknown in (address, address.partition("?")[0], f"{address[:-1]}-"):
            with pytest.raises(InvalidStatus) as refused:
                async with connect(unknown, proxy=None):
                    pass
            assert refused.value.response.status_code in {401, 403}


async def test_a_page_hears_of_lists_and_settings(place: Place, deployment: Deployment) -> None:
    async with a_page(place) as page:
        async with fresh_place(deployment, "another"):
            await page.is_told("lists")
        settings = await place.owner.get("/api/me")
        response = await place.owner.http.patch(
            "/api/me",
            json={"preferences": {"journey": settings["version"]}},
            headers={"if-match": f'"{settings["version"]}"'},
        )
        assert response.is_success
        await page.is_told("settings")


async def test_a_page_hears_nothing_of_another_owner(place: Place, stranger: Stranger) -> None:
    theirs = await place.agent("theirs", api_key=stranger.api_key)
    theirs.list_id = stranger.list_id
    async with a_page(place) as page:
        captured = (await theirs.capture(f"Theirs alone, beside {place.list_id}"))["follow_up"]
        own = await place.owner.add("The owner's own")
        await page.until(own["id"], 1)
        again = await place.owner.add("And another one")
        await page.until(again["id"], 1)
        assert captured["id"] not in {change["id"] for change in page.heard}
