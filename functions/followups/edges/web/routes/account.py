"""The owner's settings and account."""

from typing import Any, Final

from pydantic import Field, JsonValue
from starlette.responses import Response

from followups.domain.limits import PREFERENCE_CHARACTERS, PREFERENCES
from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.shapes import Body
from followups.edges.web.strict_json import JSON, MERGE_PATCH
from followups.services import signing_in

_VALUES: Final[list[JsonValue]] = [
    {"type": "string", "maxLength": PREFERENCE_CHARACTERS},
    {"type": "integer", "minimum": -(2**53), "maximum": 2**53},
    {"type": "boolean"},
    {"type": "null"},
]


class SettingsPatch(Body):
    """What a member leaves out stays."""

    time_zone: str = Field(default="", description="A name of the tz database.", examples=["Europe/Berlin"])
    day_start: str = Field(
        default="",
        description="When the reminder of a calendar date rings, in the owner's zone.",
        json_schema_extra={"pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
        examples=["09:00"],
    )
    preferences: dict[str, Any] = Field(
        default_factory=dict,
        description=f"What the page remembers, {PREFERENCES} at most; null forgets one, the others stay.",
        json_schema_extra={
            "propertyNames": {"pattern": rf"^[a-z][a-z0-9_.-]{{0,{PREFERENCE_CHARACTERS // 4 - 1}}}$"},
            "additionalProperties": {"anyOf": _VALUES},
            "maxProperties": PREFERENCES,
        },
        examples=[{"theme": "dark"}],
    )


def read_settings(call: Call) -> Response:
    return answers.versioned(presenting.owner(signing_in.owner_of(call.ports, call.caller)))


def edit_settings(call: Call) -> Response:
    patch = call.given(SettingsPatch)
    named = patch.model_fields_set
    owner = signing_in.edit(
        call.ports,
        call.caller,
        call.version,
        time_zone=patch.time_zone if "time_zone" in named else None,
        day_start=patch.day_start if "day_start" in named else None,
        preferences=patch.preferences if "preferences" in named else None,
        write_id=call.write_id,
    )
    return answers.versioned(presenting.owner(owner))


def delete_account(call: Call) -> Response:
    signing_in.delete_account(call.ports, call.caller, call.version)
    return answers.nothing()


OPERATIONS: Final = (
    Operation(
        method="GET",
        path="/api/me",
        answer=read_settings,
        summary="The owner's settings",
        shows="Settings",
        has_etag=True,
    ),
    Operation(
        method="PATCH",
        path="/api/me",
        answer=edit_settings,
        summary="Change the settings",
        body=SettingsPatch,
        media_types=(MERGE_PATCH, JSON),
        needs_version=True,
        takes_write_id=True,
        shows="Settings",
        has_etag=True,
        example={"time_zone": "Europe/Berlin", "day_start": "08:30"},
    ),
    Operation(
        method="DELETE",
        path="/api/me",
        answer=delete_account,
        summary="Delete the account",
        description="Closes the sign-in, every API key and every list at once. It cannot be taken back.",
        needs_version=True,
        status=204,
        refuses=(409,),
    ),
)
