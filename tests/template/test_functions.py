"""The functions of the template are the handlers of the code, each with what it needs and no more."""

from typing import Any

import pytest

from followups.config import SETTINGS
from tests.architecture.sources import handler_names
from tests.template.templates import listed, needs_sam, nested, of_type, root, text

pytestmark = needs_sam

TABLE = "${Table.Arn}"
INDEXES = "${Table.Arn}/index/*"
STREAM = "${Table.StreamArn}"
CHORES = "${ChoresQueue.Arn}"
REMINDERS = "${RemindersQueue.Arn}"
FAILURES = "${FailuresQueue.Arn}"
SCHEDULES = "arn:${AWS::Partition}:scheduler:${AWS::Region}:${AWS::AccountId}:schedule/${Schedules}/*"
SCHEDULER_ROLE = "${SchedulerRole.Arn}"
OPEN_SOCKETS = "arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}:${Sockets}/live/POST/@connections/*"
PARAMETER = "arn:${AWS::Partition}:ssm:${AWS::Region}:${AWS::AccountId}:parameter/${AWS::StackName}/vapid-private-key"
PLACEHOLDER = "arn:${AWS::Partition}:s3:::${Hosting.Outputs.Bucket}/index.html"

READ_STREAM = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams")

KEEP_SCHEDULES = (
    "scheduler:CreateSchedule", "scheduler:DeleteSchedule", "scheduler:GetSchedule", "scheduler:UpdateSchedule",
)  # fmt: skip

MAY = {
    "web": {
        ("dynamodb:BatchGetItem", TABLE),
        ("dynamodb:DeleteItem", TABLE),
        ("dynamodb:GetItem", TABLE),
        ("dynamodb:PutItem", TABLE),
        ("dynamodb:Query", TABLE),
        ("dynamodb:Query", INDEXES),
        ("dynamodb:UpdateItem", TABLE),
    },
    "agent": {
        ("dynamodb:BatchGetItem", TABLE),
        ("dynamodb:GetItem", TABLE),
        ("dynamodb:PutItem", TABLE),
        ("dynamodb:Query", TABLE),
        ("dynamodb:Query", INDEXES),
        ("dynamodb:UpdateItem", TABLE),
    },
    "socket": {
        ("dynamodb:DeleteItem", TABLE),
        ("dynamodb:GetItem", TABLE),
        ("dynamodb:PutItem", TABLE),
    },
    "live_sync": {
        ("dynamodb:DeleteItem", TABLE),
        ("dynamodb:PutItem", TABLE),
        ("dynamodb:Query", TABLE),
        ("dynamodb:Query", INDEXES),
        ("execute-api:ManageConnections", OPEN_SOCKETS),
        *((action, STREAM) for action in READ_STREAM),
        ("sqs:SendMessage", CHORES),
        ("sqs:SendMessage", FAILURES),
    },
    "schedule": {
        ("dynamodb:GetItem", TABLE),
        *((action, STREAM) for action in READ_STREAM),
        *((action, SCHEDULES) for action in KEEP_SCHEDULES),
        ("iam:PassRole", SCHEDULER_ROLE),
        ("sqs:SendMessage", REMINDERS),
        ("sqs:SendMessage", FAILURES),
    },
    "remind": {
        ("dynamodb:BatchGetItem", TABLE),
        ("dynamodb:DeleteItem", TABLE),
        ("dynamodb:GetItem", TABLE),
        ("dynamodb:Query", TABLE),
        ("dynamodb:Query", INDEXES),
        ("dynamodb:UpdateItem", TABLE),
        *((action, SCHEDULES) for action in KEEP_SCHEDULES),
        ("iam:PassRole", SCHEDULER_ROLE),
        ("ssm:GetParameter", PARAMETER),
        ("sqs:DeleteMessage", REMINDERS),
        ("sqs:GetQueueAttributes", REMINDERS),
        ("sqs:ReceiveMessage", REMINDERS),
        ("sqs:SendMessage", REMINDERS),
    },
    "sweep": {
        ("dynamodb:BatchGetItem", TABLE),
        ("dynamodb:DeleteItem", TABLE),
        ("dynamodb:GetItem", TABLE),
        ("dynamodb:Query", TABLE),
        ("dynamodb:UpdateItem", TABLE),
        ("dynamodb:Query", INDEXES),
        ("sqs:DeleteMessage", CHORES),
        ("sqs:GetQueueAttributes", CHORES),
        ("sqs:ReceiveMessage", CHORES),
        ("sqs:SendMessage", CHORES),
        ("sqs:SendMessage", REMINDERS),
        ("sqs:SendMessage", FAILURES),
    },
    "setup": {
        ("ssm:GetParameter", PARAMETER),
        ("ssm:PutParameter", PARAMETER),
        ("s3:PutObject", PLACEHOLDER),
        ("sqs:SendMessage", FAILURES),
    },
}
"""What each function may do, and to what. The stack's journeys show that it is enough."""

HELD_BY_ALL = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
"""Writes logs."""

MOST_SECONDS = {"web": 29, "agent": 29, "socket": 29}
"""An answer has to be there before API Gateway gives up after 30."""


def name_of(logical_id: str) -> str:
    """WebFunction is handlers/web.py."""
    stem = logical_id.removesuffix("Function")
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in stem).lstrip("_")


def functions() -> dict[str, dict[str, Any]]:
    return {name_of(each): dict(properties) for each, properties in of_type("AWS::Lambda::Function").items()}


def granted(role: str) -> set[tuple[str, str]]:
    statements = [
        statement
        for policy in root()["Resources"][role]["Properties"]["Policies"]
        for statement in policy["PolicyDocument"]["Statement"]
    ]
    assert all(statement["Effect"] == "Allow" and "Condition" not in statement for statement in statements)
    return {
        (action, text(resource))
        for statement in statements
        for action in listed(statement["Action"])
        for resource in listed(statement["Resource"])
    }


def test_every_handler_is_a_function_and_every_function_a_handler():
    assert set(functions()) == set(handler_names())
    for name, function in functions().items():
        assert function["Handler"] == f"handlers.{name}.handler"
        assert function["Runtime"] == "python3.13"
        assert function["Architectures"] == ["arm64"]


@pytest.mark.parametrize("name", MAY)
def test_a_function_may_do_what_it_needs_and_nothing_else(name):
    role = next(each for each in of_type("AWS::IAM::Role") if name_of(each.removesuffix("Role")) == name)
    assert granted(role) == MAY[name]
    assert of_type("AWS::IAM::Role")[role]["ManagedPolicyArns"] == [HELD_BY_ALL]


def test_every_role_is_a_functions_but_the_one_that_schedules_fire_in():
    roles = {each for each in of_type("AWS::IAM::Role") if each != "SchedulerRole"}
    assert {name_of(each.removesuffix("Role")) for each in roles} == set(MAY)
    for template in ("hosting", "sign_in", "login_pages", "alarms"):
        assert not of_type("AWS::IAM::Role", nested(template))


def test_a_schedule_may_put_its_message_into_the_queues_of_reminders_and_do_nothing_else():
    assert granted("SchedulerRole") == {
        ("sqs:SendMessage", REMINDERS),
        ("sqs:SendMessage", "${FailedRemindersQueue.Arn}"),
    }
    role = of_type("AWS::IAM::Role")["SchedulerRole"]
    (trusted,) = role["AssumeRolePolicyDocument"]["Statement"]
    assert trusted["Principal"] == {"Service": "scheduler.amazonaws.com"}
    assert trusted["Condition"] == {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}
    assert "ManagedPolicyArns" not in role


def test_no_action_and_no_resource_is_a_wildcard_but_what_lies_in_one_table_one_stage_and_one_group():
    for allowed in MAY.values():
        assert not [action for action, _ in allowed if "*" in action]
        assert {resource for _, resource in allowed if "*" in resource} <= {INDEXES, OPEN_SOCKETS, SCHEDULES}


def test_one_function_alone_sends_to_sockets():
    assert [name for name, allowed in MAY.items() if any("execute-api" in action for action, _ in allowed)] == [
        "live_sync"
    ]


def test_every_variable_that_a_function_gets_is_a_setting_that_it_reads():
    known = {setting.variable for setting in SETTINGS}
    for name, function in functions().items():
        given = function["Environment"]["Variables"]
        assert given.keys() <= known, name
        assert {"FOLLOW_UPS_TABLE", "FOLLOW_UPS_STACK"} <= given.keys()


@pytest.mark.parametrize("name", MAY)
def test_a_function_ends_in_time_and_its_logs_do_not_stay_for_ever(name):
    function = functions()[name]
    assert 0 < function["Timeout"] <= MOST_SECONDS.get(name, 60)
    group = function["LoggingConfig"]["LogGroup"]["Ref"]
    assert of_type("AWS::Logs::LogGroup")[group] == {"RetentionInDays": {"Ref": "LogDays"}}
