"""Export and import of a whole list, in pages."""

from typing import Any, Final

from pydantic import Field
from starlette.responses import Response

from followups.domain.limits import BATCH_TODOS, BODY_BYTES
from followups.edges.web import answers, presenting, problems
from followups.edges.web.operations import Call, Operation
from followups.edges.web.pages import CURSOR_CHARACTERS, Question
from followups.edges.web.refusals import Malformed
from followups.edges.web.shapes import Body, Limit, Paged
from followups.services import exporting, importing
from followups.services.importing import Refused

ANSWER_BYTES: Final = BODY_BYTES - 1024 * 1024
"""A page of an export stays under this, so that it can be sent back as it is, and a Lambda can answer it (6 MB)."""


class ExportAsked(Paged):
    limit: Limit = BATCH_TODOS


class Import(Body):
    """A page as an export wrote it. Each todo is judged by itself, so nothing here says what one looks like."""

    format: str | None = Field(default=None, json_schema_extra={"enum": [exporting.FORMAT, None]})
    todos: list[Any] = Field(
        max_length=BATCH_TODOS,
        description="Todos as they read, at least with a title. What is not known in one is passed over.",
    )
    next_cursor: str | None = Field(
        default=None, max_length=CURSOR_CHARACTERS, description="Passed over: it comes with a page of an export."
    )


def export_list(call: Call) -> Response:
    reached = call.reach_list()
    asked = call.asked(ExportAsked)
    question = Question(call.caller.owner_id, "export", reached.id)
    place = question.place(asked.cursor)
    limit = min(asked.limit, BATCH_TODOS)
    while True:
        page = exporting.export(call.ports, reached, limit=limit, after=place)
        now = call.ports.clock.now()
        shown: presenting.Json = {
            "format": exporting.FORMAT,
            "todos": [presenting.exported(each.todo, each.repository, each.reports, now) for each in page.todos],
        }
        if (cursor := question.cursor(page.next)) is not None:
            shown["next_cursor"] = cursor
        body = answers.encoded(shown)
        if len(body) <= ANSWER_BYTES or limit == 1:
            return answers.written(body)
        limit = max(1, limit * ANSWER_BYTES // len(body) // 2)


def import_todos(call: Call) -> Response:
    reached = call.reach_list()
    page = call.given(Import)
    if page.format not in {None, exporting.FORMAT}:
        raise Malformed(f"format is {exporting.FORMAT}, or left out.", field="format")
    done = importing.bring_in(call.ports, reached, page.todos, write_id=call.write_id)
    return answers.in_ascii({"imported": done.imported, "refused": [_refused(each) for each in done.refused]})


def _refused(refused: Refused) -> presenting.Json:
    return {"position": refused.position, "problem": problems.problem(refused.refusal)}


OPERATIONS: Final = (
    Operation(
        method="GET",
        path="/api/lists/{list_id}/export",
        answer=export_list,
        summary="A page of everything in a list",
        description=(
            "Whole todos, the open ones in the owner's order, then the completed. A page ends early where it would be "
            "too long to send back; follow `next_cursor` until there is none."
        ),
        query=ExportAsked,
        shows="Export",
        refuses=(422,),
    ),
    Operation(
        method="POST",
        path="/api/lists/{list_id}/import",
        answer=import_todos,
        summary="Bring todos in",
        description=(
            "In their order, at the foot of the list. Each is stored or refused by itself, and the answer says which. "
            "With a Write-Id the page may be sent again: nothing is stored twice."
        ),
        body=Import,
        judges_text=True,
        takes_write_id=True,
        shows="Imported",
        example={"todos": [{"title": "Fix the guard in orders", "notes": "", "starred": False}]},
    ),
)
