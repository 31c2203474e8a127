"""What follows every write: reads the change log where it stopped and does what `services.following` says.

Stands in for the table's stream and the functions behind it. The position is written after the rows, so that a crash
in between repeats some, which does no harm.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from followups.domain.errors import Unavailable
from followups.edges.live_news import News
from followups.edges.stream_records import seen
from followups.services import following
from followups.services.chores import Chores
from followups.services.ports import Ports
from followups.services.telling_pages import Gateway
from followups.storage import contract
from followups.storage.todo_items import ItemRow
from local.answering import Answering
from local.change_log import Change, ChangeLog

READER: Final = "list-changes"
_BATCH: Final = 100
"""Changes handled at once."""
_ANSWER_SECONDS: Final = 0.01
"""How long a batch waits at most for answers to leave first, that to its write among them, in seconds."""
_REST_SECONDS: Final = 0.01
"""How long the feed rests after a batch, in seconds: a lone write follows at once, many are taken together."""
_KEPT: Final = 10_000
"""Changes that stay in the log behind its readers, for whoever looks into what happened."""
_PAUSE_SECONDS: Final = 1.0
"""How long to wait after the table did not answer, in seconds."""

_log = logging.getLogger("followups.change_feed")


class ChangeFeed:
    """A reader of the log that is woken by every write."""

    def __init__(
        self,
        log: ChangeLog,
        ports: Ports,
        chores: Chores,
        woken: asyncio.Event,
        *,
        gateway: Gateway | None = None,
        answering: Answering | None = None,
    ) -> None:
        """`woken` is set whenever something was added to the log. Without a gateway no page is told of anything."""
        self._log = log
        self._ports = ports
        self._chores = chores
        self._gateway = gateway
        self._woken = woken
        self._answering = answering or Answering()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                while self.step():
                    await asyncio.sleep(0)
                self._woken.clear()  # What its own rows woke it for is done.
            except (Unavailable, contract.Unavailable):
                _log.warning("the table did not answer; the change feed goes on in a second")
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            await asyncio.sleep(_REST_SECONDS)
            await self._woken.wait()
            self._woken.clear()
            await self._answering.over(within=_ANSWER_SECONDS)

    def step(self) -> bool:
        """Handle one batch. False when there was none."""
        position = self._log.position_of(READER)
        batch = self._log.changes_after(position, _BATCH)
        if not batch:
            return False
        last = batch[-1].position
        with self._log.not_waiting():
            news = self._follow(batch)
            if self._gateway is not None:
                news.spread(self._ports, self._gateway, is_late=lambda: False)
            self._log.advance(READER, last)
        if last // _KEPT > position // _KEPT:
            self._log.forget_changes(last - _KEPT)
        return True

    def _follow(self, batch: Sequence[Change]) -> News:
        news = News(ItemRow)
        for change in batch:
            before, after = seen(change.old), seen(change.new)
            rows = following.follow(self._ports, self._chores, before, after, f"{change.position:012d}")
            news.add(before, after, rows, change.new)
        return news
