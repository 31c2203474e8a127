"""Calendar feeds: the owner's side of them, and what a calendar reads."""

import hashlib
from typing import Final

from pydantic import Field
from starlette.responses import Response

from followups.domain.instants import to_text
from followups.domain.limits import FEEDS_PER_LIST, LIST_NAME_CHARACTERS
from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.pages import Question, part_of
from followups.edges.web.preconditions import is_known
from followups.edges.web.shapes import Body, Paged
from followups.services import managing_feeds, reading_calendar
from followups.services.access import ReachedList

PATH: Final = "/api/lists/{list_id}/feeds"
CALENDAR_PATH: Final = "/feeds/{token}.ics"

_FORMAT: Final = "2"
"""Counts the ways in which a calendar was written: after a new one, nobody has what is there."""


class NewFeed(Body):
    name: str | None = Field(
        default=None,
        description="What the owner knows it by.",
        json_schema_extra={"minLength": 1, "maxLength": LIST_NAME_CHARACTERS},
        examples=["Calendar on the phone"],
    )


def read_feeds(call: Call) -> Response:
    reached = call.reach_list()
    paged = call.asked(Paged)
    question = Question(call.caller.owner_id, "feeds", reached.id)
    page, place = part_of(
        managing_feeds.feeds_of(call.ports, reached),
        lambda feed: f"{to_text(feed.created_at)} {feed.id}",
        limit=paged.limit,
        after=question.place(paged.cursor),
    )
    shown: presenting.Json = {"feeds": [presenting.feed(feed) for feed in page]}
    if (cursor := question.cursor(place)) is not None:
        shown["next_cursor"] = cursor
    return answers.answer(shown)


def create_feed(call: Call) -> Response:
    made = managing_feeds.create(call.ports, call.reach_list(), name=call.given(NewFeed).name, write_id=call.write_id)
    url = f"{call.product.origin}{CALENDAR_PATH.format(token=made.token)}"
    return answers.answer({**presenting.feed(made.feed), "url": url}, status=201)


def delete_feed(call: Call) -> Response:
    managing_feeds.delete(call.ports, call.reach_list(), call.path["feed_id"])
    return answers.nothing()


def read_calendar(call: Call) -> Response:
    reached = call.reach_list()
    state = reading_calendar.state(call.ports, reached)
    if state is None:
        body = _calendar(call, reached)
        etag = _etag("body", body)
        return answers.unchanged(etag) if is_known(call.if_none_match, etag) else answers.calendar(body, etag)
    etag = _etag("state", f"{_FORMAT} {call.product.origin} {reached.id} {state}".encode())
    if is_known(call.if_none_match, etag):
        return answers.unchanged(etag)
    return answers.calendar(_calendar(call, reached), etag)


def _calendar(call: Call, reached: ReachedList) -> bytes:
    # Only a calendar pays for the library that writes one.
    from followups.edges.web import calendar_text

    entries = reading_calendar.entries(call.ports, reached)
    return calendar_text.written(reached.list.name, entries, call.product.origin, reached.id)


def _etag(kind: str, of: bytes) -> str:
    return f'"{kind}-{hashlib.sha256(of).hexdigest()[:32]}"'


OPERATIONS: Final = (
    Operation(
        method="GET",
        path=PATH,
        answer=read_feeds,
        summary="The calendar feeds of a list, oldest first",
        query=Paged,
        shows="Feeds",
        refuses=(422,),
    ),
    Operation(
        method="POST",
        path=PATH,
        answer=create_feed,
        summary="Make a calendar feed",
        description=(
            "`url` is shown this once, and whoever has it reads the dated todos of this list. "
            f"At most {FEEDS_PER_LIST} for each list. To replace an address, make a new feed and delete the old one. "
            "The same Write-Id again makes a feed in place of the one whose answer was lost."
        ),
        body=NewFeed,
        body_optional=True,
        takes_write_id=True,
        status=201,
        shows="MadeFeed",
        example={"name": "Calendar on the phone"},
    ),
    Operation(
        method="DELETE",
        path=f"{PATH}/{{feed_id}}",
        answer=delete_feed,
        summary="End a calendar feed",
        description="Effective at once. 404 says that there is no such feed any more.",
        status=204,
    ),
    Operation(
        method="GET",
        path=CALENDAR_PATH,
        answer=read_calendar,
        summary="The open todos of a list that are due, as a calendar",
        description=(
            "An iCalendar object (RFC 5545): a day as an event of that day, a time as an event in its zone, with the "
            "rule that it repeats by. Titles, no notes. The token is all that it asks for."
        ),
        by_feed=True,
        shows="Calendar",
        media_type=answers.CALENDAR,
        revalidates=True,
        refuses=(429,),
    ),
)
