"""An ASGI application behind API Gateway's HTTP API."""

import asyncio
import weakref
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from http import HTTPStatus
from typing import Any, Final

from mangum import Mangum
from mangum.types import ASGI

Handler = Callable[[dict[str, Any], Any], dict[str, Any]]
Running = Callable[[], AbstractAsyncContextManager[None]]

ENDING_SECONDS: Final = 0.2
"""How long what a call left behind may take to end, in seconds, before it is cancelled, and then let go as it is."""

ANSWERING_SECONDS: Final = 1.0
"""How long before its end a call is given up on, in seconds: enough to clear up and to answer."""


def lambda_handler(app: ASGI, running: Running = nullcontext) -> Handler:
    """The function that Lambda calls: one event loop and one `running()` for the life of the process.

    Mangum's own lifespan would start and stop with every call. A call that breaks, or that is cut short by an exception
    which no application catches, takes the loop along with whatever still runs in it; the next call begins with a new
    one, so `running` has to enter anew each time.
    """
    stay = _Stay(running)
    http = Mangum(_within_its_time(app), lifespan="off")

    def handle(event: dict[str, Any], context: Any) -> dict[str, Any]:
        try:
            stay.begin()
            answer = http(event, context)
            if answer["statusCode"] == HTTPStatus.INTERNAL_SERVER_ERROR:
                # What broke may be what stays, which comes to its end only in the next call.
                stay.end()
            else:
                stay.settle()
        except BaseException:
            stay.end()
            raise
        return answer

    stay.begin()
    # However the process ends, nothing is left pending in the loop.
    weakref.finalize(handle, stay.end)
    return handle


def _within_its_time(app: ASGI) -> ASGI:
    """The application, but cancelled shortly before Lambda would end the process: then it is answered, and logged.

    What waits in the loop is meant. A call that waits for the storage gives up by itself.
    """

    async def bounded(scope: Any, receive: Any, send: Any) -> None:
        remaining = getattr(scope.get("aws.context"), "get_remaining_time_in_millis", None)
        seconds = None if remaining is None else max(0.0, remaining() / 1000 - ANSWERING_SECONDS)
        async with asyncio.timeout(seconds):
            await app(scope, receive, send)

    return bounded


class _Stay:
    """An event loop with `running()` entered in it, until it is ended."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._loop: asyncio.AbstractEventLoop | None = None
        self._staying: asyncio.Task[None] | None = None
        self._own: frozenset[asyncio.Task[Any]] = frozenset()
        """The tasks that stay from call to call."""

    def begin(self) -> None:
        """Make the loop the current one, a new one where there is none.

        Raises: whatever entering raises.
        """
        if self._loop is not None:
            asyncio.set_event_loop(self._loop)
            return
        loop = self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        try:
            self._staying = loop.run_until_complete(_entered(self._running))
        except BaseException:
            self.end()
            raise
        self._own = frozenset(asyncio.all_tasks(loop))

    def settle(self) -> None:
        """Let what a call left behind come to its end within the call; where it does not, end the stay with it."""
        loop, staying = self._loop, self._staying
        if loop is None or staying is None:
            return
        left = asyncio.all_tasks(loop) - self._own
        if left:
            _, left = loop.run_until_complete(asyncio.wait(left, timeout=ENDING_SECONDS))
        if left or staying.done():
            self.end()

    def end(self) -> None:
        """Cancel what runs in the loop, let it come to its end, and close the loop."""
        loop, self._loop, self._staying, self._own = self._loop, None, None, frozenset()
        if loop is None or loop.is_closed():
            return
        # A cut between the loop's own lines may leave it marked as running. Nobody can run it any more, nor its tasks.
        asyncio._set_running_loop(None)
        if loop.is_running():
            return
        # It may also leave it about to stop, which it then does here.
        loop.stop()
        loop.run_forever()
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left, timeout=ENDING_SECONDS))
        loop.close()


async def _entered(running: Running) -> asyncio.Task[None]:
    """The task that entered `running()` and stays inside: what was entered belongs to it.

    Raises: whatever entering raises.
    """
    inside = asyncio.Event()

    async def stay() -> None:
        async with running():
            inside.set()
            await asyncio.Event().wait()

    staying = asyncio.create_task(stay())
    waiting = asyncio.create_task(inside.wait())
    await asyncio.wait({staying, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if staying.done():
        waiting.cancel()
        staying.result()
    return staying
