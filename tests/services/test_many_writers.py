"""A hundred writers on one list at the same time, each on its own todo: none waits for another, none loses a write."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from followups.domain.todos import Todo
from followups.gateways.system import SystemChance, SystemClock
from followups.services import access, capturing, claiming, completing, editing, managing_lists, signing_in
from followups.services.editing import Edit, Seen
from followups.services.ports import Ports
from followups.storage.assembly import ports_over
from local.sqlite_table import SqliteTable
from tests.faults import PassingTable

WRITERS = 100
Answer = TypeVar("Answer")


class SharedTable(PassingTable):
    """For many threads: the calls meet in any order, and each is done by the table's own thread. Counts them."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1)
        super().__init__(self._thread.submit(lambda: SqliteTable(":memory:")).result())
        self.calls: Counter[str] = Counter()

    def _call(self, operation: str, do: Callable[[], Answer]) -> Answer:
        self.calls[operation] += 1
        return self._thread.submit(do).result()

    def close(self) -> None:
        self._thread.shutdown()


def work(ports: Ports, reached: access.ReachedList, writer: int, begin: Barrier) -> Todo:
    """One session's follow-up from its capture to its completion, starred by the owner in between."""
    begin.wait()
    session = f"s{writer}"
    todo = capturing.capture(
        ports, reached, repository="acme/widget", session_id=session, title=f"Follow-up {writer}"
    ).todo
    claimed = claiming.claim(ports, reached, todo_id=todo.id, session_id=session).todo
    assert claimed.claim is not None
    editing.edit(ports, reached, Seen(id=todo.id, version=claimed.version), Edit(starred=True))
    return completing.complete(
        ports, reached, todo_id=todo.id, summary=f"Done by {writer}", claim_token=claimed.claim.token
    ).todo


def test_all_of_them_succeed_at_the_first_attempt_and_nothing_is_lost():
    table = SharedTable()
    ports = ports_over(table, SystemClock(), SystemChance())
    owner = signing_in.sign_in(ports, "local", "owner-1")
    reached = access.reach_list(ports, owner, managing_lists.lists_of(ports, owner)[0].id)
    capturing.capture(ports, reached, repository="acme/widget", session_id="first", title="The first")
    table.calls.clear()

    begin = Barrier(WRITERS)
    with ThreadPoolExecutor(max_workers=WRITERS) as writers:
        done = list(writers.map(lambda writer: work(ports, reached, writer, begin), range(WRITERS)))

    attempts = (table.calls["update"] + table.calls["transact"]) / (4 * WRITERS)
    assert attempts <= 1.05, "claim, star and complete are an update each, a capture is one transaction"
    for writer, answer in enumerate(done):
        stored = ports.todos.get(answer.id)
        assert stored == answer
        assert (stored.starred, stored.notes, stored.version) == (True, f"Done: Done by {writer}", 4)
    assert len({answer.id for answer in done}) == WRITERS
    table.close()
