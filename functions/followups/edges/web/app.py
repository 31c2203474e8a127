"""The owner's API as one application."""

from collections.abc import Sequence

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from followups.domain.push import Pushes
from followups.edges import logs
from followups.edges.connecting import NO_PUSHES, Product, live_url_at
from followups.edges.rate_limit import RateLimit
from followups.edges.sign_in import SignIn
from followups.edges.web import problems
from followups.edges.web.door import Door, headers_of, visit_of
from followups.edges.web.operations import Operation
from followups.edges.web.resource import Resource
from followups.edges.web.routes import OPERATIONS
from followups.services.ports import Ports


def build_app(
    ports: Ports,
    sign_in: SignIn,
    origin: str = "http://127.0.0.1:8765",
    plugin_source: str = ".",
    live_url: str = "",
    pushes: Pushes = NO_PUSHES,
    *,
    operations: Sequence[Operation] = OPERATIONS,
) -> FastAPI:
    """The API over these ports, for the owners whom `sign_in` knows. `origin` is the site's public address; pages open
    their sockets at `live_url`, or at that address where it is empty.
    `pushes` says what browsers subscribe with.

    Paths are plain ASGI routes and the OpenAPI document is made when it is asked for: for each path function FastAPI
    would build validators and schemas at every start, which is more than the rest of a start together.
    """
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    product = Product(
        origin=origin,
        plugin_source=plugin_source,
        live_url=live_url or live_url_at(origin),
        pushes=pushes,
    )
    limit = RateLimit(ports.clock)
    by_path: dict[str, list[Operation]] = {}
    for operation in operations:
        by_path.setdefault(operation.path, []).append(operation)
    for path, group in by_path.items():
        app.router.routes.append(Route(path, Resource(path, group, ports, sign_in, limit, product)))
    app.add_middleware(Door)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _failed)
    return app


async def _refused(_: Request, error: Exception) -> Response:
    return problems.by_status(error.status_code if isinstance(error, HTTPException) else 400)


async def _failed(request: Request, error: Exception) -> Response:
    """The framework raises the error again behind the answer, so that a server may log it too."""
    visit = visit_of(request.scope)
    logs.unexpected("web failed", error, request_id=visit.request_id, route=visit.route)
    answer = problems.internal(visit.request_id)
    answer.raw_headers.extend(headers_of(visit))
    return answer
