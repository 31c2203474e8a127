"""The owner changes todos: each action is one decision and one conditional write at the version the page showed."""

from dataclasses import dataclass, replace
from typing import Final

from followups.domain.dues import Due
from followups.domain.errors import ChangedMeanwhile, Invalid, NotFound
from followups.domain.instants import Instant, kept
from followups.domain.limits import ATTEMPTS
from followups.domain.notes import Note, answer_note
from followups.domain.repeats import Asked
from followups.domain.repositories import repository as canonical
from followups.domain.todos import Todo
from followups.services import changing, marking, ordering, repository_ids
from followups.services.access import ReachedList, reach_list
from followups.services.holding_back import zone_for
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
    repeat: Asked | None = None
    clears: frozenset[str] = frozenset()
    before: str | None = None
    """The todo that it shall stand above."""
    after: str | None = None
    """The todo that it shall stand below."""


CLEARABLE: Final = frozenset({"notes", "due", "repeat", "starred"})


def edit(ports: Ports, reached: ReachedList, seen: Seen, edit: Edit) -> Todo:
    """Raises: NotFound, Stale, Invalid, TooLarge."""
    if unknown := edit.clears - CLEARABLE:
        raise Invalid(f"{', '.join(sorted(unknown))} cannot be cleared.", field=min(unknown))

    def decide(todo: Todo) -> Todo:
        changed = todo.edited(
            title=edit.title,
            notes="" if "notes" in edit.clears else edit.notes,
            starred=False if "starred" in edit.clears else edit.starred,
            due=edit.due,
            clears_due="due" in edit.clears,
            repeat=edit.repeat,
            clears_repeat="repeat" in edit.clears,
        )
        if edit.before is None and edit.after is None:
            return changed
        place = ordering.place_between(ports, reached, before=edit.before, after=edit.after, now=ports.clock.now())
        if todo.order in place.spaced:
            # It stands in the crowd that was spaced anew for it: that write was our own.
            raise _Spaced(todo, place.spaced[todo.order])
        return changed.placed(place.order)

    try:
        return act(ports, reached, seen, decide)
    except _Spaced as own:
        now = changing.get(ports, reached, seen.id)
        seen_now = replace(seen, version=now.version) if own.left(now) else seen
        return act(ports, reached, seen_now, decide)


def act(
    ports: Ports,
    reached: ReachedList,
    seen: Seen,
    decide: changing.Decide,
    *,
    note: Note | None = None,
    takes_deleted: bool = False,
) -> Todo:
    """One change of the owner's. A follow-up that it brings back into reach holds its title's mark again.

    Raises: NotFound, Stale, TooLarge, and what `decide` refuses.
    """
    for _ in range(ATTEMPTS if seen.version is None else 1):
        try:
            return _act_once(ports, reached, seen, decide, note, takes_deleted=takes_deleted)
        except StaleWrite:
            continue
    raise Stale(changing.get(ports, reached, seen.id))


def _act_once(
    ports: Ports, reached: ReachedList, seen: Seen, decide: changing.Decide, note: Note | None, *, takes_deleted: bool
) -> Todo:
    """Raises: StaleWrite: somebody else's write came in between."""
    before = changing.get(ports, reached, seen.id)
    if changing.has_landed(before, seen.write_id, seen.version):
        # It landed, but maybe not what follows it.
        marking.mark_again(ports, before)
        return before
    if before.deleted_at is not None and not takes_deleted:
        raise NotFound("This todo was deleted. Restore it first.")
    if seen.version is not None and before.version != seen.version:
        raise Stale(before)
    after = decide(before)
    if after == before and note is None:
        return before
    comes_back = after.is_open and not before.may_be_taken and after.list_id == reached.id
    if after.origin is not None and comes_back:
        after = repository_ids.with_current_id(ports, reached, after)
    saved = changing.save(ports, before, after, note=note, write_id=seen.write_id)
    if saved.title != before.title or saved.may_be_taken != before.may_be_taken or saved.origin != before.origin:
        marking.mark_again(ports, saved)
    return saved


class _Spaced(Exception):
    """While a place was made for it, the todo itself was given another order key."""

    def __init__(self, before: Todo, order: str) -> None:
        super().__init__(order)
        self._before = before
        self._order = order

    def left(self, now: Todo) -> bool:
        """Whether this is the todo as that left it: nobody else wrote since."""
        version = self._before.version + 1
        return now == replace(self._before, order=self._order, version=version, updated_at=now.updated_at)


def delete(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    """Keep it under *Deleted* for 30 days."""
    return act(ports, reached, seen, lambda todo: todo.deleted(kept(ports.clock.now())), takes_deleted=True)


def complete(ports: Ports, reached: ReachedList, seen: Seen, *, occurrence: str | None = None) -> Todo:
    """Tick it off; one that repeats is due again."""
    return act(ports, reached, seen, _completion(ports, occurrence, skips=False))


def skip(ports: Ports, reached: ReachedList, seen: Seen, *, occurrence: str | None = None) -> Todo:
    """Let an occurrence pass. Raises: Invalid: it does not repeat."""
    return act(ports, reached, seen, _completion(ports, occurrence, skips=True))


def _completion(ports: Ports, occurrence: str | None, *, skips: bool) -> changing.Decide:
    def decide(todo: Todo) -> Todo:
        zone = zone_for(ports, todo)
        return todo.completed(occurrence=occurrence, now=kept(ports.clock.now()), owner_zone=zone, skips=skips)

    return decide


def reopen(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    """Undo its completion, also where that rolled it forward."""
    return act(ports, reached, seen, Todo.reopened)


def restore(ports: Ports, reached: ReachedList, seen: Seen) -> Todo:
    return act(ports, reached, seen, Todo.restored, takes_deleted=True)


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

    try:
        return act(ports, reached, seen, decide)
    except NotFound:
        if (moved := _moved_before(ports, target, seen)) is None:
            raise
        return moved


def _moved_before(ports: Ports, target: ReachedList, seen: Seen) -> Todo | None:
    """The todo, when this very move has put it into its new list already."""
    if seen.write_id is None:
        return None
    todo = changing.get(ports, target, seen.id)
    if todo.write_id != seen.write_id:
        return None
    marking.mark_again(ports, todo)
    return todo


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
    return act(ports, reached, seen, lambda todo: todo.dismissed(kept(ports.clock.now())), takes_deleted=True)


def return_to_drain(ports: Ports, reached: ReachedList, seen: Seen, *, answer: str | None = None) -> Todo:
    """Let agents take a handed-back follow-up again, with the owner's answer in its notes."""
    note = None if answer is None else answer_note(answer)
    return act(ports, reached, seen, Todo.returned_to_drain, note=note)


def snooze(ports: Ports, reached: ReachedList, seen: Seen, *, until: Instant | None) -> Todo:
    until = None if until is None else kept(until)
    return act(ports, reached, seen, lambda todo: todo.snoozed(until, ports.clock.now()))
