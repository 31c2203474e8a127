"""The headers that keep writes from overtaking one another: ETag, If-Match (RFC 9110 8.8.3, 13.1.1) and Write-Id.

And If-None-Match, which spares a reader what it has.
"""

import re
from typing import Final

from followups.domain.errors import IfMatchRequired
from followups.domain.limits import IDEMPOTENCY_KEY_CHARACTERS
from followups.edges.web.refusals import Malformed

ANY: Final = "*"
"""If-Match that takes whatever is there."""

IF_MATCH_PATTERN: Final = r'^(\*|"[0-9]{1,15}")$'
WRITE_ID_PATTERN: Final = rf"^[!-~]{{1,{IDEMPOTENCY_KEY_CHARACTERS}}}$"
"""Visible ASCII."""

_IF_MATCH: Final = re.compile(r'"([0-9]{1,15})"')
_WRITE_ID: Final = re.compile(rf"[!-~]{{1,{IDEMPOTENCY_KEY_CHARACTERS}}}")


def etag(version: int) -> str:
    return f'"{version}"'


def version_in(if_match: str | None) -> int | None:
    """The version that a write was made from; None for `*`.

    Raises:
        IfMatchRequired: the header is missing.
        Malformed: it holds something else than one of our ETags.
    """
    if if_match is None:
        raise IfMatchRequired(
            'This write needs the header If-Match with the ETag that you read, such as "7"; * takes whatever is there.'
        )
    if if_match == ANY:
        return None
    match = _IF_MATCH.fullmatch(if_match)
    if match is None:
        raise Malformed(
            'If-Match is one ETag as it was answered, such as "7" with its quotation marks and without W/, or *.',
            field="If-Match",
        )
    return int(match[1])


def is_known(if_none_match: str | None, etag: str) -> bool:
    """Whether the asker has what this ETag stands for (RFC 9110 13.1.2): one of a list, weak or not, or `*`."""
    if if_none_match is None:
        return False
    known = [each.strip().removeprefix("W/") for each in if_none_match.split(",")]
    return ANY in known or etag in known


def write_id_in(header: str | None) -> str | None:
    """What names this write, so that sending it again does no harm. Raises: Malformed."""
    if header is not None and _WRITE_ID.fullmatch(header) is None:
        raise Malformed(
            f"Write-Id is 1 to {IDEMPOTENCY_KEY_CHARACTERS} visible ASCII characters, new for each write.",
            field="Write-Id",
        )
    return header
