"""What bodies and query strings are made of, and how one that is not is refused."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.config import JsonDict
from starlette.datastructures import QueryParams

from followups.domain.limits import PAGE_ROWS
from followups.edges.web.pages import CURSOR_CHARACTERS, ROWS
from followups.edges.web.refusals import Malformed

_SHOWN_ERRORS: Final = 20
"""How many mistakes of one request are listed."""
_SHOWN_CHARACTERS: Final = 100
"""How much of a wrong name is repeated."""


class Body(BaseModel):
    """A JSON object. Nothing is coerced, and a member that is not known is refused: it may be a typo."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


class Asked(BaseModel):
    """A query string, each parameter once."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


def _digits(text: Any) -> Any:
    """Only digits: no sign, no white space, no fraction. The text stands for itself where it is something else."""
    return int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 10 else text


def _whole(number: Any) -> Any:
    return int(number) if isinstance(number, float) and number.is_integer() else number


Whole = Annotated[int, Field(strict=True), BeforeValidator(_whole)]
"""A whole number, however JSON writes it: 3 is 3.0."""

Noted = JsonDict
"""What the OpenAPI document says of a member besides: limits that the domain itself holds, with its own words."""

Limit = Annotated[
    int, Field(strict=True, ge=1, le=PAGE_ROWS, description="How many rows at most."), BeforeValidator(_digits)
]


class Paged(Asked):
    limit: Limit = ROWS
    cursor: str | None = Field(
        default=None,
        min_length=1,
        max_length=CURSOR_CHARACTERS,
        description="Where to go on: `next_cursor` of the page before, with the same filters.",
    )


Shape = TypeVar("Shape", bound=BaseModel)


def shaped(kind: type[Shape], value: Any) -> Shape:
    """Raises: Malformed: the value is not of this shape; every mistake is named."""
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        raise _malformed(error.errors(include_url=False, include_context=False, include_input=False)) from None


def asked(kind: type[Shape], query: QueryParams) -> Shape:
    """Raises: Malformed: a parameter is not what it takes, is unknown, or comes twice."""
    items = query.multi_items()
    values = dict(items)
    if len(values) != len(items):
        names = [name for name, _ in items]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed("A parameter comes twice. Send it once.", field=_cut(twice))
    return shaped(kind, values)


def _malformed(mistakes: Sequence[Mapping[str, Any]]) -> Malformed:
    named = [(_place(mistake["loc"]), _sentence(mistake)) for mistake in mistakes[:_SHOWN_ERRORS]]
    text = "; ".join(f"{place}: {sentence}" if place else sentence for place, sentence in named)
    errors = [{"field": place, "message": sentence} for place, sentence in named if place]
    return Malformed(f"{text}.", field=named[0][0] or None, errors=errors or None)


def _place(location: Sequence[str | int]) -> str:
    return ".".join(_cut(str(part)) for part in location)


def _cut(name: str) -> str:
    return name if len(name) <= _SHOWN_CHARACTERS else f"{name[:_SHOWN_CHARACTERS]}…"


_SENTENCES: Final[Mapping[str, str]] = {
    "missing": "is required",
    "extra_forbidden": "is not known here",
    "model_type": "is a JSON object",
    "model_attributes_type": "is a JSON object",
    "dict_type": "is a JSON object",
    "list_type": "is a JSON array",
    "string_type": "is a text",
    "string_unicode": "holds half of a character",
    "bool_type": "is true or false",
    "int_type": "is a whole number",
}


def _sentence(mistake: Mapping[str, Any]) -> str:
    sentence = _SENTENCES.get(mistake["type"])
    if sentence is not None:
        return sentence if mistake["loc"] else f"the body {sentence}"
    message: str = mistake["msg"]
    return message[:1].lower() + message[1:]
