"""The repositories over one table that sockets are opened and closed with."""

from dataclasses import dataclass

from followups.services.time_and_chance import Clock
from followups.storage.answering import AnsweringTable
from followups.storage.contract import Table
from followups.storage.sockets import TableSockets
from followups.storage.tickets import TableTickets


@dataclass(frozen=True, kw_only=True)
class SocketPorts:
    """That, and nothing else."""

    clock: Clock
    tickets: TableTickets
    sockets: TableSockets


def sockets_over(table: Table, clock: Clock) -> SocketPorts:
    """What a table that does not answer raises here is `domain.errors.Unavailable`."""
    table = AnsweringTable(table)
    return SocketPorts(clock=clock, tickets=TableTickets(table), sockets=TableSockets(table))
