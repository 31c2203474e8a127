"""Whether somebody waits for an answer right now: what follows a write lets its answer leave first."""

import asyncio
from contextlib import suppress
from types import TracebackType


class Answering:
    """Entered for each request, left once its answer is out."""

    def __init__(self) -> None:
        self._requests = 0
        self._nobody = asyncio.Event()
        self._nobody.set()

    def __enter__(self) -> None:
        self._requests += 1
        self._nobody.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._requests -= 1
        if not self._requests:
            self._nobody.set()

    async def over(self, *, within: float) -> None:
        """Wait until nobody waits for an answer, but no longer than so many seconds."""
        if self._requests:
            with suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await self._nobody.wait()
