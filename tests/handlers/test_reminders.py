"""From a write to a push, as Lambda runs it: DynamoDB's own records, the Scheduler, SQS, a push service."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import boto3
import pytest

from followups.domain.dues import DueTime
from followups.domain.push import Subscription, id_of
from followups.gateways.system import SystemClock
from followups.gateways.vapid_keys import VapidKeys
from followups.services import editing, signing_in
from followups.services.reminder_messages import read
from followups.services.reminder_queue import Align, MoveDays
from followups.services.schedules import name_of
from tests.builders import FakeClock, Home, a_home, ports_on
from tests.handlers import behind, gateway
from tests.handlers.behind import Place
from tests.push_peer import PushPeer, encoded
from tests.reminders import ring_for

PARAMETER = "/follow-ups/vapid-private-key"
GROUP = "follow-ups"


@dataclass
class Stack:
    place: Place
    home: Home
    queue: str
    peer: PushPeer

    def client(self, service: str) -> Any:
        return boto3.client(service, region_name=gateway.REGION)

    def due_in(self, **span: float) -> DueTime:
        at = SystemClock().now() + timedelta(**span)
        return DueTime(at=at.replace(tzinfo=None, microsecond=0), time_zone="UTC")

    def follow(self) -> None:
        """Hand the writes since the last time to the schedule function."""
        function = self.place.function("schedule")
        assert function({"Records": self.place.records()}, None) == {"batchItemFailures": []}

    def scheduled(self, todo_id: str) -> str | None:
        """What the schedule of a todo puts into the queue, if there is one."""
        client = self.client("scheduler")
        names = {each["Name"] for each in client.list_schedules(GroupName=GROUP)["Schedules"]}
        if name_of(todo_id) not in names:
            return None
        found = client.get_schedule(Name=name_of(todo_id), GroupName=GROUP)
        return str(found["Target"]["Input"])

    def waiting(self) -> list[str]:
        """Takes what waits in the queue."""
        sqs = self.client("sqs")
        found = []
        while taken := sqs.receive_message(QueueUrl=self.queue, MaxNumberOfMessages=10).get("Messages", ()):
            for each in taken:
                sqs.delete_message(QueueUrl=self.queue, ReceiptHandle=each["ReceiptHandle"])
                found.append(each["Body"])
        return found

    def remind(self, *bodies: str) -> Any:
        records = [{"messageId": str(at), "body": body, "eventSource": "aws:sqs"} for at, body in enumerate(bodies)]
        return self.place.function("remind")({"Records": records}, None)


@pytest.fixture
def stack(monkeypatch):
    with behind.place(monkeypatch) as place, PushPeer() as peer:
        region = gateway.REGION
        queue = boto3.client("sqs", region_name=region).create_queue(QueueName="reminders")["QueueUrl"]
        boto3.client("scheduler", region_name=region).create_schedule_group(Name=GROUP)
        boto3.client("ssm", region_name=region).put_parameter(
            Name=PARAMETER, Value=VapidKeys().new(), Type="SecureString"
        )
        for name, value in {
            "FOLLOW_UPS_REMINDERS_QUEUE": queue,
            "FOLLOW_UPS_REMINDERS_ARN": f"arn:aws:sqs:{region}:123456789012:reminders",
            "FOLLOW_UPS_SCHEDULES": GROUP,
            "FOLLOW_UPS_SCHEDULER_ROLE": "arn:aws:iam::123456789012:role/scheduler",
            "FOLLOW_UPS_PUSH_KEY_PARAMETER": PARAMETER,
            "FOLLOW_UPS_PUSH_SUBJECT": "mailto:owner@example.org",
            "FOLLOW_UPS_PUSH_PRIVATE": "1",
        }.items():
            monkeypatch.setenv(name, value)
        # An hour behind, so that what is written now was due after it.
        clock = FakeClock(place.ports.clock.now() - timedelta(hours=1))
        home = a_home(ports_on(place.table, clock))
        browser = peer.browser()
        place.ports.subscriptions.keep(
            Subscription(
                id=id_of(browser.endpoint),
                owner_id=home.owner.owner_id,
                endpoint=browser.endpoint,
                p256dh=encoded(browser.public_key),
                auth=encoded(browser.auth),
                created_at=place.ports.clock.now(),
            )
        )
        yield Stack(place, home, queue, peer)


def test_a_todo_that_is_due_later_gets_a_schedule_and_loses_it_when_it_is_done(stack):
    todo = stack.home.add(due=stack.due_in(hours=2))
    stack.follow()
    scheduled = stack.scheduled(todo.id)
    assert scheduled is not None
    assert read(scheduled) == ring_for(todo)
    stack.home.act(editing.delete, todo)
    stack.follow()
    assert stack.scheduled(todo.id) is None
    assert stack.waiting() == []


def test_what_is_past_by_the_time_word_of_it_comes_goes_straight_to_the_devices_once(stack):
    stack.home.add("Water", due=stack.due_in(minutes=-5))
    stack.follow()
    (message,) = stack.waiting()
    assert stack.remind(message, message) == {"batchItemFailures": []}
    assert [push.json["title"] for push in stack.peer.received] == ["Water"]
    assert stack.peer.faults == []


def test_another_zone_goes_on_through_the_queue(stack):
    stack.follow()
    signing_in.edit(stack.home.ports, stack.home.owner.caller, None, time_zone="Asia/Tokyo")
    stack.follow()
    (message,) = stack.waiting()
    assert read(message) == MoveDays(owner_id=stack.home.owner.owner_id)
    assert stack.remind(message) == {"batchItemFailures": []}


def test_a_message_that_nobody_can_read_is_named_and_the_others_are_done(stack):
    stack.home.add(due=stack.due_in(minutes=-5))
    stack.follow()
    (message,) = stack.waiting()
    assert stack.remind("nonsense", message) == {"batchItemFailures": [{"itemIdentifier": "0"}]}
    assert len(stack.peer.received) == 1


def test_without_its_key_a_message_comes_again_and_no_device_is_given_up(stack):
    stack.home.add(due=stack.due_in(minutes=-5))
    stack.follow()
    (message,) = stack.waiting()
    stack.client("ssm").delete_parameter(Name=PARAMETER)
    assert stack.remind(message) == {"batchItemFailures": [{"itemIdentifier": "0"}]}
    assert len(stack.place.ports.subscriptions.of_owner(stack.home.owner.owner_id)) == 1


def test_without_the_scheduler_the_record_comes_again(stack):
    stack.home.add(due=stack.due_in(hours=2))
    stack.client("scheduler").delete_schedule_group(Name=GROUP)
    records = stack.place.records()
    failed = stack.place.function("schedule")({"Records": records}, None)["batchItemFailures"]
    assert failed == [{"itemIdentifier": records[-1]["dynamodb"]["SequenceNumber"]}]


def test_the_sweep_has_what_rings_soon_looked_at(stack):
    todo = stack.home.add(due=stack.due_in(hours=2))
    stack.home.add(due=stack.due_in(hours=40))
    stack.place.function("sweep")({"sweep": "daily"}, None)
    shards = [{"messageId": str(at), "body": each["body"]} for at, each in enumerate(stack.place.messages())]
    assert stack.place.function("sweep")({"Records": shards}, None) == {"batchItemFailures": []}
    (message,) = stack.waiting()
    assert read(message) == Align(todo_ids=(todo.id,))
    assert stack.remind(message) == {"batchItemFailures": []}
    assert stack.scheduled(todo.id) is not None
