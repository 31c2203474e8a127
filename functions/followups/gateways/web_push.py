"""Web push (RFC 8030): encrypted for one browser (RFC 8291), signed by us (RFC 8292), handed to its push service."""

from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Final

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from followups.domain import push
from followups.domain.errors import Invalid
from followups.domain.errors import TooLarge as LongEndpoint
from followups.domain.instants import Instant
from followups.domain.push import Subscription
from followups.gateways.outside import Answered, Forbidden, NoAnswer, Outside
from followups.gateways.vapid import Vapid
from followups.services.pushing import (
    LONGEST_TTL_SECONDS,
    Delivered,
    Gone,
    Later,
    Message,
    Outcome,
    Refused,
    TooLarge,
)
from followups.services.time_and_chance import Clock

_RECORD_BYTES: Final = 4096
"""A push is one record (RFC 8291 4)."""
_WAIT: Final = frozenset({408, 425, 429})
"""Beside 5xx: what may be taken later."""


class WebPush:
    """`services.pushing.Gateway`."""

    def __init__(self, vapid: Vapid, clock: Clock, *, allows_private: bool = False, outside: Outside | None = None):
        """`allows_private` is for tests: it lets pushes go to http:// and to private hosts."""
        self._vapid = vapid
        self._clock = clock
        self._allows_private = allows_private
        self._outside = outside or Outside(allows_private=allows_private)

    def send(self, subscription: Subscription, message: Message, *, deadline_seconds: float) -> Outcome:
        now = self._clock.now()
        try:
            # What was taken under another setting is not sent to under this one.
            endpoint = push.endpoint(subscription.endpoint, allows_private=self._allows_private)
        except (Invalid, LongEndpoint) as refusal:
            return Refused(None, refusal.message)
        headers = {
            "Authorization": self._vapid.authorization(endpoint, now),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(message.ttl_seconds),
            "Topic": message.topic,
            "Urgency": "high",
        }
        body = encrypted(subscription, message.body)
        try:
            answer = self._outside.post(endpoint, headers, body, deadline_seconds=deadline_seconds)
        except Forbidden as refusal:
            return Refused(None, str(refusal))
        except NoAnswer as silence:
            return Later(None, str(silence))
        return _outcome(answer, now)


def encrypted(subscription: Subscription, body: bytes) -> bytes:
    """So that only this browser reads it, under a key that is used once."""
    sealed: bytes = http_ece.encrypt(
        body,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=push.from_base64url(subscription.p256dh),
        auth_secret=push.from_base64url(subscription.auth),
        rs=_RECORD_BYTES,
        version="aes128gcm",
    )
    return sealed


def _outcome(answer: Answered, now: Instant) -> Outcome:
    status = answer.status
    cause = f"{status} {answer.text}".strip()
    if 200 <= status < 300:
        return Delivered()
    if status in {404, 410}:
        return Gone()
    if status == 413:
        return TooLarge()
    if status in _WAIT or status >= 500:
        return Later(_seconds(answer.headers.get("retry-after"), now), cause)
    return Refused(status, cause)


def _seconds(retry_after: str | None, now: Instant) -> int | None:
    """In seconds from now, whichever of its two forms it has (RFC 9110 10.2.3)."""
    if retry_after is None:
        return None
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return min(int(text[:10]), LONGEST_TTL_SECONDS)
    try:
        at = parsedate_to_datetime(text)
        asked = (at if at.tzinfo is not None else at.replace(tzinfo=UTC)) - now
    except (ValueError, OverflowError):
        return None
    return min(max(int(asked.total_seconds()), 0), LONGEST_TTL_SECONDS)
