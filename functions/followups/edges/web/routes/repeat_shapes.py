"""A repeat in a body."""

from typing import Any, Final

from pydantic import ConfigDict, Field

from followups.domain.repeat_rules import RRULE_CHARACTERS
from followups.domain.repeats import Asked
from followups.edges.web.shapes import Body

_RRULE: Final[dict[str, Any]] = {
    "type": "string",
    "minLength": 1,
    "maxLength": RRULE_CHARACTERS,
    "description": (
        "How often (RFC 5545 3.3.10): FREQ and INTERVAL; weekly BYDAY; monthly BYMONTHDAY, or BYDAY with its number in "
        "the month. A day that a month lacks is its last one."
    ),
    "examples": ["FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"],
}
_ANCHOR: Final[dict[str, Any]] = {
    "type": "string",
    "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$",
    "description": "What it counts from: a day, or with a time what the clocks of the due's zone show.",
    "examples": ["2027-01-31"],
}

REPEAT_SCHEMA: Final[dict[str, Any]] = {
    "description": "How often the todo is due anew once it is done.",
    "type": "object",
    "properties": {"rrule": _RRULE, "anchor": _ANCHOR},
    "required": ["rrule", "anchor"],
}


def _anchored_at_the_due(schema: dict[str, Any]) -> None:
    schema.clear()
    anchor = {**_ANCHOR, "description": f"{_ANCHOR['description']} The due unless given."}
    properties = {"rrule": _RRULE, "anchor": anchor}
    schema.update({**REPEAT_SCHEMA, "properties": properties, "required": ["rrule"], "additionalProperties": False})


class NewRepeat(Body):
    model_config = ConfigDict(json_schema_extra=_anchored_at_the_due)

    rrule: str
    anchor: str | None = None

    def asked(self) -> Asked:
        return Asked(rrule=self.rrule, anchor=self.anchor)


class RepeatPatch(Body):
    """Another rule counts from the due unless an anchor is given; the same rule again keeps the anchor that it has."""

    rrule: str = Field(default="", json_schema_extra=_RRULE)
    anchor: str | None = Field(default=None, json_schema_extra={**_ANCHOR, "description": "null: the due."})

    def asked(self) -> Asked | None:
        """None: it names nothing, so everything stays."""
        if not self.model_fields_set:
            return None
        return Asked(rrule=self.rrule if "rrule" in self.model_fields_set else None, anchor=self.anchor)
