"""A table with as many follow-ups as a measurement wants, written by the product's own services."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.sample_todos import NOTES, title
from followups.gateways.system import SystemChance, SystemClock
from followups.services import capturing, managing_lists
from followups.services.access import Caller, ReachedList, reach_list
from followups.services.ports import Ports
from followups.services.signing_in import sign_in
from followups.storage.assembly import ports_over
from followups.storage.contract import Table
from local.change_feed import ChangeFeed
from local.chores import LocalChores
from local.sign_in import ISSUER, SUBJECT
from local.sqlite_table import SqliteTable

REPOSITORY: Final = "acme/widget"
"""All but a few are of one repository: the longest page order there can be."""
LONG_ROWS: Final = "acme/long-rows"
"""Has a page of follow-ups whose titles and notes are as long, and as costly to write down, as rows show them."""
PER_SESSION: Final = 5
"""Follow-ups that one session files."""
_LONG_ROWS: Final = 20


@dataclass(frozen=True, slots=True)
class Opened:
    """An owner's first list in a table, and the way to it."""

    ports: Ports
    owner: Caller
    reached: ReachedList


def fill_file(file: Path, todos: int) -> list[str]:
    """Write the table of a server that is not running. Answers the ids of the follow-ups in `REPOSITORY`."""
    connection = sqlite3.connect(":memory:")  # nobody waits for these writes; the server's own reach the disk
    table = SqliteTable(connection)
    opened = open_first_list(table)
    ids = fill(opened, todos)
    for number in range(_LONG_ROWS):
        capturing.capture(
            opened.ports,
            opened.reached,
            repository=LONG_ROWS,
            session_id=f"long-{number}",
            title=f'{number} "' + '\\"' * 180,
            notes='"\n' * 200,
        )
    feed = ChangeFeed(table, opened.ports, LocalChores(opened.ports, table), asyncio.Event())
    while feed.step():
        pass
    with closing(sqlite3.connect(file)) as copy:
        connection.backup(copy)
    table.close()
    return ids


def open_first_list(table: Table) -> Opened:
    """The first list of the owner of this machine, both made where there are none yet."""
    ports = ports_over(table, SystemClock(), SystemChance())
    owner = sign_in(ports, ISSUER, SUBJECT)
    return Opened(ports, owner, reach_list(ports, owner, managing_lists.lists_of(ports, owner)[0].id))


def fill(opened: Opened, todos: int) -> list[str]:
    """Add so many follow-ups. Answers their ids, in their order."""
    return [_add(opened, number) for number in range(todos)]


def _add(opened: Opened, number: int) -> str:
    captured = capturing.capture(
        opened.ports,
        opened.reached,
        repository=REPOSITORY,
        session_id=f"filling-{number // PER_SESSION}",
        title=title(number),
        notes=NOTES,
    )
    return captured.todo.id
