"""What changed in a list, for a page that was away."""

from typing import Final, Literal

from pydantic import Field
from starlette.responses import Response

from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.shapes import Asked, Limit
from followups.services import reading_changes

_POSITION: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z(#[!-~]{1,200})?$"


class ChangesAsked(Asked):
    since: str | None = Field(
        default=None,
        pattern=_POSITION,
        description="The position that the last answer gave; without it the answer is where the log ends now.",
    )
    exact: Literal["true"] | None = Field(
        default=None,
        description="Leave out the minute before `since`, which is read again otherwise; for asking on after `more`.",
    )
    limit: Limit = 200


def read_changes(call: Call) -> Response:
    reached = call.reach_list()
    asked = call.asked(ChangesAsked)
    found = reading_changes.changes(call.ports, reached, asked.since, exact=asked.exact is not None, limit=asked.limit)
    return answers.answer(
        {
            "changes": [presenting.change(change) for change in found.changes],
            "position": found.position,
            "more": found.more,
        }
    )


OPERATIONS: Final = (
    Operation(
        method="GET",
        path="/api/lists/{list_id}/changes",
        answer=read_changes,
        summary="What changed since a position",
        description=(
            "Ids, versions and deletions, oldest first. The last minute comes again, since its writers are not in one "
            "order: keep the newer version. 410 says that the log no longer reaches back: load the list again."
        ),
        query=ChangesAsked,
        shows="Changes",
        refuses=(410, 422),
    ),
)
