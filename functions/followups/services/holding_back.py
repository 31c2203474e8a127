"""What waits for its time. Where an owner's days decide, the owner is read; once, and only then."""

from functools import cached_property

from followups.domain import dues
from followups.domain.dues import DueDate
from followups.domain.instants import Instant, to_text
from followups.domain.todos import Todo
from followups.services.ports import Ports, Row


def zone_for(ports: Ports, todo: Todo) -> str:
    """The zone of the todo's owner; where nothing hangs on it, any, and nothing is read."""
    return _owner_zone(ports, todo.owner_id) if _hangs_on_owner(todo) else "UTC"


class Waiting:
    """Says of an owner's follow-ups whether they wait now."""

    def __init__(self, ports: Ports, owner_id: str, now: Instant) -> None:
        self._ports = ports
        self._owner_id = owner_id
        self._now = now
        self._text = to_text(now)

    def holds(self, todo: Todo) -> bool:
        """Whether it is kept from the drain: snoozed, or repeating and not due."""
        return todo.held_until(self._now, self._zone_for(todo)) is not None

    def holds_row(self, row: Row) -> bool:
        """The same, by what a row shows."""
        if row.snoozed_until is not None and row.snoozed_until > self._text:
            return True
        repeats, due = row.repeat, row.due
        return repeats is not None and due is not None and dues.begins(due, self._zone_for(row)) > self._now

    def _zone_for(self, todo: Todo | Row) -> str:
        return self._known_zone if _hangs_on_owner(todo) else "UTC"

    @cached_property
    def _known_zone(self) -> str:
        return _owner_zone(self._ports, self._owner_id)


def _hangs_on_owner(todo: Todo | Row) -> bool:
    """Whether the owner's zone says when it is due: it repeats on days."""
    return todo.repeat is not None and isinstance(todo.due, DueDate)


def _owner_zone(ports: Ports, owner_id: str) -> str:
    owner = ports.owners.get(owner_id)
    return "UTC" if owner is None else owner.time_zone
