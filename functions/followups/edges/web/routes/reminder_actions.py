"""What a notification's buttons do, without anybody signed in."""

from typing import Final, Literal

from pydantic import Field
from starlette.responses import Response

from followups.edges.web import answers
from followups.edges.web.operations import Call, Operation
from followups.edges.web.shapes import Body
from followups.services import reminder_actions
from followups.services.reminder_tokens import TOKEN_CHARACTERS


class ReminderAction(Body):
    token: str = Field(description="As the push held it.", json_schema_extra={"maxLength": TOKEN_CHARACTERS})
    action: Literal["done", "later"] = Field(
        description="`done` completes the todo, `later` lets it ring again in an hour."
    )


def act_on_reminder(call: Call) -> Response:
    given = call.given(ReminderAction)
    reminder_actions.act(call.ports, given.token, given.action)
    return answers.nothing()


OPERATIONS: Final = (
    Operation(
        method="POST",
        path="/api/reminder-actions",
        answer=act_on_reminder,
        summary="Do what a notification's button says",
        description=(
            "The token of a push is good for its todo and the time that it rang for, for one of the two actions, and "
            "for a day. The same action with the same token again is answered as the first time."
        ),
        body=ReminderAction,
        is_public=True,
        status=204,
        refuses=(404, 409),
        example={"token": "WyIwMTkzMmY0ZSJd.0000000000000000000000000000000000000000000", "action": "done"},
    ),
)
