"""What tools take, and how what a model sends is read: lossless forms only, and every refusal says what goes.

`null` counts as absent and unknown names are ignored, since clients fill in and add such things by themselves.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from followups.domain.errors import Invalid

Read = Callable[[Any], Any]
"""Turns what came into the value, or raises ValueError."""

_WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument of a tool."""

    name: str
    description: str
    takes: str
    """What it takes, as a refusal says it: "text", "a whole number from 1 to 50"."""
    required: bool
    read: Read
    schema: Mapping[str, Any] = field(default_factory=dict)
    """Its JSON Schema, but for the description."""


def text(
    name: str,
    description: str,
    *,
    required: bool = False,
    longest: int | None = None,
    one_of: Sequence[str] = (),
) -> Argument:
    """A text; `longest` in characters. The services judge its content."""
    schema: dict[str, Any] = {"type": "string"}
    takes = "text"
    if longest is not None:
        schema["maxLength"] = longest
        takes = f"text of at most {longest:,} characters"
    if one_of:
        schema["enum"] = list(one_of)
        takes = f"one of {', '.join(one_of)}"
    return Argument(name=name, description=description, takes=takes, required=required, read=_read_text, schema=schema)


def whole_number(
    name: str, description: str, *, least: int = 0, most: int | None = None, default: int | None = None
) -> Argument:
    def read(raw: Any) -> int:
        number = _read_whole_number(raw)
        if number < least or (most is not None and number > most):
            raise ValueError
        return number

    schema: dict[str, Any] = {"type": "integer", "minimum": least}
    if most is not None:
        schema["maximum"] = most
    if default is not None:
        schema["default"] = default
    takes = f"a whole number, {least:,} or more" if most is None else f"a whole number from {least:,} to {most:,}"
    return Argument(name=name, description=description, takes=takes, required=False, read=read, schema=schema)


def flag(name: str, description: str) -> Argument:
    return Argument(
        name=name,
        description=description,
        takes="true or false",
        required=False,
        read=_read_flag,
        schema={"type": "boolean"},
    )


def input_schema(takes: Sequence[Argument]) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments."""
    return {
        "type": "object",
        "properties": {each.name: {**each.schema, "description": each.description} for each in takes},
        "required": [each.name for each in takes if each.required],
    }


def read(given: Mapping[str, Any], takes: Sequence[Argument], *, tool: str) -> dict[str, Any]:
    """The values by name; what is absent is left out.

    Raises:
        Invalid: required ones are missing, all named at once, or one is not what it takes.
    """
    values: dict[str, Any] = {}
    missing: list[Argument] = []
    wrong: Argument | None = None
    for each in takes:
        raw = given.get(each.name)
        if raw is None:
            if each.required:
                missing.append(each)
            continue
        try:
            values[each.name] = each.read(raw)
        except ValueError:
            wrong = wrong or each
    if missing:
        named = ", ".join(f"{each.name} ({each.takes})" for each in missing)
        raise Invalid(
            f"Missing for {tool}: {named}. Send the call again with {'it' if len(missing) == 1 else 'all of them'}.",
            missing=[each.name for each in missing],
        )
    if wrong is not None:
        raise Invalid(f"{wrong.name} takes {wrong.takes}. Send the call again with that.", field=wrong.name)
    return values


def _read_text(raw: Any) -> str:
    if not isinstance(raw, str):
        raise ValueError
    # Half of a surrogate pair has no UTF-8 form, so nothing could store, hash or answer it. UnicodeError: ValueError.
    raw.encode()
    return raw


def _read_whole_number(raw: Any) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, float) and raw.is_integer():
        return int(raw)
    if isinstance(raw, str) and _WHOLE_NUMBER.fullmatch(raw.strip()):
        return int(raw)
    raise ValueError


def _read_flag(raw: Any) -> bool:
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and raw.strip().lower() in {"true", "false"}:
        return raw.strip().lower() == "true"
    raise ValueError
