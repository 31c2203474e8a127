"""Which repository a name means in a list."""

from followups.domain import repositories
from followups.domain.todos import Todo
from followups.services.access import ReachedList
from followups.services.ports import Ports, RepositoryName


def known_or_new(ports: Ports, reached: ReachedList, raw: str) -> tuple[RepositoryName, bool]:
    """The repository of this name, and whether it is new to the list; a new one is not stored yet.

    Raises: Invalid: this names no repository.
    """
    name = repositories.repository(raw)
    known = ports.repositories.find(reached.id, name)
    if known is not None:
        return known, False
    fresh = RepositoryName(
        list_id=reached.id,
        owner_id=reached.owner_id,
        filed=name,
        id=ports.chance.id(ports.clock.now()),
        name=name,
    )
    return fresh, True


def registered(ports: Ports, reached: ReachedList, raw: str) -> RepositoryName:
    """The repository of this name, stored if it is new to the list."""
    while True:
        name, is_new = known_or_new(ports, reached, raw)
        if not is_new or ports.repositories.add(name):
            return name


def with_current_id(ports: Ports, reached: ReachedList, todo: Todo) -> Todo:
    """The follow-up in the repository that its name means today: it may have been taken over meanwhile."""
    if todo.origin is None:
        return todo
    name = ports.repositories.find(reached.id, todo.origin.repository)
    if name is None or name.id == todo.origin.repository_id:
        return todo
    return todo.taken_over(name.id)


def shown_name(ports: Ports, reached: ReachedList, filed: str) -> str:
    """What a repository that was filed under this name is called now."""
    name = ports.repositories.find(reached.id, filed)
    return filed if name is None else name.name
