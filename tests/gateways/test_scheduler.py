"""Schedules of EventBridge Scheduler: what is asked for, and what a service that refuses becomes."""

from datetime import UTC, datetime
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, ConnectTimeoutError
from moto import mock_aws

from followups.domain.errors import Unavailable
from followups.gateways.scheduler import EventBridgeSchedules, scheduler_client
from followups.services.reminder_messages import read
from followups.services.reminder_queue import Ring
from followups.services.schedules import Schedule

REGION = "eu-west-1"
QUEUE = "arn:aws:sqs:eu-west-1:123456789012:reminders"
FAILED = "arn:aws:sqs:eu-west-1:123456789012:failed"
ROLE = "arn:aws:iam::123456789012:role/scheduler"
RING = Ring(todo_id="01932f4e-5a00-7000-8000-000000000000", occurrence="2027-01-31T09:00 Europe/Berlin")
SCHEDULE = Schedule(name="todo-1", at=datetime(2027, 1, 31, 8, tzinfo=UTC), ring=RING)
LATER = Schedule(name="todo-1", at=datetime(2027, 2, 1, 8, 0, 1, tzinfo=UTC), ring=RING)


def refused(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": "no"}}, "any")


class Client:
    """Answers each operation with what was told, one after the other; then it works."""

    def __init__(self, **answers: list[Exception]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def __getattr__(self, operation: str) -> Any:
        def call(**arguments: Any) -> dict[str, Any]:
            self.asked.append((operation, arguments))
            if failures := self.answers.get(operation):
                raise failures.pop(0)
            return {}

        return call


def schedules(client: Any, **more: str) -> EventBridgeSchedules:
    settings = {"group": "todos", "queue_arn": QUEUE, "role_arn": ROLE, "failed_arn": FAILED, **more}
    return EventBridgeSchedules(REGION, client=lambda _: client, **settings)


def test_a_schedule_fires_once_at_its_second_into_the_queue_and_is_gone_then():
    client = Client()
    schedules(client).put(SCHEDULE)
    ((operation, asked),) = client.asked
    assert operation == "create_schedule"
    assert read(asked["Target"].pop("Input")) == RING
    assert asked == {
        "Name": "todo-1",
        "GroupName": "todos",
        "ScheduleExpression": "at(2027-01-31T08:00:00)",
        "ScheduleExpressionTimezone": "UTC",
        "FlexibleTimeWindow": {"Mode": "OFF"},
        "ActionAfterCompletion": "DELETE",
        "Target": {"Arn": QUEUE, "RoleArn": ROLE, "DeadLetterConfig": {"Arn": FAILED}},
    }


def test_one_that_is_there_is_updated_and_one_that_fired_meanwhile_is_made_again():
    client = Client(create_schedule=[refused("ConflictException")])
    schedules(client).put(SCHEDULE)
    assert [operation for operation, _ in client.asked] == ["create_schedule", "update_schedule"]
    client = Client(
        create_schedule=[refused("ConflictException")], update_schedule=[refused("ResourceNotFoundException")]
    )
    schedules(client).put(SCHEDULE)
    assert [operation for operation, _ in client.asked] == ["create_schedule", "update_schedule", "create_schedule"]


def test_one_that_comes_and_goes_all_the_time_is_put_off():
    conflicts, missing = ([refused(code)] * 3 for code in ("ConflictException", "ResourceNotFoundException"))
    with pytest.raises(Unavailable):
        schedules(Client(create_schedule=conflicts, update_schedule=missing)).put(SCHEDULE)


def test_to_delete_what_is_not_there_is_fine():
    schedules(Client(delete_schedule=[refused("ResourceNotFoundException")])).delete("todo-1")
    assert schedules(Client(get_schedule=[refused("ResourceNotFoundException")])).time_of("todo-1") is None


@pytest.mark.parametrize(
    "failure",
    [refused("ThrottlingException"), refused("AccessDeniedException"), ConnectTimeoutError(endpoint_url="https://s")],
    ids=str,
)
def test_a_service_that_does_not_answer_or_refuses_is_unavailable_and_says_why(failure):
    client = Client(create_schedule=[failure], delete_schedule=[failure], get_schedule=[failure])
    for call in (
        lambda: schedules(client).put(SCHEDULE),
        lambda: schedules(client).delete("todo-1"),
        lambda: schedules(client).time_of("todo-1"),
    ):
        with pytest.raises(Unavailable) as told:
            call()
        assert told.value.__cause__ is failure


@pytest.mark.parametrize("missing", ["group", "queue_arn", "role_arn"])
def test_without_a_setting_it_says_which_there_have_to_be(missing):
    with pytest.raises(Unavailable) as told:
        schedules(Client(), **{missing: ""}).put(SCHEDULE)
    assert "FOLLOW_UPS_SCHEDULES" in str(told.value.__cause__)


def test_the_service_keeps_what_was_put_last(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    with mock_aws():
        plain = boto3.client("scheduler", region_name=REGION)
        plain.create_schedule_group(Name="todos")
        made = EventBridgeSchedules(REGION, group="todos", queue_arn=QUEUE, role_arn=ROLE)
        assert made.time_of("todo-1") is None
        made.put(SCHEDULE)
        assert made.time_of("todo-1") == SCHEDULE.at
        made.put(LATER)
        assert made.time_of("todo-1") == LATER.at
        made.delete("todo-1")
        made.delete("todo-1")
        assert plain.list_schedules(GroupName="todos")["Schedules"] == []


def test_the_client_gives_up_soon_and_is_made_with_the_first_call():
    config: Any = scheduler_client(REGION, "http://127.0.0.1:1").meta.config  # type: ignore[attr-defined]
    assert (config.connect_timeout, config.read_timeout) == (1.0, 3.0)
    assert config.retries == {"mode": "standard", "total_max_attempts": 3}
    made: list[Any] = []

    def client(region: str) -> Any:
        made.append(region)
        return Client()

    schedules = EventBridgeSchedules(REGION, group="g", queue_arn="q", role_arn="r", client=client)
    assert made == []
    schedules.delete("todo-1")
    schedules.delete("todo-2")
    assert made == [REGION]
