"""Lists."""

from typing import Final

from pydantic import Field
from starlette.responses import Response

from followups.domain.errors import NotFound
from followups.domain.instants import to_text
from followups.domain.limits import (
    ACCEPTED_REPOSITORIES,
    LIST_NAME_CHARACTERS,
    LIST_RESTORE_SECONDS,
    REPOSITORY_BYTES,
)
from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.pages import Question, part_of
from followups.edges.web.shapes import Body, Noted, Paged
from followups.edges.web.strict_json import JSON, MERGE_PATCH
from followups.services import managing_lists

PATH: Final = "/api/lists/{list_id}"

_NAME: Final[Noted] = {"minLength": 1, "maxLength": LIST_NAME_CHARACTERS}


class NewList(Body):
    name: str = Field(description="One line of text.", json_schema_extra=_NAME, examples=["Side projects"])


class ListPatch(Body):
    """What a member leaves out stays."""

    name: str = Field(default="", description="One line of text.", json_schema_extra=_NAME)
    review_new: bool = Field(default=False, description="Whether what agents file waits for the owner's yes.")
    accepted_repositories: list[str] = Field(
        default_factory=list,
        description="The repositories that agents may file for; empty for all.",
        json_schema_extra={
            "maxItems": ACCEPTED_REPOSITORIES,
            "items": {"type": "string", "minLength": 1, "maxLength": REPOSITORY_BYTES * 4},
        },
        examples=[["acme/widget"]],
    )


def read_lists(call: Call) -> Response:
    paged = call.asked(Paged)
    question = Question(call.caller.owner_id, "lists")
    page, place = part_of(
        managing_lists.lists_of(call.ports, call.caller),
        lambda found: f"{to_text(found.created_at)} {found.id}",
        limit=paged.limit,
        after=question.place(paged.cursor),
    )
    shown = {"lists": [presenting.todo_list(found) for found in page]}
    cursor = question.cursor(place)
    return answers.answer(shown if cursor is None else {**shown, "next_cursor": cursor})


def create_list(call: Call) -> Response:
    name = call.given(NewList).name
    made = managing_lists.create(call.ports, call.caller, name=name, write_id=call.write_id)
    return answers.versioned(presenting.todo_list(made), status=201, location=f"/api/lists/{made.id}")


def read_list(call: Call) -> Response:
    return answers.versioned(presenting.todo_list(call.reach_list().list))


def edit_list(call: Call) -> Response:
    patch = call.given(ListPatch)
    named = patch.model_fields_set
    edited = managing_lists.edit(
        call.ports,
        call.reach_list(),
        call.version,
        name=patch.name if "name" in named else None,
        review_new=patch.review_new if "review_new" in named else None,
        accepted_repositories=patch.accepted_repositories if "accepted_repositories" in named else None,
        write_id=call.write_id,
    )
    return answers.versioned(presenting.todo_list(edited))


def delete_list(call: Call) -> Response:
    try:
        reached = call.reach_list()
    except NotFound:
        if managing_lists.was_deleted_by(call.ports, call.caller, call.path["list_id"], call.write_id):
            return answers.nothing()
        raise
    managing_lists.delete(call.ports, reached, call.version, call.write_id)
    return answers.nothing()


def restore_list(call: Call) -> Response:
    restored = managing_lists.restore(call.ports, call.caller, call.path["list_id"], call.version, call.write_id)
    return answers.versioned(presenting.todo_list(restored))


OPERATIONS: Final = (
    Operation(
        method="GET",
        path="/api/lists",
        answer=read_lists,
        summary="The owner's lists, oldest first",
        query=Paged,
        shows="Lists",
        refuses=(422,),
    ),
    Operation(
        method="POST",
        path="/api/lists",
        answer=create_list,
        summary="Add a list",
        body=NewList,
        takes_write_id=True,
        status=201,
        shows="List",
        has_etag=True,
        refuses=(409,),
        example={"name": "Side projects"},
    ),
    Operation(method="GET", path=PATH, answer=read_list, summary="One list", shows="List", has_etag=True),
    Operation(
        method="PATCH",
        path=PATH,
        answer=edit_list,
        summary="Rename or set up a list",
        body=ListPatch,
        media_types=(MERGE_PATCH, JSON),
        needs_version=True,
        takes_write_id=True,
        shows="List",
        has_etag=True,
        example={"name": "Work", "review_new": True, "accepted_repositories": ["acme/widget"]},
    ),
    Operation(
        method="DELETE",
        path=PATH,
        answer=delete_list,
        summary="Delete a list",
        description=(
            "Closes the list with everything in it; API keys and feeds that are bound to it reach nothing any more. "
            f"It can be brought back for {LIST_RESTORE_SECONDS // 60} minutes."
        ),
        needs_version=True,
        takes_write_id=True,
        status=204,
    ),
    Operation(
        method="POST",
        path=f"{PATH}/restore",
        answer=restore_list,
        summary="Bring a deleted list back",
        description=(
            "With everything in it, and with its API keys and feeds, "
            f"for {LIST_RESTORE_SECONDS // 60} minutes after it was deleted. A list that is not deleted stays as it is."
        ),
        needs_version=True,
        takes_write_id=True,
        shows="List",
        has_etag=True,
        refuses=(422,),
    ),
)
