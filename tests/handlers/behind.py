"""The table with its stream and the queue, as the functions behind the writes meet them on AWS."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import boto3
import pytest
from moto import mock_aws

from followups.gateways.system import SystemChance, SystemClock
from followups.services.ports import Ports
from followups.storage.assembly import ports_over
from followups.storage.definition import table_definition
from followups.storage.table import DynamoTable, dynamo_client
from tests.handlers import gateway
from tests.handlers.gateway import REGION

TABLE: Final = "follow-ups-test"


@dataclass
class Place:
    table: DynamoTable
    ports: Ports
    queue: str
    """Its address."""
    _read: int = 0

    def function(self, name: str) -> Any:
        """A function of this name, in a process of its own."""
        return gateway.loaded(name).handler

    def items(self) -> list[dict[str, Any]]:
        """Everything in the table, as DynamoDB tells it."""
        found: list[dict[str, Any]] = boto3.client("dynamodb", region_name=REGION).scan(TableName=TABLE)["Items"]
        return found

    def records(self) -> list[dict[str, Any]]:
        """What the stream tells since the last time, as a function gets it."""
        streams = boto3.client(
            "dynamodbstreams", region_name=REGION, endpoint_url=f"https://streams.dynamodb.{REGION}.amazonaws.com"
        )
        arn = boto3.client("dynamodb", region_name=REGION).describe_table(TableName=TABLE)["Table"]["LatestStreamArn"]
        (shard,) = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
        start = streams.get_shard_iterator(StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON")[
            "ShardIterator"
        ]
        records: list[dict[str, Any]] = streams.get_records(ShardIterator=start)["Records"]
        found = records[self._read :]
        self._read = len(records)
        for record in found:
            record["eventSourceARN"] = arn
            told = record["dynamodb"]
            told["ApproximateCreationDateTime"] = told["ApproximateCreationDateTime"].timestamp()
        return found

    def messages(self) -> list[dict[str, Any]]:
        """What waits in the queue, whatever its delay, as a function gets it; it waits there no more."""
        sqs = boto3.client("sqs", region_name=REGION)
        found = []
        while taken := sqs.receive_message(QueueUrl=self.queue, MaxNumberOfMessages=10).get("Messages", ()):
            for message in taken:
                sqs.delete_message(QueueUrl=self.queue, ReceiptHandle=message["ReceiptHandle"])
                found.append({"messageId": message["MessageId"], "body": message["Body"], "eventSource": "aws:sqs"})
        return found

    def delayed(self) -> int:
        """How many messages are still kept back."""
        name = "ApproximateNumberOfMessagesDelayed"
        sqs = boto3.client("sqs", region_name=REGION)
        return int(sqs.get_queue_attributes(QueueUrl=self.queue, AttributeNames=[name])["Attributes"][name])


@contextmanager
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    for name, value in gateway.settings(TABLE).items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        boto3.client("dynamodb", region_name=REGION).create_table(**table_definition(TABLE))
        queue: str = boto3.client("sqs", region_name=REGION).create_queue(QueueName="chores")["QueueUrl"]
        monkeypatch.setenv("FOLLOW_UPS_CHORES_QUEUE", queue)
        table = DynamoTable(dynamo_client(REGION), TABLE)
        yield Place(table, ports_over(table, SystemClock(), SystemChance()), queue)
