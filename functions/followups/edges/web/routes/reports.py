"""Reports: what agents left beside a todo whose notes were full."""

from typing import Final

from starlette.responses import Response

from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.pages import Question
from followups.edges.web.routes.todos import ONE
from followups.edges.web.shapes import Paged
from followups.services import opening


def read_reports(call: Call) -> Response:
    reached = call.reach_list()
    paged = call.asked(Paged)
    question = Question(call.caller.owner_id, "reports", reached.id, call.path["todo_id"])
    found, place = opening.reports(
        call.ports, reached, call.path["todo_id"], limit=paged.limit, after=question.place(paged.cursor)
    )
    shown: presenting.Json = {"reports": [presenting.report(report) for report in found]}
    if (cursor := question.cursor(place)) is not None:
        shown["next_cursor"] = cursor
    return answers.answer(shown)


OPERATIONS: Final = (
    Operation(
        method="GET",
        path=f"{ONE}/reports",
        answer=read_reports,
        summary="The reports beside a todo, oldest first",
        query=Paged,
        shows="Reports",
        refuses=(422,),
    ),
)
