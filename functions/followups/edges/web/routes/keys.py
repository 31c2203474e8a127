"""The owner's API keys."""

from typing import Final, Literal

from pydantic import Field
from starlette.responses import Response

from followups.domain import instants
from followups.domain.instants import to_text
from followups.domain.limits import LIST_NAME_CHARACTERS
from followups.edges import connecting
from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.pages import Question, part_of
from followups.edges.web.shapes import Body, Paged
from followups.services import managing_keys

PATH: Final = "/api/keys"


class NewKey(Body):
    name: str = Field(
        description="What the owner knows it by.",
        json_schema_extra={"minLength": 1, "maxLength": LIST_NAME_CHARACTERS},
        examples=["Claude Code on the laptop"],
    )
    role: Literal["reader", "agent", "coordinator"] = Field(
        default="agent", description="Each may what the ones before it may: read, work on follow-ups, accept plans."
    )
    list_id: str | None = Field(default=None, description="The one list that it reaches; without it, all of them.")
    expires_at: str | None = Field(
        default=None, description="When it stops working.", json_schema_extra={"format": "date-time"}
    )


def read_keys(call: Call) -> Response:
    paged = call.asked(Paged)
    question = Question(call.caller.owner_id, "keys")
    page, place = part_of(
        managing_keys.keys_of(call.ports, call.caller),
        lambda key: f"{to_text(key.created_at)} {key.id}",
        limit=paged.limit,
        after=question.place(paged.cursor),
    )
    shown: presenting.Json = {"keys": [presenting.key(key) for key in page]}
    if (cursor := question.cursor(place)) is not None:
        shown["next_cursor"] = cursor
    return answers.answer(shown)


def create_key(call: Call) -> Response:
    new = call.given(NewKey)
    made = managing_keys.create(
        call.ports,
        call.caller,
        name=new.name,
        role=new.role,
        list_id=new.list_id,
        expires_at=None if new.expires_at is None else instants.given(new.expires_at, "expires_at"),
        write_id=call.write_id,
    )
    shown = {**presenting.key(made.key), "secret": made.secret}
    if made.key.list_id is not None:
        shown["connect"] = connecting.commands(call.product, list_id=made.key.list_id, api_key=made.secret)
    return answers.answer(shown, status=201)


def revoke_key(call: Call) -> Response:
    managing_keys.revoke(call.ports, call.caller, call.path["key_id"])
    return answers.nothing()


OPERATIONS: Final = (
    Operation(
        method="GET",
        path=PATH,
        answer=read_keys,
        summary="The owner's API keys, oldest first",
        query=Paged,
        shows="Keys",
        refuses=(422,),
    ),
    Operation(
        method="POST",
        path=PATH,
        answer=create_key,
        summary="Make an API key",
        description=(
            "`secret` is shown this once; for a key of one list, so are the commands that connect Claude Code with it. "
            "The same Write-Id again makes a key in place of the one whose answer was "
            "lost."
        ),
        body=NewKey,
        takes_write_id=True,
        status=201,
        shows="MadeKey",
        refuses=(404,),
        example={"name": "Claude Code on the laptop", "role": "agent"},
    ),
    Operation(
        method="DELETE",
        path=f"{PATH}/{{key_id}}",
        answer=revoke_key,
        summary="Revoke an API key",
        description="Effective at once. 404 says that there is no such key any more.",
        status=204,
    ),
)
