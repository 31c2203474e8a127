"""S7: a hundred writers on one list at once, each on a todo of its own."""

import json
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import repeat
from threading import Barrier
from time import monotonic, sleep
from typing import Final
from urllib.parse import quote

from bench.exchanges import Connection
from bench.filling import REPOSITORY
from bench.mcp_requests import McpClient
from bench.outcomes import Amount, Bound, Limit, Line, NotMeasured
from bench.product import Product
from bench.stage import FEW, Stage
from bench.web_requests import WebClient

WRITERS: Final = 100
_EDITS: Final = 4
"""What each owner's page writes to the todo that an agent added, before the agent completes it."""
_WRITES: Final = _EDITS + 2
_TRIES: Final = 5
"""How often a writer tries one write before it gives up."""
_LOG_SECONDS: Final = 30
"""How long the change log may take to show the last write."""

TITLE: Final = f"{WRITERS} writers on one list at once: {WRITERS * _WRITES} writes by agents and the owner's pages"


@dataclass
class Written:
    """What one writer did, and what it then found."""

    todo_id: str = ""
    attempts: int = 0
    landed: int = 0
    last_notes: str = ""
    found_version: int = 0
    found_notes: str = ""


def measure(stage: Stage) -> Iterator[Line]:
    product = stage.product(FEW)
    since = json.loads(product.owner.get(f"/api/lists/{product.list_id}/changes").body)["position"]
    key = product.another_key()
    with ExitStack() as ending, ThreadPoolExecutor(WRITERS) as threads:
        writers = [_Writer(product, key, number, ending) for number in range(WRITERS)]
        together = Barrier(WRITERS)
        done = list(threads.map(lambda writer: writer.write(together), writers))
    landed = sum([each.landed for each in done])
    attempts = sum([each.attempts for each in done])
    yield Line(
        what="writes that succeed",
        figure=Amount(100 * landed / (WRITERS * _WRITES), "%"),
        limit=Limit(Bound.AT_LEAST, 100),
    )
    yield Line(
        what="attempts for each write",
        figure=Amount(attempts / max(landed, 1), ""),
        limit=Limit(Bound.AT_MOST, 1.05),
    )
    lost = lost_updates(done, _versions_logged(product, since, done))
    yield Line(what="updates lost, by the change log", figure=Amount(lost, ""), limit=Limit(Bound.AT_MOST, 0))


def lost_updates(done: list[Written], logged: dict[str, set[int]]) -> int:
    """Writes that were answered and are not in the history, or whose text is gone from what is there now."""
    lost = 0
    for each in done:
        missing = set(range(1, each.landed + 1)) - logged.get(each.todo_id, set())
        overwritten = not each.found_notes.startswith(each.last_notes) or each.found_version != each.landed
        lost += len(missing) + overwritten
    return lost


class _Writer:
    """An agent and a page of the owner's, each on a connection of its own, and one todo."""

    def __init__(self, product: Product, key: str, number: int, ending: ExitStack) -> None:
        """Raises: NotMeasured: nobody listens."""
        agents = ending.enter_context(Connection(product.host, product.port))
        pages = ending.enter_context(Connection(product.host, product.port))
        self._product = product
        self._agent = McpClient(agents, repeat(key))
        self._owner = WebClient(pages, product.cookie)
        self._name = f"Writer {number}"
        self._done = Written()

    def write(self, together: Barrier) -> Written:
        """Do all the writes, and look at what is there then."""
        together.wait()
        with suppress(NotMeasured):  # what it did not do counts against it
            self._write_all()
        return self._done

    def _write_all(self) -> None:
        """Raises: NotMeasured: it had to give up."""
        list_id = self._product.list_id
        self._done.todo_id = self._told(
            "add_follow_up",
            list_id=list_id,
            repository=REPOSITORY,
            session_id=self._name,
            title=f"{self._name}: one more check",
        )
        path = self._product.path_of(self._done.todo_id)
        version = self._version(path)
        for edit in range(_EDITS):
            version = self._edited(path, f"{self._name} wrote this, edit {edit + 1}.", version)
        self._told("complete_follow_up", list_id=list_id, id=self._done.todo_id, summary="Done.")
        found = json.loads(self._owner.get(path).body)
        self._done.found_version, self._done.found_notes = found["version"], found.get("notes", "")

    def _told(self, tool: str, **arguments: str) -> str:
        """Let the agent write until it succeeds. Answers the follow-up's id.

        Raises: NotMeasured: it never did.
        """
        for _ in range(_TRIES):
            self._done.attempts += 1
            try:
                answered, _reply = self._agent.call(tool, **arguments)
            except NotMeasured:
                continue
            self._done.landed += 1
            return str(answered["follow_up"]["id"])
        raise NotMeasured(f"{tool} failed {_TRIES} times")

    def _edited(self, path: str, notes: str, version: str) -> str:
        """Let the page write until it succeeds, reading again where others were faster. Answers the next version."""
        for _ in range(_TRIES):
            self._done.attempts += 1
            reply = self._owner.patch(path, {"notes": notes}, version)
            if reply.status == 200:
                self._done.landed += 1
                self._done.last_notes = notes
                return reply.header("etag") or ""
            version = self._version(path)
        return version

    def _version(self, path: str) -> str:
        return self._owner.get(path).header("etag") or ""


def _versions_logged(product: Product, since: str, done: list[Written]) -> dict[str, set[int]]:
    """The versions of each todo in the list's change log, once it shows the last write of all or its time is over."""
    until = monotonic() + _LOG_SECONDS
    while True:
        versions = _read_log(product, since)
        if all(each.found_version in versions.get(each.todo_id, ()) for each in done) or monotonic() > until:
            return versions
        sleep(0.1)


def _read_log(product: Product, since: str) -> dict[str, set[int]]:
    versions: dict[str, set[int]] = defaultdict(set)
    position, exact = since, ""
    while True:
        path = f"/api/lists/{product.list_id}/changes?since={quote(position)}&limit=200{exact}"
        page = json.loads(product.owner.get(path).body)
        for change in page["changes"]:
            versions[change["id"]].add(change["version"])
        position, exact = page["position"], "&exact=true"
        if not page["more"]:
            return versions
