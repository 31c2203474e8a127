"""A page that the owner opens: it loads, holds a socket, asks what it missed, and changes todos."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

from bench.counted_calls import Counted
from bench.sample_todos import NOTES

PING_MINUTES: Final = 4
"""Between the pings of an open page, each with a reading of what it missed."""


class OwnerPage:
    def __init__(self, calls: Counted, minutes: int) -> None:
        """It stays open for so many minutes."""
        self._calls = calls
        self._list = f"/api/lists/{calls.list_id}"
        self._left = minutes
        calls.page("settings", "GET", "/api/me")
        calls.page("lists", "GET", "/api/lists")
        self._position = calls.page("changes", "GET", f"{self._list}/changes")["position"]
        shown = calls.page("todos", "GET", f"{self._list}/todos", query="limit=200")["todos"]
        self._from_the_foot: Iterator[dict[str, Any]] = reversed(shown)
        self._added: list[dict[str, Any]] = []
        self._socket = calls.open_socket(calls.page("ticket", "POST", "/api/live-tickets", {})["ticket"])
        for _ in range(2):  # at once, and when what was written just before has reached the index
            self._read_missed()

    @property
    def is_open(self) -> bool:
        return self._left > 0

    def stay(self) -> None:
        """For the time between two pings; it is closed when its time is over."""
        self._socket.ping()
        self._read_missed()
        self._left -= PING_MINUTES
        if not self.is_open:
            self._socket.close()

    def edit(self, kinds: Sequence[str]) -> None:
        """Change a todo by each, each another one, from the foot up: agents take from the head."""
        for kind in kinds:
            self._edit(kind)

    def _read_missed(self) -> None:
        missed = self._calls.page("changes", "GET", f"{self._list}/changes", query=f"since={self._position}")
        self._position = missed["position"]

    def _edit(self, kind: str) -> None:
        calls = self._calls
        if kind == "add":
            told = {"title": "Ask whether the second handler is used at all"}
            self._added.append(calls.page(kind, "POST", f"{self._list}/todos", told))
            return
        if kind == "press Done" and calls.press(kind):
            return
        # What is the owner's own is left until then: agents would have done anything else.
        todo = self._added.pop() if kind == "set a due" else next(self._from_the_foot)
        one = f"{self._list}/todos/{todo['id']}"
        match kind:
            case "complete" | "press Done":
                calls.page(kind, "POST", f"{one}/complete", {})
            case "reorder":
                calls.page(kind, "PATCH", one, {"after": next(self._from_the_foot)["id"]})
            case "star":
                calls.page(kind, "PATCH", one, {"starred": not todo["starred"]})
            case "set a due":
                calls.page(kind, "PATCH", one, {"due": {"date": str(calls.today + timedelta(days=1))}})
            case _:
                calls.page(kind, "PATCH", one, {"notes": f"{NOTES} Looked at in version {todo['version']}."})
