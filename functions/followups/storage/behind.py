"""The repositories over one table that what follows a write works with."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from followups.services.change_log import BehindPorts
from followups.services.time_and_chance import Clock
from followups.storage.answering import AnsweringTable
from followups.storage.change_log import TableChangeLog
from followups.storage.contract import Table
from followups.storage.removals import TableRemovals
from followups.storage.sockets import TableSockets
from followups.storage.wire import from_wire

if TYPE_CHECKING:
    from followups.services.ports import Row


def behind_over(table: Table, clock: Clock) -> BehindPorts:
    """What a table that does not answer raises here is `domain.errors.Unavailable`."""
    table = AnsweringTable(table)
    return BehindPorts(
        clock=clock, changes=TableChangeLog(table), removals=TableRemovals(table), sockets=TableSockets(table)
    )


def row_of(image: Mapping[str, Any]) -> "Row":
    """The row that an image of a todo shows, in DynamoDB's JSON. Only what a row shows is decoded.

    Raises: ValueError: a newer version keeps something there that this one cannot read.
    """
    # Here, since few batches are of an owner who has a page open, and it loads most of the domain.
    from followups.storage.todo_items import ItemRow, row_attributes

    return ItemRow(from_wire({name: image[name] for name in row_attributes() & image.keys()}))
