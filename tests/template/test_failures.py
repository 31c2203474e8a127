"""Nothing that happens behind people's backs fails without a trace, or keeps the rest waiting."""

import json

import pytest

from followups.services.reminding import SEND_SECONDS
from tests.template.templates import listed, needs_sam, of_type, root, text

pytestmark = needs_sam

FAILURES = "${FailuresQueue.Arn}"


@pytest.mark.parametrize("name", ["LiveSyncFromTable", "ScheduleFromTable"])
def test_records_that_fail_for_good_are_put_aside_and_block_nothing(name):
    mapping = of_type("AWS::Lambda::EventSourceMapping")[name]
    assert text(mapping["EventSourceArn"]) == "${Table.StreamArn}"
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["BisectBatchOnFunctionError"] is True
    assert 0 < mapping["MaximumRetryAttempts"] <= 100
    assert text(mapping["DestinationConfig"]["OnFailure"]["Destination"]) == FAILURES
    assert mapping["StartingPosition"] == "TRIM_HORIZON"


@pytest.mark.parametrize("image", ["NewImage", "OldImage"])
@pytest.mark.parametrize("kind", ["todo", "list", "owner", "repository"])
def test_the_stream_brings_what_something_follows_from_whether_it_came_or_went(image, kind):
    filters = of_type("AWS::Lambda::EventSourceMapping")["LiveSyncFromTable"]["FilterCriteria"]["Filters"]
    patterns = [json.loads(each["Pattern"])["dynamodb"] for each in filters]
    assert any(kind in pattern.get(image, {}).get("type", {}).get("S", ()) for pattern in patterns)


@pytest.mark.parametrize("image", ["NewImage", "OldImage"])
def test_schedules_follow_todos_and_owners_that_came_changed_or_went(image):
    mapping = of_type("AWS::Lambda::EventSourceMapping")["ScheduleFromTable"]
    patterns = [json.loads(each["Pattern"])["dynamodb"] for each in mapping["FilterCriteria"]["Filters"]]
    assert {image: {"type": {"S": ["todo", "owner"]}}} in patterns
    assert len(patterns) == 2


def test_a_reminder_that_fails_again_and_again_is_put_aside():
    queue = of_type("AWS::SQS::Queue")["RemindersQueue"]
    assert text(queue["RedrivePolicy"]["deadLetterTargetArn"]) == "${FailedRemindersQueue.Arn}"
    mapping = of_type("AWS::Lambda::EventSourceMapping")["RemindFromQueue"]
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    timeout = root()["Resources"]["RemindFunction"]["Properties"]["Timeout"]
    assert queue["VisibilityTimeout"] >= 6 * timeout
    # Every push service of a batch may hang.
    assert mapping["BatchSize"] * SEND_SECONDS < timeout


def test_the_rows_that_follow_a_write_do_not_come_back_as_writes_to_follow():
    filters = of_type("AWS::Lambda::EventSourceMapping")["LiveSyncFromTable"]["FilterCriteria"]["Filters"]
    for each in filters:
        (image,) = json.loads(each["Pattern"])["dynamodb"].values()
        assert "change" not in image["type"]["S"]


def test_a_chore_that_fails_again_and_again_is_put_aside():
    queue = of_type("AWS::SQS::Queue")["ChoresQueue"]
    assert text(queue["RedrivePolicy"]["deadLetterTargetArn"]) == "${FailedChoresQueue.Arn}"
    mapping = of_type("AWS::Lambda::EventSourceMapping")["SweepFromChores"]
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    # Amazon SQS with AWS Lambda: six times the function's timeout, so that no chore is given twice while one does it.
    timeout = root()["Resources"]["SweepFunction"]["Properties"]["Timeout"]
    assert queue["VisibilityTimeout"] >= 6 * timeout


def test_a_function_that_is_called_without_anybody_waiting_has_a_place_for_what_failed():
    asked = {each["FunctionName"]["Ref"]: each for each in of_type("AWS::Lambda::EventInvokeConfig").values()}
    assert asked.keys() == {"SweepFunction", "SetupFunction"}
    for config in asked.values():
        assert text(config["DestinationConfig"]["OnFailure"]["Destination"]) == FAILURES


def test_the_daily_start_that_reaches_nobody_is_put_aside():
    (rule,) = of_type("AWS::Events::Rule").values()
    (target,) = rule["Targets"]
    assert text(target["DeadLetterConfig"]["Arn"]) == FAILURES
    (policy,) = of_type("AWS::SQS::QueuePolicy").values()
    (statement,) = listed(policy["PolicyDocument"]["Statement"])
    assert statement["Principal"] == {"Service": "events.amazonaws.com"}
    assert statement["Condition"] == {"ArnEquals": {"aws:SourceArn": {"Fn::GetAtt": ["Daily", "Arn"]}}}


def test_what_was_put_aside_is_kept_for_two_weeks_and_encrypted():
    for name, queue in of_type("AWS::SQS::Queue").items():
        assert queue["MessageRetentionPeriod"] == 14 * 24 * 60 * 60, name
        assert queue["SqsManagedSseEnabled"] is True, name
