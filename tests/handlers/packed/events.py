"""What API Gateway hands to the functions: payload version 2.0 over HTTP, and the events of a WebSocket."""

import base64
import json
from typing import Any, Final

CLIENT: Final = "client-of-the-site"
SUBJECT: Final = "owner-of-the-packages"
ISSUER: Final = "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_pool"

CONNECTED_AT: Final = 1_800_000_000_000
"""When the connection of `socket_event` was made, in milliseconds since 1970."""

MODERN: Final = "2026-07-28"
LEGACY: Final = "2025-11-25"

_ENVELOPE: Final = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


def http_event(method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> dict[str, Any]:
    return {
        "version": "2.0",
        "routeKey": f"{method} {path}",
        "rawPath": path,
        "rawQueryString": "",
        "headers": {"host": "gateway.test", "content-type": "application/json", **(headers or {})},
        "requestContext": {
            "http": {"method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1"},
            "requestId": "request-of-the-gateway",
            "stage": "$default",
        },
        **({} if body is None else {"body": json.dumps(body)}),
        "isBase64Encoded": False,
    }


def owner_event(method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """A request of the owner, behind the JWT authorizer."""
    event = http_event(method, path, body, headers)
    claims = {"iss": ISSUER, "sub": SUBJECT, "client_id": CLIENT, "token_use": "access"}
    event["requestContext"]["authorizer"] = {"jwt": {"claims": claims, "scopes": None}}
    return event


def mcp_event(
    key: str, method: str, params: dict[str, Any] | None = None, *, era: str = MODERN, id: int | None = 1
) -> dict[str, Any]:
    """A message of an agent; without an id, a notification."""
    params = dict(params or {})
    headers = {"authorization": f"Bearer {key}", "accept": "application/json", "mcp-protocol-version": era}
    if era == MODERN:
        params["_meta"] = _ENVELOPE
        headers |= {"mcp-method": method} | ({"mcp-name": params["name"]} if "name" in params else {})
    message = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if id is None else {"id": id})
    return http_event("POST", "/mcp", message, headers)


def socket_event(route: str, body: str | None = None, query: dict[str, str] | None = None) -> dict[str, Any]:
    """Of one connection: it comes, speaks or goes."""
    kind = {"$connect": "CONNECT", "$disconnect": "DISCONNECT"}.get(route, "MESSAGE")
    return {
        **({} if query is None else {"queryStringParameters": query}),
        "requestContext": {
            "routeKey": route,
            "eventType": kind,
            "connectionId": "connection=",
            "connectedAt": CONNECTED_AT,
            "requestTimeEpoch": CONNECTED_AT,
            "requestId": "request-of-the-gateway",
            "stage": "live",
            "apiId": "sockets",
        },
        **({} if body is None else {"body": body}),
        "isBase64Encoded": False,
    }


def opening() -> dict[str, Any]:
    """The parameters of `initialize`."""
    return {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def members(answer: dict[str, Any]) -> Any:
    """The JSON of an answer. Mangum writes what it does not know to be text in base64."""
    assert answer["statusCode"] < 300, answer
    body = answer["body"]
    return json.loads(base64.b64decode(body) if answer["isBase64Encoded"] else body)
