"""Messages of reminders on a queue: what is sent, and what a queue that does not take them becomes."""

from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, ReadTimeoutError
from moto import mock_aws

from followups.domain.errors import Unavailable
from followups.gateways.reminder_queue import SqsReminders
from followups.services.reminder_messages import read
from followups.services.reminder_queue import Align, MoveDays, ReminderMessage, Ring

REGION = "eu-west-1"
MESSAGES: list[ReminderMessage] = [
    Ring(todo_id="t", occurrence="2027-01-31"),
    Align(todo_ids=("t",)),
    MoveDays(owner_id="o"),
]


class Client:
    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure
        self.asked: list[dict[str, Any]] = []

    def send_message(self, **arguments: Any) -> dict[str, Any]:
        self.asked.append(arguments)
        if self.failure is not None:
            raise self.failure
        return {}


def test_every_message_is_one_of_the_queue_s_and_the_client_is_made_once():
    client, made = Client(), []

    def making(region: str) -> Client:
        made.append(region)
        return client

    queue = SqsReminders(REGION, "https://queue.test/q", making)
    queue.put([])
    assert made == []
    queue.put(MESSAGES, after_seconds=900)
    queue.put(MESSAGES)
    assert made == [REGION]
    assert [read(asked["MessageBody"]) for asked in client.asked] == MESSAGES * 2
    assert [asked["DelaySeconds"] for asked in client.asked] == [900] * 3 + [0] * 3


@pytest.mark.parametrize(
    "failure",
    [
        ClientError({"Error": {"Code": "AccessDenied", "Message": "no"}}, "SendMessage"),
        ReadTimeoutError(endpoint_url="https://queue.test"),
    ],
    ids=str,
)
def test_a_queue_that_does_not_answer_is_unavailable(failure):
    with pytest.raises(Unavailable) as told:
        SqsReminders(REGION, "https://queue.test/q", lambda _: Client(failure)).put(MESSAGES)
    assert told.value.__cause__ is failure


def test_without_a_queue_it_says_which_setting_is_missing():
    with pytest.raises(Unavailable) as told:
        SqsReminders(REGION, "", lambda _: Client()).put(MESSAGES)
    assert "FOLLOW_UPS_REMINDERS_QUEUE" in str(told.value.__cause__)


@pytest.mark.parametrize("seconds", [-1, 901])
def test_a_delay_that_no_queue_keeps_is_a_mistake_of_the_caller(seconds):
    with pytest.raises(ValueError, match=r"0\.\.900"):
        SqsReminders(REGION, "https://queue.test/q", lambda _: Client()).put(MESSAGES, after_seconds=seconds)


def test_a_queue_of_sqs_takes_them(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    with mock_aws():
        plain = boto3.client("sqs", region_name=REGION)
        queue = plain.create_queue(QueueName="reminders")["QueueUrl"]
        SqsReminders(REGION, queue).put(MESSAGES)
        found = plain.receive_message(QueueUrl=queue, MaxNumberOfMessages=10)["Messages"]
    assert {str(read(each["Body"])) for each in found} == {str(each) for each in MESSAGES}
