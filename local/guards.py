"""Who may talk to a server on this machine: Host and Origin are checked before anything else.

A page of another site can send requests to 127.0.0.1 and, by re-binding its own name, read the answers. An address
cannot be re-bound, so any address of this machine is a good Host; of names only those that we know are.
"""

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Refuses requests that came by another name, and writes that another site's page sent with our cookie."""

    def __init__(self, *, port: int, origin: str | None) -> None:
        public = urlsplit(origin) if origin else None
        self._public_origin = origin
        self._names = {"localhost", *([public.hostname] if public and public.hostname else [])}
        self._port = port

    def refusal(self, method: str, headers: Mapping[str, str], *, by_cookie: bool) -> str | None:
        """Why this request is refused, if it is. `by_cookie`: whether the path lets a cookie in."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return (
                "This server was reached under a name that it does not know. Use the address that it printed, or "
                "set FOLLOW_UPS_ORIGIN to the origin of the proxy in front of it."
            )
        sent_from = headers.get("origin")
        if not by_cookie or method in _SAFE_METHODS or sent_from is None:
            return None
        if sent_from == self._public_origin or sent_from in {f"http://{host}", f"https://{host}"}:
            return None
        return "This write came from a page of another site. Nothing was done."

    def _is_ours(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname, parts.port
        except ValueError:
            return False
        if not name:
            return False
        if name in self._names and (name != "localhost" or port in {self._port, None}):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
