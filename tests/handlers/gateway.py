"""Events as API Gateway's HTTP API sends them, what functions answer, and functions as Lambda loads them."""

import base64
import importlib.util
import json
from collections.abc import Mapping
from typing import Any, Final

from tests.architecture.sources import HANDLERS

REGION: Final = "eu-central-1"
CLIENT: Final = "client-of-the-site"
REQUEST_ID: Final = "request-of-the-gateway"
ISSUER: Final = "https://cognito/pool"

MODERN: Final = "2026-07-28"
LEGACY: Final = "2025-11-25"

_ENVELOPE: Final = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


def settings(table: str) -> dict[str, str]:
    """The environment of a function whose table this is."""
    return {
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "FOLLOW_UPS_TABLE": table,
        "FOLLOW_UPS_CLIENT_ID": CLIENT,
        "FOLLOW_UPS_ORIGIN": "https://todo.test/",
        "FOLLOW_UPS_LOG_LEVEL": "ERROR",
    }


def loaded(handler: str) -> Any:
    """A fresh copy of a handler's module, which reads its settings as it is loaded."""
    spec = importlib.util.spec_from_file_location(f"{handler}_handler_under_test", HANDLERS / f"{handler}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def event(
    method: str,
    path: str,
    body: Any = None,
    *,
    headers: Mapping[str, str] | None = None,
    query: str = "",
    claims: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Of payload version 2.0; with claims, of a route behind the JWT authorizer."""
    context: dict[str, Any] = {
        "http": {"method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1", "userAgent": "test"},
        "requestId": REQUEST_ID,
        "stage": "$default",
        "routeKey": "ANY /api/{proxy+}",
    }
    if claims is not None:
        context["authorizer"] = {"jwt": {"claims": claims, "scopes": None}}
    return {
        "version": "2.0",
        "routeKey": "ANY /api/{proxy+}",
        "rawPath": path,
        "rawQueryString": query,
        "headers": {"host": "gateway.test", "content-type": "application/json", **(headers or {})},
        "requestContext": context,
        **({} if body is None else {"body": json.dumps(body)}),
        "isBase64Encoded": False,
    }


def signed_in(subject: str, *, client: str = CLIENT, issuer: str = ISSUER) -> dict[str, Any]:
    """The claims of an owner's access token."""
    return {"iss": issuer, "sub": subject, "client_id": client, "token_use": "access"}


def tool_call(key: str, tool: str, arguments: Mapping[str, Any], *, era: str = MODERN) -> dict[str, Any]:
    """An agent's call of a tool."""
    params: dict[str, Any] = {"name": tool, "arguments": arguments}
    headers = {"mcp-protocol-version": era, "authorization": f"Bearer {key}", "accept": "application/json"}
    if era == MODERN:
        params["_meta"] = _ENVELOPE
        headers |= {"mcp-method": "tools/call", "mcp-name": tool}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return event("POST", "/mcp", message, headers=headers)


def members(answer: Mapping[str, Any]) -> Any:
    """Mangum writes what it does not know to be text in base64, and the gateway reads it."""
    body = answer["body"]
    return json.loads(base64.b64decode(body) if answer["isBase64Encoded"] else body)


def content(answer: Mapping[str, Any]) -> Any:
    """The structured content of a tool's answer."""
    assert answer["statusCode"] == 200, answer["body"]
    return members(answer)["result"]["structuredContent"]
