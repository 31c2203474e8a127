"""Connections of API Gateway: what is sent, what its refusals mean, and how long it may take."""

from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, ConnectTimeoutError, NoCredentialsError, ReadTimeoutError
from botocore.stub import Stubber

from followups.gateways import sockets
from followups.gateways.sockets import ApiGatewaySockets, connections_client
from followups.services.telling_pages import NotSent, SocketGone

ENDPOINT = "https://a1.execute-api.eu-central-1.amazonaws.com/live"


class Client:
    """Keeps what is sent, or raises."""

    def __init__(self, failure: BaseException | None = None) -> None:
        self.sent: list[tuple[str, bytes]] = []
        self.made = 0
        self._failure = failure

    def __call__(self, region: str, endpoint: str) -> "Client":
        self.made += 1
        assert (region, endpoint) == ("eu-central-1", ENDPOINT)
        return self

    def post_to_connection(self, **arguments: Any) -> None:
        if self._failure is not None:
            raise self._failure
        self.sent.append((arguments["ConnectionId"], arguments["Data"]))


def a_gateway(client: Client) -> ApiGatewaySockets:
    return ApiGatewaySockets("eu-central-1", ENDPOINT, client)


def refused(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": "no"}}, "PostToConnection")


def test_a_message_is_sent_as_utf_8() -> None:
    client = Client()
    a_gateway(client).send("L0SM9cOFvHcCIhw=", '{"title":"é𝒳"}')
    assert client.sent == [("L0SM9cOFvHcCIhw=", '{"title":"é𝒳"}'.encode())]


def test_the_client_is_made_with_the_first_message_and_once() -> None:
    client = Client()
    gateway = a_gateway(client)
    assert client.made == 0
    gateway.send("c1", "a")
    gateway.send("c1", "b")
    assert client.made == 1


def test_a_connection_that_is_gone_is_told_from_one_that_fails() -> None:
    with pytest.raises(SocketGone):
        a_gateway(Client(refused("GoneException"))).send("c1", "a")


@pytest.mark.parametrize(
    ("failure", "cause"),
    [
        (refused("LimitExceededException"), "LimitExceededException"),
        (refused("ForbiddenException"), "ForbiddenException"),
        (refused("PayloadTooLargeException"), "PayloadTooLargeException"),
        (refused("500"), "500"),
        (ConnectTimeoutError(endpoint_url=ENDPOINT), "ConnectTimeoutError"),
        (ReadTimeoutError(endpoint_url=ENDPOINT), "ReadTimeoutError"),
        (NoCredentialsError(), "NoCredentialsError"),
    ],
)
def test_any_other_failure_says_why(failure: BaseException, cause: str) -> None:
    with pytest.raises(NotSent, match=f"^{cause}$"):
        a_gateway(Client(failure)).send("c1", "a")


def test_without_an_endpoint_there_is_no_gateway() -> None:
    assert ApiGatewaySockets.at("eu-central-1", "") is None
    assert ApiGatewaySockets.at("eu-central-1", ENDPOINT) is not None


def test_the_client_tries_once_and_gives_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    client: Any = connections_client("eu-central-1", ENDPOINT)
    config = client.meta.config
    assert (config.connect_timeout, config.read_timeout) == (sockets.CONNECT_SECONDS, sockets.READ_SECONDS)
    assert config.retries["total_max_attempts"] == 1
    assert client.meta.endpoint_url == ENDPOINT


def test_the_service_s_own_word_for_a_gone_connection_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    client = boto3.client("apigatewaymanagementapi", region_name="eu-central-1", endpoint_url=ENDPOINT)
    with Stubber(client) as stubbed:
        stubbed.add_client_error("post_to_connection", "GoneException", http_status_code=410)
        with pytest.raises(SocketGone):
            ApiGatewaySockets("eu-central-1", ENDPOINT, lambda region, endpoint: client).send("c1", "a")
