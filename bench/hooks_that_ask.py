"""S10: hooks that ask the service, without the service's own time, against a Python that does nothing."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import Final

from bench.hooks import FLOOR, Hooks
from bench.measuring import Turn, interleaved
from bench.outcomes import Bound, Limit, Line, NotMeasured, milliseconds
from bench.stage import Stage

TITLE: Final = "Hooks that ask the service, its own time aside, against a Python that does nothing"
_ROUNDS: Final = 40
_LIMIT: Final = Limit(Bound.TIMES_FLOOR, 4)
_EVERY: Final = 5
"""Tool calls between two look-ins."""
_BODY: Final = b'{"context": "Open follow-ups in acme/widget: 1.\\n- \\"Guard orders\\" (an-id)"}'
_ANSWER: Final = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(_BODY), _BODY)


def measure(stage: Stage) -> Iterator[Line]:
    with _ready_service() as service:
        hooks = Hooks(stage.folder / "hooks-asking", service.address, plan_reminder_every=str(_EVERY))
        hooks.is_repository()

        def look_in() -> float:
            hooks.calls_before(_EVERY - 1)
            return service.without_its_own(lambda: hooks.seconds("tool_use", "PostToolUse", tool_name="Bash"))

        def session_start() -> float:
            return service.without_its_own(lambda: hooks.seconds("session_start", "SessionStart", source="startup"))

        turns = {"look_in": look_in, "session_start": session_start, "floor": hooks.floor_seconds}
        taken = interleaved(turns, stage.rounds(_ROUNDS))
    floor = milliseconds(taken["floor"])
    for what, name in (("PostToolUse that looks in", "look_in"), ("SessionStart, git included", "session_start")):
        yield Line(what=what, figure=milliseconds(taken[name]), floor=floor, against=FLOOR, limit=_LIMIT)


class _Service:
    """Answers everything at once with the same, one connection at a time, and knows how long that took."""

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening
        self._answered = 0
        self._own_seconds = 0.0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def without_its_own(self, turn: Turn) -> float:
        """Raises: NotMeasured: the hook did not ask."""
        answered, before = self._answered, self._own_seconds
        seconds = turn()
        if self._answered != answered + 1:
            raise NotMeasured("the hook did not ask the service")
        return seconds - (self._own_seconds - before)

    def answer_all(self) -> None:
        """Until the socket is closed."""
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                with connection:
                    # The hook sends its request in one piece, of far less than this.
                    connection.recv(65536)
                    began = perf_counter()
                    connection.sendall(_ANSWER)
                    self._own_seconds += perf_counter() - began
                    self._answered += 1


@contextmanager
def _ready_service() -> Iterator[_Service]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        service = _Service(listening)
        threading.Thread(target=service.answer_all, daemon=True).start()
        yield service
        listening.shutdown(socket.SHUT_RDWR)
