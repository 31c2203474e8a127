"""What answers look like. The functions of `presenting` make them; a test holds the two together."""

from typing import Any, Final

from followups.domain import limits
from followups.domain.api_keys import ROLES
from followups.domain.origins import Host
from followups.edges.web import problems
from followups.edges.web.routes.due_shapes import DUE_SCHEMA
from followups.edges.web.routes.repeat_shapes import REPEAT_SCHEMA
from followups.services.exporting import FORMAT

Json = dict[str, Any]

_TEXT: Final[Json] = {"type": "string"}
_FLAG: Final[Json] = {"type": "boolean"}
_NUMBER: Final[Json] = {"type": "integer", "minimum": 0}
_INSTANT: Final[Json] = {"type": "string", "format": "date-time"}
_ID: Final[Json] = {"type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"}
_VERSION: Final[Json] = {"type": "integer", "minimum": 1, "description": "Counts saved writes."}
_TRUE: Final[Json] = {"type": "boolean", "const": True}
_CURSOR: Final[Json] = {"type": "string", "description": "Where to go on; absent at the end."}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(properties: Json, *, optional: tuple[str, ...] = (), description: str = "") -> Json:
    schema: Json = {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }
    return {"description": description, **schema} if description else schema


def _page(name: str, of: str, *, more: Json | None = None) -> Json:
    properties = {name: {"type": "array", "items": _ref(of)}, "next_cursor": _CURSOR, **(more or {})}
    return _object(properties, optional=tuple(properties)[1:])


_ORIGIN: Final = _object(
    {
        "repository": {**_TEXT, "description": "What it is called now."},
        "session_id": {**_TEXT, "description": "Who filed it; absent where the owner assigned it."},
        "host": {"type": "string", "enum": [host.value for host in Host]},
        "discovered_from": {**_TEXT, "description": "The follow-up that was being worked on when this one was found."},
        "proposed": {**_FLAG, "description": "Waits for the owner's yes."},
        "handed_back_at": {**_INSTANT, "description": "Only while it waits for the owner."},
        "handed_back_reason": {**_TEXT, "description": "Of the last hand-back."},
    },
    optional=("session_id", "host", "discovered_from", "handed_back_at", "handed_back_reason"),
    description=(
        "Makes the todo a follow-up, which agents may reach. Rows of pages leave host, discovered_from and "
        "handed_back_reason out."
    ),
)

_CLAIM: Final = _object(
    {"session_id": _TEXT, "expires_at": _INSTANT},
    description="The session that works on it now, and until when it holds it.",
)

_TODO: Final[Json] = {
    "id": _ID,
    "list_id": _ID,
    "title": {"type": "string", "minLength": 1, "maxLength": limits.TITLE_CHARACTERS},
    "notes": {"type": "string", "maxLength": limits.NOTES_CHARACTERS, "description": "Markdown."},
    "starred": _FLAG,
    "due": _ref("Due"),
    "due_at": {**_INSTANT, "description": "When a due time comes; a day has none."},
    "due_zone_unknown": {**_TRUE, "description": "The tz database does not have the zone: it counts as UTC."},
    "repeat": _ref("Repeat"),
    "snoozed_until": _INSTANT,
    "order": {**_TEXT, "description": "Compare by bytes: the owner's order."},
    "completed_at": _INSTANT,
    "deleted_at": _INSTANT,
    "origin": _ref("Origin"),
    "claim": _ref("Claim"),
    "version": _VERSION,
    "created_at": _INSTANT,
    "updated_at": _INSTANT,
}
_SOMETIMES: Final = (
    "due", "due_at", "due_zone_unknown", "repeat", "snoozed_until", "completed_at", "deleted_at", "origin", "claim",
)  # fmt: skip

_ROLLED: Final = _object(
    {"from": _TEXT, "to": _TEXT, "at": _INSTANT, "skipped": {**_FLAG, "description": "Whether it was not done."}},
    description="How it was last rolled forward: from one occurrence to the next. Rows of pages leave it out.",
)
_WHOLE: Final[Json] = {**_TODO, "rolled": _ROLLED}
_WHOLE_SOMETIMES: Final = (*_SOMETIMES, "rolled")

_REPORT: Final = _object({"number": {**_NUMBER, "minimum": 1}, "text": _TEXT, "created_at": _INSTANT})

_LIST: Final = _object(
    {
        "id": _ID,
        "name": {"type": "string", "minLength": 1, "maxLength": limits.LIST_NAME_CHARACTERS},
        "review_new": {**_FLAG, "description": "Whether what agents file waits for the owner's yes."},
        "accepted_repositories": {
            "type": "array",
            "items": _TEXT,
            "maxItems": limits.ACCEPTED_REPOSITORIES,
            "description": "The repositories that agents may file for; empty for all.",
        },
        "version": _VERSION,
        "created_at": _INSTANT,
        "updated_at": _INSTANT,
    }
)

_SETTINGS: Final = _object(
    {
        "time_zone": _TEXT,
        "day_start": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
        "preferences": {"type": "object", "maxProperties": limits.PREFERENCES},
        "version": _VERSION,
        "created_at": _INSTANT,
        "updated_at": _INSTANT,
    }
)

_KEY: Final[Json] = {
    "id": {**_TEXT, "description": "Names the key; nothing can be done with it."},
    "name": _TEXT,
    "prefix": {**_TEXT, "description": "The first characters, to tell keys apart."},
    "role": {"type": "string", "enum": list(ROLES)},
    "list_id": {**_ID, "description": "The one list that it reaches; absent: all of them."},
    "created_at": _INSTANT,
    "last_used_at": {**_INSTANT, "description": "To the hour."},
    "expires_at": _INSTANT,
}
_KEY_SOMETIMES: Final = ("list_id", "last_used_at", "expires_at")

_FEED: Final[Json] = {
    "id": {**_TEXT, "description": "Names the feed; nothing can be read with it."},
    "name": _TEXT,
    "created_at": _INSTANT,
    "last_used_at": {**_INSTANT, "description": "To the hour."},
}
_FEED_SOMETIMES: Final = ("name", "last_used_at")

_PUSH_SUBSCRIPTION: Final = _object(
    {
        "id": {**_TEXT, "description": "The SHA-256 of its endpoint, in hex: a browser knows its own by it."},
        "name": _TEXT,
        "endpoint_host": {**_TEXT, "description": "The push service."},
        "created_at": _INSTANT,
    },
    optional=("name",),
)

_PROBLEM: Final = _object(
    {
        "type": {"type": "string", "format": "uri"},
        "title": _TEXT,
        "status": {"type": "integer"},
        "detail": {**_TEXT, "description": "What is wrong, and what to do next."},
        "code": {"type": "string", "enum": sorted(problems.TITLES)},
        "field": {**_TEXT, "description": "The member, parameter or header that it is about."},
        "errors": {
            "type": "array",
            "items": _object({"field": _TEXT, "message": _TEXT}),
            "description": "Every mistake, where there is more to say than one.",
        },
        "limit": {**_NUMBER, "description": "The limit that was passed."},
        "unit": {**_TEXT, "description": "What the limit counts."},
        "current": {
            "anyOf": [_ref("Todo"), _ref("List"), _ref("Settings")],
            "description": "What is there now, where a write was stale.",
        },
        "request_id": {**_TEXT, "description": "Names the call in the logs."},
    },
    optional=("field", "errors", "limit", "unit", "current", "request_id"),
    description="What went wrong (RFC 9457). Further members say more of some problems.",
)

_RESULT: Final = _object(
    {"id": _TEXT, "status": {"type": "integer"}, "todo": _ref("Todo"), "problem": _ref("Problem")},
    optional=("todo", "problem"),
    description="The todo as it is now, or why it was refused.",
)

SCHEMAS: Final[Json] = {
    "BatchResults": _object({"results": {"type": "array", "items": _RESULT}}),
    "Change": _object({"id": _ID, "version": _VERSION, "deleted": _FLAG}),
    "Changes": _object(
        {
            "changes": {"type": "array", "items": _ref("Change")},
            "position": {**_TEXT, "description": "Where to go on from."},
            "more": {**_FLAG, "description": "Whether there are more behind these: ask again, with `exact`."},
        }
    ),
    "Claim": _CLAIM,
    "Document": {"type": "object", "required": ["openapi"]},
    "Due": DUE_SCHEMA,
    "Export": _page("todos", "ExportedTodo", more={"format": {"const": FORMAT}}),
    "ExportedTodo": _object(
        {**_WHOLE, "reports": {"type": "array", "items": _ref("Report")}}, optional=(*_WHOLE_SOMETIMES, "reports")
    ),
    "Calendar": {**_TEXT, "description": "An iCalendar object."},
    "Feed": _object(_FEED, optional=_FEED_SOMETIMES),
    "Feeds": _page("feeds", "Feed"),
    "Greeting": _object(
        {"context": {**_TEXT, "description": "What to give the model; empty where there is nothing to say."}}
    ),
    "Health": _object({"status": {"const": "ok"}}),
    "Imported": _object(
        {
            "imported": _NUMBER,
            "refused": {
                "type": "array",
                "items": _object(
                    {"position": {**_NUMBER, "description": "In the page, from 0."}, "problem": _ref("Problem")}
                ),
            },
        }
    ),
    "Key": _object(_KEY, optional=_KEY_SOMETIMES),
    "Keys": _page("keys", "Key"),
    "List": _LIST,
    "Lists": _page("lists", "List"),
    "LiveTicket": _object({"url": {"type": "string", "format": "uri"}, "ticket": _TEXT}),
    "LookedIn": _object({"renewed": {**_FLAG, "description": "Whether a claim lasts longer now."}}),
    "MadeFeed": _object(
        {**_FEED, "url": {"type": "string", "format": "uri", "description": "Its address, shown this once."}},
        optional=_FEED_SOMETIMES,
    ),
    "MadeKey": _object(
        {
            **_KEY,
            "secret": {**_TEXT, "description": "The key itself, shown this once."},
            "connect": {"type": "array", "items": _TEXT, "description": "Commands that connect Claude Code with it."},
        },
        optional=(*_KEY_SOMETIMES, "connect"),
    ),
    "Origin": _ORIGIN,
    "Problem": _PROBLEM,
    "PushSubscription": _PUSH_SUBSCRIPTION,
    "PushSubscriptions": _object(
        {
            "public_key": {**_TEXT, "description": "base64url; absent where no reminders are sent."},
            "subscriptions": {"type": "array", "items": _ref("PushSubscription")},
        },
        optional=("public_key",),
    ),
    "Reached": _object({"list": _TEXT, "role": _TEXT}),
    "Renamed": _object({"name": _TEXT, "taken_over": _NUMBER, "finished": _FLAG}),
    "Repeat": REPEAT_SCHEMA,
    "Report": _REPORT,
    "Reports": _page("reports", "Report"),
    "Repositories": _page("repositories", "Repository"),
    "Repository": _object({"name": _TEXT, "former_names": {"type": "array", "items": _TEXT}}),
    "Settings": _SETTINGS,
    "Todo": _object(_WHOLE, optional=_WHOLE_SOMETIMES),
    "TodoPage": _page(
        "todos",
        "TodoRow",
        more={"searched_all": {**_FLAG, "description": "False where a search stopped early; the cursor goes on."}},
    ),
    "TodoRow": _object(
        {**_TODO, "title_shortened": _TRUE, "notes_shortened": _TRUE},
        optional=(*_SOMETIMES, "title_shortened", "notes_shortened"),
    ),
}
