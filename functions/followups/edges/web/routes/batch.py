"""One action on several todos, each at its own version, with an answer for each. Undo is the inverse batch."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args

from pydantic import ConfigDict, Field
from starlette.responses import Response

from followups.domain import instants
from followups.domain.errors import FollowUpsError, Invalid
from followups.domain.limits import AGENT_TEXT_CHARACTERS, BATCH_TODOS, REPOSITORY_BYTES
from followups.domain.notes import answer_note
from followups.domain.repositories import repository as canonical
from followups.domain.todos import Todo
from followups.edges.web import answers, presenting, problems
from followups.edges.web.operations import Call, Operation
from followups.edges.web.routes.todos import PATH
from followups.edges.web.shapes import Body, Whole
from followups.services import access, editing
from followups.services.access import ReachedList
from followups.services.editing import Edit, Seen, Stale
from followups.services.ports import Ports

Action = Literal[
    "complete",
    "reopen",
    "delete",
    "restore",
    "move",
    "assign",
    "unassign",
    "accept",
    "dismiss",
    "return_to_drain",
    "star",
    "unstar",
    "snooze",
    "skip",
]

_NEEDS: Final[Mapping[str, str]] = {"move": "to_list", "assign": "repository", "snooze": "until"}
"""What an action cannot do without."""
_TAKES: Final[Mapping[str, str]] = {**_NEEDS, "return_to_drain": "answer"}

_LARGEST_VERSION: Final = 10**15 - 1


class BatchTodo(Body):
    id: str
    version: Whole = Field(ge=0, le=_LARGEST_VERSION, description="As the page read it.")


def _by_action(schema: dict[str, Any]) -> None:
    """An action needs its own parameter and takes no other."""
    properties = schema["properties"]
    shared = {"todos": properties["todos"]}
    plain = [action for action in get_args(Action) if action not in _TAKES]
    variants: list[dict[str, Any]] = [
        {"properties": {"action": {"enum": plain}, **shared}, "required": ["action", "todos"]},
    ]
    for action, parameter in _TAKES.items():
        needed = [parameter] if action in _NEEDS else []
        members = {"action": {"const": action}, **shared, parameter: properties[parameter]}
        variants.append({"properties": members, "required": ["action", "todos", *needed]})
    description = schema.get("description", "")
    schema.clear()
    schema["description"] = description
    schema["oneOf"] = [{"type": "object", **variant, "additionalProperties": False} for variant in variants]


class Batch(Body):
    """One action, its parameter, and the todos."""

    model_config = ConfigDict(json_schema_extra=_by_action)

    action: Action
    todos: list[BatchTodo] = Field(
        min_length=1, max_length=BATCH_TODOS, description="Each once; answered in this order."
    )
    to_list: str = Field(default="", description="The list to move to.")
    repository: str = Field(
        default="",
        description="The repository to assign.",
        json_schema_extra={"minLength": 1, "maxLength": REPOSITORY_BYTES * 4},
    )
    answer: str | None = Field(
        default=None,
        description="What the owner answers to the hand-back.",
        json_schema_extra={"maxLength": AGENT_TEXT_CHARACTERS},
    )
    until: str | None = Field(
        default=None,
        description="Until when they are held back; null ends it.",
        json_schema_extra={"format": "date-time"},
    )


Act = Callable[[Ports, ReachedList, Seen], Todo]


def change_todos(call: Call) -> Response:
    reached = call.reach_list()
    batch = call.given(Batch)
    act = _act(call, batch)
    ids = [seen.id for seen in batch.todos]
    if len(set(ids)) != len(ids):
        raise Invalid("A todo stands in the batch twice. Send each once.", field="todos")
    results = [_result(call, reached, act, seen) for seen in batch.todos]
    return answers.answer({"results": results})


def _act(call: Call, batch: Batch) -> Act:
    """What the batch does with each of its todos.

    Raises: Invalid, TooLarge, NotFound: the action lacks its parameter, has another's, or one that fits no todo.
    """
    given = batch.model_fields_set - {"action", "todos"}
    taken = _TAKES.get(batch.action)
    if unused := given - {taken}:
        raise Invalid(f"{min(unused)} does not go with the action {batch.action}.", field=min(unused))
    if batch.action in _NEEDS and not given:
        raise Invalid(f"The action {batch.action} needs {taken}.", field=taken)
    return _ACTIONS[batch.action](call, batch)


def _move(call: Call, batch: Batch) -> Act:
    access.reach_list(call.ports, call.caller, batch.to_list)
    return lambda ports, reached, seen: editing.move(ports, reached, seen, to_list=batch.to_list)


def _assign(_: Call, batch: Batch) -> Act:
    repository = canonical(batch.repository)
    return lambda ports, reached, seen: editing.assign(ports, reached, seen, repository=repository)


def _return_to_drain(_: Call, batch: Batch) -> Act:
    answer = batch.answer
    if answer is not None:
        answer_note(answer)
    return lambda ports, reached, seen: editing.return_to_drain(ports, reached, seen, answer=answer)


def _snooze(_: Call, batch: Batch) -> Act:
    until = None if batch.until is None else instants.given(batch.until, "until")
    return lambda ports, reached, seen: editing.snooze(ports, reached, seen, until=until)


_ACTIONS: Final[Mapping[str, Callable[[Call, Batch], Act]]] = {
    "complete": lambda *_: editing.complete,
    "skip": lambda *_: editing.skip,
    "reopen": lambda *_: editing.reopen,
    "delete": lambda *_: editing.delete,
    "restore": lambda *_: editing.restore,
    "unassign": lambda *_: editing.unassign,
    "accept": lambda *_: editing.accept,
    "dismiss": lambda *_: editing.dismiss,
    "star": lambda *_: lambda ports, reached, seen: editing.edit(ports, reached, seen, Edit(starred=True)),
    "unstar": lambda *_: lambda ports, reached, seen: editing.edit(ports, reached, seen, Edit(starred=False)),
    "move": _move,
    "assign": _assign,
    "return_to_drain": _return_to_drain,
    "snooze": _snooze,
}


def _result(call: Call, reached: ReachedList, act: Act, listed: BatchTodo) -> presenting.Json:
    seen = Seen(id=listed.id, version=listed.version, write_id=call.write_id)
    try:
        try:
            return {"id": listed.id, "status": 200, "todo": call.shown(act(call.ports, reached, seen))}
        except Stale as stale:
            return _refused(listed, stale, call.shown(stale.current))
    except FollowUpsError as refusal:
        return _refused(listed, refusal)


def _refused(listed: BatchTodo, refusal: FollowUpsError, current: presenting.Json | None = None) -> presenting.Json:
    problem = problems.problem(refusal, current=current)
    return {"id": listed.id, "status": problem["status"], "problem": problem}


OPERATIONS: Final = (
    Operation(
        method="POST",
        path=f"{PATH}/batch",
        answer=change_todos,
        summary="One action on several todos",
        description=(
            "Each is changed at the version given, or refused, by itself; the answer holds a result for each. To undo, "
            "send the inverse action with the versions answered."
        ),
        body=Batch,
        takes_write_id=True,
        shows="BatchResults",
        example={
            "action": "move",
            "to_list": "01932f4e-5a00-7000-8000-000000000000",
            "todos": [{"id": "01932f4e-5b00-7000-8000-000000000000", "version": 3}],
        },
    ),
)
