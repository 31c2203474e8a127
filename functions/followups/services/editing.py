"""The owner changes todos: each action is one decision and one conditional write at the version that the page showed."""

from dataclasses import dataclass
from typing import Final

from followups.domain.dues import Due
from followups.domain.errors import ChangedMeanwhile, Invalid, NotFound
from followups.domain.instants import Instant
from followups.domain.repositories import repository as canonical
from followups.domain.todos import Note, Todo, answer_note
from followups.services import changing, marking, ordering, repository_ids
from followups.services.access import ReachedList, reach_list
from followups.services.ports import Ports, StaleWrite


class Stale(ChangedMeanwhile):
    """The todo was changed since the page read it."""

    def __init__(self, current: Todo) -> None:
        super().__init__(
            "This todo was changed since you loaded it. Nothing was saved: look at what it is now, and decide anew.",
            version=current.version,
        )
        self.current = current


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The todo as a page read it: what a change is made from."""

    id: str
    version: int | None
    """None takes whatever is there."""
    write_id: str | None = None
    """Names this change, so that sending it again does no harm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What a merge patch says: None leaves a field; `clears` names those to be cleared."""

    title: str | None = None
    notes: str | None = None
    starred: bool | None = None
    due: Due | None = None
    clears: frozenset[str] = frozenset()
    before: str | None = None
    """The todo that it shall stand above."""
    after: str | None = None
    """The todo that it shall stand below."""


CLEARABLE: Final = frozenset({"notes", "due", "starred"})


def edit(ports: Ports, reached: ReachedList, seen: Seen, edit: Edit) -> Todo:
    """Raises: NotFound, Stale, Invalid, TooLarge."""
    if unknown := edit.clears - CLEARABLE:
        raise Invalid(f"{', '.join(sorted(unknown))} cannot be cleared.", field=min(unknown))
    order: str | None = None
    if edit.before is not None or edit.after is not None:
        order = ordering.order_between(
            ports, reached, before=edit.before, after=edit.after, now=ports.clock.now()
        )

    def decide(todo: Todo) -> Todo:
        if todo.deleted_at is not None:
            raise NotFound("This todo was deleted. Restore it first.")
        changed = todo.edited(
            title=edit.title,
            notes="" if "notes" in edit.clears else edit.notes,
            starred=False if "starred" in edit.clears else edit.starred,
            due=edit.due,
            clears_due="due" in edit.clears,
        )
        return changed if order is None else changed.placed(order)

    return act(ports, reached, seen, decide)


def act(
    ports: Ports, reached: ReachedList, seen: Seen, decide: changing.Decide, *, note: Note | None = None
) -> Todo:
    """One change of the owner's. A follow-up that it brings back into reach holds its title's mark again.

    Raises: NotFound, Stale, TooLarge, and what `decide` refuses.
    """
    before = changing.get(ports, reached, seen.id)
    if seen.write_id is not None and before.write_id == seen.write_id:
        return before
    if seen.version is not None and before.version != seen.version:
        raise Stale(before)
    after = decide(before)
    if after == before and note is None:
        return before
    if after.origin is not None and after.is_open and not (before.is_open and before.may_be_taken):
        after = repository_ids.with_current_id(ports, reached, after)
    try:
        saved = changing.save(ports, before, after, note=note, write_id=seen.write_id)
    except StaleWrite:
        raise Stale(changing.get(ports, reached, seen.id)) from None
    if saved.title != before.title or saved.may_be_taken != before.may_be_taken or saved.origin != before.origin:
        marking.mark_again(ports, saved)
    return saved


def delete(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    """Keep it under *Deleted* for 30 days."""
    return act(ports, reached, seen, lambda todo: todo.deleted(ports.clock.now()))


def complete(ports: Ports, reached: ReachedList, seen: Seen, *, occurrence: str | None = None) -> Todo:
    return act(ports, reached, seen, lambda todo: todo.completed(occurrence=occurrence, now=ports.clock.now()))


def reopen(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    return act(ports, reached, seen, Todo.reopened)


def restore(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    return act(ports, reached, seen, Todo.restored)


def move(ports: Ports, reached: ReachedList, seen: Seen, *, to_list: str) -> Todo:
    """Into another list of the same owner, at its foot. Raises: NotFound: there is no such list."""
    target = reach_list(ports, reached.caller, to_list)
    order = ordering.foot(ports, ports.clock.now())

    def decide(todo: Todo) -> Todo:
        if target.id == reached.id:
            return todo
        repository_id = None
        if todo.origin is not None:
            repository_id = repository_ids.registered(ports, target, todo.origin.repository).id
        return todo.moved(list_id=target.id, order=order, repository_id=repository_id)

    return act(ports, reached, seen, decide)


def assign(ports: Ports, reached: ReachedList, seen: Seen, *, repository: str) -> Todo:
    """Make a todo a follow-up of this repository, with no session. Raises: Invalid: this names no repository."""
    wanted = canonical(repository)

    def decide(todo: Todo) -> Todo:
        name = repository_ids.registered(ports, reached, wanted)
        return todo.assigned(name.filed, name.id)

    return act(ports, reached, seen, decide)


def unassign(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    return act(ports, reached, seen, Todo.unassigned)


def accept(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    return act(ports, reached, seen, Todo.accepted)


def dismiss(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    return act(ports, reached, seen, lambda todo: todo.dismissed(ports.clock.now()))


def return_to_drain(ports: Ports, reached: ReachedList, seen: Seen, *, answer: str | None = None) -> Todo:
    """Let agents take a handed-back follow-up again, with the owner's answer in its notes."""
    note = None if answer is None else answer_note(answer)
    return act(ports, reached, seen, Todo.returned_to_drain, note=note)


def snooze(ports: Ports, reached: ReachedList, seen: Seen, *, until: Instant | None) -> Todo:
    return act(ports, reached, seen, lambda todo: todo.snoozed(until, ports.clock.now()))
