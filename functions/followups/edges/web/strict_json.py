"""JSON bodies, read strictly: what two readers could understand differently is refused.

RFC 8259 leaves duplicate names, halves of characters and huge numbers to each reader; here they are errors.
"""

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from starlette.requests import Request

from followups.domain.errors import TooLarge
from followups.domain.limits import BODY_BYTES
from followups.edges.web.refusals import Malformed, WrongMediaType

JSON: Final = "application/json"
MERGE_PATCH: Final = "application/merge-patch+json"
"""RFC 7396."""

_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_ESCAPED_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")


async def body_of(request: Request) -> bytes:
    """The whole body.

    Raises: TooLarge: it goes over the limit; no more than that is read.
    """
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > BODY_BYTES:
        raise _too_large()
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > BODY_BYTES:
            raise _too_large()
        chunks.append(chunk)
    return b"".join(chunks)


def check_media_type(content_type: str | None, accepted: tuple[str, ...]) -> None:
    """Raises: WrongMediaType."""
    media_type = (content_type or "").partition(";")[0].strip().lower()
    if media_type not in accepted:
        raise WrongMediaType(f"The body is JSON: send it with Content-Type: {accepted[0]}.", field="Content-Type")


def parsed(body: bytes, *, lone_surrogates: bool = False) -> Any:
    """The value that the body holds. `lone_surrogates` lets halves of characters pass, for who judges them one by one.

    Raises: Malformed.
    """
    try:
        value = json.loads(
            body.decode(),
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
        if not lone_surrogates and _ESCAPED_SURROGATE.search(body):
            _check_text(value)
    except UnicodeDecodeError:
        raise Malformed("The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"The body is not JSON: {error.msg}, line {error.lineno}, column {error.colno}.") from None
    except ValueError:
        raise Malformed("The body holds a number with more digits than can be kept.") from None
    except RecursionError:
        raise Malformed("The body is nested too deep.") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed("An object names a member twice.", field=_shown(twice))
    return found


def _refuse_constant(name: str) -> Any:
    raise Malformed(f"The body holds {name}, which is not JSON.")


def _finite(digits: str) -> float:
    number = float(digits)
    if number - number != 0:
        raise Malformed("The body holds a number that is too large.")
    return number


def _check_text(value: Any) -> None:
    """Refuse halves of characters, in names as in values."""
    if isinstance(value, str):
        if _SURROGATE.search(value):
            raise Malformed("The body holds half of a character (a lone \\ud800..\\udfff). Send the whole character.")
        return
    inner: Iterable[Any] = ()
    if isinstance(value, dict):
        inner = (*value.keys(), *value.values())
    elif isinstance(value, list):
        inner = value
    for part in inner:
        _check_text(part)


def _shown(name: str) -> str:
    return _SURROGATE.sub("\ufffd", name[:100])


def _too_large() -> TooLarge:
    return TooLarge(f"The body is over {BODY_BYTES:,} bytes. Send less at once.", limit=BODY_BYTES, unit="bytes")
