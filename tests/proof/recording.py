"""Sessions and an owner that write down each write that was acknowledged, and what it must have left behind."""

import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from itertools import count
from typing import Any, Final

from tests.journeys.owner import Owner
from tests.proof.doors import AgentDoor
from tests.proof.history import Acknowledged, Did, History

Json = dict[str, Any]
Call = Callable[[], Awaitable[Json]]
Send = Callable[[Call], Awaitable[Json]]
"""How a call is sent: once, or again and again until it is answered."""

OWNER: Final = "the owner"
_marks = count(1)


async def once(call: Call) -> Json:
    return await call()


class Session:
    """A session of an agent in one repository."""

    def __init__(
        self, history: History, door: AgentDoor, *, session_id: str, repository: str, send: Send = once
    ) -> None:
        self._history = history
        self._door = door
        self._here = {"repository": repository, "session_id": session_id}
        self._send = send
        self.session_id = session_id

    async def add(self, title: str) -> Json:
        """Raises: Refused."""
        arguments = {**self._here, "title": title, "idempotency_key": title}
        sent, answer = await self._timed("add_follow_up", arguments)
        assert not answer["duplicate"], f"{title} is a title of its own"
        self._note(Did.ADDED, sent, answer, title=title)
        return answer

    async def read(self) -> list[Json]:
        answer = await self._send(lambda: self._door.call("read_follow_ups", **self._here))
        rows: list[Json] = answer["follow_ups"]
        return rows

    async def drain_next(self) -> Json | None:
        """The next follow-up, or nothing when the drain is over. Raises: Refused."""
        sent, answer = await self._timed("drain_next", self._here)
        if "stop" in answer:
            return None
        self._note_claim(sent, answer)
        return answer

    async def claim(self, follow_up_id: str) -> Json:
        """Raises: Refused."""
        arguments = {"id": follow_up_id, "session_id": self.session_id}
        sent, answer = await self._timed("claim_follow_up", arguments)
        self._note_claim(sent, answer)
        return answer

    async def complete(self, held: Json) -> Json:
        """Raises: Refused."""
        return await self._close("complete_follow_up", Did.COMPLETED, held, "summary")

    async def hand_back(self, held: Json) -> Json:
        """Raises: Refused."""
        return await self._close("hand_back_follow_up", Did.HANDED_BACK, held, "reason")

    async def _close(self, tool: str, did: Did, held: Json, said_as: str) -> Json:
        mark = new_mark()
        token = held["claim"]["token"]
        arguments = {"id": held["follow_up"]["id"], "claim_token": token, said_as: mark}
        sent, answer = await self._timed(tool, arguments)
        self._note(did, sent, answer, token=token, left=mark)
        return answer

    async def _timed(self, tool: str, arguments: Json) -> tuple[float, Json]:
        sent = time.time()
        return sent, await self._send(lambda: self._door.call(tool, **arguments))

    def _note_claim(self, sent: float, answer: Json) -> None:
        claim = answer["claim"]
        expires_at = datetime.fromisoformat(claim["expires_at"]).timestamp()
        self._note(Did.CLAIMED, sent, answer, token=claim["token"], expires_at=expires_at)

    def _note(self, did: Did, sent: float, answer: Json, **details: Any) -> None:
        _write_down(self._history, did, self.session_id, sent, answer["follow_up"], **details)


class RecordedOwner:
    """The owner at the web API."""

    def __init__(self, history: History, owner: Owner, *, send: Send = once) -> None:
        self._history = history
        self._send = send
        self.owner = owner

    async def add(self, title: str) -> Json:
        def call() -> Awaitable[Json]:
            return self.owner.post(self.owner.path(), {"title": title}, **{"write-id": title})

        sent = time.time()
        todo = await self._send(call)
        self._note(Did.ADDED, sent, todo, title=title)
        return todo

    async def write_into(self, seen: Json) -> Json:
        """Add a mark to the notes. Raises: Refused: they were changed since they were seen."""
        mark = new_mark()
        notes = f"{seen.get('notes', '')}\n\n{mark}".strip()
        sent = time.time()
        todo = await self._send(lambda: self.owner.edit(seen, notes=notes, write_id=mark))
        self._note(Did.EDITED, sent, todo, made_from=seen["version"], left=mark)
        return todo

    async def star(self, seen: Json) -> Json:
        """Raises: Refused."""
        name, starred = new_mark(), not seen["starred"]
        sent = time.time()
        todo = await self._send(lambda: self.owner.edit(seen, starred=starred, write_id=name))
        self._note(Did.EDITED, sent, todo, made_from=seen["version"])
        return todo

    async def complete(self, seen: Json) -> Json:
        """Raises: Refused."""
        name = new_mark()
        sent = time.time()
        todo = await self._send(lambda: self.owner.act(seen, "complete", write_id=name))
        self._note(Did.COMPLETED, sent, todo, made_from=seen["version"])
        return todo

    async def return_to_drain(self, seen: Json) -> Json:
        """Raises: Refused."""
        mark = new_mark()
        sent = time.time()
        todo = await self._send(lambda: self.owner.act(seen, "return-to-drain", answer=mark, write_id=mark))
        self._note(Did.RETURNED, sent, todo, made_from=seen["version"], left=mark)
        return todo

    def _note(self, did: Did, sent: float, todo: Json, **details: Any) -> None:
        _write_down(self._history, did, OWNER, sent, todo, **details)


def new_mark() -> str:
    """A text that is no part of another one."""
    return f"mark-{next(_marks)}-."


def _write_down(history: History, did: Did, by: str, sent: float, todo: Json, **details: Any) -> None:
    details = {"todo_id": todo["id"], "version": todo["version"], **details}
    history.writes.append(Acknowledged(did=did, by=by, sent=sent, answered=time.time(), **details))
