"""Who is let in by the stack's own user pool and authorizer."""

import json
import urllib.error
import urllib.request
import uuid
from typing import Any

import pytest

from infra import owners

TABLE_FULL_OF = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"


@pytest.fixture(scope="module")
def email() -> str:
    return f"{uuid.uuid4().hex}@example.com"


@pytest.fixture(scope="module")
def password(stack, email) -> str:
    return owners.invite(stack, email)


@pytest.fixture(scope="module")
def tokens(stack, email, password) -> owners.Tokens:
    return owners.sign_in(stack, email, password)


def asked(stack, token: str | None, path: str = "/api/me") -> tuple[int, Any]:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{stack.api_url}{path}", headers=headers)) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def test_the_first_sign_in_makes_an_owner_and_a_first_list(stack, tokens):
    status, lists = asked(stack, tokens.access, "/api/lists")
    assert status == 200
    assert [each["name"] for each in lists["lists"]] == ["Follow-ups"]
    assert asked(stack, tokens.access, "/api/lists") == (status, lists)


def test_an_id_token_signs_nobody_in(stack, tokens):
    assert asked(stack, tokens.id)[0] == 401


def test_a_token_of_another_client_of_the_same_pool_signs_nobody_in(stack, email, password):
    made = stack.aws.client("cognito-idp").create_user_pool_client(
        UserPoolId=stack.outputs["UserPoolId"],
        ClientName="foreign",
        AllowedOAuthFlowsUserPoolClient=True,
        AllowedOAuthFlows=["code"],
        AllowedOAuthScopes=["openid", "email"],
        SupportedIdentityProviders=["COGNITO"],
        CallbackURLs=[f"{stack.outputs['Site']}/"],
    )
    client_id = made["UserPoolClient"]["ClientId"]
    foreign = owners.sign_in(stack, email, password, client_id=client_id)
    assert asked(stack, foreign.access)[0] == 401


def test_a_token_whose_owner_was_changed_signs_nobody_in(stack, tokens):
    head, body, signature = tokens.access.split(".")
    at = len(body) // 2
    other = TABLE_FULL_OF[(TABLE_FULL_OF.index(body[at]) + 1) % len(TABLE_FULL_OF)]
    assert asked(stack, f"{head}.{body[:at]}{other}{body[at + 1 :]}.{signature}")[0] == 401


def test_nobody_is_let_in_without_a_token(stack):
    assert asked(stack, None)[0] == 401
    assert asked(stack, "")[0] == 401
    assert asked(stack, None, "/api/health") == (200, {"status": "ok"})


def test_a_wrong_password_leads_to_no_token(stack, email, password):
    with pytest.raises(owners.LoginFailed):
        owners.sign_in(stack, email, f"{password}x")
