"""Who signs in on the site: what a request says about it. `local` answers with a cookie, AWS with checked claims."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from followups.services import signing_in
from followups.services.access import Caller
from followups.services.ports import Ports

if TYPE_CHECKING:
    from starlette.requests import Request

SESSION_COOKIE: Final = "follow_ups_session"
"""What the cookie of an owner who signed in on the local server is called."""


class SignIn(Protocol):
    def caller_of(self, request: "Request") -> Caller | None:
        """The owner who sends this request, if it says so and that is true."""


class ClaimsSignIn:
    """Takes the owner from the claims of an access token that API Gateway's JWT authorizer has checked.

    The authorizer lets every token of the user pool pass whose audience or client is the one it knows. An ID token and
    another client's access token are looked through here (AWS, *Using the access token*: verify `token_use` and
    `client_id`).
    """

    def __init__(self, ports: Ports, client_id: str) -> None:
        """`client_id` is the app client of the site; with an empty one nobody signs in."""
        self._ports = ports
        self._client_id = client_id

    def caller_of(self, request: "Request") -> Caller | None:
        claims = _claims(request.scope.get("aws.event", {}))
        if claims is None or not self._client_id:
            return None
        if claims.get("token_use") != "access" or claims.get("client_id") != self._client_id:
            return None
        issuer, subject = claims.get("iss"), claims.get("sub")
        if not isinstance(issuer, str) or not isinstance(subject, str) or not issuer or not subject:
            return None
        return signing_in.sign_in(self._ports, issuer, subject)


def _claims(event: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The claims in an event of payload version 2; None where no authorizer stood before the route."""
    found: Any = event
    for name in ("requestContext", "authorizer", "jwt", "claims"):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else None
