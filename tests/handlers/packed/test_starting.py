"""Each function, packed, starts under Lambda's own runtime client with nothing but its package, and answers."""

import json
import time
from functools import partial

import pytest

from followups.domain.ids import uuid7
from followups.services.chore_messages import written
from followups.services.chores import SweepOwners
from followups.services.reminder_messages import written as written_reminder
from followups.services.reminder_queue import Ring
from tests.architecture.sources import handler_names
from tests.handlers.packed.aws import REGION, TABLE
from tests.handlers.packed.events import LEGACY, MODERN, mcp_event, members, opening, owner_event, socket_event

pytestmark = pytest.mark.timeout(300)


def test_the_agent_function_serves_both_eras(start, aws) -> None:
    function = start("agent")
    key = aws.keys[0]
    opened = members(function.invoke(mcp_event(key, "initialize", opening(), era=LEGACY)))
    assert opened["result"]["protocolVersion"] == LEGACY
    title = "Fix the guard"
    call = {
        "name": "add_follow_up",
        "arguments": {"list_id": aws.list_id, "repository": "acme/starting", "session_id": "s1", "title": title},
    }
    for era in (LEGACY, MODERN):
        listed = members(function.invoke(mcp_event(key, "tools/list", era=era)))
        assert "add_follow_up" in {tool["name"] for tool in listed["result"]["tools"]}
        added = members(function.invoke(mcp_event(key, "tools/call", call, era=era)))
        assert added["result"]["structuredContent"]["follow_up"]["title"] == title
    assert function.starts == 1


def test_the_web_function_serves_the_owner(start, aws) -> None:
    function = start("web")
    todos = f"/api/lists/{aws.list_id}/todos"
    made = members(function.invoke(owner_event("POST", todos, {"title": "Water the plants"})))
    assert members(function.invoke(owner_event("GET", f"{todos}/{made['id']}"))) == made
    assert function.invoke(owner_event("GET", f"{todos}/{uuid7(0, bytes(10))}"))["statusCode"] == 404
    assert function.starts == 1


def test_the_socket_function_lets_a_page_in_by_its_ticket_answers_it_and_lets_it_go(start, aws) -> None:
    ticket = members(start("web").invoke(owner_event("POST", "/api/live-tickets")))["ticket"]
    key = {"PK": {"S": "SOCKET#connection="}, "SK": {"S": "SOCKET"}}
    item = partial(aws.client("dynamodb").get_item, TableName=TABLE, Key=key)
    function = start("socket")
    assert function.invoke(socket_event("$connect", query={"ticket": ticket}))["statusCode"] == 200
    assert item()["Item"]["owner_id"]["S"]
    assert function.invoke(socket_event("$connect", query={"ticket": ticket}))["statusCode"] == 401
    answer = function.invoke(socket_event("$default", '{"ping": 1}'))
    assert (answer["statusCode"], json.loads(answer["body"])) == (200, {"pong": 1})
    assert function.invoke(socket_event("$disconnect"))["statusCode"] == 200
    assert "Item" not in item()
    assert function.starts == 1


def test_the_live_sync_function_follows_a_write(start, aws) -> None:
    made = members(start("web").invoke(owner_event("POST", f"/api/lists/{aws.list_id}/todos", {"title": "Sweep"})))
    key = {"PK": {"S": f"TODO#{made['id']}"}, "SK": {"S": "TODO"}}
    image = aws.client("dynamodb").get_item(TableName=TABLE, Key=key)["Item"]
    write = {
        "ApproximateCreationDateTime": int(time.time()),
        "Keys": key,
        "NewImage": image,
        "SequenceNumber": "111100000000000000000000000001",
        "SizeBytes": 500,
        "StreamViewType": "NEW_AND_OLD_IMAGES",
    }
    record = {"eventID": "1", "eventName": "INSERT", "eventSource": "aws:dynamodb", "dynamodb": write}
    assert start("live_sync").invoke({"Records": [record]}) == {"batchItemFailures": []}
    assert made["id"] in {change.todo_id for change in aws.ports.changes.since(aws.list_id, "", limit=100)}


def test_the_sweep_function_does_what_waits_in_its_queue(start) -> None:
    chores = [written(SweepOwners(shard=0)), "nonsense"]
    messages = [
        {"messageId": str(at), "body": body, "eventSource": "aws:sqs", "attributes": {}}
        for at, body in enumerate(chores)
    ]
    assert start("sweep").invoke({"Records": messages}) == {"batchItemFailures": [{"itemIdentifier": "1"}]}


def test_the_schedule_function_makes_a_schedule(start, aws) -> None:
    due = {"at": "2100-01-31T09:00", "time_zone": "UTC"}
    path = f"/api/lists/{aws.list_id}/todos"
    made = members(start("web").invoke(owner_event("POST", path, {"title": "Far", "due": due})))
    image = aws.client("dynamodb").get_item(
        TableName=TABLE, Key={"PK": {"S": f"TODO#{made['id']}"}, "SK": {"S": "TODO"}}
    )["Item"]
    record = {"dynamodb": {"NewImage": image, "SequenceNumber": "1"}}
    # Its group is set up nowhere here: it says so, and the record comes again.
    assert start("schedule").invoke({"Records": [record]}) == {"batchItemFailures": [{"itemIdentifier": "1"}]}


def test_the_remind_function_does_what_waits_in_its_queue(start) -> None:
    ring = Ring(todo_id=uuid7(0, bytes(10)), occurrence="2027-01-31")
    messages = [
        {"messageId": str(at), "body": body, "eventSource": "aws:sqs", "attributes": {}}
        for at, body in enumerate([written_reminder(ring), "nonsense"])
    ]
    assert start("remind").invoke({"Records": messages}) == {"batchItemFailures": [{"itemIdentifier": "1"}]}


def test_the_setup_function_makes_a_key_and_tells_cloudformation(start, aws) -> None:
    bucket, parameter = "answers", "/packed/private-key"
    s3 = aws.client("s3")
    # The emulator's first answer about parameters takes longer than the function waits.
    aws.client("ssm").describe_parameters()
    s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
    asked = {
        "RequestType": "Create",
        "ResponseURL": s3.generate_presigned_url("put_object", {"Bucket": bucket, "Key": "answer"}),
        "StackId": "arn:aws:cloudformation:eu-central-1:123456789012:stack/packed/1",
        "RequestId": "1",
        "LogicalResourceId": "Keys",
        "ResourceProperties": {"PrivateKeyParameter": parameter, "SiteBucket": ""},
    }
    start("setup").invoke(asked)
    answer = json.load(s3.get_object(Bucket=bucket, Key="answer")["Body"])
    assert answer["Status"] == "SUCCESS", answer
    assert answer["Data"]["PublicKey"]
    assert aws.client("ssm").get_parameter(Name=parameter)["Parameter"]["Type"] == "SecureString"


def test_every_function_is_started_here() -> None:
    tests = [name for name in globals() if name.startswith("test_the_")]
    for handler in handler_names():
        assert [test for test in tests if test.startswith(f"test_the_{handler}_function_")], handler
