"""The reminders' queue of Amazon SQS, through boto3's low-level client."""

from collections.abc import Callable, Sequence

from botocore.exceptions import BotoCoreError, ClientError

from followups.domain.errors import Unavailable
from followups.gateways.queue import QueueFailed, SqsClient, sqs_client
from followups.services.reminder_messages import written
from followups.services.reminder_queue import LONGEST_DELAY_SECONDS, ReminderMessage


class SqsReminders:
    """`services.reminder_queue.ReminderQueue` on a standard queue: one message each."""

    def __init__(self, region: str, queue: str, client: Callable[[str], SqsClient] = sqs_client) -> None:
        """`queue` is its address. The client is made with the first message: most writes put none."""
        self._region = region
        self._queue = queue
        self._make_client = client
        self._client: SqsClient | None = None

    def put(self, messages: Sequence[ReminderMessage], *, after_seconds: int = 0) -> None:
        if not 0 <= after_seconds <= LONGEST_DELAY_SECONDS:
            raise ValueError(f"a message waits 0..{LONGEST_DELAY_SECONDS} seconds, not {after_seconds}")
        for message in messages:
            self._send(message, after_seconds)

    def _send(self, message: ReminderMessage, after_seconds: int) -> None:
        if not self._queue:
            raise Unavailable from QueueFailed("FOLLOW_UPS_REMINDERS_QUEUE is not set: it is the address of the queue")
        if self._client is None:
            self._client = self._make_client(self._region)
        try:
            self._client.send_message(QueueUrl=self._queue, MessageBody=written(message), DelaySeconds=after_seconds)
        except (ClientError, BotoCoreError) as error:
            raise Unavailable from error
