"""Signing in on this machine: a link that works once, then a cookie."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import timedelta
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.requests import Request

from followups.edges.sign_in import SESSION_COOKIE
from followups.services import signing_in
from followups.services.access import Caller
from followups.services.ports import Ports
from followups.storage.contract import Key, Table

ISSUER: Final = "local"
SUBJECT: Final = "owner"
"""The one person of this machine."""

SIGNED_IN_DAYS: Final = 180
"""How long a browser stays signed in."""
_LINKS: Final = 20
"""How many unused links are kept; the oldest goes first."""


class LocalSignIn:
    """Links, cookies and who is behind them. The cookies outlive the server, the links do not."""

    def __init__(self, ports: Ports, table: Table) -> None:
        self._ports = ports
        self._table = table
        self._links: list[str] = []

    def owner(self) -> Caller:
        """The owner of this machine, made when there is none yet."""
        return signing_in.sign_in(self._ports, ISSUER, SUBJECT)

    def new_link_token(self) -> str:
        """A token that signs one browser in."""
        token = secrets.token_urlsafe(32)
        self._links = [*self._links[1 - _LINKS :], _digest(token)]
        return token

    def redeem(self, token: str) -> str | None:
        """The cookie's value for a link's token; None when it was used or never given."""
        digest = _digest(token)
        if digest not in self._links:
            return None
        self._links.remove(digest)
        return self.new_cookie()

    def new_cookie(self) -> str:
        secret = secrets.token_urlsafe(32)
        until = self._ports.clock.now() + timedelta(days=SIGNED_IN_DAYS)
        caller = self.owner()
        place = _place(secret)
        self._table.put(
            {
                "PK": place.pk,
                "SK": place.sk,
                "type": "local-session",
                "owner_id": caller.owner_id,
                "expires": int(until.timestamp()),
            }
        )
        return secret

    def caller_of(self, request: Request) -> Caller | None:
        """The owner behind a request of the API (see `edges.sign_in`)."""
        return self.behind(request.headers)

    def behind(self, headers: Mapping[str, str]) -> Caller | None:
        """The owner behind the cookie in these headers."""
        secret = _cookie(headers.get("cookie", ""))
        item = None if secret is None else self._table.get(_place(secret))
        if item is None or item["expires"] <= self._ports.clock.now().timestamp():
            return None
        owner = self._ports.owners.get(item["owner_id"])
        return None if owner is None or owner.deleted_at is not None else Caller(owner.id)

    def sign_out(self, headers: Mapping[str, str]) -> None:
        secret = _cookie(headers.get("cookie", ""))
        if secret is not None:
            self._table.delete(_place(secret))


def cookie_header(secret: str, *, secure: bool) -> str:
    """The Set-Cookie header that signs a browser in."""
    seconds = SIGNED_IN_DAYS * 24 * 60 * 60
    return f"{SESSION_COOKIE}={secret}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def no_cookie_header() -> str:
    """The Set-Cookie header that signs a browser out."""
    return f"{SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"


def _cookie(header: str) -> str | None:
    try:
        morsel = SimpleCookie(header).get(SESSION_COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and morsel.value else None


def _place(secret: str) -> Key:
    return Key(f"LOCAL#{_digest(secret)}", "SESSION")


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
