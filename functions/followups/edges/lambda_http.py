"""An ASGI application behind API Gateway's HTTP API."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from mangum import Mangum
from mangum.types import ASGI

Handler = Callable[[dict[str, Any], Any], dict[str, Any]]


def lambda_handler(app: ASGI, running: Callable[[], AbstractAsyncContextManager[None]] = nullcontext) -> Handler:
    """The function that Lambda calls: one event loop and one `running()` for the life of the process.

    Mangum's own lifespan would start and stop with every call, and what `running` enters may be entered once only.
    """
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    http = Mangum(app, lifespan="off")
    staying = loop.run_until_complete(_entered(running))

    def handle(event: dict[str, Any], context: Any) -> dict[str, Any]:
        if staying.done():
            staying.result()
        asyncio.set_event_loop(loop)
        return http(event, context)

    return handle


async def _entered(running: Callable[[], AbstractAsyncContextManager[None]]) -> asyncio.Task[None]:
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
