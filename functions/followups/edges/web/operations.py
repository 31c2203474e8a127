"""What the API can be asked to do: each operation says what it takes, and gets it checked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from pydantic import BaseModel
from starlette.responses import Response

from followups.domain.todos import Todo
from followups.edges.connecting import Product
from followups.edges.web import presenting
from followups.edges.web.shapes import Asked
from followups.edges.web.strict_json import JSON
from followups.services import access
from followups.services.access import Caller, ReachedList
from followups.services.editing import Seen
from followups.services.ports import Ports

Method = Literal["GET", "POST", "PATCH", "DELETE"]

Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Call:
    """One request of an owner, as far as its operation says checked."""

    ports: Ports
    caller: Caller
    path: Mapping[str, str]
    query: BaseModel | None
    body: BaseModel | None
    version: int | None
    """Of If-Match; None takes whatever is there."""
    if_none_match: str | None
    write_id: str | None
    product: Product

    def reach_list(self) -> ReachedList:
        """The list in the path, or that of the feed. Raises: NotFound."""
        feed = self.caller.feed
        return access.reach_list(self.ports, self.caller, self.path["list_id"] if feed is None else feed.list_id)

    def shown(self, todo: Todo) -> presenting.Json:
        """A todo as it is now, in the list where it is now."""
        reached = access.reach_list(self.ports, self.caller, todo.list_id)
        return presenting.todo(self.ports, reached, todo)

    @property
    def seen(self) -> Seen:
        """The todo in the path, as the page read it."""
        return Seen(id=self.path["todo_id"], version=self.version, write_id=self.write_id)

    def asked(self, kind: type[Shape]) -> Shape:
        return _of(kind, self.query)

    def given(self, kind: type[Shape]) -> Shape:
        """The body; an empty one where the operation takes one but none came."""
        return _of(kind, self.body)


def _of(kind: type[Shape], value: BaseModel | None) -> Shape:
    if not isinstance(value, kind):
        raise TypeError(f"the operation takes no {kind.__name__}")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one path. The OpenAPI document is made of the same that requests are checked by."""

    method: Method
    path: str
    answer: Callable[[Call], Response]
    """Its name names the operation in the document."""
    summary: str
    description: str = ""
    query: type[BaseModel] = Asked
    body: type[BaseModel] | None = None
    body_optional: bool = False
    media_types: tuple[str, ...] = (JSON,)
    judges_text: bool = False
    """Judges halves of characters itself, one row at a time, so that one does not spoil the whole body."""
    needs_version: bool = False
    """If-Match is required."""
    takes_write_id: bool = False
    by_key: bool = False
    """Asked by agents, with an API key; owners who are signed in are not let in."""
    by_feed: bool = False
    """Asked by calendars, with the token of a feed in the path: nobody signs in."""
    is_public: bool = False
    """Answers nobody in particular, and says nothing of anybody."""
    status: int = 200
    shows: str | None = None
    """The schema of its answer; None answers nothing."""
    media_type: str = JSON
    """Of its answer."""
    revalidates: bool = False
    """Takes If-None-Match, and answers 304 to whoever has what is there."""
    has_etag: bool = False
    refuses: Sequence[int] = ()
    """The statuses that it answers besides those that follow from what it takes."""
    example: Mapping[str, Any] | None = None
    """A body."""
