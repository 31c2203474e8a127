"""What runs behind the writes, as functions do it: the stream's, and the queue's until nothing waits."""

from typing import Any

from followups.edges.sweep import sweep_handler
from followups.edges.table_stream import stream_handler
from followups.services.chores import Chores
from followups.services.ports import Ports
from followups.storage.wire import from_wire
from local.item_text import decode
from local.sqlite_table import SqliteTable
from tests.chores import KeptChores
from tests.lambda_mappings import QueueMapping, StreamMapping, record_of

_ROUNDS = 1_000
"""More than anything takes that ends at all."""


class Behind:
    """Over a local table, whose own log is the stream. `ports` and `chores` may fail on their way."""

    def __init__(
        self, table: SqliteTable, ports: Ports, queue: KeptChores | None = None, chores: Chores | None = None
    ) -> None:
        self._table = table
        self._at = table.last_position()
        self.queue = queue or KeptChores()
        self.stream = StreamMapping(stream_handler(ports, chores or self.queue, from_wire))
        self.sweep = QueueMapping(sweep_handler(ports, chores or self.queue), self.queue)

    def catch_up(self) -> None:
        """Hand over every write since the last time."""
        while changes := self._table.changes_after(self._at, 100):
            self.stream.deliver([record_of(change) for change in changes])
            self._at = changes[-1].position

    def settle(self) -> None:
        """Until nothing follows any more."""
        for _ in range(_ROUNDS):
            self.catch_up()
            if not self.sweep.work():
                return
        raise AssertionError(f"after {_ROUNDS} rounds there is still something to do: {self.queue.waiting}")


def everything(table: SqliteTable) -> dict[tuple[str, str], str]:
    """Each item of the table, as its bytes lie there."""
    rows = table._connection.execute("SELECT pk, sk, body FROM items ORDER BY pk, sk").fetchall()
    return {(pk, sk): body for pk, sk, body in rows}


def of_owner(table: SqliteTable, owner_id: str) -> dict[tuple[str, str], str]:
    return {place: body for place, body in everything(table).items() if decode(body)["owner_id"] == owner_id}


def left_of(table: SqliteTable, owner_id: str) -> set[Any]:
    """The types of what is still there of an owner's."""
    return {decode(body)["type"] for body in of_owner(table, owner_id).values()}
