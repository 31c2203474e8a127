"""Who an access token of Cognito signs in: the owner behind the site's own client, and nobody else."""

from typing import Any

import pytest
from starlette.requests import Request

from followups.edges.sign_in import ClaimsSignIn
from followups.services import managing_lists

CLIENT = "client-of-the-site"


def claims(**changes: Any) -> dict[str, Any]:
    """An access token's (AWS, Understanding the access token), with changes; None leaves one out."""
    usual = {"iss": "https://cognito/pool", "sub": "user-1", "client_id": CLIENT, "token_use": "access"}
    return {name: value for name, value in {**usual, **changes}.items() if value is not None}


def request(found: Any) -> Request:
    event = {"requestContext": {"authorizer": {"jwt": {"claims": found, "scopes": None}}}}
    return Request({"type": "http", "headers": [], "aws.event": event})


def caller(ports, found: Any, client_id: str = CLIENT) -> Any:
    return ClaimsSignIn(ports, client_id).caller_of(request(found))


def test_the_first_sign_in_makes_the_owner_and_the_next_finds_it(ports) -> None:
    first = caller(ports, claims())
    assert caller(ports, claims(jti="another token")) == first
    assert [each.name for each in managing_lists.lists_of(ports, first)] == ["Follow-ups"]


def test_two_users_and_one_name_in_two_pools_are_different_owners(ports) -> None:
    owners = {
        caller(ports, claims()).owner_id,
        caller(ports, claims(sub="user-2")).owner_id,
        caller(ports, claims(iss="https://cognito/another-pool")).owner_id,
    }
    assert len(owners) == 3


@pytest.mark.parametrize(
    "found",
    [
        claims(client_id="another-client"),
        claims(token_use="id"),
        claims(token_use="id", client_id=None, aud=CLIENT),
        claims(token_use=None),
        claims(client_id=None),
        claims(client_id=None, aud=CLIENT),
        claims(client_id=[CLIENT]),
        claims(sub=None),
        claims(sub=""),
        claims(iss=""),
        {},
        None,
        "claims",
    ],
)
def test_an_id_token_and_another_client_s_token_sign_nobody_in(found, ports) -> None:
    assert caller(ports, found) is None


def test_without_a_client_of_its_own_a_site_signs_nobody_in(ports) -> None:
    assert caller(ports, claims(client_id=""), client_id="") is None


@pytest.mark.parametrize(
    "event",
    [
        None,
        {},
        {"requestContext": {}},
        {"requestContext": {"authorizer": None}},
        {"requestContext": {"authorizer": {"lambda": {}}}},
    ],
)
def test_a_request_that_no_authorizer_let_in_signs_nobody_in(event, ports) -> None:
    scope = {"type": "http", "headers": [(b"x-claims", b"{}")], **({} if event is None else {"aws.event": event})}
    assert ClaimsSignIn(ports, CLIENT).caller_of(Request(scope)) is None
