"""The repositories over one table that what follows a write works with."""

from followups.services.change_log import BehindPorts
from followups.services.time_and_chance import Clock
from followups.storage.answering import AnsweringTable
from followups.storage.change_log import TableChangeLog
from followups.storage.contract import Table
from followups.storage.removals import TableRemovals


def behind_over(table: Table, clock: Clock) -> BehindPorts:
    """What a table that does not answer raises here is `domain.errors.Unavailable`."""
    table = AnsweringTable(table)
    return BehindPorts(clock=clock, changes=TableChangeLog(table), removals=TableRemovals(table))
