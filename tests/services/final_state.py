"""Everything that anybody can see of an owner's account, by titles and names instead of ids, tokens and times."""

from typing import Any

from followups.domain.filing import title_mark
from followups.domain.todos import Todo
from followups.services.ports import Shelf
from tests.builders import Home


def final_state(home: Home) -> dict[str, Any]:
    ports = home.ports
    lists = ports.lists.of_owner(home.owner.owner_id)
    account = ports.owners.get(home.owner.owner_id)
    return {
        "account": account and (account.time_zone, account.preferences, account.deleted_at is None),
        "owners": [bool(ports.owners.signed_in("local", subject)) for subject in ("owner-1", "somebody else")],
        "keys": sorted(key.name for key in ports.api_keys.of_owner(home.owner.owner_id)),
        "lists": sorted(
            (each.name, each.review_new, each.accepted_repositories, each.deleted_at is None) for each in lists
        ),
        "todos": {each.name: state_of_list(home, each.id) for each in lists},
    }


def state_of_list(home: Home, list_id: str) -> dict[str, Any]:
    ports = home.ports
    names = {name.filed: name for name in ports.repositories.all(list_id)}
    ids = [row.id for shelf in Shelf for row in ports.todos.shelf(list_id, shelf, limit=100).rows]
    todos = ports.todos.get_many(ids)
    titles = {todo_id: todo.title for todo_id, todo in todos.items()}
    sessions = {session: ports.sessions.get(list_id, session) for session in ("s1", "d1")}
    return {
        "shelves": {
            shelf: [row.title for row in ports.todos.shelf(list_id, shelf, limit=100).rows]
            for shelf in Shelf
            if shelf is not Shelf.PROPOSED  # Those of one millisecond stand there in any order.
        },
        "todos": {todo.title: state_of_todo(home, todo) for todo in todos.values()},
        "repositories": {filed: (name.name, len(name.also)) for filed, name in names.items()},
        "marks": {
            todo.title: titles.get(
                ports.filings.marked(list_id, title_mark(todo.origin.repository_id, todo.title)) or ""
            )
            for todo in todos.values()
            if todo.origin is not None and todo.is_open
        },
        "filed": {
            session: sorted(
                todos[each].title
                for each in ports.filings.noise(list_id, session)
                if each in todos and todos[each].is_open
            )
            for session in ("s1", "s2", "s9")
        },
        "drains": {
            session: found.drain and (found.drain.checkpoint, found.drain.taken, titles.get(found.drain.given or ""))
            for session, found in sessions.items()
            if found is not None
        },
        "bound": {session: titles.get(found.bound_todo_id or "") for session, found in sessions.items() if found},
    }


def state_of_todo(home: Home, todo: Todo) -> tuple[Any, ...]:
    reports, _ = home.ports.todos.reports(todo.id, limit=100, after=None)
    origin = todo.origin
    return (
        todo.notes,
        todo.starred,
        todo.due,
        todo.snoozed_until,
        todo.reports,
        [report.text for report in reports],
        origin and (origin.repository, origin.session_id, origin.proposed, origin.with_owner, origin.handed_back and 1),
        todo.claim and todo.claim.session_id,
        todo.claim_number,
    )
