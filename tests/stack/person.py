"""Owners of the stack as the tests meet them: somebody with a token, who speaks HTTP."""

import json
import urllib.request
import uuid
from typing import Any

from infra import owners
from infra.deployment import Deployed


class Person:
    """An owner of the stack, who speaks HTTP."""

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


def newcomer(stack: Deployed) -> Person:
    """Somebody who signs in for the first time."""
    email = f"{uuid.uuid4().hex}@example.com"
    return Person(stack, owners.sign_in(stack, email, owners.invite(stack, email)).access)
