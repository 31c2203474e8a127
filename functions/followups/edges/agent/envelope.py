"""What must hold of a message before anything is done for it."""

import json

from followups.domain.errors import Invalid


def refuse_unanswerable(body: bytes) -> None:
    """Let no call through that could not be answered: what has no id counts as a notification, and its answer is lost.

    What is no JSON object, and everything else that is wrong with a message, is for the transport to say.

    Raises: Invalid: a request whose id is missing, or neither a text nor a whole number (JSON-RPC 2.0, 4).
    """
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return
    if not isinstance(message, dict) or "method" not in message:
        return
    method, id = message["method"], message.get("id")
    if isinstance(method, str) and method.startswith("notifications/"):
        return
    if not isinstance(id, str | int) or isinstance(id, bool):
        raise Invalid("A request needs an id, a text or a whole number. Nothing was done.", field="id")
