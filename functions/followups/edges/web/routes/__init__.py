"""What the API offers, one file per resource."""

from collections.abc import Sequence
from typing import Final

from followups.edges.web.operations import Operation
from followups.edges.web.routes import (
    account,
    actions,
    batch,
    changes,
    feeds,
    health,
    hooks,
    keys,
    lists,
    live,
    push,
    reminder_actions,
    reports,
    repositories,
    todos,
    transfer,
)

OPERATIONS: Final[Sequence[Operation]] = (
    *batch.OPERATIONS,  # Before the todos: its path would read as the id of one.
    *todos.OPERATIONS,
    *actions.OPERATIONS,
    *changes.OPERATIONS,
    *lists.OPERATIONS,
    *account.OPERATIONS,
    *live.OPERATIONS,
    *push.OPERATIONS,
    *reminder_actions.OPERATIONS,
    *reports.OPERATIONS,
    *repositories.OPERATIONS,
    *transfer.OPERATIONS,
    *keys.OPERATIONS,
    *feeds.OPERATIONS,
    *health.OPERATIONS,
    *hooks.OPERATIONS,
)
