"""The queue of chores, as tests need it: in memory, working, failing."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from followups.domain.errors import Unavailable
from followups.services.chore_messages import read, written
from followups.services.chores import Chore, Chores


@dataclass
class Message:
    id: str
    body: str
    after_seconds: int
    received: int = 0


@dataclass
class KeptChores:
    """Keeps what is put, as text."""

    messages: list[Message] = field(default_factory=list)
    _ids: "itertools.count[int]" = field(default_factory=itertools.count)

    def put(self, chores: Sequence[Chore], *, after_seconds: int = 0) -> None:
        assert 0 <= after_seconds <= 900
        self.messages += [Message(f"m{next(self._ids)}", written(chore), after_seconds) for chore in chores]

    @property
    def waiting(self) -> list[tuple[Chore, int]]:
        """Each with its delay, in seconds."""
        return [(read(message.body), message.after_seconds) for message in self.messages]

    def taken(self) -> list[Chore]:
        """All that wait; they wait no more."""
        chores = [chore for chore, _ in self.waiting]
        self.messages.clear()
        return chores


class FailingChores:
    """Does not answer the call of one number, counted from 0: before its work, or after it."""

    def __init__(self, chores: Chores, at: int, *, works: bool, failure: type[BaseException] = Unavailable) -> None:
        self._chores = chores
        self._left = at
        self._works = works
        self._failure = failure
        self.failed = False

    def put(self, chores: Sequence[Chore], *, after_seconds: int = 0) -> None:
        self._left -= 1
        if self._left != -1:
            self._chores.put(chores, after_seconds=after_seconds)
            return
        self.failed = True
        if self._works:
            self._chores.put(chores, after_seconds=after_seconds)
        raise self._failure()
