"""Everything that can be refused: one family, each with a stable code and the next step in its text."""

from datetime import datetime
from typing import ClassVar


class FollowUpsError(Exception):
    """A refusal that the caller can act on."""

    code: ClassVar[str]

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details = {name: value for name, value in details.items() if value is not None}
        """What a program needs of the refusal, besides the text: plain JSON values and instants."""


class Unauthorized(FollowUpsError):
    """Nobody, or a key that is not one."""

    code = "unauthorized"


class NotAllowed(FollowUpsError):
    """The key's role does not reach that far."""

    code = "not_allowed"


class NotFound(FollowUpsError):
    """Unknown, foreign or out of reach: all look the same."""

    code = "not_found"


class IfMatchRequired(FollowUpsError):
    """A write without the version it was made from."""

    code = "if_match_required"


class PositionGone(FollowUpsError):
    """The change log no longer reaches back that far."""

    code = "position_gone"


class ChangedMeanwhile(FollowUpsError):
    """Somebody else's write came in between."""

    code = "changed_meanwhile"


class ClaimedElsewhere(FollowUpsError):
    """Another session's claim is live."""

    code = "claimed_elsewhere"

    def __init__(self, *, holder: str, expires_at: datetime) -> None:
        super().__init__(
            f"Session {holder} holds this follow-up until {expires_at.isoformat(timespec='seconds')}. "
            "Take another one; drain_next gives you the next that is free.",
            holder=holder,
            expires_at=expires_at,
        )


class ClaimLost(FollowUpsError):
    """The claim token is missing, or no longer the current one."""

    code = "claim_lost"


class NotDue(FollowUpsError):
    """Held back until its due."""

    code = "not_due"


class KeyConflict(FollowUpsError):
    """An idempotency key that was used with other arguments."""

    code = "key_conflict"


class TooManyOpen(FollowUpsError):
    """This session has as many follow-ups of its own open as it may."""

    code = "too_many_open"


class RepositoryNotAccepted(FollowUpsError):
    """The list names the repositories that it accepts, and this is none of them."""

    code = "repository_not_accepted"


class PlanNotAccepted(FollowUpsError):
    """The stage asks for a plan that the owner accepted."""

    code = "plan_not_accepted"


class TooLarge(FollowUpsError):
    """Over a limit of size."""

    code = "too_large"


class Invalid(FollowUpsError):
    """Not what the field takes."""

    code = "invalid"


class RateLimited(FollowUpsError):
    """More calls than a key may make in a minute."""

    code = "rate_limited"

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(f"Too many calls with this key. Wait {retry_after} s, then go on.", retry_after=retry_after)


class Unavailable(FollowUpsError):
    """The storage did not answer in time, or was throttled."""

    code = "unavailable"

    def __init__(self) -> None:
        super().__init__(
            "The storage did not answer in time. Try the same call again in a few seconds; "
            "a call that has landed already is not done twice.",
            retry_after=5,
        )
