"""S7: a hundred writers on one list at once, each on a todo of its own."""

import json
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat
from threading import Barrier
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import quote

from bench.exchanges import Connection
from bench.filling import REPOSITORY
from bench.mcp_requests import McpClient
from bench.outcomes import Amount, Bound, Limit, Line, NotMeasured
from bench.product import Product
from bench.sample_todos import title
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
    together = Barrier(WRITERS)
    key = product.another_key()
    with ThreadPoolExecutor(WRITERS) as writers:
        done = list(writers.map(lambda number: _write(product, key, number, together), range(WRITERS)))
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


def _write(product: Product, key: str, number: int, together: Barrier) -> Written:
    written = Written()
    with Connection(product.host, product.port) as agents, Connection(product.host, product.port) as pages:
        together.wait()
        with suppress(NotMeasured):  # what it did not do counts against it
            _write_all(product, McpClient(agents, repeat(key)), WebClient(pages, product.cookie), number, written)
    return written


def _write_all(product: Product, agent: McpClient, owner: WebClient, number: int, written: Written) -> None:
    """Raises: NotMeasured: the writer had to give up."""
    written.todo_id = _told(
        agent,
        written,
        "add_follow_up",
        list_id=product.list_id,
        repository=REPOSITORY,
        session_id=f"writer-{number}",
        title=f"Writer {number}: {title(number)}",
    )
    path = product.path_of(written.todo_id)
    version = owner.get(path).header("etag") or "*"
    for edit in range(_EDITS):
        version = _edited(owner, written, path, f"Writer {number} was here for the {edit + 1}. time.", version)
    _told(agent, written, "complete_follow_up", list_id=product.list_id, id=written.todo_id, summary="Done.")
    found = json.loads(owner.get(path).body)
    written.found_version, written.found_notes = found["version"], found.get("notes", "")


def _told(agent: McpClient, written: Written, tool: str, **arguments: Any) -> str:
    """Let the agent write until it succeeds. Answers the follow-up's id.

    Raises: NotMeasured: it never did.
    """
    for _ in range(_TRIES):
        written.attempts += 1
        try:
            answered, _reply = agent.call(tool, **arguments)
        except NotMeasured:
            continue
        written.landed += 1
        return str(answered["follow_up"]["id"])
    raise NotMeasured(f"{tool} failed {_TRIES} times")


def _edited(owner: WebClient, written: Written, path: str, notes: str, version: str) -> str:
    """Let the page write until it succeeds, reading again where others were faster. Answers the next version."""
    for _ in range(_TRIES):
        written.attempts += 1
        reply = owner.patch(path, {"notes": notes}, version)
        if reply.status == 200:
            written.landed += 1
            written.last_notes = notes
            return reply.header("etag") or "*"
        version = owner.get(path).header("etag") or "*"
    return version


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
