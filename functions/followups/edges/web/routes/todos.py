"""Todos: pages of them, one, and changes to one."""

from typing import Any, Final, Literal

from pydantic import Field
from starlette.responses import Response

from followups.domain import dues
from followups.domain.errors import Invalid
from followups.domain.instants import to_text
from followups.domain.limits import NOTES_CHARACTERS, REPOSITORY_BYTES, SEARCH_CHARACTERS, TITLE_CHARACTERS
from followups.domain.todos import Todo
from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.pages import Question
from followups.edges.web.routes.due_shapes import DuePatch, NewDue
from followups.edges.web.routes.repeat_shapes import NewRepeat, RepeatPatch
from followups.edges.web.shapes import Body, Noted, Paged
from followups.edges.web.strict_json import JSON, MERGE_PATCH
from followups.services import adding, changing, editing, listing, opening, signing_in
from followups.services.access import ReachedList
from followups.services.editing import Edit
from followups.services.listing import Wanted
from followups.services.ports import Shelf

PATH: Final = "/api/lists/{list_id}/todos"
ONE: Final = f"{PATH}/{{todo_id}}"

_TITLE: Final[Noted] = {"minLength": 1, "maxLength": TITLE_CHARACTERS}
_NOTES: Final[Noted] = {"maxLength": NOTES_CHARACTERS}
_ABOVE: Final = "The id of the todo that it shall stand above."
_BELOW: Final = "The id of the todo that it shall stand below."


class TodosAsked(Paged):
    state: Literal["open", "completed", "deleted"] = Field(
        default="open", description="Open ones come in the owner's order, the others newest first."
    )
    repository: str | None = Field(default=None, description="Only follow-ups of this repository.")
    handed_back: Literal["true"] | None = Field(
        default=None, description="Only open ones that agents handed back, oldest first."
    )
    proposed: Literal["true"] | None = Field(
        default=None, description="Only proposed ones that wait for a yes, by session."
    )
    completed_since: str | None = Field(
        default=None, description="With state=completed: a date in the owner's zone or an instant, inclusive."
    )
    completed_until: str | None = Field(
        default=None,
        description="With state=completed: a date in the owner's zone, that day included, or an instant, exclusive.",
    )
    q: str | None = Field(
        default=None,
        max_length=SEARCH_CHARACTERS,
        description="Words that title or notes hold, whatever their case and accents.",
    )


class NewTodo(Body):
    title: str = Field(description="One line of text.", json_schema_extra=_TITLE, examples=["Fix the guard"])
    notes: str = Field(default="", description="Markdown.", json_schema_extra=_NOTES)
    starred: bool = False
    due: NewDue | None = None
    repeat: NewRepeat | None = Field(default=None, description="Takes a due.")
    repository: str | None = Field(
        default=None,
        description="Makes it a follow-up, which agents may reach: owner/name, or any form of the remote.",
        json_schema_extra={"maxLength": REPOSITORY_BYTES * 4},
        examples=["acme/widget"],
    )
    before: str | None = Field(default=None, description=_ABOVE)
    after: str | None = Field(default=None, description=_BELOW)


_READ_ONLY: Final[Noted] = {"readOnly": True}


class TodoPatch(Body):
    """A JSON merge patch: a member left out stays, null clears. What is read-only may come back as it was read."""

    title: str = Field(default="", description="One line of text.", json_schema_extra=_TITLE)
    notes: str | None = Field(default=None, description="Markdown.", json_schema_extra=_NOTES)
    starred: bool | None = None
    due: DuePatch | None = None
    repeat: RepeatPatch | None = None
    before: str = Field(default="", description=_ABOVE)
    after: str = Field(default="", description=_BELOW)
    id: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    list_id: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    due_at: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    due_zone_unknown: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    rolled: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    snoozed_until: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    order: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    completed_at: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    deleted_at: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    origin: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    claim: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    version: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    created_at: Any = Field(default=None, json_schema_extra=_READ_ONLY)
    updated_at: Any = Field(default=None, json_schema_extra=_READ_ONLY)


_WRITABLE: Final = frozenset({"title", "notes", "starred", "due", "repeat", "before", "after"})


def read_todos(call: Call) -> Response:
    reached = call.reach_list()
    asked = call.asked(TodosAsked)
    wanted = _wanted(asked)
    zone = "UTC"
    if asked.completed_since is not None or asked.completed_until is not None:
        zone = signing_in.owner_of(call.ports, call.caller).time_zone
    question = Question(
        call.caller.owner_id,
        "todos",
        reached.id,
        wanted.shelf.value,
        wanted.repository,
        wanted.completed_since,
        wanted.completed_until,
        wanted.search,
        zone,
    )
    page = listing.page(
        call.ports, reached, wanted, limit=asked.limit, after=question.place(asked.cursor), time_zone=zone
    )
    now = to_text(call.ports.clock.now())
    shown: presenting.Json = {"todos": [presenting.row(row, page.repository_of(row), now) for row in page.rows]}
    if (cursor := question.cursor(page.next)) is not None:
        shown["next_cursor"] = cursor
    if wanted.search is not None or wanted.repository is not None:
        shown["searched_all"] = page.searched_all
    return answers.answer(shown)


def create_todo(call: Call) -> Response:
    reached = call.reach_list()
    new = call.given(NewTodo)
    todo = adding.add(
        call.ports,
        reached,
        title=new.title,
        notes=new.notes,
        starred=new.starred,
        due=None if new.due is None else dues.from_fields(new.due.fields()),
        repeat=None if new.repeat is None else new.repeat.asked(),
        repository=new.repository,
        before=new.before,
        after=new.after,
        write_id=call.write_id,
    )
    shown = presenting.todo(call.ports, reached, todo)
    return answers.versioned(shown, status=201, location=f"/api/lists/{reached.id}/todos/{todo.id}")


def read_todo(call: Call) -> Response:
    reached = call.reach_list()
    todo = opening.whole(call.ports, reached, call.path["todo_id"])
    return answers.versioned(presenting.todo(call.ports, reached, todo))


def edit_todo(call: Call) -> Response:
    reached = call.reach_list()
    patch = call.given(TodoPatch)
    _check_read_only(call, reached, patch)
    todo = editing.edit(call.ports, reached, call.seen, _edit(call, reached, patch))
    return answers.versioned(presenting.todo(call.ports, reached, todo))


def delete_todo(call: Call) -> Response:
    reached = call.reach_list()
    todo = editing.delete(call.ports, reached, call.seen)
    return answers.versioned(presenting.todo(call.ports, reached, todo))


def _wanted(asked: TodosAsked) -> Wanted:
    """Raises: Invalid: filters that exclude each other."""
    shelf = Shelf(asked.state)
    if asked.handed_back or asked.proposed:
        if asked.state != "open" or (asked.handed_back and asked.proposed):
            raise Invalid("handed_back and proposed are of open todos, one of them at a time.", field="state")
        shelf = Shelf.HANDED_BACK if asked.handed_back else Shelf.PROPOSED
    bounds = (asked.completed_since, asked.completed_until)
    if asked.state != "completed" and bounds != (None, None):
        raise Invalid("completed_since and completed_until go with state=completed.", field="state")
    return Wanted(
        shelf=shelf,
        repository=asked.repository,
        completed_since=asked.completed_since,
        completed_until=asked.completed_until,
        search=asked.q if asked.q and asked.q.strip() else None,
    )


def _edit(call: Call, reached: ReachedList, patch: TodoPatch) -> Edit:
    named = patch.model_fields_set
    due = None
    if patch.due is not None:
        due = dues.from_fields(patch.due.merged(_due_fields(call, reached)))
    return Edit(
        title=patch.title if "title" in named else None,
        notes=patch.notes,
        starred=patch.starred,
        due=due,
        repeat=None if patch.repeat is None else patch.repeat.asked(),
        clears=frozenset(name for name in named & editing.CLEARABLE if getattr(patch, name) is None),
        before=patch.before if "before" in named else None,
        after=patch.after if "after" in named else None,
    )


def _due_fields(call: Call, reached: ReachedList) -> dict[str, str]:
    todo = _current(call, reached)
    return {} if todo.due is None else dues.to_fields(todo.due)


def _check_read_only(call: Call, reached: ReachedList, patch: TodoPatch) -> None:
    """Let what cannot be set here come back as it is, so that a todo that was read can be sent.

    Raises: Invalid: it comes changed.
    """
    named = patch.model_fields_set - _WRITABLE
    if not named:
        return
    todo = _current(call, reached)
    if call.version not in {None, todo.version} or call.write_id == todo.write_id:
        return  # Stale, or landed already: the write itself says which.
    current = presenting.todo(call.ports, reached, todo)
    for name in sorted(named):
        if getattr(patch, name) != current.get(name):
            raise Invalid(f"{name} cannot be set here. Leave it out, or send it as it was read.", field=name)


def _current(call: Call, reached: ReachedList) -> Todo:
    return changing.get(call.ports, reached, call.path["todo_id"])


OPERATIONS: Final = (
    Operation(
        method="GET",
        path=ONE,
        answer=read_todo,
        summary="One todo, whole",
        shows="Todo",
        has_etag=True,
    ),
    Operation(
        method="PATCH",
        path=ONE,
        answer=edit_todo,
        summary="Change a todo",
        description="What the patch names is changed in one step, or nothing is. `before` and `after` reorder.",
        body=TodoPatch,
        media_types=(MERGE_PATCH, JSON),
        needs_version=True,
        takes_write_id=True,
        shows="Todo",
        has_etag=True,
        refuses=(409,),
        example={"title": "Fix the guard in orders, too", "due": {"date": "2027-01-31"}, "notes": None},
    ),
    Operation(
        method="DELETE",
        path=ONE,
        answer=delete_todo,
        summary="Delete a todo",
        description="It can be restored for 30 days. Answers the todo as it is now, with the version to restore.",
        needs_version=True,
        takes_write_id=True,
        shows="Todo",
        has_etag=True,
    ),
    Operation(
        method="GET",
        path=PATH,
        answer=read_todos,
        summary="A page of todos",
        description=(
            "Titles and notes of rows may be shortened, and say so. A search reads so much at a time: where "
            "`searched_all` is false, `next_cursor` goes on."
        ),
        query=TodosAsked,
        shows="TodoPage",
        refuses=(422,),
    ),
    Operation(
        method="POST",
        path=PATH,
        answer=create_todo,
        summary="Add a todo",
        description="At the foot of the list, unless a neighbour is named. The same Write-Id makes the same todo.",
        body=NewTodo,
        takes_write_id=True,
        status=201,
        shows="Todo",
        has_etag=True,
        refuses=(409,),
        example={"title": "Fix the guard in orders", "due": {"date": "2027-01-31"}, "repository": "acme/widget"},
    ),
)
