"""The OpenAPI 3.1 document of the API."""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from pydantic import BaseModel

from followups.domain.limits import BODY_BYTES
from followups.edges.sign_in import SESSION_COOKIE
from followups.edges.web import problems
from followups.edges.web.openapi.schemas import SCHEMAS
from followups.edges.web.operations import Operation
from followups.edges.web.preconditions import IF_MATCH_PATTERN, WRITE_ID_PATTERN

Json = dict[str, Any]

_REF: Final = "#/components/schemas/{model}"

_ABOUT: Final = f"""The API of the owner's pages.

Every todo, list and the settings have an `ETag`. A write names the one that it was made from in `If-Match`: without it
the answer is 428, and where somebody wrote in between 412 with what is there now under `current`. `*` takes whatever is
there. A write with a `Write-Id` may be sent again when its answer was lost: it is done once.

Errors are problem details (RFC 9457) with a stable `code`: 400 means that the request is not what this document says,
422 that it is but means nothing here. Instants are UTC. A body has at most {BODY_BYTES:,} bytes. In a page, no
`next_cursor` means that nothing follows.
"""

_PATH_PARAMETERS: Final[Mapping[str, str]] = {
    "list_id": "The id of a list of the owner's.",
    "todo_id": "The id of a todo in this list.",
    "key_id": "The id of an API key of the owner's.",
    "feed_id": "The id of a feed of this list.",
    "token": "The token of a feed, as its address has it.",
    "subscription_id": "The id of a push subscription of the owner's.",
}

_PATH_PARAMETER: Final = re.compile(r"\{(\w+)\}")

_WHEN: Final[Mapping[int, str]] = {
    400: "The request is not what this document says.",
    401: "Nobody is signed in, or the key is none.",
    403: "Not allowed.",
    404: "There is no such thing, or it is somebody else's.",
    409: "It cannot be done with what is there now.",
    410: "The change log no longer reaches back that far: load the list again.",
    412: "Somebody wrote in between: `current` is what is there now. Nothing was saved.",
    413: "Over a limit of size, which the problem names.",
    415: "The body is not JSON.",
    422: "A value means nothing here; the problem names the field.",
    428: "If-Match is missing.",
    429: "This key or feed made too many calls; `Retry-After` says when to go on.",
    500: "Something went wrong here.",
    503: "The storage did not answer in time. The same call may be sent again.",
}


def of(operations: Sequence[Operation]) -> Json:
    schemas = dict(SCHEMAS)
    paths: dict[str, Json] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Follow-ups", "version": "1", "description": _ABOUT},
        "servers": [{"url": "/"}],
        "paths": {path: paths[path] for path in sorted(paths)},
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "responses": {str(status): _problem(status) for status in _WHEN},
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE},
                "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
                "key": {"type": "http", "scheme": "bearer", "description": "An API key: fu_..."},
            },
        },
    }


def statuses_of(operation: Operation) -> set[int]:
    """Every status that an operation may answer."""
    found = {operation.status, 400, 500, 503, *operation.refuses}
    if not operation.is_public and not operation.by_feed:
        found.add(401)
    if "{" in operation.path:
        found.add(404)
    if operation.body is not None:
        found |= {413, 415, 422}
    if operation.needs_version:
        found |= {412, 428}
    return found


def _operation(operation: Operation, schemas: Json) -> Json:
    described: Json = {"operationId": operation.answer.__name__, "summary": operation.summary}
    if operation.description:
        described["description"] = operation.description
    described["tags"] = [_tag(operation.path)]
    described["security"] = _security(operation)
    parameters = [*_path_parameters(operation.path), *_query_parameters(operation.query), *_headers(operation)]
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = _request_body(operation, operation.body, schemas)
    described["responses"] = {
        str(operation.status): _success(operation),
        **({"304": {"description": "The asker has what is there."}} if operation.revalidates else {}),
        **{
            str(status): {"$ref": f"#/components/responses/{status}"}
            for status in sorted(statuses_of(operation) - {operation.status})
        },
    }
    return described


def _security(operation: Operation) -> list[Json]:
    if operation.is_public or operation.by_feed:
        return []
    return [{"key": []}] if operation.by_key else [{"session": []}, {"token": []}]


def _tag(path: str) -> str:
    if not path.startswith("/api/"):
        return path.split("/")[1]
    names = [part for part in path.split("/")[2:] if not part.startswith("{")]
    return "todos" if "todos" in names else names[-1].removesuffix(".json")


def _path_parameters(path: str) -> list[Json]:
    names = _PATH_PARAMETER.findall(path)
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PATH_PARAMETERS[name],
            "schema": {"type": "string", "minLength": 1},
        }
        for name in names
    ]


def _query_parameters(query: type[BaseModel]) -> list[Json]:
    schema = _plain(query.model_json_schema())
    found = []
    for name, kind in schema.get("properties", {}).items():
        shape = _without_null(kind)
        description = shape.pop("description", kind.get("description", ""))
        found.append({"name": name, "in": "query", "description": description, "schema": shape})
    return found


def _without_null(schema: Json) -> Json:
    """What a query string can hold of an optional value: it leaves it out."""
    shape = {name: value for name, value in schema.items() if name not in {"anyOf", "default"} or value is not None}
    for choice in shape.pop("anyOf", ()):
        if choice != {"type": "null"}:
            shape.update(choice)
    return shape


def _headers(operation: Operation) -> list[Json]:
    found: list[Json] = []
    if operation.needs_version:
        found.append(
            {
                "name": "If-Match",
                "in": "header",
                "required": True,
                "description": "The ETag that this write was made from; `*` takes whatever is there.",
                "schema": {"type": "string", "pattern": IF_MATCH_PATTERN},
                "example": '"7"',
            }
        )
    if operation.revalidates:
        found.append(
            {
                "name": "If-None-Match",
                "in": "header",
                "description": "The ETag of what the asker has: where it is what is there, the answer is 304.",
                "schema": {"type": "string"},
            }
        )
    if operation.takes_write_id:
        found.append(
            {
                "name": "Write-Id",
                "in": "header",
                "description": "Names this write, new for each: sent again after a lost answer, it is done once.",
                "schema": {"type": "string", "pattern": WRITE_ID_PATTERN},
            }
        )
    return found


def _request_body(operation: Operation, body: type[BaseModel], schemas: Json) -> Json:
    schema = _plain(body.model_json_schema(ref_template=_REF))
    schemas.update(schema.pop("$defs", {}))
    schemas[body.__name__] = schema
    content: Json = {"schema": {"$ref": _REF.format(model=body.__name__)}}
    if operation.example is not None:
        content["example"] = operation.example
    return {
        "required": not operation.body_optional,
        "content": dict.fromkeys(operation.media_types, content),
    }


def _success(operation: Operation) -> Json:
    answer: Json = {"description": HTTPStatus(operation.status).phrase}
    headers: Json = {"X-Request-Id": {"description": "Names this call in the logs.", "schema": {"type": "string"}}}
    if operation.has_etag:
        headers["ETag"] = {
            "description": "The version, for If-Match.",
            "required": True,
            "schema": {"type": "string", "pattern": '^"[0-9]+"$'},
        }
    if operation.revalidates:
        headers["ETag"] = {"description": "For If-None-Match.", "required": True, "schema": {"type": "string"}}
    if operation.status == 201 and operation.has_etag:
        headers["Location"] = {
            "description": "Where it stands now.",
            "required": True,
            "schema": {"type": "string", "format": "uri-reference"},
        }
    answer["headers"] = headers
    if operation.shows is not None:
        answer["content"] = {operation.media_type: {"schema": {"$ref": _REF.format(model=operation.shows)}}}
    return answer


def _problem(status: int) -> Json:
    return {
        "description": _WHEN[status],
        "content": {problems.MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}},
    }


def _plain(schema: Any) -> Any:
    """Without the titles that pydantic makes of names: they say nothing more."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: value for name, value in schema.items() if not (name == "title" and isinstance(value, str))}
    return {
        name: {inner: _plain(part) for inner, part in value.items()}
        if name in {"properties", "$defs"}
        else value
        if name in {"examples", "default", "enum", "const"}
        else _plain(value)
        for name, value in plain.items()
    }
