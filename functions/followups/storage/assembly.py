"""Every repository over one table, as the services want them."""

from followups.services.ports import Ports
from followups.services.time_and_chance import Chance, Clock
from followups.storage.answering import AnsweringTable
from followups.storage.api_keys import TableApiKeys
from followups.storage.change_log import TableChangeLog
from followups.storage.contract import Table
from followups.storage.dated_todos import TableDatedTodos
from followups.storage.feeds import TableFeeds
from followups.storage.filings import TableFilings
from followups.storage.lists import TableLists
from followups.storage.markers import TableSentMarkers
from followups.storage.owners import TableOwners
from followups.storage.removals import TableRemovals
from followups.storage.repository_names import TableRepositoryNames
from followups.storage.sessions import TableSessions
from followups.storage.sockets import TableSockets
from followups.storage.subscriptions import TableSubscriptions
from followups.storage.tickets import TableTickets
from followups.storage.todos import TableTodos


def ports_over(table: Table, clock: Clock, chance: Chance) -> Ports:
    """What a table that does not answer raises here is `domain.errors.Unavailable`."""
    table = AnsweringTable(table)
    return Ports(
        clock=clock,
        chance=chance,
        owners=TableOwners(table),
        lists=TableLists(table),
        todos=TableTodos(table),
        filings=TableFilings(table),
        repositories=TableRepositoryNames(table),
        sessions=TableSessions(table),
        api_keys=TableApiKeys(table),
        feeds=TableFeeds(table),
        changes=TableChangeLog(table),
        removals=TableRemovals(table),
        tickets=TableTickets(table),
        sockets=TableSockets(table),
        dated=TableDatedTodos(table),
        sent=TableSentMarkers(table),
        subscriptions=TableSubscriptions(table),
    )
