"""Calls as agents and an owner make them, on functions that count what they use, with a clock of their own."""

import io
import json
import sqlite3
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any, Final

from bench.around_functions import OpenPages
from bench.counted_functions import CLIENT, CountedFunctions
from bench.filling import fill, open_first_list
from bench.lambda_events import Event, http_event, socket_event
from bench.mcp_requests import VERSION
from bench.use import Stored, Use
from followups.edges import logs
from followups.services import managing_keys
from followups.services.chores import OWNER_SHARDS, SweepOwners
from followups.storage import keys
from followups.storage.sizes import item_size
from followups.storage.units import Meter
from local.item_text import decode
from local.sign_in import ISSUER, SUBJECT
from local.sqlite_table import SqliteTable

ENTRY_BYTES: Final = 100
"""What DynamoDB stores beside each item and each row of an index (Developer Guide, "DynamoDB item sizes")."""

_STORED: Final = (
    "SELECT body, NULL FROM items UNION ALL"
    " SELECT items.body, index_rows.size FROM index_rows JOIN items USING (pk, sk)"
)
"""Every item, then the size of every row with the item it is of."""
_EXPIRING: Final = {"change": "changes", "session": "sessions", "sent": "markers"}
"""Of `Stored`, by the type of item."""
_BEGIN: Final = datetime(2026, 11, 2, 8, tzinfo=UTC)
_ENVELOPE: Final = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "claude-code", "version": "2.1.0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Counted:
    """An owner's list and an agent's key. Made by `counted`."""

    def __init__(self, todos: int, log: io.StringIO) -> None:
        self._now = _BEGIN
        self._connection = sqlite3.connect(":memory:")
        meter = Meter()
        self._table = SqliteTable(self._connection, meter, now=self._seconds)
        opened = open_first_list(self._table)
        self.filled = fill(opened, todos)
        """Ids of the open follow-ups that were there before the first call."""
        self.list_id = opened.reached.id
        self._owner_id = opened.owner.owner_id
        self._functions = CountedFunctions(self._table, meter, lambda: self._now, log)
        self._secret = managing_keys.create(self._functions.ports, opened.owner, name="An agent").secret
        self._ids = count(1)

    def close(self) -> None:
        self._table.close()

    def _seconds(self) -> float:
        return self._now.timestamp()

    @property
    def tally(self) -> Mapping[str, dict[str, Use]]:
        """By the function, then by the kind of call."""
        return self._functions.tally

    def forget(self) -> None:
        """Begin the tally anew."""
        self._functions.tally.clear()

    @property
    def today(self) -> date:
        return self._now.date()

    def wait(self, **time: float) -> None:
        """Let so much time pass; what is due meanwhile rings."""
        until = self._now + timedelta(**time)
        while (schedule := self._functions.schedules.fired(until)) is not None:
            self._now = max(self._now, schedule.at)
            self._functions.ring(schedule)
        self._now = until

    def tool(self, name: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool. Answers its structured content."""
        result = self.mcp("tools/call", name, name=name, arguments={"list_id": self.list_id, **arguments})
        content: dict[str, Any] = result["structuredContent"]
        return content

    def mcp(self, method: str, kind: str, **parameters: Any) -> dict[str, Any]:
        """Send one message of the protocol. Answers its result."""
        message = {
            "jsonrpc": "2.0",
            "id": next(self._ids),
            "method": method,
            "params": {**parameters, "_meta": _ENVELOPE},
        }
        headers = {
            **self._key,
            "accept": "application/json, text/event-stream",
            "mcp-protocol-version": VERSION,
            "mcp-method": method,
            **({"mcp-name": parameters["name"]} if "name" in parameters else {}),
        }
        answer = self._request("agent", kind, http_event("POST", "/mcp", message, headers))
        result: dict[str, Any] = answer["result"]
        assert not result.get("isError"), result
        return result

    def hook(self, event: str, kind: str, **facts: Any) -> dict[str, Any]:
        """Ask as a hook of the plugin does. Answers what it is told."""
        body = {"list_id": self.list_id, **facts}
        return self._request("web", kind, http_event("POST", f"/api/agent/hooks/{event}", body, self._key))

    def page(self, kind: str, method: str, path: str, body: Any = None, query: str = "") -> dict[str, Any]:
        """Send a request of the owner's page. Answers its members."""
        event = http_event(method, path, body, {"if-match": "*"}, query)
        event["requestContext"]["authorizer"] = {
            "jwt": {"claims": {"iss": ISSUER, "sub": SUBJECT, "client_id": CLIENT, "token_use": "access"}}
        }
        return self._request("web", kind, event)

    def open_socket(self, ticket: str) -> "OpenSocket":
        """Of a page; the ticket is used up by it."""
        return OpenSocket(self._socket, f"L0SM9cOFvHcCI{next(self._ids):02d}=", self._now, ticket)

    def press(self, kind: str) -> bool:
        """Press Done on a device's notification. False where none is shown."""
        if (token := self._functions.devices.pressed()) is None:
            return False
        self._request("web", kind, http_event("POST", "/api/reminder-actions", {"token": token, "action": "done"}, {}))
        return True

    def sweep(self) -> None:
        """Look after this owner, as is done once a day."""
        mine = keys.owners_index(self._owner_id)["GSI1PK"]
        shard = next(number for number in range(OWNER_SHARDS) if keys.owners_shard(number) == mine)
        self._functions.sweep(SweepOwners(shard=shard))

    def stored(self) -> Stored:
        sizes: Counter[str] = Counter()
        for body, row in self._connection.execute(_STORED):
            item = decode(body)
            plain = "items" if row is None else "rows"
            sizes[_EXPIRING.get(item["type"], plain)] += ENTRY_BYTES + (item_size(item) if row is None else row)
        return Stored(**{name: sizes[name] for name in ("items", "rows", *_EXPIRING.values())})

    @property
    def _key(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self._secret}"}

    def _request(self, function: str, kind: str, event: Event) -> dict[str, Any]:
        answer = self._functions.call(function, kind, event)
        body = b64decode(answer["body"]) if answer["isBase64Encoded"] else answer["body"].encode()
        assert answer["statusCode"] < 300, body
        self._functions.add(function, kind, Use(bytes_in=len(event.get("body", "").encode()), bytes_out=len(body)))
        members: dict[str, Any] = json.loads(body or b"{}")
        return members

    def _socket(self, kind: str, event: Event) -> None:
        answer = self._functions.call("socket", kind, event)
        assert answer["statusCode"] == 200, kind
        said = OpenPages()
        for message in (event.get("body"), answer.get("body")):
            if message is not None:
                said.count(message)
        self._functions.add("socket", kind, said.taken())


class OpenSocket:
    """The socket of one page."""

    def __init__(self, send: Callable[[str, Event], None], socket_id: str, connected_at: datetime, ticket: str) -> None:
        self._send = send
        self._id = socket_id
        self._connected_at = connected_at
        self._pings = count(1)
        self._event("CONNECT", queryStringParameters={"ticket": ticket})

    def ping(self) -> None:
        self._event("MESSAGE", body=json.dumps({"ping": next(self._pings)}))

    def close(self) -> None:
        self._event("DISCONNECT")

    def _event(self, kind: str, **more: Any) -> None:
        self._send(kind.lower(), socket_event(kind, self._id, self._connected_at.timestamp(), **more))


@contextmanager
def counted(todos: int) -> Iterator[Counted]:
    """A list with so many open follow-ups. Our log lines go to it alone meanwhile."""
    log = io.StringIO()
    before = (list(logs.LOGGER.handlers), logs.LOGGER.level, logs.LOGGER.propagate)
    logs.configure("INFO", log, stack="follow-ups")
    calls = Counted(todos, log)
    try:
        yield calls
    finally:
        calls.close()
        logs.LOGGER.handlers[:], logs.LOGGER.propagate = before[0], before[2]
        logs.LOGGER.setLevel(before[1])
