"""The local server is killed again and again under load. Whatever was answered is there, once, and nothing else is."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from local.data_folder import TABLE
from tests.journeys.deployment import Deployment, Place, fresh_place, signed_in_at
from tests.journeys.local_server import LocalServer
from tests.journeys.owner import Owner
from tests.proof.checker import broken_promises
from tests.proof.doors import LOST, AgentDoor, http_client
from tests.proof.final_state import changed_since, stored_in
from tests.proof.history import History
from tests.proof.recording import Call, RecordedOwner, Session
from tests.proof.stored_file import FollowedLog, check_file, taken_from
from tests.waiting import soon

pytestmark = pytest.mark.anyio

Json = dict[str, Any]
Work = Callable[[], Coroutine[Any, Any, None]]

_log = logging.getLogger(__name__)

AGENTS = 6
OWNERS = 3
ADDS_PER_SESSION = 20


class Line:
    """The way to a server that comes and goes: every call is sent until it is answered."""

    def __init__(self) -> None:
        self.is_up = asyncio.Event()
        self.over = asyncio.Event()
        self.answered = 0
        self.lost = 0
        self._one_more = asyncio.Condition()

    async def insist(self, call: Call) -> Json:
        while True:
            await self.is_up.wait()
            try:
                answer = await call()
            except LOST:
                self.lost += 1
                continue
            self.answered += 1
            async with self._one_more:
                self._one_more.notify_all()
            return answer

    async def answers(self, count: int) -> None:
        """Wait for so many answers more."""
        wanted = self.answered + count
        async with self._one_more:
            await self._one_more.wait_for(lambda: self.answered >= wanted)


async def test_what_was_answered_survives_a_crash_at_any_moment(tmp_path: Path, is_long: bool) -> None:
    kills = 20 if is_long else 3
    seed = secrets.randbits(32) if is_long else 20261130
    chance = random.Random(seed)
    _log.info("seed %d", seed)
    data = tmp_path / "data"
    data.mkdir()
    server = LocalServer(data)
    server.start()
    deployment = Deployment(base_url=server.address, owner_headers=signed_in_at(server))
    line, log, history = Line(), FollowedLog(), History()
    landed = 0
    try:
        async with fresh_place(deployment, "crashes") as place:
            position = (await place.owner.changes())["position"]
            workers = await _workers(place, line, history)
            line.is_up.set()
            async with asyncio.TaskGroup() as load:
                for work in workers:
                    load.create_task(work())
                for kill in range(kills):
                    await line.answers(chance.randint(20, 150))
                    line.is_up.clear()
                    server.kill()
                    left = taken_from(data, tmp_path / f"after-kill-{kill}")
                    answered = {write.todo_id for write in history.writes}
                    await asyncio.to_thread(server.start)
                    line.is_up.set()
                    await asyncio.to_thread(check_file, left, log)
                    landed += len(log.todo_ids() - answered)
                await line.answers(50)
                line.over.set()
            history.keep(await stored_in(place.owner))
            await _check(place.owner, history, position)
    finally:
        server.stop()
    check_file(data / TABLE, log)
    assert log.written <= log.told
    told = (kills, line.answered, line.lost, landed, len(history.stored))
    _log.info("%d kills, %d answers, %d lost, %d adds landed unanswered, %d todos", *told)
    assert line.lost >= kills


async def _check(owner: Owner, history: History, position: str) -> None:
    assert broken_promises(history) == []
    acknowledged = {write.todo_id: write.version for write in sorted(history.writes, key=lambda write: write.version)}
    assert {todo_id: todo.version for todo_id, todo in history.stored.items()} == acknowledged

    async def all_told() -> bool:
        return await changed_since(owner, position) == acknowledged

    await soon(all_told, within=30, what="a row of the change log for the last write of every todo")


async def _workers(place: Place, line: Line, history: History) -> list[Work]:
    workers: list[Work] = []
    for at in range(AGENTS):
        _, api_key = await place.new_key(f"agent {at}")
        http = await place.until_the_end(http_client(seconds=20))
        door = AgentDoor(http, place.deployment.mcp_url, api_key, place.list_id)
        workers.append(partial(_agent, door, line, history, name=f"agent-{at}"))
    for at in range(OWNERS):
        headers = dict(place.deployment.owner_headers)
        http = await place.until_the_end(http_client(headers, base_url=place.deployment.base_url, seconds=20))
        owner = RecordedOwner(history, Owner(http, place.list_id), send=line.insist)
        workers.append(partial(_owner, owner, line, name=f"owner-{at}"))
    return workers


async def _agent(door: AgentDoor, line: Line, history: History, *, name: str) -> None:
    """Captures two for each one that it closes, in a repository of its own and one session after the other."""
    added = 0
    while not line.over.is_set():
        session_id = f"{name}-{added // ADDS_PER_SESSION}"
        session = Session(history, door, session_id=session_id, repository=f"acme/{name}", send=line.insist)
        await session.add(f"{name}-{added}.")
        added += 1
        if added % 2 == 0 and (held := await session.drain_next()) is not None:
            await (session.hand_back(held) if added % 3 == 0 else session.complete(held))


async def _owner(owner: RecordedOwner, line: Line, *, name: str) -> None:
    """Adds todos, writes into each of them again and again, and ticks some off."""
    added = 0
    while not line.over.is_set():
        todo = await owner.add(f"{name}-{added}.")
        added += 1
        for _ in range(3):
            todo = await owner.star(await owner.write_into(todo))
        if added % 2 == 0:
            await owner.complete(todo)
