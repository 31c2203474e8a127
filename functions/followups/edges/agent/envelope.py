"""What must hold of a message before anything is done for it."""

import json

from followups.domain.errors import Invalid


def refuse_unanswerable(body: bytes) -> None:
    """Let no call through that could not be answered: what has no id counts as a notification, and its answer is lost.

    What is no JSON at all, and what is wrong inside a message, is for the transport to say.

    Raises: Invalid: no message of JSON-RPC 2.0 (4, 5), or a request whose id is missing, or neither a text nor a whole
        number.
    """
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise Invalid('A message is one JSON object: {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.')
    if "method" not in message:
        if "result" in message or "error" in message:
            return
        raise Invalid("A message names its method, such as tools/call.", field="method")
    method, id = message["method"], message.get("id")
    if isinstance(method, str) and method.startswith("notifications/"):
        return
    if not isinstance(id, str | int) or isinstance(id, bool):
        raise Invalid("A request needs an id, a text or a whole number. Nothing was done.", field="id")
