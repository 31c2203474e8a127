"""Owners of a deployed stack, who sign in as people do: through the login page, with a code and PKCE."""

import base64
import hashlib
import http.client
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from infra.deployment import Deployed

_FORM: Final = "application/x-www-form-urlencoded"


class LoginFailed(Exception):
    """The login page did not lead to tokens; the text says where it stopped."""


@dataclass(frozen=True)
class Tokens:
    access: str
    id: str


def invite(stack: Deployed, email: str) -> str:
    """A new user of the pool, as an invitation that was accepted. Answers the password."""
    password = secrets.token_urlsafe(18)
    pool = stack.outputs["UserPoolId"]
    users = stack.aws.client("cognito-idp")
    users.admin_create_user(
        UserPoolId=pool,
        Username=email,
        MessageAction="SUPPRESS",
        UserAttributes=[{"Name": "email", "Value": email}, {"Name": "email_verified", "Value": "true"}],
    )
    users.admin_set_user_password(UserPoolId=pool, Username=email, Password=password, Permanent=True)
    return password


@dataclass(frozen=True)
class Code:
    """What the login page gives, and what redeems it."""

    code: str
    state: str
    verifier: str


def sign_in(stack: Deployed, email: str, password: str, client_id: str | None = None) -> Tokens:
    """Raises: LoginFailed."""
    given = code_for(stack, email, password, client_id)
    return _tokens(
        stack,
        {
            "grant_type": "authorization_code",
            "client_id": client_id or stack.outputs["ClientId"],
            "code": given.code,
            "redirect_uri": f"{stack.outputs['Site']}/",
            "code_verifier": given.verifier,
        },
    )


def code_for(stack: Deployed, email: str, password: str, client_id: str | None = None) -> Code:
    """Through the login page, up to the way back. Raises: LoginFailed."""
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    asked = {
        "response_type": "code",
        "client_id": client_id or stack.outputs["ClientId"],
        "redirect_uri": f"{stack.outputs['Site']}/",
        "scope": "openid email",
        "state": secrets.token_urlsafe(12),
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    host = urlsplit(stack.aws.url).netloc
    page = _ask(host, "GET", f"/oauth2/authorize?{urlencode(asked)}")
    fields = _Form.fields_of(page.body.decode())
    answer = _ask(host, "POST", "/login", urlencode({**fields, "username": email, "password": password}))
    returned = parse_qs(urlsplit(answer.headers.get("location", "")).query)
    if returned.get("state") != [asked["state"]] or "code" not in returned:
        raise LoginFailed(f"the login page answered {answer.status}: {answer.body[:300]!r}")
    return Code(code=returned["code"][0], state=asked["state"], verifier=verifier)


def renew(stack: Deployed, refresh_token: str) -> Tokens:
    """Raises: LoginFailed."""
    asked = {"grant_type": "refresh_token", "client_id": stack.outputs["ClientId"], "refresh_token": refresh_token}
    return _tokens(stack, asked)


def _tokens(stack: Deployed, asked: Mapping[str, str]) -> Tokens:
    answer = _ask(urlsplit(stack.aws.url).netloc, "POST", "/oauth2/token", urlencode(asked))
    if answer.status != 200:
        raise LoginFailed(f"the {asked['grant_type']} was not taken: {answer.status} {answer.body[:300]!r}")
    tokens = json.loads(answer.body)
    return Tokens(access=tokens["access_token"], id=tokens["id_token"])


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


def _ask(host: str, method: str, path: str, form: str | None = None) -> _Answer:
    connection = http.client.HTTPConnection(host, timeout=30)
    try:
        connection.request(method, path, form, {"content-type": _FORM} if form is not None else {})
        answer = connection.getresponse()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return _Answer(answer.status, headers, answer.read())
    finally:
        connection.close()


class _Form(HTMLParser):
    """The fields of a page's form, with what they hold."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given: dict[str, Any] = dict(attrs)
        if tag == "input" and given.get("name"):
            self.fields[given["name"]] = given.get("value") or ""

    @classmethod
    def fields_of(cls, page: str) -> dict[str, str]:
        form = cls()
        form.feed(page)
        form.close()
        return form.fields
