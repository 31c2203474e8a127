"""Chores on a queue of Amazon SQS, through boto3's low-level client.

Limits: Amazon SQS API Reference, `SendMessage`.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, cast

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from followups.domain.errors import Unavailable
from followups.services.chore_messages import written
from followups.services.chores import Chore

CONNECT_SECONDS: Final = 1.0
READ_SECONDS: Final = 3.0
CLIENT_ATTEMPTS: Final = 3
"""Tries of one request by the client itself: throttling, 5xx, lost connections."""
LONGEST_DELAY_SECONDS: Final = 900


class SqsClient(Protocol):
    """What is used of boto3's client."""

    def send_message(self, **arguments: Any) -> dict[str, Any]: ...


class QueueFailed(Exception):
    """There is no queue to put anything on."""


def sqs_client(region: str, endpoint_url: str | None = None) -> SqsClient:
    """A client that gives up soon. It may send a message twice whose answer was lost, as chores allow."""
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": CLIENT_ATTEMPTS},
    )
    return cast("SqsClient", boto3.client("sqs", region_name=region, endpoint_url=endpoint_url, config=config))


class SqsChores:
    """The chores of `services.chores` on a standard queue: one message each."""

    def __init__(self, region: str, queue: str, client: Callable[[str], SqsClient] = sqs_client) -> None:
        """`queue` is its address. The client is made with the first chore: few processes ever put one."""
        self._region = region
        self._queue = queue
        self._make_client = client
        self._client: SqsClient | None = None

    def put(self, chores: Sequence[Chore], *, after_seconds: int = 0) -> None:
        if not 0 <= after_seconds <= LONGEST_DELAY_SECONDS:
            raise ValueError(f"a message waits 0..{LONGEST_DELAY_SECONDS} seconds, not {after_seconds}")
        # One by one: a batch may be taken in part, and there are seldom more than one or two.
        for chore in chores:
            self._send(chore, after_seconds)

    def _send(self, chore: Chore, after_seconds: int) -> None:
        if not self._queue:
            raise Unavailable from QueueFailed("FOLLOW_UPS_CHORES_QUEUE is not set: it is the address of the queue")
        if self._client is None:
            self._client = self._make_client(self._region)
        try:
            self._client.send_message(QueueUrl=self._queue, MessageBody=written(chore), DelaySeconds=after_seconds)
        except (ClientError, BotoCoreError) as error:
            raise Unavailable from error
