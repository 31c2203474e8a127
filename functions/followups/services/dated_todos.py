"""What rings for an owner and when, as the index of dated todos has it. It may lag behind the todos."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from followups.domain.instants import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """An open todo that rings at an instant or with a day."""

    todo_id: str
    list_id: str
    at: Instant | date


@dataclass(frozen=True, slots=True)
class DatedPage:
    todos: Sequence[Dated]
    next: Mapping[str, str] | None
    """Where it ended, to go on; plain JSON."""


class DatedTodos(Protocol):
    def on_days(
        self, owner_id: str, first: date, last: date | None, *, limit: int, after: Mapping[str, str] | None = None
    ) -> DatedPage:
        """Those that ring with a day from the first to the last, both inclusive; without a last, all from the first."""

    def at_times(
        self, owner_id: str, since: Instant, until: Instant, *, limit: int, after: Mapping[str, str] | None = None
    ) -> DatedPage:
        """Those that ring at an instant from the one to the other, both inclusive."""


def all_pages(page_after: Callable[[Mapping[str, str] | None], DatedPage]) -> Iterator[Dated]:
    """Everything on the pages of a query that is asked for the page after a place."""
    after: Mapping[str, str] | None = None
    while True:
        page = page_after(after)
        yield from page.todos
        after = page.next
        if after is None:
            return
