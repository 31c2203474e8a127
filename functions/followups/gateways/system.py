"""The machine's clock and its random numbers."""

import os
import secrets
from datetime import UTC, datetime

from followups.domain.base62 import BASE, encoded
from followups.domain.ids import RANDOM_BYTES, uuid7
from followups.domain.instants import Instant, epoch_milliseconds


class SystemClock:
    def now(self) -> Instant:
        return datetime.now(UTC)


class SystemChance:
    def id(self, now: Instant) -> str:
        return uuid7(epoch_milliseconds(now), os.urandom(RANDOM_BYTES))

    def base62(self, characters: int) -> str:
        # Eight bytes more than it takes, so that the remainder is even enough.
        number = int.from_bytes(os.urandom(characters + 8), "big")
        return encoded(number % BASE**characters, characters)

    def bits(self) -> bytes:
        return secrets.token_bytes(32)
