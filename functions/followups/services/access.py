"""The one door: who calls, and which list that reaches.

Every service of a list takes a `ReachedList`, and only `reach_list` makes one.
"""

from dataclasses import dataclass, replace
from typing import Final

from followups.domain import api_keys, feeds
from followups.domain.api_keys import ApiKey, Role
from followups.domain.errors import NotAllowed, NotFound, Unauthorized
from followups.domain.feeds import Feed
from followups.domain.ids import is_id
from followups.domain.lists import TodoList
from followups.services.ports import Ports

NO_SUCH_LIST: Final = (
    "There is no such list, or it is not one that you reach. An agent finds the list_id of its key in this server's "
    "instructions; the owner sees it on the site."
)
NO_SUCH_FEED: Final = (
    "There is no such calendar. The owner may have replaced its address; a new one is made in the list's settings."
)


@dataclass(frozen=True, slots=True)
class Caller:
    """The owner, an agent with one of the owner's keys, or a calendar with the address of one list's feed."""

    owner_id: str
    key: ApiKey | None = None
    feed: Feed | None = None


@dataclass(frozen=True, slots=True)
class ReachedList:
    """A list that the caller may reach. Made by `reach_list` alone."""

    list: TodoList
    caller: Caller

    @property
    def id(self) -> str:
        return self.list.id

    @property
    def owner_id(self) -> str:
        return self.list.owner_id


def caller_of(ports: Ports, authorization: str | None) -> Caller:
    """The agent behind an Authorization header.

    Raises:
        Unauthorized: there is no key in it, or none that is live; the text says what is wrong.
    """
    secret = api_keys.bearer(authorization)
    key = ports.api_keys.get(api_keys.digest(secret))
    now = ports.clock.now()
    if key is None:
        raise Unauthorized("This API key is unknown or was revoked. Ask the owner for a new one.")
    if not key.is_live(now):
        raise Unauthorized("This API key has expired. Ask the owner for a new one.")
    hour = key.used_at(now)
    if hour is not None:
        ports.api_keys.used(key.id, hour)
        key = replace(key, last_used_at=hour)
    return Caller(owner_id=key.owner_id, key=key)


def caller_by_feed(ports: Ports, token: str) -> Caller:
    """The calendar behind the token of a feed.

    Raises:
        NotFound: there is no such feed any more, or never was.
    """
    feed = ports.feeds.get(feeds.digest(token)) if feeds.is_token(token) else None
    if feed is None:
        raise NotFound(NO_SUCH_FEED)
    hour = feed.used_at(ports.clock.now())
    if hour is not None:
        ports.feeds.used(feed.id, hour)
        feed = replace(feed, last_used_at=hour)
    return Caller(owner_id=feed.owner_id, feed=feed)


def reach_list(ports: Ports, caller: Caller, list_id: str, need: Role = "reader") -> ReachedList:
    """The list, if this caller may reach it at all and, with a key, as far as the role needed.

    A feed reaches its own list, to read it.

    Raises:
        NotFound: unknown, deleted, foreign, or outside the binding of the key or the feed: all look the same.
        NotAllowed: the key's role does not reach that far.
    """
    key, feed = caller.key, caller.feed
    missing = NO_SUCH_LIST if feed is None else NO_SUCH_FEED
    if not is_id(list_id) or (key is not None and not key.reaches(list_id)):
        raise NotFound(missing)
    if feed is not None and (feed.list_id != list_id or need != "reader"):
        raise NotFound(missing)
    found = ports.lists.get(caller.owner_id, list_id)
    if found is None or found.deleted_at is not None:
        raise NotFound(missing)
    if key is not None and not key.may(need):
        raise NotAllowed(
            f"This key has the role {key.role}, and this needs the role {need}. "
            "Say in your reply what you wanted to write; the owner can make a key with that role.",
            role=key.role,
            needed=need,
        )
    return ReachedList(found, caller)
