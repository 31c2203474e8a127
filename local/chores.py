"""What is done later on one machine: a queue in memory, worked off beside the requests.

A restart empties it, and loses nothing: the sweep at the start finds again, in the data, what was deleted before.
"""

import asyncio
import heapq
import itertools
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

from followups.domain.errors import Unavailable
from followups.domain.instants import Instant
from followups.services import sweeping
from followups.services.chores import Chore
from followups.services.doing_chores import do
from followups.services.following import SETTLED_SECONDS
from followups.services.ports import Ports
from followups.storage import contract
from local.change_log import ChangeLog

OVERDUE: Final = timedelta(seconds=SETTLED_SECONDS)
"""After how long the sweep purges what was deleted: by then its own purge is due, or a restart has lost it."""
SWEEP_SECONDS: Final = 3_600
"""How often everything is looked over, in seconds."""
_REST_SECONDS: Final = 0.05
"""How long it rests after a page, in seconds: nobody waits for a purge, and a request takes several turns of a loop."""
_PAUSE_SECONDS: Final = 60
"""When a chore is tried again after the table did not answer, in seconds."""

_log = logging.getLogger("followups.chores")


class LocalChores:
    """The chores of `services.chores`, done in this process, one page after the other."""

    def __init__(self, ports: Ports, log: ChangeLog) -> None:
        self._ports = ports
        self._log = log
        self._waiting: list[tuple[Instant, int, Chore]] = []
        self._turns = itertools.count()
        self._woken = asyncio.Event()

    def put(self, chores: Sequence[Chore], *, after_seconds: int = 0) -> None:
        due = self._ports.clock.now() + timedelta(seconds=after_seconds)
        for chore in chores:
            heapq.heappush(self._waiting, (due, next(self._turns), chore))
        self._woken.set()

    def sweep(self) -> None:
        """Have everything looked over."""
        sweeping.start(self)

    async def run(self) -> None:
        """Until cancelled. Other work comes in between any two pages."""
        while True:
            self._woken.clear()
            rest = self.step()
            if rest == 0:
                await asyncio.sleep(_REST_SECONDS)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._woken.wait()

    def step(self) -> float | None:
        """Do one page if one is due. Answers how long the next one has time, in seconds; None when nothing waits."""
        if self._waiting and self._waiting[0][0] <= self._ports.clock.now():
            _, _, chore = heapq.heappop(self._waiting)
            self._do(chore)
        if not self._waiting:
            return None
        return max((self._waiting[0][0] - self._ports.clock.now()).total_seconds(), 0.0)

    def _do(self, chore: Chore) -> None:
        try:
            # What a power cut takes back of a purge, the next sweep purges again.
            with self._log.not_waiting():
                do(self._ports, self, chore, overdue=OVERDUE)
        except (Unavailable, contract.Unavailable):
            _log.warning("the table did not answer; a purge goes on in a minute")
            self.put([chore], after_seconds=_PAUSE_SECONDS)
