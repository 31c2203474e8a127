"""Events as AWS hands them to functions: of an HTTP API, of a WebSocket API, of the table's stream, of a queue."""

import json
from collections.abc import Mapping
from typing import Any

from followups.storage.wire import to_wire
from local.change_log import Change

Event = dict[str, Any]


def http_event(method: str, path: str, body: Any, headers: Mapping[str, str], query: str = "") -> Event:
    """A request, payload version 2.0."""
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


def socket_event(kind: str, socket_id: str, connected_at: float, **more: Any) -> Event:
    """CONNECT, DISCONNECT or MESSAGE of a connection. `connected_at` is in seconds."""
    route = "$default" if kind == "MESSAGE" else f"${kind.lower()}"
    return {
        "requestContext": {
            "routeKey": route,
            "eventType": kind,
            "connectionId": socket_id,
            "connectedAt": int(connected_at * 1000),
        },
        **more,
        "isBase64Encoded": False,
    }


def stream_event(change: Change) -> Event:
    """A batch of one write."""
    images = {"OldImage": change.old, "NewImage": change.new}
    record = {
        "SequenceNumber": str(change.position),
        "ApproximateCreationDateTime": change.written_at // 1000,
        **{side: to_wire(image) for side, image in images.items() if image is not None},
    }
    return {"Records": [{"dynamodb": record}]}


def queue_event(text: str) -> Event:
    """A batch of one message."""
    return {"Records": [{"messageId": "059f36b4-87a3-44ab-83d2-661975830a7d", "body": text}]}
