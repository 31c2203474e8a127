"""The owner renames a repository over all its follow-ups; the old name goes on to match."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from followups.domain.errors import NotFound
from followups.domain.repositories import repository as canonical
from followups.domain.todos import Todo
from followups.services import changing, marking
from followups.services.access import ReachedList
from followups.services.ports import Cursor, Ports, Row, Shelf

_PAGE: Final = 100
_PAGES: Final = 10
"""How many pages of follow-ups one call takes over before it answers."""


@dataclass(frozen=True, slots=True)
class Renamed:
    name: str
    taken_over: int
    """How many follow-ups moved over to a repository that had the new name already."""
    finished: bool
    """False while some are left to take over; readers look at both until then. Send the same call again."""


def rename(ports: Ports, reached: ReachedList, *, old: str, new: str) -> Renamed:
    """One step where the new name is free; where an agent filed under it already, that one takes the old over.

    Every step is safe to repeat, so a call that broke off is sent again.

    Raises: Invalid: one of them names no repository; NotFound: nothing was filed under the old name.
    """
    old, new = canonical(old), canonical(new)
    source = ports.repositories.find(reached.id, old)
    if source is None:
        raise NotFound(f"Nothing was filed for {old} in this list.")
    target = ports.repositories.find(reached.id, new)
    if target is None:
        ports.repositories.add(replace(source, filed=new, name=new))
        target = ports.repositories.find(reached.id, new) or source
    taken_over = (source.also | target.also | {source.id}) - {target.id}
    _point_all(ports, reached, target.id, to=target.id, name=new, also=taken_over)
    if source.id != target.id:
        _point_all(ports, reached, source.id, to=target.id, name=new, also=taken_over)
    return _take_over(ports, reached, target.id, taken_over, new)


def _point_all(ports: Ports, reached: ReachedList, of: str, *, to: str, name: str, also: frozenset[str]) -> None:
    """Let every name of a repository mean that one, under this spelling."""
    for known in ports.repositories.all(reached.id):
        if known.id == of and (known.id, known.name, known.also) != (to, name, also):
            ports.repositories.point(reached.id, known.filed, id=to, name=name, also=also)


def _take_over(ports: Ports, reached: ReachedList, target_id: str, others: frozenset[str], name: str) -> Renamed:
    """Move the follow-ups of the others. Readers go on looking at both: an add may still land under an old id."""
    moved = 0
    for other in sorted(others):
        after: Cursor | None = None
        for _ in range(_PAGES):
            page = ports.todos.takeable(reached.id, [other], after=after, limit=_PAGE)
            moved += sum(_brought_over(ports, reached, row, other, target_id) for row in page.rows)
            after = page.next
            if after is None:
                break
        else:
            return Renamed(name, moved, finished=False)
    for shelf in (Shelf.HANDED_BACK, Shelf.PROPOSED):
        brought, finished = _take_over_shelf(ports, reached, shelf, target_id, others)
        moved += brought
        if not finished:
            return Renamed(name, moved, finished=False)
    return Renamed(name, moved, finished=True)


def _take_over_shelf(
    ports: Ports, reached: ReachedList, shelf: Shelf, target_id: str, others: frozenset[str]
) -> tuple[int, bool]:
    """Move what no agent may take now, so that its title counts in the repository that takes over."""
    moved = 0
    after: Cursor | None = None
    for _ in range(_PAGES):
        page = ports.todos.shelf(reached.id, shelf, limit=_PAGE, after=after)
        theirs = [(row, row.repository_id) for row in page.rows if row.repository_id in others]
        moved += sum(_brought_over(ports, reached, row, old, target_id) for row, old in theirs)
        after = page.next
        if after is None:
            return moved, True
    return moved, False


def _brought_over(ports: Ports, reached: ReachedList, row: Row, old: str, new: str) -> bool:
    """Whether there was still something to move: an index may show what has gone already."""
    try:
        before = changing.get(ports, reached, row.id)
        after = _follow(before, old=old, new=new)
        if after == before:
            return False
        # First the mark: a call that breaks off behind it finds the follow-up still under the old id.
        marking.mark_again(ports, after)
        changing.change(ports, reached, row.id, partial(_follow, old=old, new=new))
    except NotFound:
        return False
    return True


def _follow(todo: Todo, *, old: str, new: str) -> Todo:
    """The follow-up in the repository that takes its own over; a live claim goes on."""
    if todo.origin is None or todo.origin.repository_id != old:
        return todo
    return todo.taken_over(new)
