"""Waiting for what another program does: asked again and again, and never longer than it may take."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

Answer = TypeVar("Answer")

_PAUSE_SECONDS = 0.02
"""Between two looks, in seconds."""


def eventually(look: Callable[[], Answer | None], *, within: float, what: str) -> Answer:
    """The first answer that is something. Raises: AssertionError: there was none within so many seconds."""
    deadline = time.monotonic() + within
    while not (answer := look()):
        assert time.monotonic() < deadline, f"{what}: not within {within} s"
        time.sleep(_PAUSE_SECONDS)
    return answer


async def soon(look: Callable[[], Awaitable[Answer | None]], *, within: float, what: str) -> Answer:
    """The same for a look that has to be awaited."""
    deadline = time.monotonic() + within
    while not (answer := await look()):
        assert time.monotonic() < deadline, f"{what}: not within {within} s"
        await asyncio.sleep(_PAUSE_SECONDS)
    return answer
