"""Claims: the lease that one session holds on a follow-up while it works on it."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Self

from followups.domain.errors import ClaimedElsewhere, ClaimLost
from followups.domain.instants import Instant
from followups.domain.limits import CLAIM_SECONDS


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A lease with its fence: numbers only rise, and the token holds the number."""

    session_id: str
    token: str
    expires_at: Instant

    @classmethod
    def granted(cls, *, session_id: str, number: int, secret: str, now: Instant) -> Self:
        """The claim with this number; `secret` is what nobody else can guess."""
        return cls(session_id=session_id, token=f"{number}.{secret}", expires_at=_expiry(now))

    def is_live(self, now: Instant) -> bool:
        return now < self.expires_at

    def renewed(self, now: Instant) -> Self:
        return replace(self, expires_at=_expiry(now))

    def refuse_others(self, session_id: str, now: Instant) -> None:
        """Raises: ClaimedElsewhere: it is live and another session's."""
        if self.is_live(now) and self.session_id != session_id:
            raise ClaimedElsewhere(holder=self.session_id, expires_at=self.expires_at)


def check_token(claim: Claim | None, token: str | None, now: Instant) -> None:
    """Let the holder of the current token pass, and anybody while no claim is live.

    Raises:
        ClaimLost: the token is not the current one, or a live claim wants one.
    """
    if token is None:
        if claim is not None and claim.is_live(now):
            raise ClaimLost(
                f"Session {claim.session_id} holds this follow-up until "
                f"{claim.expires_at.isoformat(timespec='seconds')}. "
                "If that is you, pass the claim_token that drain_next or claim_follow_up answered.",
                holder=claim.session_id,
                expires_at=claim.expires_at,
            )
        return
    if claim is None:
        raise ClaimLost("This claim has ended. Read the follow-up again and claim it before you go on.")
    if claim.token != token:
        raise ClaimLost(
            f"This claim_token is no longer the current one: session {claim.session_id} claimed the follow-up "
            f"after you, until {claim.expires_at.isoformat(timespec='seconds')}. Leave it to that session.",
            holder=claim.session_id,
            expires_at=claim.expires_at,
        )


def _expiry(now: Instant) -> Instant:
    return now + timedelta(seconds=CLAIM_SECONDS)
