"""The owner's requests to the web API, with the cookie of a signed-in browser."""

import json
from collections.abc import Mapping
from typing import Any

from bench.exchanges import Connection, Reply
from bench.outcomes import NotMeasured


class WebClient:
    def __init__(self, connection: Connection, cookie: str) -> None:
        self._connection = connection
        self._headers = {"cookie": cookie, "accept": "application/json"}

    def get(self, path: str) -> Reply:
        """Raises: NotMeasured: it is not answered with 200."""
        return _good(self._connection.send(self._connection.request("GET", path, self._headers)))

    def patch(self, path: str, changes: Mapping[str, Any], version: str) -> Reply:
        """A merge patch of what was read at this ETag, whatever comes of it."""
        headers = self._headers | {"content-type": "application/merge-patch+json", "if-match": version}
        return self._connection.send(self._connection.request("PATCH", path, headers, json.dumps(changes).encode()))

    def change(self, path: str, **changes: Any) -> float:
        """How long a patch takes, in seconds; the reading before it not counted. Raises: NotMeasured: it is refused."""
        version = self.get(path).header("etag") or "*"
        return _good(self.patch(path, changes, version)).seconds

    def create(self, path: str) -> Any:
        """What a POST without a body made. Raises: NotMeasured: it is refused."""
        reply = self._connection.send(self._connection.request("POST", path, self._headers))
        if reply.status != 201:
            raise NotMeasured(f"the web API answered {reply.status}: {reply.body[:300].decode(errors='replace')}")
        return json.loads(reply.body)

    def delete(self, path: str) -> None:
        """Raises: NotMeasured: it is refused."""
        headers = self._headers | {"if-match": "*"}
        _good(self._connection.send(self._connection.request("DELETE", path, headers)))


def _good(reply: Reply) -> Reply:
    if reply.status != 200:
        raise NotMeasured(f"the web API answered {reply.status}: {reply.body[:300].decode(errors='replace')}")
    return reply
