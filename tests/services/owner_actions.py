"""What an owner may do to a todo in a generated history, by name: each takes the world as it is, and the todo as seen.

Where an action has a choice, the version seen makes it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from followups.domain.dues import Due, DueDate, DueTime
from followups.domain.errors import NotFound
from followups.domain.repeats import Asked
from followups.domain.todos import Todo
from followups.services import editing
from followups.services.editing import Edit, Seen
from tests.builders import WIDGET, Home

TITLES: Final = ("Fix the guard", "fix the `guard`.", "Fix the docs", "Name the flag", "Drop the flag")


@dataclass(frozen=True)
class World:
    home: Home
    at: Home
    """Where the todo is."""
    elsewhere: Home
    """Another list of the owner's."""
    order: list[str]
    """Ids of the open todos of `home`, as they were shown last."""


def _edit(world: World, seen: Seen, edit: Edit) -> Todo:
    return editing.edit(world.home.ports, world.at.owner, seen, edit)


def _act(action: Callable[..., Todo], **more: object) -> Callable[[World, Seen], Todo]:
    return lambda world, seen: action(world.home.ports, world.at.owner, seen, **more)


def _choice(seen: Seen, of: int) -> int:
    return (seen.version or 0) % of


def _reorder(world: World, seen: Seen) -> Todo:
    others = [todo_id for todo_id in world.order if todo_id != seen.id]
    if world.at.id != world.home.id or not others:
        raise NotFound("nowhere to go")
    return _edit(world, seen, Edit(before=others[_choice(seen, len(others))]))


def _snooze(world: World, seen: Seen) -> Todo:
    until = world.home.clock.now() + timedelta(minutes=20)
    return editing.snooze(world.home.ports, world.at.owner, seen, until=until)


def _repeat(world: World, seen: Seen) -> Todo:
    """From today on, from a moment ago, or from soon."""
    now = world.home.clock.now().replace(microsecond=0, tzinfo=None)
    dues: tuple[Due, ...] = (
        DueDate(date=now.date()),
        DueTime(at=now - timedelta(minutes=5), time_zone="UTC"),
        DueTime(at=now + timedelta(minutes=15), time_zone="UTC"),
    )
    return _edit(world, seen, Edit(due=dues[_choice(seen, 3)], repeat=Asked(rrule="FREQ=DAILY")))


ACTIONS: Final[dict[str, Callable[[World, Seen], Todo]]] = {
    "title": lambda world, seen: _edit(world, seen, Edit(title=TITLES[_choice(seen, len(TITLES))])),
    "star": lambda world, seen: _edit(world, seen, Edit(starred=bool(_choice(seen, 2)))),
    "reorder": _reorder,
    "repeat": _repeat,
    "undate": lambda world, seen: _edit(world, seen, Edit(clears=frozenset({"due"}))),
    "complete": _act(editing.complete),
    "skip": _act(editing.skip),
    "reopen": _act(editing.reopen),
    "delete": _act(editing.delete),
    "restore": _act(editing.restore),
    "unassign": _act(editing.unassign),
    "assign": _act(editing.assign, repository=WIDGET),
    "return": _act(editing.return_to_drain, answer="Go on."),
    "snooze": _snooze,
    "wake": _act(editing.snooze, until=None),
    "move": lambda world, seen: editing.move(world.home.ports, world.at.owner, seen, to_list=world.elsewhere.id),
}
