"""What the plugin's hooks ask, with an API key: they send facts, and are told what to say."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from followups.domain.errors import Invalid, TooLarge
from followups.domain.limits import REPOSITORY_BYTES, SESSION_ID_CHARACTERS
from followups.edges.web import answers
from followups.edges.web.operations import Call, Operation
from followups.services import access, greeting, looking_in

PATH: Final = "/api/agent/hooks"


class Facts(BaseModel):
    """What a hook knows. A newer plugin may know more: what is not known here is ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", defer_build=True)

    list_id: str = Field(description="The id of a list that the key reaches.", max_length=200)


class Starting(Facts):
    session_id: str | None = Field(default=None, description="The host's id.", max_length=SESSION_ID_CHARACTERS)
    repository: str | None = Field(
        default=None, description="`owner/name`, or `host/owner/name`.", max_length=REPOSITORY_BYTES * 4
    )


class Working(Facts):
    session_id: str = Field(description="The host's id.", min_length=1, max_length=SESSION_ID_CHARACTERS)


def session_start(call: Call) -> Response:
    facts = call.given(Starting)
    reached = access.reach_list(call.ports, call.caller, facts.list_id)
    return answers.answer({"context": _greeting(call, reached, facts)})


def tool_use(call: Call) -> Response:
    facts = call.given(Working)
    reached = access.reach_list(call.ports, call.caller, facts.list_id)
    may_hold = call.caller.key is not None and call.caller.key.may("agent")
    renewed = may_hold and looking_in.look_in(call.ports, reached, session_id=facts.session_id)
    return answers.answer({"renewed": renewed})


def doctor(call: Call) -> Response:
    reached = access.reach_list(call.ports, call.caller, call.given(Facts).list_id)
    role = None if call.caller.key is None else call.caller.key.role
    return answers.answer({"list": reached.list.name, "role": role})


def _greeting(call: Call, reached: access.ReachedList, facts: Starting) -> str:
    """Nothing where the repository is none that can be named: the hook says so itself."""
    if facts.repository is None:
        return ""
    try:
        return greeting.greeting(call.ports, reached, repository=facts.repository, session_id=facts.session_id or None)
    except (Invalid, TooLarge):
        return ""


OPERATIONS: Final = (
    Operation(
        method="POST",
        path=f"{PATH}/session-start",
        answer=session_start,
        summary="What a session is told when it starts",
        body=Starting,
        by_key=True,
        shows="Greeting",
        refuses=(404, 429),
        example={"list_id": "01932f4e-5a00-7000-8000-000000000000", "repository": "acme/widget", "session_id": "s1"},
    ),
    Operation(
        method="POST",
        path=f"{PATH}/tool-use",
        answer=tool_use,
        summary="A session works: renews the claim that it holds",
        body=Working,
        by_key=True,
        shows="LookedIn",
        refuses=(404, 429),
        example={"list_id": "01932f4e-5a00-7000-8000-000000000000", "session_id": "s1"},
    ),
    Operation(
        method="POST",
        path=f"{PATH}/doctor",
        answer=doctor,
        summary="What the key reaches",
        body=Facts,
        by_key=True,
        shows="Reached",
        refuses=(404, 429),
        example={"list_id": "01932f4e-5a00-7000-8000-000000000000"},
    ),
)
