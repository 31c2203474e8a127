"""A due in a body."""

from typing import Any, Final

from pydantic import ConfigDict, Field

from followups.edges.web.shapes import Body

_DATE: Final = {"type": "string", "format": "date", "description": "A day, wherever its owner is."}
_AT: Final = {
    "type": "string",
    "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$",
    "description": "What the clocks of the zone show; no offset.",
}
_ZONE: Final = {"type": "string", "minLength": 1, "description": "A name of the tz database."}

DUE_SCHEMA: Final[dict[str, Any]] = {
    "description": "A day, or a wall-clock time in a zone.",
    "oneOf": [
        {
            "type": "object",
            "properties": {"date": _DATE},
            "required": ["date"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {"at": _AT, "time_zone": _ZONE},
            "required": ["at", "time_zone"],
            "additionalProperties": False,
        },
    ],
    "examples": [{"date": "2027-01-31"}, {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"}],
}


def _is_due(schema: dict[str, Any]) -> None:
    schema.clear()
    schema.update(DUE_SCHEMA)


class NewDue(Body):
    model_config = ConfigDict(json_schema_extra=_is_due)

    date: str = ""
    at: str = ""
    time_zone: str = ""

    def fields(self) -> dict[str, str]:
        """As the domain reads them: what came, and nothing else."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class DuePatch(Body):
    """Merged into the due that is there (RFC 7396): null takes a member away. A date and a time replace each other."""

    date: str | None = Field(default=None, description="A day, wherever its owner is.", examples=["2027-01-31"])
    at: str | None = Field(default=None, description="What the clocks of the zone show; no offset.")
    time_zone: str | None = Field(default=None, description="A name of the tz database.")

    def merged(self, current: dict[str, str]) -> dict[str, str]:
        """The due's members after the patch."""
        given = {name: getattr(self, name) for name in self.model_fields_set}
        if given.get("date") is not None and "at" not in given:
            current = {}
        elif given.get("at") is not None and "date" not in given:
            current = {name: value for name, value in current.items() if name != "date"}
        return {name: value for name, value in {**current, **given}.items() if value is not None}
