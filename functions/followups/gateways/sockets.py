"""Connections that Amazon API Gateway holds, through boto3's low-level client.

Errors: Amazon API Gateway Developer Guide, *Use @connections commands in your backend service*.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol, Self, cast

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from followups.services.telling_pages import NotSent, SocketGone

CONNECT_SECONDS: Final = 1.0
READ_SECONDS: Final = 2.0
CLIENT_ATTEMPTS: Final = 1
"""Tries of one message: a page that misses one reads it in the change log, and others wait behind it."""

_GONE: Final = "GoneException"


class ConnectionsClient(Protocol):
    """What is used of boto3's client."""

    def post_to_connection(self, **arguments: Any) -> Any: ...


def connections_client(region: str, endpoint: str) -> ConnectionsClient:
    """A client that gives up soon. `endpoint` is the address of the WebSocket API's stage, https://."""
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": CLIENT_ATTEMPTS},
        parameter_validation=False,
    )
    client = boto3.client("apigatewaymanagementapi", region_name=region, endpoint_url=endpoint, config=config)
    return cast("ConnectionsClient", client)


class ApiGatewaySockets:
    """`services.telling_pages.Gateway`."""

    def __init__(
        self, region: str, endpoint: str, client: Callable[[str, str], ConnectionsClient] = connections_client
    ) -> None:
        """The client is made with the first message: most writes are of owners who have no page open."""
        self._region = region
        self._endpoint = endpoint
        self._make_client = client
        self._client: ConnectionsClient | None = None

    @classmethod
    def at(cls, region: str, endpoint: str) -> Self | None:
        """None for an empty endpoint: then nobody is told."""
        return cls(region, endpoint) if endpoint else None

    def send(self, socket_id: str, message: str) -> None:
        try:
            if self._client is None:
                self._client = self._make_client(self._region, self._endpoint)
            self._client.post_to_connection(ConnectionId=socket_id, Data=message.encode())
        except ClientError as error:
            code = str(error.response["Error"].get("Code", ""))
            if code == _GONE:
                raise SocketGone from error
            raise NotSent(code) from error
        except BotoCoreError as error:
            raise NotSent(type(error).__name__) from error
