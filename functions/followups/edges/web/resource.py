"""One path of the API: finds the operation for a method, checks what it takes, and answers.

Operations are synchronous and run on the loop itself: a local table answers in microseconds, and a Lambda has one call
at a time, so handing them to a thread would cost more than it gives.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from followups.domain.errors import FollowUpsError, Unauthorized
from followups.edges.connecting import Product
from followups.edges.rate_limit import RateLimit
from followups.edges.sign_in import SignIn
from followups.edges.web import preconditions, presenting, problems, shapes, strict_json
from followups.edges.web.door import visit_of
from followups.edges.web.operations import Call, Operation
from followups.edges.web.refusals import Malformed, MethodNotAllowed
from followups.edges.web.shapes import Asked
from followups.services import access
from followups.services.access import Caller
from followups.services.editing import Stale
from followups.services.managing_lists import StaleList
from followups.services.ports import Ports
from followups.services.signing_in import StaleOwner

_API_KEY: Final = re.compile(r"\s*(?:bearer\s*)?fu_", re.IGNORECASE)
_NOBODY: Final = Caller("")
_NOTHING_ASKED: Final = Asked()


class Resource:
    """An ASGI application for one path."""

    def __init__(
        self,
        path: str,
        operations: Sequence[Operation],
        ports: Ports,
        sign_in: SignIn,
        limit: RateLimit,
        product: Product,
    ) -> None:
        self._path = path
        self._operations = {operation.method: operation for operation in operations}
        self._ports = ports
        self._sign_in = sign_in
        self._limit = limit
        self._product = product

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = visit_of(scope)
        visit.route = self._path
        try:
            answer = await self._answer(Request(scope, receive))
        except FollowUpsError as refusal:
            visit.outcome = refusal.code
            answer = self._refused(refusal)
        if scope["method"] == "HEAD":
            answer.body = b""  # The headers stay those of GET (RFC 9110 9.3.2).
        await answer(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        method: Any = "GET" if request.method == "HEAD" else request.method
        operation = self._operations.get(method)
        if operation is None:
            allowed = {"HEAD", *self._operations} if "GET" in self._operations else set(self._operations)
            raise MethodNotAllowed(", ".join(sorted(allowed)))
        caller = self._caller(request, operation)
        headers = request.headers
        return operation.answer(
            Call(
                ports=self._ports,
                caller=caller,
                path=request.path_params,
                query=_query(request, operation),
                body=await _body(request, operation),
                version=preconditions.version_in(headers.get("if-match")) if operation.needs_version else None,
                if_none_match=headers.get("if-none-match") if operation.revalidates else None,
                write_id=preconditions.write_id_in(headers.get("write-id")) if operation.takes_write_id else None,
                product=self._product,
            )
        )

    def _caller(self, request: Request, operation: Operation) -> Caller:
        """Raises: Unauthorized, NotFound, RateLimited."""
        if operation.is_public:
            return _NOBODY
        if operation.by_feed:
            caller = self._calendar(request)
        else:
            caller = self._agent(request) if operation.by_key else self._owner(request)
        visit_of(request.scope).owner_id = caller.owner_id
        return caller

    def _agent(self, request: Request) -> Caller:
        caller = access.caller_of(self._ports, request.headers.get("authorization"))
        if caller.key is not None:
            self._limit.count(caller.key.id)
        return caller

    def _calendar(self, request: Request) -> Caller:
        caller = access.caller_by_feed(self._ports, request.path_params["token"])
        if caller.feed is not None:
            self._limit.count(caller.feed.id)
        return caller

    def _owner(self, request: Request) -> Caller:
        if _API_KEY.match(request.headers.get("authorization", "")):
            raise Unauthorized(
                "An API key does not open the owner's API: sign in on the site. Keys are for agents, at /mcp."
            )
        caller = self._sign_in.caller_of(request)
        if caller is None:
            raise Unauthorized("Nobody is signed in. Sign in on the site, then try again.")
        return caller

    def _refused(self, refusal: FollowUpsError) -> Response:
        try:
            return problems.answer(refusal, current=self._current(refusal))
        except FollowUpsError as another:  # Even what is there now may be out of reach by now.
            return problems.answer(another)

    def _current(self, refusal: FollowUpsError) -> dict[str, Any] | None:
        """What is there now, where the refusal is that it is not what the page read."""
        if isinstance(refusal, Stale):
            todo = refusal.current
            reached = access.reach_list(self._ports, Caller(todo.owner_id), todo.list_id)
            return presenting.todo(self._ports, reached, todo)
        if isinstance(refusal, StaleList):
            return presenting.todo_list(refusal.current)
        return presenting.owner(refusal.current) if isinstance(refusal, StaleOwner) else None


def _query(request: Request, operation: Operation) -> BaseModel:
    if operation.query is Asked and not request.scope["query_string"]:
        return _NOTHING_ASKED
    return shapes.asked(operation.query, request.query_params)


async def _body(request: Request, operation: Operation) -> Any:
    """Raises: TooLarge, WrongMediaType, Malformed."""
    if operation.body is None:
        return None
    raw = await strict_json.body_of(request)
    if not raw and operation.body_optional:
        return operation.body()
    if not raw:
        raise Malformed("The body is missing. It is a JSON object.")
    strict_json.check_media_type(request.headers.get("content-type"), operation.media_types)
    return shapes.shaped(operation.body, strict_json.parsed(raw, lone_surrogates=operation.judges_text))
