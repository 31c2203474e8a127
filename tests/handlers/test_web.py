"""The owner's API as Lambda runs it: events of API Gateway in, answers for it out, a table of DynamoDB behind."""

import base64
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from moto import mock_aws

from followups.storage.definition import table_definition
from followups.storage.table import dynamo_client
from tests.handlers import gateway
from tests.handlers.gateway import CLIENT, REGION, members, signed_in

Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def handler() -> Iterator[Any]:
    """One process, as all the calls of this file meet it."""
    with pytest.MonkeyPatch.context() as environment, mock_aws():
        for name, value in gateway.settings("table").items():
            environment.setenv(name, value)
        client: Any = dynamo_client(REGION)
        client.create_table(**table_definition("table"))
        yield gateway.loaded("web").handler


@pytest.fixture
def ask(handler) -> Ask:
    """Calls of an owner whom no other test knows."""
    me = str(uuid.uuid4())

    def ask(method: str, path: str, body: Any = None, **more: Any) -> dict[str, Any]:
        answer: dict[str, Any] = handler(event(method, path, body, **{"subject": me, **more}), None)
        return answer

    return ask


def event(
    method: str,
    path: str,
    body: Any = None,
    *,
    subject: str | None,
    client: str = CLIENT,
    **more: Any,
) -> dict[str, Any]:
    """Of an owner who is signed in; without a subject, of an open route."""
    return gateway.event(
        method, path, body, claims=None if subject is None else signed_in(subject, client=client), **more
    )


def read(answer: dict[str, Any]) -> Any:
    assert answer["statusCode"] < 300, answer["body"]
    return members(answer)


def todos_of(ask: Ask, **who: Any) -> str:
    return f"/api/lists/{read(ask('GET', '/api/lists', **who))['lists'][0]['id']}/todos"


def test_many_calls_in_one_process_are_all_answered(ask) -> None:
    todos = todos_of(ask)
    for number in range(5):
        made = read(ask("POST", todos, {"title": f"todo {number}"}))
        assert read(ask("GET", f"{todos}/{made['id']}")) == made
    assert [todo["title"] for todo in read(ask("GET", todos))["todos"]] == [f"todo {number}" for number in range(5)]


def test_a_call_that_was_refused_does_not_spoil_the_next(ask) -> None:
    todos = todos_of(ask)
    assert ask("GET", f"{todos}/nonsense")["statusCode"] == 404
    assert ask("PATCH", f"{todos}/nonsense", {})["statusCode"] == 428
    assert ask("POST", todos, [])["statusCode"] == 400
    assert ask("GET", todos)["statusCode"] == 200


def test_a_call_that_failed_does_not_spoil_the_next(ask, monkeypatch) -> None:
    todos = todos_of(ask)
    with monkeypatch.context() as broken:
        broken.setattr("followups.services.listing.page", lambda *_, **__: 1 / 0)
        answer = ask("GET", todos)
    assert answer["statusCode"] == 500
    assert members(answer)["request_id"] == "request-of-the-gateway"
    assert ask("GET", todos)["statusCode"] == 200


def test_the_site_s_own_access_token_is_what_signs_in(ask) -> None:
    assert ask("GET", "/api/me")["statusCode"] == 200
    assert ask("GET", "/api/me", client="another-client")["statusCode"] == 401
    assert ask("GET", "/api/me", subject=None)["statusCode"] == 401
    assert ask("GET", "/api/health", subject=None)["statusCode"] == 200


def test_two_users_are_two_owners(ask) -> None:
    todos = todos_of(ask)
    somebody_else = str(uuid.uuid4())
    assert ask("GET", todos, subject=somebody_else)["statusCode"] == 404
    assert todos_of(ask, subject=somebody_else) != todos


def test_the_answer_carries_the_gateway_s_request_id_and_the_etag(ask) -> None:
    answer = ask("GET", "/api/me")
    assert answer["headers"]["x-request-id"] == "request-of-the-gateway"
    assert answer["headers"]["etag"] == '"1"'
    assert answer["headers"]["cache-control"] == "no-store"


def test_a_body_that_the_gateway_encoded_is_read(handler, ask) -> None:
    me = str(uuid.uuid4())
    sent = event("POST", todos_of(ask, subject=me), subject=me)
    body = base64.b64encode('{"title": "ü"}'.encode()).decode()
    assert read(handler({**sent, "body": body, "isBase64Encoded": True}, None))["title"] == "ü"


def test_a_query_and_a_precondition_arrive(ask) -> None:
    todos = todos_of(ask)
    todo = read(ask("POST", todos, {"title": "ü"}))
    path = f"{todos}/{todo['id']}"
    assert ask("PATCH", path, {"title": "n"}, headers={"if-match": '"2"'})["statusCode"] == 412
    assert read(ask("PATCH", path, {"title": "n"}, headers={"if-match": '"1"'}))["version"] == 2
    assert read(ask("GET", todos, query="q=N&limit=1"))["todos"][0]["id"] == todo["id"]
