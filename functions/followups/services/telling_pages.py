"""Open pages are told what changed: each socket of an owner gets every message, as far as it is reached in time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Protocol

from followups.domain.errors import Unavailable
from followups.domain.limits import SOCKET_SECONDS, SOCKETS_TOLD
from followups.services.sockets import Socket, Sockets
from followups.services.time_and_chance import Clock

OPENING: Final = timedelta(seconds=30)
"""How long after its coming a page may still be opening. It reads what changed once it is open."""


class SocketGone(Exception):
    """There is no such connection any more."""


class NotSent(Exception):
    """The message may not have arrived; the text says why."""


class Gateway(Protocol):
    """What holds the connections."""

    def send(self, socket_id: str, message: str) -> None:
        """Raises: SocketGone, NotSent."""


class Teller(Protocol):
    """What pages are told with."""

    @property
    def clock(self) -> Clock: ...
    @property
    def sockets(self) -> Sockets: ...


@dataclass
class Told:
    """How it went, over all owners of a batch."""

    reached: int = 0
    """Sockets that got every message."""
    failed: int = 0
    """Sockets that may lack one, and owners whose sockets could not be read."""
    cause: str | None = None
    """Of the first failure."""

    def fail(self, cause: str) -> None:
        self.failed += 1
        self.cause = self.cause or cause


def tell(
    teller: Teller,
    gateway: Gateway,
    owner_id: str,
    messages: Callable[[], Sequence[str]],
    told: Told,
    *,
    is_late: Callable[[], bool],
) -> None:
    """Send the owner's open pages these messages, in this order; they are made only when there is such a page.

    Nothing that fails here is raised: what changed is in the change log already, where a page that missed it looks.
    Once it is late no socket is waited for any more.
    """
    try:
        since = teller.clock.now() - timedelta(seconds=SOCKET_SECONDS)
        sockets = teller.sockets.of_owner(owner_id, since=since, limit=SOCKETS_TOLD)
    except Unavailable as failure:
        told.fail(str(failure.__cause__ or failure))
        return
    if not sockets:
        return
    made = messages()
    for page in sockets:
        try:
            _send(teller, gateway, page, made, is_late)
        except NotSent as failure:
            told.fail(str(failure))
        except Unavailable as failure:
            told.fail(str(failure.__cause__ or failure))
        except SocketGone:
            continue
        else:
            told.reached += 1


def _send(teller: Teller, gateway: Gateway, page: Socket, messages: Sequence[str], is_late: Callable[[], bool]) -> None:
    """Raises: SocketGone, NotSent, Unavailable."""
    try:
        for message in messages:
            if is_late():
                raise NotSent("there was no time left")
            gateway.send(page.id, message)
    except SocketGone:
        if teller.clock.now() - page.connected_at < OPENING:
            # Its row is written before the gateway knows it: a page that is still opening is not gone.
            raise NotSent("the page was still opening") from None
        teller.sockets.remove(page.id, connected_by=page.connected_at, owner_id=page.owner_id)
        raise
