"""The machine's clock and its random numbers."""

import os
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from followups.domain.base62 import BASE, encoded
from followups.domain.ids import RANDOM_BYTES, uuid7
from followups.domain.instants import Instant, epoch_milliseconds

SMALL_STEP: Final = timedelta(seconds=1)
"""A machine's clock that was set back by less than this is waited for, in time order; beyond it, it is believed."""

_TICK: Final = timedelta(microseconds=1)


def _machine_time() -> Instant:
    return datetime.now(UTC)


class SystemClock:
    """Never the same microsecond twice: what is added one after the other stays in that order. For one thread."""

    def __init__(self, read: Callable[[], Instant] = _machine_time) -> None:
        self._read = read
        self._last = datetime.min.replace(tzinfo=UTC)

    def now(self) -> Instant:
        at = self._read()
        if at <= self._last < at + SMALL_STEP:
            at = self._last + _TICK
        self._last = at
        return at


class SystemChance:
    def id(self, now: Instant) -> str:
        return uuid7(epoch_milliseconds(now), os.urandom(RANDOM_BYTES))

    def base62(self, characters: int) -> str:
        # Eight bytes more than it takes, so that the remainder is even enough.
        number = int.from_bytes(os.urandom(characters + 8), "big")
        return encoded(number % BASE**characters, characters)

    def bits(self) -> bytes:
        return secrets.token_bytes(32)
