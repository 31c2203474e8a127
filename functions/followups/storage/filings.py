"""Title marks, noise sets and idempotency records, and the one transaction that adds a follow-up with them."""

from collections.abc import Sequence
from datetime import timedelta

from followups.domain.filing import FiledBefore
from followups.domain.instants import Instant, from_text, to_text
from followups.domain.limits import IDEMPOTENCY_SECONDS, OPEN_PER_SESSION
from followups.domain.todos import Todo
from followups.services.ports import AddRefusal, AddRefused, RepositoryName, TodoTooLarge
from followups.storage import keys, repository_names, todo_items, writing
from followups.storage.contract import (
    Absent,
    Action,
    AtMost,
    Changes,
    Condition,
    ConditionFailed,
    Equals,
    Item,
    ItemTooLarge,
    Present,
    Put,
    SetSmallerThan,
    Table,
    TransactionRefused,
    Update,
    any_of,
)


class TableFilings:
    def __init__(self, table: Table) -> None:
        self._table = table

    def noise(self, list_id: str, session_id: str) -> frozenset[str]:
        item = self._table.get(keys.noise(list_id, session_id))
        return frozenset() if item is None else frozenset(map(_long_id, item.get("ids", ())))

    def forget(self, list_id: str, session_id: str, todo_ids: frozenset[str]) -> None:
        try:
            self._table.update(
                keys.noise(list_id, session_id),
                Changes(delete_from_set={"ids": frozenset(map(_short_id, todo_ids))}),
                condition=Present(),
            )
        except ConditionFailed:
            return

    def before(self, owner_id: str, list_id: str, key: str, now: Instant) -> FiledBefore | None:
        item = self._table.get(keys.idempotency(owner_id, list_id, key))
        if item is None or item["expires"] <= now.timestamp():
            return None
        return _filed_before(item)

    def remember(self, owner_id: str, list_id: str, key: str, answer: FiledBefore, now: Instant) -> bool:
        item = _idempotency_item(owner_id, list_id, key, answer)
        try:
            self._table.put(item, condition=_unused_at(now))
        except ConditionFailed as refused:
            return refused.item == item
        return True

    def file(
        self,
        todo: Todo,
        *,
        mark: str,
        displaces: str | None,
        remembers: tuple[str, FiledBefore] | None,
        repository: RepositoryName | None,
    ) -> Todo:
        session_id = "" if todo.origin is None else todo.origin.session_id or ""
        actions: list[tuple[AddRefusal | None, Action]] = [
            (None, writing.put_action(todo_items.to_item(todo))),
            (AddRefusal.TITLE_TAKEN, _mark(todo, mark, displaces)),
            (
                AddRefusal.TOO_MANY,
                Update(
                    keys.noise(todo.list_id, session_id),
                    Changes(
                        set={
                            "type": "noise",
                            "owner_id": todo.owner_id,
                            "list_id": todo.list_id,
                        },
                        add_to_set={"ids": frozenset({_short_id(todo.id)})},
                    ),
                    SetSmallerThan("ids", OPEN_PER_SESSION),
                ),
            ),
        ]
        if remembers is not None:
            key, answer = remembers
            record = _idempotency_item(todo.owner_id, todo.list_id, key, answer)
            actions.append((AddRefusal.KEY_USED, Put(record, _unused_at(todo.created_at))))
        if repository is not None:
            item = repository_names.to_item(repository)
            actions.append((AddRefusal.REPOSITORY_KNOWN, writing.put_action(item)))
        self._transact(actions)
        return todo

    def marked(self, list_id: str, mark: str) -> str | None:
        item = self._table.get(keys.title_mark(list_id, mark))
        return None if item is None else str(item["todo_id"])

    def mark(self, todo: Todo, mark: str, *, displaces: str | None = None) -> str | None:
        wanted = _mark(todo, mark, displaces or todo.id)
        try:
            self._table.update(wanted.key, wanted.changes, condition=wanted.condition)
        except ConditionFailed as refused:
            return None if refused.item is None else str(refused.item["todo_id"])
        return None

    def _transact(self, actions: Sequence[tuple[AddRefusal | None, Action]]) -> None:
        try:
            self._table.transact([action for _, action in actions])
        except TransactionRefused as refused:
            reasons = {actions[position][0] for position in refused.refusals}
            marks = (item for at, item in refused.refusals.items() if actions[at][0] is AddRefusal.TITLE_TAKEN)
            marked = next(marks, None)
            raise AddRefused(
                frozenset(reason for reason in reasons if reason is not None),
                None if marked is None else marked["todo_id"],
            ) from refused
        except ItemTooLarge as refused:
            raise TodoTooLarge from refused


def _short_id(todo_id: str) -> str:
    """Without its hyphens: so a full noise set stays within 1 kB, one write unit."""
    return todo_id.replace("-", "")


def _long_id(short: str) -> str:
    return f"{short[:8]}-{short[8:12]}-{short[12:16]}-{short[16:20]}-{short[20:]}"


def _free_or_held_by(todo_id: str | None) -> Condition:
    return Absent() if todo_id is None else any_of(Absent(), Equals("todo_id", todo_id))


def _unused_at(now: Instant) -> Condition:
    return any_of(Absent(), AtMost("expires", int(now.timestamp())))


def _mark(todo: Todo, mark: str, displaces: str | None) -> Update:
    """Point the mark at this todo. What else stands in it stays: a newer version may have written it."""
    points = {"type": "title-mark", "owner_id": todo.owner_id, "list_id": todo.list_id, "todo_id": todo.id}
    return Update(keys.title_mark(todo.list_id, mark), Changes(set=points), _free_or_held_by(displaces))


def _idempotency_item(owner_id: str, list_id: str, key: str, answer: FiledBefore) -> Item:
    place = keys.idempotency(owner_id, list_id, key)
    kept_until = answer.filed_at + timedelta(seconds=IDEMPOTENCY_SECONDS)
    return {
        "PK": place.pk,
        "SK": place.sk,
        "type": "idempotency",
        "owner_id": owner_id,
        "list_id": list_id,
        "arguments": answer.arguments,
        "todo_id": answer.todo_id,
        "filed_at": to_text(answer.filed_at),
        "duplicate": answer.duplicate,
        "filed_by_you": answer.filed_by_you,
        "repository_id": answer.repository_id,
        "proposed": answer.proposed,
        "order": answer.order,
        "expires": int(kept_until.timestamp()),
    }


def _filed_before(item: Item) -> FiledBefore:
    return FiledBefore(
        arguments=item["arguments"],
        todo_id=item["todo_id"],
        filed_at=from_text(item["filed_at"]),
        duplicate=item["duplicate"],
        filed_by_you=item["filed_by_you"],
        repository_id=item["repository_id"],
        proposed=item["proposed"],
        order=item["order"],
    )
