"""The repositories of a list, and what they are called."""

from typing import Final

from pydantic import Field
from starlette.responses import Response

from followups.domain.limits import REPOSITORY_BYTES
from followups.domain.repositories import folded
from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.pages import Question, part_of
from followups.edges.web.shapes import Body, Noted, Paged
from followups.services import renaming

PATH: Final = "/api/lists/{list_id}/repositories"

_NAME: Final[Noted] = {"minLength": 1, "maxLength": REPOSITORY_BYTES * 4}


class Rename(Body):
    old: str = Field(description="What it is called.", json_schema_extra=_NAME)
    new: str = Field(description="What it shall be called.", json_schema_extra=_NAME)


def read_repositories(call: Call) -> Response:
    reached = call.reach_list()
    paged = call.asked(Paged)
    former: dict[str, list[str]] = {}
    for known in call.ports.repositories.all(reached.id):
        names = former.setdefault(known.name, [])
        if folded(known.filed) != folded(known.name):
            names.append(known.filed)
    question = Question(call.caller.owner_id, "repositories", reached.id)
    page, place = part_of(list(former), str, limit=paged.limit, after=question.place(paged.cursor))
    shown: presenting.Json = {
        "repositories": [{"name": name, "former_names": sorted(former[name])} for name in page],
    }
    if (cursor := question.cursor(place)) is not None:
        shown["next_cursor"] = cursor
    return answers.answer(shown)


def rename_repository(call: Call) -> Response:
    rename = call.given(Rename)
    renamed = renaming.rename(call.ports, call.reach_list(), old=rename.old, new=rename.new)
    return answers.answer({"name": renamed.name, "taken_over": renamed.taken_over, "finished": renamed.finished})


OPERATIONS: Final = (
    Operation(
        method="GET",
        path=PATH,
        answer=read_repositories,
        summary="The repositories that follow-ups were filed for, by name",
        query=Paged,
        shows="Repositories",
        refuses=(422,),
    ),
    Operation(
        method="POST",
        path=f"{PATH}/rename",
        answer=rename_repository,
        summary="Rename a repository over all its follow-ups",
        description=(
            "The old name goes on to match. Where the new one exists already it takes the old one's follow-ups over, "
            "in pages: send the same call again until `finished`."
        ),
        body=Rename,
        shows="Renamed",
        refuses=(409,),
        example={"old": "acme/widget", "new": "acme/gadget"},
    ),
)
