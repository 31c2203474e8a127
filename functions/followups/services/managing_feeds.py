"""The calendar feeds of a list: make one, see them, end one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from followups.domain import feeds, text
from followups.domain.errors import Invalid, NotFound
from followups.domain.feeds import Feed
from followups.domain.instants import kept
from followups.domain.limits import FEEDS_PER_LIST, IDEMPOTENCY_SECONDS, LIST_NAME_CHARACTERS
from followups.services.access import ReachedList
from followups.services.ports import Ports


@dataclass(frozen=True, slots=True)
class NewFeed:
    """A feed with its token, which is shown this once and kept nowhere."""

    feed: Feed
    token: str


def create(ports: Ports, reached: ReachedList, *, name: str | None = None, write_id: str | None = None) -> NewFeed:
    """A new feed. The same write id again takes back the feed that it made: nobody has seen the address of that one.

    Raises:
        Invalid: the name is none, or the list has as many feeds as may be.
    """
    now = kept(ports.clock.now())
    present = ports.feeds.of_list(reached.id)
    unseen = [
        feed
        for feed in present
        if write_id is not None
        and feed.write_id == write_id
        and now - feed.created_at < timedelta(seconds=IDEMPOTENCY_SECONDS)
    ]
    if len(present) - len(unseen) >= FEEDS_PER_LIST:
        raise Invalid(
            f"This list has {FEEDS_PER_LIST} calendar feeds, and that is the most. Delete one first.", field="name"
        )
    token = feeds.token(ports.chance.bits())
    feed = Feed(
        id=feeds.digest(token),
        owner_id=reached.owner_id,
        list_id=reached.id,
        name=None if name is None else text.line(name, "name", LIST_NAME_CHARACTERS),
        created_at=now,
        write_id=write_id or "",
    )
    for before in unseen:
        ports.feeds.delete(before)
    ports.feeds.add(feed)
    return NewFeed(feed, token)


def feeds_of(ports: Ports, reached: ReachedList) -> Sequence[Feed]:
    return ports.feeds.of_list(reached.id)


def delete(ports: Ports, reached: ReachedList, feed_id: str) -> None:
    """Effective at once: its address leads nowhere any more. Raises: NotFound: this list has no such feed."""
    feed = ports.feeds.get(feed_id) if feeds.is_digest(feed_id) else None
    if feed is None or feed.list_id != reached.id or feed.owner_id != reached.owner_id:
        raise NotFound("There is no such feed. It may be deleted already.")
    ports.feeds.delete(feed)
