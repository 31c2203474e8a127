"""The paths that only the local server has: the front end, signing in and out, and what its own commands ask."""

import json
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from followups.domain.errors import FollowUpsError, Invalid, NotFound
from followups.domain.instants import to_text
from followups.edges import connecting
from followups.services import managing_keys, managing_lists
from followups.services.ports import Ports
from local import ROOT, page
from local.front import Receive, Scope, Send, answer, answer_json, answer_problem, headers_of
from local.front_end import FrontEnd
from local.sign_in import LocalSignIn, cookie_header, no_cookie_header

SHOWN_ID: Final = 12
"""How many characters of a key's id the commands show."""

_BODY_BYTES: Final = 16_384
"""Largest body that these paths read, in bytes."""
_STYLE: Final = (Path(__file__).parent / "page.css").read_bytes()
_PAGE_HEADERS: Final = {
    "content-security-policy": "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
}

Handler = Callable[[Scope, Receive, Send], Awaitable[None]]


class Site:
    """An ASGI application for everything that is neither the API nor MCP."""

    def __init__(
        self, *, ports: Ports, sign_in: LocalSignIn, origin: str, admin_token: str, front_end: FrontEnd
    ) -> None:
        """`origin` is what browsers and agents use."""
        self._ports = ports
        self._sign_in = sign_in
        self._origin = origin
        self._admin_token = admin_token
        self._front_end = front_end
        self._routes: dict[tuple[str, str], Handler] = {
            ("GET", "/local/page.css"): self._style,
            ("GET", "/config.json"): self._config,
            ("GET", "/local/login"): self._login,
            ("POST", "/local/logout"): self._logout,
            ("POST", "/local/admin/login"): self._new_link,
            ("POST", "/local/admin/connect"): self._connect,
            ("POST", "/local/admin/keys"): self._keys,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        handler = self._routes.get((method, scope["path"]))
        if handler is not None:
            await handler(scope, receive, send)
            return
        allowed = [verb for verb, path in self._routes if path == scope["path"]] or ["GET"]
        if method != "GET" or (method, scope["path"]) in self._routes:
            await answer(send, 405, b"", "text/plain", {"allow": ", ".join(allowed)})
        else:
            await self._file(scope, send)

    async def _file(self, scope: Scope, send: Send) -> None:
        if not self._front_end.is_built:
            await answer(send, 503, page.not_built().encode(), "text/html; charset=utf-8", _PAGE_HEADERS)
            return
        file = self._front_end.at(scope["path"])
        if file is None:
            await answer_problem(send, 404, "not_found", f"There is nothing here. The list is at {self._origin}/")
        elif headers_of(scope).get("if-none-match") == file.etag:
            await answer(send, 304, b"", file.content_type, file.headers)
        else:
            await answer(send, 200, file.body, file.content_type, file.headers)

    async def _style(self, scope: Scope, receive: Receive, send: Send) -> None:
        await answer(send, 200, _STYLE, "text/css; charset=utf-8", {"cache-control": "max-age=300"})

    async def _config(self, scope: Scope, receive: Receive, send: Send) -> None:
        await answer_json(send, 200, {"sign_in": "local", "sign_out_url": "/local/logout"})

    async def _login(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            # Programs that preview a link must not use it up.
            await answer(send, 200, b"", "text/html; charset=utf-8", _PAGE_HEADERS)
            return
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        secret = self._sign_in.redeem(token)
        if secret is None:
            await answer(send, 403, page.used_link().encode(), "text/html; charset=utf-8", _PAGE_HEADERS)
            return
        cookie = cookie_header(secret, secure=self._origin.startswith("https:"))
        await answer(send, 303, b"", "text/plain", {"location": "/", "set-cookie": cookie})

    async def _logout(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._sign_in.sign_out(headers_of(scope))
        await answer(send, 303, b"", "text/plain", {"location": "/", "set-cookie": no_cookie_header()})

    async def _new_link(self, scope: Scope, receive: Receive, send: Send) -> None:
        if await self._is_admin(scope, send):
            await answer_json(send, 200, {"login_url": self.login_url()})

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not await self._is_admin(scope, send):
            return
        try:
            asked = await _json_body(receive)
            owner = self._sign_in.owner()
            first = next(iter(managing_lists.lists_of(self._ports, owner)), None)
            if first is None:
                first = managing_lists.create(self._ports, owner, name="Follow-ups")
            name = asked.get("name") or "Connected from the terminal"
            if not isinstance(name, str):
                raise Invalid("name is a text.", field="name")
            made = managing_keys.create(self._ports, owner, name=name, list_id=first.id)
        except FollowUpsError as refusal:
            await answer_problem(send, 422, refusal.code, refusal.message)
            return
        connection = {"site": self._origin, "mcp_url": f"{self._origin}/mcp", "list_id": first.id}
        product = connecting.Product(origin=self._origin, plugin_source=str(ROOT))
        plugin = connecting.commands(product, list_id=first.id, api_key=made.secret)
        await answer_json(send, 200, {**connection, "api_key": made.secret, "plugin": plugin})

    async def _keys(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The owner's keys; the one named by the first characters of its id is revoked before."""
        if not await self._is_admin(scope, send):
            return
        owner = self._sign_in.owner()
        try:
            revoked = (await _json_body(receive)).get("revoke")
            if revoked is not None:
                managing_keys.revoke(self._ports, owner, self._key_id(revoked))
        except FollowUpsError as refusal:
            await answer_problem(send, 422, refusal.code, refusal.message)
            return
        keys = [
            {
                "id": key.id[:SHOWN_ID],
                "name": key.name,
                "begins": key.prefix,
                "role": key.role,
                "created": to_text(key.created_at),
                "last_used": key.last_used_at and to_text(key.last_used_at),
            }
            for key in managing_keys.keys_of(self._ports, owner)
        ]
        await answer_json(send, 200, {"keys": keys})

    def _key_id(self, begins: Any) -> str:
        """Raises: NotFound: no key, or more than one, begins like this."""
        keys = managing_keys.keys_of(self._ports, self._sign_in.owner())
        found = [key.id for key in keys if isinstance(begins, str) and len(begins) >= 4 and key.id.startswith(begins)]
        if len(found) != 1:
            raise NotFound("No key, or more than one, has an id that begins like this. Look at the list again.")
        return found[0]

    def login_url(self) -> str:
        """A link that signs one browser in, once."""
        return f"{self._origin}/local/login?token={self._sign_in.new_link_token()}"

    async def _is_admin(self, scope: Scope, send: Send) -> bool:
        given = headers_of(scope).get("authorization", "")
        if secrets.compare_digest(given.encode(), f"Bearer {self._admin_token}".encode()):
            return True
        await answer_problem(send, 401, "unauthorized", "Only the commands of this machine may ask this.")
        return False


async def _json_body(receive: Receive) -> dict[str, Any]:
    body = b""
    more = True
    while more and len(body) <= _BODY_BYTES:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    try:
        value = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Invalid("The body is a JSON object.")
    return value
