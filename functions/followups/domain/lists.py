"""Lists: named collections of todos."""

from dataclasses import dataclass, replace
from typing import Self

from followups.domain import repositories, text
from followups.domain.errors import Invalid, RepositoryNotAccepted
from followups.domain.instants import Instant
from followups.domain.limits import ACCEPTED_REPOSITORIES, LIST_NAME_CHARACTERS


@dataclass(frozen=True, kw_only=True)
class TodoList:
    id: str
    owner_id: str
    name: str
    created_at: Instant
    updated_at: Instant
    review_new: bool = False
    """Whether what agents file waits as proposed."""
    accepted_repositories: tuple[str, ...] = ()
    """The repositories that agents may file for; empty for all."""
    deleted_at: Instant | None = None
    version: int = 0
    write_id: str = ""

    def edited(
        self,
        *,
        name: str | None = None,
        review_new: bool | None = None,
        accepted_repositories: list[str] | None = None,
    ) -> Self:
        changed = self
        if name is not None:
            changed = replace(changed, name=text.line(name, "name", LIST_NAME_CHARACTERS))
        if review_new is not None:
            changed = replace(changed, review_new=review_new)
        if accepted_repositories is not None:
            if len(accepted_repositories) > ACCEPTED_REPOSITORIES:
                raise Invalid(
                    f"A list names at most {ACCEPTED_REPOSITORIES} repositories that it accepts.",
                    field="accepted_repositories",
                )
            names = {repositories.folded(name): name for name in map(repositories.repository, accepted_repositories)}
            changed = replace(changed, accepted_repositories=tuple(names.values()))
        return changed

    def accepts(self, repository: str) -> bool:
        """Whether agents may file for it by this name: the list names no repositories, or this one among them."""
        names = self.accepted_repositories
        return not names or repositories.folded(repository) in map(repositories.folded, names)

    def refusal_of(self, repository: str) -> RepositoryNotAccepted:
        return RepositoryNotAccepted(
            f"This list takes no follow-ups for {repository}. Say it in your reply instead; "
            "the owner can accept the repository in the list's settings.",
            repository=repository,
        )
