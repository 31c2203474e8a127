"""Lists: named collections of todos."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, Self

from followups.domain import repositories, text
from followups.domain.errors import Invalid, NotFound, RepositoryNotAccepted
from followups.domain.instants import Instant
from followups.domain.limits import ACCEPTED_REPOSITORIES, LIST_NAME_CHARACTERS, LIST_RESTORE_SECONDS

NOT_COMING_BACK: Final = (
    f"There is no such list to bring back. A deleted list comes back within {LIST_RESTORE_SECONDS // 60} minutes, "
    "then it is gone with everything in it."
)


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
    is_going: bool = False
    """Deleted, and its purge has begun: nothing brings it back."""
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

    def deleted(self, now: Instant) -> Self:
        return self if self.deleted_at is not None else replace(self, deleted_at=now)

    def restored(self, now: Instant) -> Self:
        """As it was before it was deleted; a list that is not deleted stays as it is.

        Raises: NotFound: it was deleted too long ago.
        """
        if self.deleted_at is None:
            return self
        if self.is_going or now - self.deleted_at >= timedelta(seconds=LIST_RESTORE_SECONDS):
            raise NotFound(NOT_COMING_BACK)
        return replace(self, deleted_at=None)

    def going(self) -> Self:
        """Deleted for good from here on."""
        return replace(self, is_going=True)

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
