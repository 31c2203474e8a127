"""The owner brings todos in: each row is stored or refused by itself, and the answer says which."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from followups.domain import dues, instants, order_keys, reminders, repeats, text
from followups.domain.errors import FollowUpsError, Invalid, Unavailable
from followups.domain.ids import is_id
from followups.domain.instants import Instant, epoch_microseconds, kept
from followups.domain.limits import AGENT_TEXT_CHARACTERS, BATCH_TODOS, COMMIT_CHARACTERS, SESSION_ID_CHARACTERS
from followups.domain.origins import HandBack, Host, Origin
from followups.domain.todos import Todo
from followups.services import changing, marking, repository_ids
from followups.services.access import ReachedList
from followups.services.adding import id_of_write
from followups.services.ports import Ports, Report, StaleWrite

_REPORTS: Final = 99
"""What one transaction takes beside the todo."""
_REPORT_CHARACTERS: Final = AGENT_TEXT_CHARACTERS + COMMIT_CHARACTERS + 100
"""A summary or reason, and what leads it in."""


@dataclass(frozen=True, slots=True)
class Refused:
    position: int
    """Of the row in its page, from 0."""
    refusal: FollowUpsError


@dataclass(frozen=True, slots=True)
class Imported:
    imported: int
    refused: Sequence[Refused]


def bring_in(ports: Ports, reached: ReachedList, rows: Sequence[Any], *, write_id: str | None = None) -> Imported:
    """Store a page of todos as an export wrote them, in its order, at the foot of the list.

    With a write id the page may be sent again: what was stored is not stored twice.

    Raises:
        Invalid: too many rows for one page.
        Unavailable: the storage stopped answering; the first of the rows may be stored.
    """
    if len(rows) > BATCH_TODOS:
        raise Invalid(f"One page of an import holds at most {BATCH_TODOS} todos. Send more pages.", field="todos")
    refused: list[Refused] = []
    place = 0
    for position, row in enumerate(rows):
        try:
            now = ports.clock.now()
            # Behind the row before it, also where the clock stands still.
            place = max(epoch_microseconds(now), place + 1)
            _store(ports, reached, _Fields(row, kept(now)), place, position, write_id)
        except Unavailable:
            raise
        except FollowUpsError as refusal:
            refused.append(Refused(position, refusal))
    return Imported(len(rows) - len(refused), refused)


def _store(
    ports: Ports, reached: ReachedList, fields: "_Fields", place: int, position: int, write_id: str | None
) -> None:
    order = order_keys.foot(place, ports.chance.base62(4))
    due = fields.due()
    todo = Todo(
        id=ports.chance.id(fields.now) if write_id is None else id_of_write(reached, write_id, "import", str(position)),
        list_id=reached.id,
        owner_id=reached.owner_id,
        title=text.title(fields.text("title") or ""),
        notes=text.notes(fields.text("notes") or ""),
        starred=fields.flag("starred"),
        reports=len(fields.inners("reports")),
        due=due,
        repeat=fields.repeat(due),
        order=order,
        snoozed_until=fields.future("snoozed_until"),
        completed_at=fields.past("completed_at"),
        origin=_origin(ports, reached, fields),
        created_at=fields.past("created_at") or fields.now,
        updated_at=fields.now,
        version=1,
        write_id=ports.chance.base62(22),
    )
    todo = reminders.dated(None, todo, fields.now)
    changing.check_fits(ports, todo)
    try:
        ports.todos.add(todo, _reports(fields, todo))
    except StaleWrite:
        stored = ports.todos.get(todo.id)
        if stored is None:
            return
        todo = stored
    marking.mark_again(ports, todo)


def _reports(fields: "_Fields", todo: Todo) -> Sequence[Report]:
    return [
        Report(
            todo_id=todo.id,
            owner_id=todo.owner_id,
            number=number,
            text=text.paragraph(each.text("text") or "", "reports.text", _REPORT_CHARACTERS),
            created_at=each.past("created_at") or fields.now,
        )
        for number, each in enumerate(fields.inners("reports"), start=1)
    ]


def _origin(ports: Ports, reached: ReachedList, fields: "_Fields") -> Origin | None:
    inner = fields.inner("origin")
    repository = None if inner is None else inner.text("repository")
    if inner is None or repository is None:
        return None
    name = repository_ids.registered(ports, reached, repository)
    session_id, host, found_at = inner.text("session_id"), inner.text("host"), inner.text("discovered_from")
    at, reason = inner.past("handed_back_at"), inner.text("handed_back_reason")
    handed_back = None
    if at is not None or reason:
        reason = text.paragraph(reason or "handed back", "handed_back_reason", AGENT_TEXT_CHARACTERS)
        handed_back = HandBack(at=at or fields.now, reason=reason)
    return Origin(
        repository=name.filed,
        repository_id=name.id,
        session_id=None if session_id is None else text.line(session_id, "session_id", SESSION_ID_CHARACTERS),
        host=None if host is None else Host.named(host),
        discovered_from=found_at if found_at and is_id(found_at) else None,
        proposed=inner.flag("proposed"),
        handed_back=handed_back,
        with_owner=at is not None,
    )


class _Fields:
    """A row as it came: anything at all. What is there and of the wrong kind is refused; what is not, is absent."""

    def __init__(self, row: Any, now: Instant) -> None:
        if not isinstance(row, Mapping):
            raise Invalid("A todo is an object with at least a title; its origin and reports are objects too.")
        self._row = row
        self.now = now

    def text(self, name: str) -> str | None:
        value = self._row.get(name)
        if value is not None and not isinstance(value, str):
            raise Invalid(f"{name} is a text.", field=name)
        return value

    def flag(self, name: str) -> bool:
        value = self._row.get(name, False)
        if not isinstance(value, bool):
            raise Invalid(f"{name} is true or false.", field=name)
        return value

    def inner(self, name: str) -> "_Fields | None":
        value = self._row.get(name)
        return None if value is None else _Fields(value, self.now)

    def inners(self, name: str) -> "Sequence[_Fields]":
        value = self._row.get(name)
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > _REPORTS:
            raise Invalid(f"{name} is a list of at most {_REPORTS}.", field=name)
        return [_Fields(each, self.now) for each in value]

    def past(self, name: str) -> Instant | None:
        """An instant that is not in the future; a later one is now: clocks of others go wrong."""
        value = self.text(name)
        if value is None:
            return None
        return min(instants.given(value, name), self.now)

    def future(self, name: str) -> Instant | None:
        """An instant that is still to come; one that has passed says nothing any more."""
        value = self.text(name)
        at = None if value is None else instants.given(value, name)
        return at if at is not None and at > self.now else None

    def due(self) -> dues.Due | None:
        value = self._row.get("due")
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise Invalid('due is {"date": …} or {"at": …, "time_zone": …}.', field="due")
        return dues.from_fields(value)

    def repeat(self, due: dues.Due | None) -> repeats.Repeat | None:
        inner = self.inner("repeat")
        if inner is None:
            return None
        rrule = inner.text("rrule")
        if rrule is None:
            raise Invalid('repeat is {"rrule": "FREQ=WEEKLY"}, with an anchor where it is not the due.', field="repeat")
        return repeats.repeat(rrule, inner.text("anchor"), due)
