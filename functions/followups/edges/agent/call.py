"""One HTTP request of an agent, from the door to the tool and back to the log."""

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from followups.domain.errors import FollowUpsError
from followups.edges.logs import cause_of
from followups.services.access import Caller

_IN_SCOPE: Final = "followups.call"


@dataclass(slots=True)
class Call:
    """Who calls, and what becomes of it."""

    caller: Caller
    request_id: str
    tool: str | None = None
    outcome: str = "ok"
    """`ok`, or the code of the refusal."""
    cause: str | None = None
    """Why the storage did not answer, when it did not."""

    def refused(self, refused: FollowUpsError) -> None:
        self.outcome = refused.code
        self.cause = cause_of(refused)

    def put_into(self, scope: MutableMapping[str, Any]) -> None:
        scope[_IN_SCOPE] = self

    @staticmethod
    def of(request: Any) -> "Call":
        """The call that an HTTP request was let in as."""
        call: Call = request.scope[_IN_SCOPE]
        return call
