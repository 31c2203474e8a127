"""The roles are enforced here, so that the journeys show that they are enough; and they allow no more than that."""

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ClientError

KEY = {"PK": {"S": "a"}, "SK": {"S": "b"}}
SET = {"UpdateExpression": "SET a = :a", "ExpressionAttributeValues": {":a": {"S": "a"}}}


@pytest.fixture
def as_role(stack) -> Callable[..., Any]:
    """A client of a service, with what a function's role may do."""

    def client(function: str, service: str, **settings: str) -> Any:
        role = stack.aws.client("iam").get_role(RoleName=stack.resource(f"{function}Role"))["Role"]["Arn"]
        session = stack.aws.client("sts").assume_role(RoleArn=role, RoleSessionName="test")["Credentials"]
        return stack.aws.client(
            service,
            aws_access_key_id=session["AccessKeyId"],
            aws_secret_access_key=session["SecretAccessKey"],
            aws_session_token=session["SessionToken"],
            **settings,
        )

    return client


def is_refused(call: Callable[..., Any], **arguments: Any) -> bool:
    try:
        call(**arguments)
    except ClientError as refused:
        if "AccessDenied" in refused.response["Error"]["Code"]:
            return True
        raise
    return False


@pytest.mark.parametrize("function", ["WebFunction", "AgentFunction", "SweepFunction"])
def test_a_function_reads_its_table_and_cannot_scan_it_or_change_what_it_is(stack, as_role, function):
    table = {"TableName": stack.outputs["TableName"]}
    client = as_role(function, "dynamodb")
    assert not is_refused(client.get_item, Key=KEY, **table)
    assert is_refused(client.scan, **table)
    assert is_refused(client.delete_table, **table)


def test_an_agents_call_cannot_delete(stack, as_role):
    client = as_role("AgentFunction", "dynamodb")
    assert is_refused(client.delete_item, TableName=stack.outputs["TableName"], Key=KEY)


@pytest.mark.parametrize("function", ["WebFunction", "AgentFunction"])
def test_the_functions_that_people_reach_put_nothing_in_queues_and_read_no_secret(stack, as_role, function):
    queue = stack.resource("ChoresQueue")
    assert is_refused(as_role(function, "sqs").send_message, QueueUrl=queue, MessageBody="x")
    secret = "/follow-ups/vapid-private-key"
    assert is_refused(as_role(function, "ssm").get_parameter, Name=secret, WithDecryption=True)


def test_what_makes_the_key_cannot_read_the_table(stack, as_role):
    client = as_role("SetupFunction", "dynamodb")
    assert is_refused(client.get_item, TableName=stack.outputs["TableName"], Key=KEY)


def test_what_opens_sockets_puts_gets_and_deletes_items_and_no_more(stack, as_role):
    table = {"TableName": stack.outputs["TableName"]}
    client = as_role("SocketFunction", "dynamodb")
    assert not is_refused(client.put_item, Item=KEY, **table)
    assert not is_refused(client.get_item, Key=KEY, **table)
    assert not is_refused(client.delete_item, Key=KEY, **table)
    for index in ({}, {"IndexName": "GSI1"}):
        attribute = "GSI1PK" if index else "PK"
        asked = {"KeyConditionExpression": f"{attribute} = :a", "ExpressionAttributeValues": {":a": {"S": "a"}}}
        assert is_refused(client.query, **asked, **index, **table)
    assert is_refused(client.scan, **table)
    assert is_refused(client.update_item, Key=KEY, **table)
    assert is_refused(client.transact_write_items, TransactItems=[{"Update": {"Key": KEY, **table, **SET}}])
    assert is_refused(client.batch_get_item, RequestItems={table["TableName"]: {"Keys": [KEY]}})
    queue = stack.resource("ChoresQueue")
    assert is_refused(as_role("SocketFunction", "sqs").send_message, QueueUrl=queue, MessageBody="x")


@pytest.mark.parametrize("function", ["WebFunction", "AgentFunction", "SocketFunction", "SweepFunction"])
def test_one_function_alone_sends_to_open_pages_and_can_do_nothing_else_to_them(stack, as_role, function):
    address = {"endpoint_url": stack.live_url.replace("ws", "http", 1)}
    sender = as_role("LiveSyncFunction", "apigatewaymanagementapi", **address)
    with pytest.raises(sender.exceptions.GoneException):
        sender.post_to_connection(ConnectionId="nobody", Data=b"x")
    assert is_refused(sender.get_connection, ConnectionId="nobody")
    assert is_refused(sender.delete_connection, ConnectionId="nobody")
    other = as_role(function, "apigatewaymanagementapi", **address)
    assert is_refused(other.post_to_connection, ConnectionId="nobody", Data=b"x")
