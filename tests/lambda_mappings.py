"""What hands batches to a function on AWS: a stream's mapping and a queue's, with their ways of trying again."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from followups.storage.contract import Item
from followups.storage.wire import to_wire
from local.change_log import Change
from tests.chores import KeptChores

Function = Callable[[dict[str, Any], Any], dict[str, Any]]

STREAM_TRIES: Final = 3
QUEUE_TRIES: Final = 5


class Crashed(BaseException):
    """The process of a function ended in the middle of a call."""


def record_of(change: Change) -> dict[str, Any]:
    """A change of the local log as DynamoDB's stream tells it."""
    name = "INSERT" if change.old is None else "REMOVE" if change.new is None else "MODIFY"
    return record(name, change.position, change.old, change.new)


def record(name: str, number: int, old: Item | None, new: Item | None) -> dict[str, Any]:
    item = new or old or {}
    images = {"OldImage": old, "NewImage": new}
    return {
        "eventID": f"{number:032x}",
        "eventName": name,
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "eu-west-1",
        "dynamodb": {
            "ApproximateCreationDateTime": datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp(),
            "Keys": to_wire({"PK": item["PK"], "SK": item["SK"]}),
            **{side: to_wire(image) for side, image in images.items() if image is not None},
            "SequenceNumber": str(1_100_000_000_017_454_423_009 + number),
            "SizeBytes": 200,
            "StreamViewType": "NEW_AND_OLD_IMAGES",
        },
        "eventSourceARN": "arn:aws:dynamodb:eu-west-1:123456789012:table/t/stream/2026-11-30T00:00:00.000",
    }


def number_of(record: dict[str, Any]) -> str:
    number: str = record["dynamodb"]["SequenceNumber"]
    return number


class StreamMapping:
    """Goes on behind what is done, halves a batch that fails at its first record, and puts a lone one aside."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self.aside: list[dict[str, Any]] = []
        self.calls = 0

    def deliver(self, records: Sequence[dict[str, Any]], batch: int = 100) -> None:
        for start in range(0, len(records), batch):
            self._deliver(list(records[start : start + batch]))

    def _deliver(self, records: list[dict[str, Any]]) -> None:
        tries = 0
        while records:
            left = self._left_of(records)
            if len(left) < len(records):
                records, tries = left, 0
            elif len(records) > 1:
                middle = len(records) // 2
                self._deliver(records[:middle])
                records = records[middle:]
            else:
                tries += 1
                if tries == STREAM_TRIES:
                    self.aside += records
                    return

    def _left_of(self, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        self.calls += 1
        try:
            answer = self._function({"Records": records}, None)
        except Crashed:
            return records
        failures = [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]
        if not failures:
            return []
        first = min(failures, key=int)
        return [each for each in records if int(number_of(each)) >= int(first)]


class QueueMapping:
    """Hands over what waits, whatever its delay, and puts aside what has come back too often."""

    def __init__(self, function: Function, queue: KeptChores) -> None:
        self._function = function
        self._queue = queue
        self.aside: list[str] = []

    def work(self, batch: int = 5) -> bool:
        """Hand over one batch. False when nothing waited."""
        messages = self._queue.messages[:batch]
        if not messages:
            return False
        del self._queue.messages[:batch]
        records = [
            {
                "messageId": message.id,
                "receiptHandle": "handle",
                "body": message.body,
                "attributes": {"ApproximateReceiveCount": str(message.received + 1)},
                "messageAttributes": {},
                "eventSource": "aws:sqs",
                "eventSourceARN": "arn:aws:sqs:eu-west-1:123456789012:chores",
                "awsRegion": "eu-west-1",
            }
            for message in messages
        ]
        try:
            answer = self._function({"Records": records}, None)
        except Crashed:
            failed = {message.id for message in messages}
        else:
            failed = {failure["itemIdentifier"] for failure in answer["batchItemFailures"]}
        for message in messages:
            if message.id in failed:
                message.received += 1
                if message.received < QUEUE_TRIES:
                    self._queue.messages.append(message)
                else:
                    self.aside.append(message.body)
        return True
