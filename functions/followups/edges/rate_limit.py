"""How many calls a key may make in a minute, counted by this process alone."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from followups.domain.errors import RateLimited
from followups.domain.limits import CALLS_PER_MINUTE
from followups.services.time_and_chance import Clock

_MINUTE: Final = timedelta(minutes=1)


@dataclass(slots=True)
class _Minute:
    began: datetime
    calls: int = 1


class RateLimit:
    """Counts each key's calls in minutes that begin with the first call after the one before."""

    def __init__(self, clock: Clock, calls: int = CALLS_PER_MINUTE) -> None:
        self._clock = clock
        self._calls = calls
        self._minutes: dict[str, _Minute] = {}
        self._cleaned_at = clock.now()

    def count(self, key_id: str) -> None:
        """Raises: RateLimited: this minute's calls are used up."""
        now = self._clock.now()
        minute = self._minutes.get(key_id)
        if minute is None or _is_over(minute, now):
            self._forget_old(now)
            self._minutes[key_id] = _Minute(now)
            return
        if minute.calls >= self._calls:
            raise RateLimited(retry_after=max(1, math.ceil((minute.began + _MINUTE - now).total_seconds())))
        minute.calls += 1

    def _forget_old(self, now: datetime) -> None:
        """Once a minute, so that keys which call no more take no room."""
        if now - self._cleaned_at < _MINUTE:
            return
        self._minutes = {key_id: minute for key_id, minute in self._minutes.items() if not _is_over(minute, now)}
        self._cleaned_at = now


def _is_over(minute: _Minute, now: datetime) -> bool:
    """Also when the clock was set back."""
    return not minute.began <= now < minute.began + _MINUTE
