"""What can be done with one todo besides editing it."""

from collections.abc import Callable
from typing import Any, Final

from pydantic import Field
from starlette.responses import Response

from followups.domain import instants
from followups.domain.limits import AGENT_TEXT_CHARACTERS, REPOSITORY_BYTES
from followups.domain.todos import Todo
from followups.edges.web import answers
from followups.edges.web.operations import Call, Operation
from followups.edges.web.routes.todos import ONE
from followups.edges.web.shapes import Body, Noted
from followups.services import editing

_LISTS: Final = "The id of the list that it moves to."
_UNTIL: Final[Noted] = {"format": "date-time"}


class Completion(Body):
    occurrence: str | None = Field(
        default=None,
        description="The due as it was read: that occurrence and no other.",
        examples=["2027-01-31"],
    )


class Move(Body):
    to_list: str = Field(description=_LISTS)


class Assignment(Body):
    repository: str = Field(
        description="owner/name, or any form of the remote.",
        json_schema_extra={"minLength": 1, "maxLength": REPOSITORY_BYTES * 4},
        examples=["acme/widget"],
    )


class ReturnToDrain(Body):
    answer: str | None = Field(
        default=None,
        description="What the owner answers to the hand-back; stands in the notes then.",
        json_schema_extra={"maxLength": AGENT_TEXT_CHARACTERS},
    )


class Snooze(Body):
    until: str | None = Field(
        description="Until when it is held back; null ends it.",
        json_schema_extra=_UNTIL,
        examples=["2027-01-31T09:00:00Z"],
    )


def complete_todo(call: Call) -> Response:
    occurrence = call.given(Completion).occurrence
    return _done(call, editing.complete(call.ports, call.reach_list(), call.seen, occurrence=occurrence))


def skip_todo(call: Call) -> Response:
    occurrence = call.given(Completion).occurrence
    return _done(call, editing.skip(call.ports, call.reach_list(), call.seen, occurrence=occurrence))


def reopen_todo(call: Call) -> Response:
    return _done(call, editing.reopen(call.ports, call.reach_list(), call.seen))


def restore_todo(call: Call) -> Response:
    return _done(call, editing.restore(call.ports, call.reach_list(), call.seen))


def move_todo(call: Call) -> Response:
    to_list = call.given(Move).to_list
    return _done(call, editing.move(call.ports, call.reach_list(), call.seen, to_list=to_list))


def assign_todo(call: Call) -> Response:
    repository = call.given(Assignment).repository
    return _done(call, editing.assign(call.ports, call.reach_list(), call.seen, repository=repository))


def unassign_todo(call: Call) -> Response:
    return _done(call, editing.unassign(call.ports, call.reach_list(), call.seen))


def accept_todo(call: Call) -> Response:
    return _done(call, editing.accept(call.ports, call.reach_list(), call.seen))


def dismiss_todo(call: Call) -> Response:
    return _done(call, editing.dismiss(call.ports, call.reach_list(), call.seen))


def return_todo_to_drain(call: Call) -> Response:
    answer = call.given(ReturnToDrain).answer
    return _done(call, editing.return_to_drain(call.ports, call.reach_list(), call.seen, answer=answer))


def snooze_todo(call: Call) -> Response:
    raw = call.given(Snooze).until
    until = None if raw is None else instants.given(raw, "until")
    return _done(call, editing.snooze(call.ports, call.reach_list(), call.seen, until=until))


def _done(call: Call, todo: Todo) -> Response:
    return answers.versioned(call.shown(todo))


def _action(
    name: str,
    answer: Callable[[Call], Response],
    summary: str,
    description: str = "",
    *,
    body: type[Body] | None = None,
    body_optional: bool = False,
    example: dict[str, Any] | None = None,
) -> Operation:
    return Operation(
        method="POST",
        path=f"{ONE}/{name}",
        answer=answer,
        summary=summary,
        description=description,
        body=body,
        body_optional=body_optional,
        needs_version=True,
        takes_write_id=True,
        shows="Todo",
        has_etag=True,
        refuses=(409, 422),
        example=example,
    )


OPERATIONS: Final = (
    _action(
        "complete",
        complete_todo,
        "Tick it off",
        "One that is done already stays as it is. One that repeats is due again: `rolled` says from when to when.",
        body=Completion,
        body_optional=True,
        example={"occurrence": "2027-01-31"},
    ),
    _action(
        "skip",
        skip_todo,
        "Let an occurrence pass",
        "It is due again as if it were done, and recorded as skipped. Only of what repeats.",
        body=Completion,
        body_optional=True,
        example={"occurrence": "2027-01-31"},
    ),
    _action(
        "reopen",
        reopen_todo,
        "Open it again",
        "One that was rolled forward, and whose due was not moved since, is due as it was before.",
    ),
    _action("restore", restore_todo, "Take it back from the deleted"),
    _action(
        "move",
        move_todo,
        "Move it to another list",
        "It stands at the foot there; a follow-up is one there too.",
        body=Move,
        example={"to_list": "01932f4e-5a00-7000-8000-000000000000"},
    ),
    _action(
        "assign",
        assign_todo,
        "Make it a follow-up of a repository",
        body=Assignment,
        example={"repository": "acme/widget"},
    ),
    _action("unassign", unassign_todo, "Take it away from the agents"),
    _action("accept", accept_todo, "Let a proposed follow-up into the drain"),
    _action("dismiss", dismiss_todo, "Say no to a proposed follow-up", "It is deleted, and can be restored."),
    _action(
        "return-to-drain",
        return_todo_to_drain,
        "Let agents take a handed-back follow-up again",
        body=ReturnToDrain,
        body_optional=True,
        example={"answer": "Use the shared guard."},
    ),
    _action(
        "snooze",
        snooze_todo,
        "Hold it back until a time",
        body=Snooze,
        example={"until": "2027-01-31T09:00:00Z"},
    ),
)
