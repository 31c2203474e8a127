"""An open page, as far as a socket is one: the same small client for all that are compared."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from bench.outcomes import NotMeasured

_SECONDS: Final = 60
"""How long a message may take."""


class Page:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def send(self, message: str) -> None:
        """Raises: NotMeasured: the server hung up."""
        try:
            self._connection.send(message)
        except WebSocketException as error:
            raise NotMeasured(f"the socket closed: {error}") from error

    def receive(self) -> str:
        """The next message. Raises: NotMeasured: there comes none."""
        try:
            return str(self._connection.recv(_SECONDS))
        except (WebSocketException, TimeoutError) as error:
            raise NotMeasured(f"the page was told nothing: {error}") from error


@contextmanager
def opened(address: str) -> Iterator[Page]:
    """Raises: NotMeasured: no socket opens there."""
    try:
        connection = connect(address, compression=None, proxy=None)
    except (WebSocketException, OSError) as error:
        raise NotMeasured(f"no socket opens at {address.partition('?')[0]}: {error}") from error
    with connection:
        yield Page(connection)
