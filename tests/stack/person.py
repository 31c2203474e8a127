"""Owners of the stack as the tests meet them: somebody with a token, who speaks HTTP."""

import json
import urllib.request
import uuid
from typing import Any

from infra import owners
from infra.deployment import Deployed


class Person:
    """An owner of the stack or an agent of theirs, who speaks HTTP."""

    def __init__(self, stack: Deployed, token: str) -> None:
        self._stack = stack
        self._token = token

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        request = urllib.request.Request(
            f"{self._stack.api_url}{path}",
            None if body is None else json.dumps(body).encode(),
            {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
            | {name.replace("_", "-"): value for name, value in headers.items()},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            content = answer.read()
            return json.loads(content) if content else None

    def call(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers whoever holds this token, which is a key's secret then."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        told = self.ask("POST", "/mcp", message, accept="application/json", mcp_protocol_version="2025-11-25")
        return told["result"]["structuredContent"]

    def agent(self, list_id: str) -> "Person":
        """An agent of theirs, at one list."""
        made = self.ask("POST", "/api/keys", {"name": "agent", "role": "agent", "list_id": list_id})
        return Person(self._stack, made["secret"])

    def at(self, stack: Deployed) -> "Person":
        """The same one, in front of another stack."""
        return Person(stack, self._token)


def newcomer(stack: Deployed) -> Person:
    """Somebody who signs in for the first time."""
    email = f"{uuid.uuid4().hex}@example.com"
    return Person(stack, owners.sign_in(stack, email, owners.invite(stack, email)).access)
