"""Who is let in: a live key in the Authorization header, and nowhere else."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl

from followups.domain.errors import Unauthorized
from followups.edges.rate_limit import RateLimit
from followups.services.access import Caller, caller_of
from followups.services.ports import Ports

_KEY_NAMES: Final = frozenset(
    {"access_token", "api-key", "api_key", "apikey", "authorization", "bearer", "key", "token"}
)
"""What people call a key in a URL, in lower case."""

Headers = Sequence[tuple[bytes, bytes]]


def admitted(ports: Ports, limit: RateLimit, scope: Mapping[str, Any]) -> Caller:
    """The caller of this request, counted against its key's limit.

    Raises:
        Unauthorized: a key in the URL, none in the header, or one that is not live; the text says what is wrong.
        RateLimited
        Unavailable
    """
    refuse_key_in_url(scope["query_string"])
    caller = caller_of(ports, authorization(scope["headers"]))
    if caller.key is not None:
        limit.count(caller.key.id)
    return caller


def authorization(headers: Headers) -> str | None:
    return next((value.decode("latin-1") for name, value in headers if name == b"authorization"), None)


def refuse_key_in_url(query: bytes) -> None:
    """Raises: Unauthorized: the query holds a key, or what people send one as. The key is not repeated."""
    if not query:
        return
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    if any(name.lower() in _KEY_NAMES or value.strip().startswith("fu_") for name, value in pairs):
        raise Unauthorized(
            "There is an API key in the URL, where logs keep it. Take it out, send it as `Authorization: Bearer "
            "fu_...`, and make a new key in place of this one."
        )
