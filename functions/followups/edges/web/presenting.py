"""How things read in JSON. What is absent is left out."""

from collections.abc import Mapping, Sequence
from typing import Any

from followups.domain import dues, repeats
from followups.domain.api_keys import ApiKey
from followups.domain.dues import Due, DueTime
from followups.domain.feeds import Feed
from followups.domain.instants import Instant, to_text
from followups.domain.lists import TodoList
from followups.domain.origins import Origin
from followups.domain.owners import Owner
from followups.domain.push import Subscription
from followups.domain.repeats import Rolled
from followups.domain.todos import Todo
from followups.services import repository_ids
from followups.services.access import ReachedList
from followups.services.change_log import Change
from followups.services.ports import Ports, Report, Row

Json = dict[str, Any]


def todo(ports: Ports, reached: ReachedList, todo: Todo) -> Json:
    """A whole todo of this list, its repository by today's name."""
    repository = None
    if todo.origin is not None:
        repository = repository_ids.shown_name(ports, reached, todo.origin.repository)
    return whole(todo, repository, ports.clock.now())


def whole(todo: Todo, repository: str | None, now: Instant) -> Json:
    shown: Json = {
        "id": todo.id,
        "list_id": todo.list_id,
        "title": todo.title,
        "notes": todo.notes,
        "starred": todo.starred,
        **_due(todo.due),
        "repeat": None if todo.repeat is None else repeats.to_fields(todo.repeat),
        "rolled": None if todo.rolled is None else _rolled(todo.rolled),
        "snoozed_until": _instant(todo.snoozed_until),
        "order": todo.order,
        "completed_at": _instant(todo.completed_at),
        "deleted_at": _instant(todo.deleted_at),
        "origin": None if todo.origin is None else _origin(todo.origin, repository),
        "claim": None,
        "version": todo.version,
        "created_at": to_text(todo.created_at),
        "updated_at": to_text(todo.updated_at),
    }
    if todo.claim is not None and todo.claim.is_live(now):
        shown["claim"] = {"session_id": todo.claim.session_id, "expires_at": to_text(todo.claim.expires_at)}
    return _present(shown)


def row(row: Row, repository: str | None, now: str) -> Json:
    """A todo as a page shows it: title and notes may be shortened, and say so."""
    shown: Json = {
        "id": row.id,
        "list_id": row.list_id,
        "title": row.title,
        "title_shortened": row.title_shortened or None,
        "notes": row.notes,
        "notes_shortened": row.notes_shortened or None,
        "starred": row.starred,
        **_due(row.due),
        "repeat": None if (repeat := row.repeat) is None else repeats.to_fields(repeat),
        "snoozed_until": row.snoozed_until,
        "order": row.order,
        "completed_at": row.completed_at,
        "deleted_at": row.deleted_at,
        "origin": None if repository is None else _origin_of(row, repository),
        "claim": None,
        "version": row.version,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }
    if row.claim_expires_at is not None and row.claim_expires_at > now:
        shown["claim"] = {"session_id": row.claim_session, "expires_at": row.claim_expires_at}
    return _present(shown)


def todo_list(todo_list: TodoList) -> Json:
    return {
        "id": todo_list.id,
        "name": todo_list.name,
        "review_new": todo_list.review_new,
        "accepted_repositories": list(todo_list.accepted_repositories),
        "version": todo_list.version,
        "created_at": to_text(todo_list.created_at),
        "updated_at": to_text(todo_list.updated_at),
    }


def owner(owner: Owner) -> Json:
    """Without the id: cursors are sealed with it."""
    return {
        "time_zone": owner.time_zone,
        "day_start": owner.day_start,
        "preferences": dict(owner.preferences),
        "version": owner.version,
        "created_at": to_text(owner.created_at),
        "updated_at": to_text(owner.updated_at),
    }


def key(key: ApiKey) -> Json:
    return _present(
        {
            "id": key.id,
            "name": key.name,
            "prefix": key.prefix,
            "role": key.role,
            "list_id": key.list_id,
            "created_at": to_text(key.created_at),
            "last_used_at": _instant(key.last_used_at),
            "expires_at": _instant(key.expires_at),
        }
    )


def feed(feed: Feed) -> Json:
    return _present(
        {
            "id": feed.id,
            "name": feed.name,
            "created_at": to_text(feed.created_at),
            "last_used_at": _instant(feed.last_used_at),
        }
    )


def subscription(subscription: Subscription) -> Json:
    """Without the endpoint: whoever knows it may send to it."""
    return _present(
        {
            "id": subscription.id,
            "name": subscription.name,
            "endpoint_host": subscription.endpoint_host,
            "created_at": to_text(subscription.created_at),
        }
    )


def report(report: Report) -> Json:
    return {"number": report.number, "text": report.text, "created_at": to_text(report.created_at)}


def change(change: Change) -> Json:
    return {"id": change.todo_id, "version": change.version, "deleted": change.deleted}


def exported(todo: Todo, repository: str | None, reports: Sequence[Report], now: Instant) -> Json:
    """A whole todo with its reports, as an import takes it."""
    shown = whole(todo, repository, now)
    return {**shown, "reports": [report(each) for each in reports]} if reports else shown


def _due(due: Due | None) -> Json:
    if due is None:
        return {}
    shown: Json = {"due": dues.to_fields(due)}
    at = dues.instant(due)
    if at is not None:
        shown["due_at"] = to_text(at)
    if isinstance(due, DueTime) and not dues.zone_is_known(due.time_zone):
        shown["due_zone_unknown"] = True
    return shown


def _rolled(rolled: Rolled) -> Json:
    return {"from": rolled.due, "to": rolled.to, "at": to_text(rolled.at), "skipped": rolled.skipped}


def _origin(origin: Origin, repository: str | None) -> Json:
    back = origin.handed_back
    return _present(
        {
            "repository": repository,
            "session_id": origin.session_id,
            "host": origin.host,
            "discovered_from": origin.discovered_from,
            "proposed": origin.proposed,
            "handed_back_at": to_text(back.at) if back is not None and origin.with_owner else None,
            "handed_back_reason": None if back is None else back.reason,
        }
    )


def _origin_of(row: Row, repository: str) -> Json:
    """Without the host, what it was found by and the reason of a hand-back, which no row has."""
    return _present(
        {
            "repository": repository,
            "session_id": row.session_id,
            "proposed": row.proposed,
            "handed_back_at": row.handed_back_at,
        }
    )


def _instant(instant: Instant | None) -> str | None:
    return None if instant is None else to_text(instant)


def _present(members: Mapping[str, Any]) -> Json:
    return {name: value for name, value in members.items() if value is not None}
