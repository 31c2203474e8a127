"""A hundred sessions and an owner work in one list at once; what each was told makes one history that holds."""

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from tests.journeys.answers import Refused
from tests.journeys.deployment import Deployment, Place, fresh_place
from tests.journeys.owner import Owner
from tests.proof.checker import broken_promises
from tests.proof.doors import AgentDoor, http_client
from tests.proof.final_state import stored_in
from tests.proof.history import Did, History
from tests.proof.recording import RecordedOwner, Session

pytestmark = pytest.mark.anyio

Json = dict[str, Any]
_log = logging.getLogger(__name__)

SESSIONS = 100
OWNER_PAGES = 10
KEYS = 50
REPOSITORIES = ("acme/widget", "acme/gadget", "acme/gizmo")

EVERYTHING = frozenset({Did.ADDED, Did.CLAIMED, Did.COMPLETED, Did.HANDED_BACK, Did.RETURNED, Did.EDITED})

LOST_RACES = frozenset({"claimed_elsewhere", "not_found", "changed_meanwhile", "claim_lost"})
"""What a call is told when another was faster: nothing was written."""
FULL = "too_many_open"


async def test_a_hundred_sessions_lose_nothing_and_take_nothing_twice(deployment: Deployment, is_long: bool) -> None:
    seconds = 60 if is_long else 6
    history, refusals = History(), Counter[str]()
    async with fresh_place(deployment, "soak") as place:
        doors = await _doors(place)
        pages = await place.until_the_end(http_client(dict(deployment.owner_headers), base_url=deployment.base_url))
        deadline = time.monotonic() + seconds

        def goes_on() -> bool:
            """For so long, and on a busy machine until there was some of everything."""
            return time.monotonic() < deadline or not {write.did for write in history.writes} >= EVERYTHING

        async with asyncio.TaskGroup() as load:
            for at in range(SESSIONS):
                repository = REPOSITORIES[at % len(REPOSITORIES)]
                door = doors[at % len(doors)]
                session = Session(history, door, session_id=f"session-{at}.", repository=repository)
                load.create_task(_work(session, random.Random(at), refusals, goes_on))
            for at in range(OWNER_PAGES):
                owner = RecordedOwner(history, Owner(pages, place.list_id))
                load.create_task(_look_after(owner, random.Random(-at), refusals, goes_on))
        history.keep(await stored_in(place.owner))
    did = Counter(write.did for write in history.writes)
    _log.info("%d writes in %d s: %s; refused: %s", len(history.writes), seconds, dict(did), dict(refusals))
    assert broken_promises(history) == []
    assert set(refusals) <= LOST_RACES | {FULL}


async def _doors(place: Place) -> list[AgentDoor]:
    """Several sessions share a key, as those on one machine do."""
    http: httpx2.AsyncClient = await place.until_the_end(http_client())
    made = [await place.new_key(f"machine {at}") for at in range(KEYS)]
    return [AgentDoor(http, place.deployment.mcp_url, api_key, place.list_id) for _, api_key in made]


async def _work(session: Session, chance: random.Random, refusals: Counter[str], goes_on: Callable[[], bool]) -> None:
    added = 0
    while goes_on():
        try:
            match chance.choice(("capture", "capture", "drain", "drain", "drain", "claim")):
                case "capture":
                    await session.add(f"{session.session_id}{added}.")
                    added += 1
                case "drain":
                    await _close(session, await session.drain_next(), chance)
                case "claim":
                    rows = await session.read()
                    if rows:
                        await _close(session, await session.claim(chance.choice(rows)["id"]), chance)
        except Refused as refused:
            refusals[refused.code] += 1


async def _close(session: Session, held: Json | None, chance: random.Random) -> None:
    if held is None:
        return
    if chance.random() < 0.25:
        await session.hand_back(held)
    else:
        await session.complete(held)


async def _look_after(
    owner: RecordedOwner, chance: random.Random, refusals: Counter[str], goes_on: Callable[[], bool]
) -> None:
    """Writes into todos while agents work on them, and answers what was handed back."""
    while goes_on():
        try:
            asked = (await owner.owner.get(owner.owner.path(), handed_back="true", limit=50))["todos"]
            if asked:
                await owner.return_to_drain(chance.choice(asked))
            shown = (await owner.owner.get(owner.owner.path(), limit=50))["todos"]
            if shown:
                seen = await owner.owner.todo(chance.choice(shown)["id"])
                await owner.write_into(seen)
        except Refused as refused:
            refusals[refused.code] += 1
