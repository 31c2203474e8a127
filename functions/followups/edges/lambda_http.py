"""An ASGI application behind API Gateway's HTTP API."""

import asyncio
import weakref
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from http import HTTPStatus
from typing import Any, Final

from mangum import Mangum
from mangum.types import ASGI

from followups.edges import logs, metrics

Handler = Callable[[dict[str, Any], Any], dict[str, Any]]
Running = Callable[[], AbstractAsyncContextManager[None]]

ENDING_SECONDS: Final = 0.2
"""How long what a call left behind may take to end, in seconds, before it is cancelled, and then let go as it is."""

STOPS: Final = 5
"""How often a loop that was cut may stop before what runs in it has ended."""
ANSWERING_SECONDS: Final = 1.0
"""How long before its end a call is given up on, in seconds: enough to clear up and to answer."""

_ADDRESS: Final = frozenset({"host", "x-forwarded-port"})

GIVEN_UP: Final = {
    "statusCode": 503,
    "headers": {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store", "retry-after": "5"},
    "body": "This took too long. Try the same call again in a few seconds; what has landed already is not done twice.",
    "isBase64Encoded": False,
}
"""What a call is answered that waits for something that does not come."""


def lambda_handler(app: ASGI, running: Running = nullcontext) -> Handler:
    """The function that Lambda calls: one event loop and one `running()` for the life of the process.

    Mangum's own lifespan would start and stop with every call. A call that breaks, or that is cut short by an exception
    which no application catches, takes the loop along with whatever still runs in it; the next call begins with a new
    one, so `running` has to enter anew each time. A call that still waits in the loop shortly before Lambda would end
    the process is cut short here, and answered; one that waits for the storage gives up by itself.
    """
    stay = _Stay(running)
    stay.begin()
    http = Mangum(app, lifespan="off")

    def handle(event: dict[str, Any], context: Any) -> dict[str, Any]:
        try:
            stay.begin(_seconds_left(context))
            answer = http(_without_address(event), context)
            if answer["statusCode"] == HTTPStatus.INTERNAL_SERVER_ERROR:
                # What broke may be what stays, which comes to its end only in the next call.
                stay.end()
            else:
                stay.settle()
        except BaseException:
            given_up = stay.is_out_of_time
            stay.end()
            if not given_up:
                raise
            logs.call(
                "call given up on",
                metrics.of_call(metrics.INTERNAL),
                invocation=getattr(context, "aws_request_id", None),
            )
            return GIVEN_UP
        return answer

    # However the process ends, nothing is left pending in the loop.
    weakref.finalize(handle, stay.end)
    return handle


def _without_address(event: dict[str, Any]) -> dict[str, Any]:
    """The event without the headers that Mangum reads a port out of: a client may write anything there, and nothing of
    ours looks at them, since absolute URLs start with the setting.
    """
    headers = event.get("headers") or {}
    return {**event, "headers": {name: value for name, value in headers.items() if name.lower() not in _ADDRESS}}


def _seconds_left(context: Any) -> float | None:
    """Until the call has to be given up on; None where nobody ends it."""
    remaining = getattr(context, "get_remaining_time_in_millis", None)
    return None if remaining is None else max(0.0, remaining() / 1000 - ANSWERING_SECONDS)


class _Stay:
    """An event loop with `running()` entered in it, until it is ended."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._loop: asyncio.AbstractEventLoop | None = None
        self._staying: asyncio.Task[None] | None = None
        self._own: frozenset[asyncio.Task[Any]] = frozenset()
        """The tasks that stay from call to call."""
        self._timer: asyncio.TimerHandle | None = None
        self.is_out_of_time = False

    def begin(self, seconds: float | None = None) -> None:
        """Make the loop the current one, a new one where there is none, and let it stop after so many seconds.

        Raises: whatever entering raises.
        """
        loop = self._loop or self._entered_loop()
        asyncio.set_event_loop(loop)
        self.is_out_of_time = False
        if seconds is not None:
            self._timer = loop.call_later(seconds, self._stop, loop)

    def _entered_loop(self) -> asyncio.AbstractEventLoop:
        loop = self._loop = asyncio.new_event_loop()
        try:
            self._staying = loop.run_until_complete(_entered(self._running))
        except BaseException:
            self.end()
            raise
        self._own = frozenset(asyncio.all_tasks(loop))
        return loop

    def _stop(self, loop: asyncio.AbstractEventLoop) -> None:
        self.is_out_of_time = True
        loop.stop()

    def settle(self) -> None:
        """Let what a call left behind come to its end within the call; where it does not, end the stay with it."""
        loop, staying = self._loop, self._staying
        if loop is None or staying is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        left = asyncio.all_tasks(loop) - self._own
        if left:
            _, left = loop.run_until_complete(asyncio.wait(left, timeout=ENDING_SECONDS))
        if left or staying.done():
            self.end()

    def end(self) -> None:
        """Cancel what runs in the loop, let it come to its end, and close the loop."""
        loop, self._loop, self._staying, self._own, self._timer = self._loop, None, None, frozenset(), None
        if loop is None or loop.is_closed():
            return
        # A cut between the loop's own lines may leave it marked as running. Nobody can run it any more, nor its tasks.
        asyncio._set_running_loop(None)
        if loop.is_running():
            return
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            ending = loop.create_task(_gone(left))
            for _ in range(STOPS):
                # It may also leave the loop about to stop, or a task whose end stops it.
                with suppress(RuntimeError):
                    loop.run_until_complete(ending)
                    break
        loop.close()


async def _gone(tasks: set[asyncio.Task[Any]]) -> None:
    await asyncio.wait(tasks, timeout=ENDING_SECONDS)


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
