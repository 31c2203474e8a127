"""Judges the history of a run: every sentence it answers is a promise that was broken.

Two calls whose times overlap may have taken effect in either order, so only what no order explains is told.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.proof.history import Acknowledged, Did, History

ENDS_A_LEASE = (Did.COMPLETED, Did.HANDED_BACK, Did.TAKEN_AWAY)


def broken_promises(history: History) -> list[str]:
    rules = (every_add_is_there_once, one_holder_at_a_time, tokens_only_rise, completed_once, nothing_is_lost)
    return [sentence for rule in rules for sentence in rule(history)]


def every_add_is_there_once(history: History) -> Iterator[str]:
    titles = Counter(todo.title for todo in history.stored.values())
    yield from (f"{title!r} is there {count} times" for title, count in titles.items() if count > 1)
    for todo_id, adds in history.by_todo(Did.ADDED).items():
        if len(adds) > 1:
            yield f"the id {todo_id} was given to {len(adds)} adds"
        if todo_id not in history.stored:
            yield f"{adds[0].title!r} was added by {adds[0].by} and is not there"


def one_holder_at_a_time(history: History) -> Iterator[str]:
    ends = history.by_todo(*ENDS_A_LEASE)
    for todo_id, grants in history.by_todo(Did.CLAIMED).items():
        by_number = sorted(grants, key=lambda grant: (grant.number, grant.sent))
        for earlier, later in pairwise(by_number):
            if earlier.number == later.number:
                if (earlier.by, earlier.token) != (later.by, later.token):
                    yield f"{todo_id}: {earlier.by} and {later.by} both won claim {earlier.number}"
            elif not _may_have_ended(earlier, later, ends.get(todo_id, ())):
                yield f"{todo_id}: {later.by} was granted claim {later.number} while {earlier.by} held {earlier.number}"


def _may_have_ended(earlier: Acknowledged, later: Acknowledged, ends: Sequence[Acknowledged]) -> bool:
    """Whether the earlier lease can have been over when the later one was granted."""
    if earlier.expires_at <= later.answered:
        return True
    return any(
        end.sent <= later.answered and end.answered >= earlier.sent and end.token in {None, earlier.token}
        for end in ends
    )


def tokens_only_rise(history: History) -> Iterator[str]:
    uses = (Did.CLAIMED, Did.COMPLETED, Did.HANDED_BACK)
    for todo_id, writes in history.by_todo(*uses).items():
        fenced = [write for write in writes if write.token is not None]
        for write in fenced:
            newer = next((old for old in fenced if old.answered < write.sent and old.number > write.number), None)
            if newer is not None:
                yield f"{todo_id}: {write.by} {write.did} it with {write.number} after {newer.by} had {newer.number}"


def completed_once(history: History) -> Iterator[str]:
    reopened = history.by_todo(Did.REOPENED)
    for todo_id, completions in history.by_todo(Did.COMPLETED).items():
        if len(completions) > 1 + len(reopened.get(todo_id, ())):
            yield f"{todo_id} was completed {len(completions)} times: {', '.join(done.by for done in completions)}"


def nothing_is_lost(history: History) -> Iterator[str]:
    """Every change survives, and every version is one write's."""
    for todo_id, writes in history.by_todo().items():
        stored = history.stored.get(todo_id)
        if stored is None:
            continue
        for write in writes:
            count = 1 if write.left is None else stored.texts.count(write.left)
            if count != 1:
                yield f"{todo_id}: what {write.by} wrote ({write.left!r}) is there {count} times"
            if write.made_from is not None and write.version != write.made_from + 1:
                yield f"{todo_id}: {write.by} wrote over version {write.version - 1}, made from {write.made_from}"
        yield from _versions_in_order(todo_id, writes)
        newest = max(write.version for write in writes)
        if stored.version < newest:
            yield f"{todo_id}: version {newest} was acknowledged, {stored.version} is there"


def _versions_in_order(todo_id: str, writes: Sequence[Acknowledged]) -> Iterator[str]:
    by_version = sorted(writes, key=lambda write: write.version)
    for earlier, later in pairwise(by_version):
        if earlier.version == later.version:
            yield f"{todo_id}: {earlier.by} and {later.by} both wrote version {later.version}"
        elif later.answered < earlier.sent:
            yield f"{todo_id}: {earlier.by} wrote version {earlier.version} after version {later.version} was there"
