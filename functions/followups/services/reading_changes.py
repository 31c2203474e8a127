"""What changed in a list since a position: for a page that was away."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from followups.domain.errors import Invalid, PositionGone
from followups.domain.instants import from_text, to_text
from followups.domain.limits import CHANGES_SECONDS
from followups.services.access import ReachedList
from followups.services.change_log import Change
from followups.services.ports import Ports

REREAD_SECONDS: Final = 60
"""How far behind its position a reader reads again, in seconds: the writers of a log are not in one order."""
_MARGIN_SECONDS: Final = 3_600
"""How long before its end the log counts as gone, in seconds: rows leave it in no order."""


_POSITION_CHARACTERS: Final = 200
"""Longest position that is read, in characters; ours are half as long."""


@dataclass(frozen=True, slots=True)
class Changed:
    changes: Sequence[Change]
    position: str
    """Where to go on from."""
    more: bool
    """Whether there are changes behind these already; ask again with `position` and `exact`."""


def changes(ports: Ports, reached: ReachedList, since: str | None, *, exact: bool, limit: int) -> Changed:
    """The changes behind a position, the last minute before it again unless `exact`; without one, where the log ends.

    Raises:
        Invalid: this was never a position.
        PositionGone: the log no longer reaches back that far.
    """
    now = ports.clock.now()
    if since is None:
        return Changed((), ports.changes.newest(reached.id) or to_text(now), more=False)
    try:
        written = since.partition("#")[0]
        at = from_text(written)
        if to_text(at) != written or len(since) > _POSITION_CHARACTERS:
            raise ValueError(since)
        gone = at < now - timedelta(seconds=CHANGES_SECONDS - _MARGIN_SECONDS)
    except (ValueError, TypeError, OverflowError):
        raise Invalid("since is a position that changes answered before.", field="since") from None
    if gone:
        raise PositionGone("The change log no longer reaches back that far. Load the list again.")
    start = since if exact else to_text(at - timedelta(seconds=REREAD_SECONDS))
    found = ports.changes.since(reached.id, start, limit=limit)
    newest = max((since, *(change.position for change in found)))
    if len(found) == limit:
        return Changed(found, found[-1].position, more=True)
    return Changed(found, newest, more=False)
