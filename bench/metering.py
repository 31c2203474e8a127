"""A list on one engine, with a meter on the table, entered by the doors that the edges use."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

from moto import mock_aws

from bench.filling import REPOSITORY, Opened, fill, open_first_list
from bench.sample_todos import title
from followups.services import access, capturing, managing_keys, signing_in
from followups.services.access import ReachedList
from followups.services.ports import Ports
from followups.storage.definition import table_definition
from followups.storage.table import DynamoTable, dynamo_client
from followups.storage.units import Meter, Spent
from local.sign_in import ISSUER, SUBJECT
from local.sqlite_table import SqliteTable

_TABLE: Final = "bench"
_FIRST_NEW: Final = 2_000_000
"""Where the numbers of added follow-ups begin, beyond any that were filled in."""


@dataclass
class Desk:
    name: str
    opened: Opened
    meter: Meter
    ids: Sequence[str]
    """Open follow-ups."""
    secret: str
    """Of a key of the owner's that was used in this hour already."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(_FIRST_NEW))

    @property
    def ports(self) -> Ports:
        return self.opened.ports

    def agent(self) -> ReachedList:
        """What an agent's request reads before anything else: its key and the list."""
        caller = access.caller_of(self.ports, f"Bearer {self.secret}")
        return access.reach_list(self.ports, caller, self.opened.reached.id, "agent")

    def owner(self) -> ReachedList:
        """What a request of the owner's reads before anything else: the sign-in and the list."""
        caller = signing_in.sign_in(self.ports, ISSUER, SUBJECT)
        return access.reach_list(self.ports, caller, self.opened.reached.id)

    def fresh(self, session_id: str | None = None, **more: Any) -> str:
        """A new follow-up without notes, so that its item and rows stay under 1 kB whatever becomes of it."""
        number = next(self._numbers)
        captured = capturing.capture(
            self.ports,
            self.agent(),
            repository=REPOSITORY,
            session_id=session_id or f"fresh-{number}",
            title=title(number),
            **more,
        )
        return captured.todo.id

    def spent(self, act: Callable[[], object]) -> Spent:
        """What this one act costs."""
        self.meter.reset()
        act()
        return self.meter.total


@contextmanager
def sqlite_desk(name: str, table: Path, ids: Sequence[str], folder: Path) -> Iterator[Desk]:
    """On a copy of a local table that has these follow-ups."""
    copy = folder / "metered.sqlite3"
    shutil.copyfile(table, copy)
    connection = sqlite3.connect(copy)
    meter = Meter()
    metered = SqliteTable(connection, meter)
    connection.execute("PRAGMA synchronous = OFF")  # units are counted, not time
    try:
        yield _desk(name, open_first_list(metered), meter, ids)
    finally:
        metered.close()
        copy.unlink()


@contextmanager
def dynamo_desk(name: str, todos: int) -> Iterator[Desk]:
    """On DynamoDB as moto plays it within this process, with so many follow-ups."""
    with mock_aws():
        client: Any = dynamo_client("eu-central-1")
        client.create_table(**table_definition(_TABLE))
        meter = Meter()
        opened = open_first_list(DynamoTable(client, _TABLE, meter))
        yield _desk(name, opened, meter, fill(opened, todos))


def _desk(name: str, opened: Opened, meter: Meter, ids: Sequence[str]) -> Desk:
    made = managing_keys.create(opened.ports, opened.owner, name="bench")
    desk = Desk(name=name, opened=opened, meter=meter, ids=ids, secret=made.secret)
    desk.agent()
    return desk
