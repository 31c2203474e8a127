"""The repositories over one table that schedules are made with."""

from dataclasses import dataclass

from followups.services.time_and_chance import Clock
from followups.storage.answering import AnsweringTable
from followups.storage.contract import Table
from followups.storage.owners import TableOwners
from followups.storage.todos import TableTodos


@dataclass(frozen=True, kw_only=True)
class TableSchedulePorts:
    """`services.scheduling.SchedulePorts`, and nothing else."""

    clock: Clock
    todos: TableTodos
    owners: TableOwners


def schedule_ports_over(table: Table, clock: Clock) -> TableSchedulePorts:
    """What a table that does not answer raises here is `domain.errors.Unavailable`."""
    table = AnsweringTable(table)
    return TableSchedulePorts(clock=clock, todos=TableTodos(table), owners=TableOwners(table))
