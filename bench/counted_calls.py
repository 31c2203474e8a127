"""What calls use, counted: the functions as Lambda runs them, on a metered table with a clock of its own."""

import io
import json
import sqlite3
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from itertools import count
from types import SimpleNamespace
from typing import Any, Final

from bench.filling import fill, open_first_list
from bench.mcp_requests import VERSION
from bench.outcomes import NotMeasured
from followups.edges import logs
from followups.edges.agent.app import build_app as build_agent
from followups.edges.lambda_http import lambda_handler
from followups.edges.sign_in import ClaimsSignIn
from followups.edges.table_stream import stream_handler
from followups.edges.web.app import build_app as build_web
from followups.gateways.system import SystemChance, SystemClock
from followups.services import managing_keys
from followups.services.chores import Chore
from followups.storage.assembly import ports_over
from followups.storage.contract import Item
from followups.storage.sizes import item_size
from followups.storage.units import Meter
from followups.storage.wire import from_wire, to_wire
from local.change_log import Change
from local.item_text import decode
from local.sign_in import ISSUER, SUBJECT
from local.sqlite_table import SqliteTable

ENTRY_BYTES: Final = 100
"""What DynamoDB stores beside each item and each row of an index (Developer Guide, "DynamoDB item sizes")."""

_CONTEXT: Final = SimpleNamespace(aws_request_id="4d9be1ba-36f1-4d2c-8c69-ce5b0a3b9c8f")
_ORIGIN: Final = "https://todo.example.com"
_CLIENT: Final = "site"
_STORED: Final = (
    "SELECT body, NULL FROM items UNION ALL"
    " SELECT items.body, index_rows.size FROM index_rows JOIN items USING (pk, sk)"
)
"""Every item, then the size of every row with the item it is of."""
_ALL_CHANGES: Final = 1_000
_BEGIN: Final = datetime(2026, 11, 2, 8, tzinfo=UTC)
_ENVELOPE: Final = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "claude-code", "version": "2.1.0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What calls came to, together."""

    requests: float = 0.0
    read: float = 0.0
    """DynamoDB units, those of what follows a write among them."""
    write: float = 0.0
    bytes_in: float = 0.0
    """Bodies of requests and of answers, without headers."""
    bytes_out: float = 0.0
    logged: float = 0.0
    """Bytes of our lines, metrics in them, those of live_sync too."""
    followed: float = 0.0
    """Writes that the stream hands to live_sync."""

    def __add__(self, other: "Use") -> "Use":
        return Use(**{field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)})

    def __mul__(self, times: float) -> "Use":
        return Use(**{field.name: getattr(self, field.name) * times for field in fields(self)})


@dataclass(frozen=True, slots=True)
class Stored:
    """Bytes, as DynamoDB bills them: each with what it keeps beside."""

    items: float
    rows: float
    """In the indexes. Backups do not count them."""
    changes: float
    """Rows of the change log, which expire."""
    sessions: float
    """With their rows. They expire too."""

    def __sub__(self, other: "Stored") -> "Stored":
        return Stored(*[getattr(self, field.name) - getattr(other, field.name) for field in fields(self)])


class Counted:
    """An owner's list, an agent's key and both functions. Made by `counted`."""

    def __init__(self, todos: int, log: io.StringIO) -> None:
        self._log = log
        self._now = _BEGIN
        self._meter = Meter()
        self._connection = sqlite3.connect(":memory:")
        self._table = SqliteTable(self._connection, self._meter, now=self._seconds)
        opened = open_first_list(self._table)
        self.filled = fill(opened, todos)
        """Ids of the open follow-ups that were there before the first call."""
        self.list_id = opened.reached.id
        self._ports = ports_over(self._table, SystemClock(lambda: self._now), SystemChance())
        self._secret = managing_keys.create(self._ports, opened.owner, name="An agent").secret
        agent = build_agent(self._ports, origin=_ORIGIN)
        self._agent = lambda_handler(agent, agent.running)
        self._web = lambda_handler(build_web(self._ports, ClaimsSignIn(self._ports, _CLIENT)))
        self._live_sync = stream_handler(self._ports, _NoChores(), from_wire)
        self._ids = count(1)
        self._position = self._table.last_position()
        self.tally: dict[str, Use] = {}
        """By the kind of call."""

    def close(self) -> None:
        self._table.close()

    def _seconds(self) -> float:
        return self._now.timestamp()

    def wait(self, **time: float) -> None:
        """Let so much time pass."""
        self._now += timedelta(**time)

    def tool(self, name: str, kind: str | None = None, **arguments: Any) -> dict[str, Any]:
        """Call a tool. Answers its structured content."""
        result = self.mcp("tools/call", kind or name, name=name, arguments={"list_id": self.list_id, **arguments})
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
            "authorization": f"Bearer {self._secret}",
            "accept": "application/json, text/event-stream",
            "mcp-protocol-version": VERSION,
            "mcp-method": method,
            **({"mcp-name": parameters["name"]} if "name" in parameters else {}),
        }
        answer = self._call(kind, self._agent, _event("POST", "/mcp", message, headers))
        result: dict[str, Any] = answer["result"]
        assert not result.get("isError"), result
        return result

    def page(self, kind: str, method: str, path: str, body: Any = None, query: str = "") -> dict[str, Any]:
        """Send a request of the owner's page. Answers its members."""
        event = _event(method, path, body, {"if-match": "*"}, query)
        event["requestContext"]["authorizer"] = {
            "jwt": {"claims": {"iss": ISSUER, "sub": SUBJECT, "client_id": _CLIENT, "token_use": "access"}}
        }
        return self._call(kind, self._web, event)

    def stored(self) -> Stored:
        sizes: Counter[str] = Counter()
        for item, row in self._connection.execute(_STORED):
            kind = decode(item)["type"]
            if row is None:
                sizes[kind if kind in {"change", "session"} else "item"] += ENTRY_BYTES + item_size(decode(item))
            else:
                sizes["session" if kind == "session" else "row"] += ENTRY_BYTES + row
        return Stored(items=sizes["item"], rows=sizes["row"], changes=sizes["change"], sessions=sizes["session"])

    def _call(self, kind: str, function: Any, event: Mapping[str, Any]) -> dict[str, Any]:
        self._log.seek(0)
        self._log.truncate()
        self._meter.reset()
        answer = function(event, _CONTEXT)
        body = b64decode(answer["body"]) if answer["isBase64Encoded"] else answer["body"].encode()
        assert answer["statusCode"] < 300, body
        followed = self._follow()
        spent = self._meter.total
        logged = len(self._log.getvalue().encode())
        self.tally[kind] = self.tally.get(kind, Use()) + Use(
            requests=1,
            read=spent.read,
            write=spent.write,
            bytes_in=len(event.get("body", "").encode()),
            bytes_out=len(body),
            logged=logged,
            followed=followed,
        )
        members: dict[str, Any] = json.loads(body)
        return members

    def _follow(self) -> int:
        """Let live_sync follow each write since the last call, one by one. Answers how many there were."""
        changes = self._table.changes_after(self._position, _ALL_CHANGES)
        followed = [change for change in changes if _passes(change.old) or _passes(change.new)]
        for change in followed:
            answer = self._live_sync({"Records": [{"dynamodb": _record(change)}]}, _CONTEXT)
            assert not answer["batchItemFailures"], change.key
        self._position = self._table.last_position()
        return len(followed)


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


def _passes(image: Item | None) -> bool:
    """Whether the stream's filter lets it through to live_sync."""
    return image is not None and image["type"] in {"todo", "list", "owner", "repository"}


def _record(change: Change) -> dict[str, Any]:
    images = {"OldImage": change.old, "NewImage": change.new}
    return {
        "SequenceNumber": str(change.position),
        "ApproximateCreationDateTime": change.written_at // 1000,
        **{side: to_wire(image) for side, image in images.items() if image is not None},
    }


class _NoChores:
    def put(self, chores: Sequence[Chore], *, after_seconds: int = 0) -> None:
        raise NotMeasured("A usual day deletes nothing.")


def _event(method: str, path: str, body: Any, headers: Mapping[str, str], query: str = "") -> dict[str, Any]:
    """As an HTTP API sends it, payload version 2.0."""
    return {
        "version": "2.0",
        "rawPath": path,
        "rawQueryString": query,
        "headers": {"host": "api.example.com", "content-type": "application/json", **headers},
        "requestContext": {
            "http": {"method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1"},
            "requestId": "JKJaXmPLvHcESHA=",
        },
        **({} if body is None else {"body": json.dumps(body)}),
        "isBase64Encoded": False,
    }
