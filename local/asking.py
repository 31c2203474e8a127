"""What the commands ask of the running server. Standard library only, so that any Python 3.11 runs them."""

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final

from local.data_folder import running_server

_SECONDS: Final = 10
"""How long a command waits for the server, in seconds."""


class NotRunning(Exception):
    """No server answers for this data folder; the text says how to start one."""


class Refused(Exception):
    """The server refused; the text says why."""


def ask(data: Path, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Post to the server that works on this folder. Raises: NotRunning; Refused."""
    server = running_server(data)
    if server is None:
        raise NotRunning(
            f"No server is running on {data}. Start it with: make run. If it works on another folder, name that: --data"
        )
    request = urllib.request.Request(
        server.address + path,
        data=json.dumps(body).encode(),
        headers={"content-type": "application/json", "authorization": f"Bearer {server.admin_token}"},
    )
    try:
        # A proxy of the environment has no business between this machine and itself.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=_SECONDS) as answered:
            told: dict[str, Any] = json.load(answered)
    except urllib.error.HTTPError as refusal:
        raise Refused(_detail(refusal)) from refusal
    except OSError as error:
        raise NotRunning(
            f"The server of {data} does not answer at {server.address}. Start it again with: make run"
        ) from error
    return told


def _detail(refusal: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(refusal)["detail"])
    except (ValueError, KeyError, TypeError):
        return f"The server answered {refusal.code}."
