"""Chores on a queue: what is sent, and what a queue that does not take them becomes."""

import json
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, ConnectTimeoutError, ReadTimeoutError
from moto import mock_aws

from followups.domain.errors import Unavailable
from followups.gateways.queue import SqsChores, sqs_client
from followups.services.chore_messages import read
from followups.services.chores import PurgeAccount, PurgeList, SweepOwners

REGION = "eu-west-1"
SWEEPS = [SweepOwners(shard=n) for n in range(16)]


class Client:
    """Takes everything but the message of one number, counted from 0, at which it fails."""

    def __init__(self, at=-1, failure=None):
        self._at, self._failure = at, failure
        self.asked: list[dict[str, Any]] = []

    def send_message(self, **arguments):
        self.asked.append(arguments)
        if len(self.asked) - 1 == self._at:
            raise self._failure
        return {"MessageId": str(len(self.asked))}


def test_every_chore_is_one_message():
    client = Client()
    SqsChores(REGION, "https://queue.test/q", lambda _: client).put(SWEEPS, after_seconds=900)
    assert {asked["QueueUrl"] for asked in client.asked} == {"https://queue.test/q"}
    assert [read(asked["MessageBody"]) for asked in client.asked] == SWEEPS
    assert {asked["DelaySeconds"] for asked in client.asked} == {900}


def test_nothing_to_put_asks_for_nothing():
    client = Client()
    SqsChores(REGION, "https://queue.test/q", lambda _: client).put([])
    assert client.asked == []


@pytest.mark.parametrize(
    "failure",
    [
        ClientError({"Error": {"Code": "ThrottlingException", "Message": "slow"}}, "SendMessage"),
        ClientError({"Error": {"Code": "AccessDenied", "Message": "no"}}, "SendMessage"),
        ReadTimeoutError(endpoint_url="https://queue.test"),
        ConnectTimeoutError(endpoint_url="https://queue.test"),
    ],
    ids=lambda failure: str(failure)[:50],
)
def test_a_queue_that_does_not_answer_is_unavailable_and_not_asked_again(failure):
    client = Client(3, failure)
    with pytest.raises(Unavailable) as refused:
        SqsChores(REGION, "https://queue.test/q", lambda _: client).put(SWEEPS)
    assert refused.value.__cause__ is failure
    assert len(client.asked) == 4


def test_without_a_queue_it_says_which_setting_is_missing():
    with pytest.raises(Unavailable) as refused:
        SqsChores(REGION, "", lambda _: Client()).put(SWEEPS)
    assert "FOLLOW_UPS_CHORES_QUEUE" in str(refused.value.__cause__)


@pytest.mark.parametrize("seconds", [-1, 901])
def test_a_delay_that_no_queue_keeps_is_a_mistake_of_the_caller(seconds):
    with pytest.raises(ValueError, match=r"0\.\.900"):
        SqsChores(REGION, "https://queue.test/q", lambda _: Client()).put(SWEEPS, after_seconds=seconds)


def test_the_client_gives_up_soon():
    config: Any = sqs_client(REGION, "http://127.0.0.1:1").meta.config  # type: ignore[attr-defined]
    assert (config.connect_timeout, config.read_timeout) == (1.0, 3.0)
    assert config.retries == {"mode": "standard", "total_max_attempts": 3}


def test_a_queue_of_sqs_takes_them(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    with mock_aws():
        plain = boto3.client("sqs", region_name=REGION)
        queue = plain.create_queue(QueueName="chores")["QueueUrl"]
        SqsChores(REGION, queue).put([PurgeList(owner_id="o", list_id="l"), PurgeAccount(owner_id="o")])
        messages = plain.receive_message(QueueUrl=queue, MaxNumberOfMessages=10)["Messages"]
    bodies = sorted(json.loads(message["Body"])["chore"] for message in messages)
    assert bodies == ["purge_account", "purge_list"]


def test_the_client_is_made_once_and_not_before_there_is_something_to_put():
    made: list[str] = []

    def client(region):
        made.append(region)
        return Client()

    chores = SqsChores(REGION, "https://queue.test/q", client)
    chores.put([])
    assert made == []
    chores.put(SWEEPS)
    chores.put(SWEEPS)
    assert made == [REGION]
