"""Whether the service answers, and what it can be asked."""

from functools import lru_cache
from typing import Final

from starlette.responses import Response

from followups.edges.web import answers
from followups.edges.web.operations import Call, Operation

_NOBODY: Final = "00000000-0000-7000-8000-000000000000"


def read_health(call: Call) -> Response:
    call.ports.owners.get(_NOBODY)
    return answers.answer({"status": "ok"})


def read_openapi(_: Call) -> Response:
    return answers.written(_document())


@lru_cache(maxsize=1)
def _document() -> bytes:
    # Only whoever asks for the document pays for what makes it, which knows every operation, this one too.
    from followups.edges.web.openapi import document
    from followups.edges.web.routes import OPERATIONS as ALL

    return answers.encoded(document.of(ALL))


OPERATIONS: Final = (
    Operation(
        method="GET",
        path="/api/health",
        answer=read_health,
        summary="Whether the service is up",
        description="Reads the table once, so that 200 means that calls can be answered.",
        is_public=True,
        shows="Health",
    ),
    Operation(
        method="GET",
        path="/api/openapi.json",
        answer=read_openapi,
        summary="This document",
        is_public=True,
        shows="Document",
    ),
)
