"""An agent reads follow-ups."""

from collections.abc import Sequence
from dataclasses import dataclass
from json.encoder import encode_basestring as json_text
from json.encoder import encode_basestring_ascii as ascii_json
from typing import Final

from followups.domain import text
from followups.domain.dues import DueTime
from followups.domain.errors import NotFound
from followups.domain.instants import to_text
from followups.domain.limits import AGENT_PAGE_BYTES, AGENT_PAGE_ROWS
from followups.domain.repositories import repository as canonical
from followups.domain.todos import Todo
from followups.services import changing, repository_ids
from followups.services.access import ReachedList
from followups.services.holding_back import Waiting
from followups.services.ports import Cursor, Ports, Row

PAGES: Final = 3
"""How many pages of rows one read looks at before it answers what it has, with a cursor."""

_ANSWER_BYTES: Final = 1_050
"""What an answer weighs besides its rows, the repository's name and the order key in its cursor."""
_CURSOR_TIMES: Final = 3
"""An answer shows its cursor twice, in base64."""
_ROW_BYTES: Final = 255
"""What every row weighs in an answer besides what somebody wrote: ids, instants, names of fields."""
_SHORTENED_BYTES: Final = 25
_STARRED_BYTES: Final = 16
_DATE_BYTES: Final = 60
_TIME_BYTES: Final = 130
_CLAIM_BYTES: Final = 90
"""What these add to a row that has them."""

NO_SUCH_FOLLOW_UP: Final = (
    "There is no such follow-up in this list: the id is unknown, it was deleted, or the todo is the owner's own. "
    "read_follow_ups shows the ones that there are."
)


@dataclass(frozen=True, slots=True)
class FollowUps:
    """A page of what may be taken: own live claims first, then the free ones, then others'."""

    rows: Sequence[Row]
    repository: str
    next: Cursor | None


@dataclass(frozen=True, slots=True)
class WholeFollowUp:
    todo: Todo
    repository: str


def follow_ups(
    ports: Ports,
    reached: ReachedList,
    *,
    repository: str,
    session_id: str | None,
    limit: int,
    after: Cursor | None,
) -> FollowUps:
    """A page of the repository's follow-ups in the owner's order; held-back ones are not served.

    Raises: Invalid: this names no repository.
    """
    name = canonical(repository)
    known = ports.repositories.find(reached.id, name)
    if known is None:
        return FollowUps((), name, None)
    moment = ports.clock.now()
    now = to_text(moment)
    waiting = Waiting(ports, reached.owner_id, moment)
    limit = min(limit, AGENT_PAGE_ROWS)
    rows: list[Row] = []
    left = AGENT_PAGE_BYTES - _ANSWER_BYTES - len(ascii_json(known.name))
    cut: Cursor | None = after
    for _ in range(PAGES):
        page = ports.todos.takeable(reached.id, known.ids, after=cut, limit=limit - len(rows))
        for position, row in enumerate(page.rows):
            if waiting.holds_row(row):
                continue
            left -= _weight(row)
            if rows and left < _CURSOR_TIMES * len(row.order):
                before = page.rows[position - 1] if position else None
                end = cut if before is None else {"order": before.order, "id": before.id}
                return FollowUps(_grouped(rows, session_id, now), known.name, end)
            rows.append(row)
        cut = page.next
        if cut is None or len(rows) == limit:
            break
    return FollowUps(_grouped(rows, session_id, now), known.name, cut)


def follow_up(ports: Ports, reached: ReachedList, todo_id: str) -> WholeFollowUp:
    """One follow-up, whole: open, done, handed back or proposed.

    Raises: NotFound: unknown, deleted, or a todo without an origin.
    """
    todo = changing.get(ports, reached, todo_id, missing=NO_SUCH_FOLLOW_UP)
    if todo.origin is None or todo.deleted_at is not None:
        raise NotFound(NO_SUCH_FOLLOW_UP)
    return WholeFollowUp(todo, repository_ids.shown_name(ports, reached, todo.origin.repository))


def is_claimed_by_other(row: Row, session_id: str | None, now: str) -> bool:
    return row.claim_expires_at is not None and row.claim_expires_at > now and row.claim_session != session_id


def is_claimed_by(row: Row, session_id: str | None, now: str) -> bool:
    return row.claim_expires_at is not None and row.claim_expires_at > now and row.claim_session == session_id


def notes_slice(notes: str, offset: int, maximum_bytes: int) -> tuple[str, int | None]:
    """The notes from this character on, at most so many bytes of JSON, and where the next slice starts if there is one.

    Quotes, line breaks and control characters count as what they become in JSON, so that an answer has a largest size
    whatever the notes hold.
    """
    rest = notes[offset:]
    head = text.shortened(rest, maximum_bytes)
    while (size := len(json_text(head).encode()) - 2) > maximum_bytes:
        head = text.shortened(head, len(head.encode()) * maximum_bytes // size)
    return head, None if len(head) == len(rest) else offset + len(head)


def _grouped(rows: Sequence[Row], session_id: str | None, now: str) -> Sequence[Row]:
    if all(row.claim_expires_at is None for row in rows):
        return rows
    return sorted(rows, key=lambda row: _group(row, session_id, now))


def _group(row: Row, session_id: str | None, now: str) -> int:
    if row.claim_expires_at is None or row.claim_expires_at <= now:
        return 1
    return 0 if row.claim_session == session_id else 2


def _weight(row: Row) -> int:
    """At most how many bytes a row adds to an answer, which shows it in JSON and its title once more inside a text."""
    title, session, holder, due = row.title, row.session_id, row.claim_session, row.due
    weight = _ROW_BYTES + len(ascii_json(title)) + len(ascii_json(json_text(title))) + len(ascii_json(row.notes))
    weight += _SHORTENED_BYTES * (row.title_shortened + row.notes_shortened) + _STARRED_BYTES * row.starred
    if session is not None:
        weight += len(ascii_json(session))
    if isinstance(due, DueTime):
        weight += _TIME_BYTES + len(due.time_zone)
    elif due is not None:
        weight += _DATE_BYTES
    if holder is not None:
        weight += _CLAIM_BYTES + len(ascii_json(holder)) + len(ascii_json(json_text(holder)))
    return weight
