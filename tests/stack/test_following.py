"""What follows a write on the stack: the table's stream, the chores and the daily sweep, with the real functions."""

import json

import pytest

from followups.services.chore_messages import written
from followups.services.chores import Chore, PurgeList
from tests.stack.person import Person, newcomer
from tests.waiting import eventually

SECONDS = 60


@pytest.fixture
def person(stack) -> Person:
    return newcomer(stack)


def items_naming(stack, text: str) -> list[str]:
    """The keys of every item that holds this text; the whole table is looked at."""
    pages = stack.aws.client("dynamodb").get_paginator("scan").paginate(TableName=stack.outputs["TableName"])
    return [
        f"{item['PK']['S']} {item['SK']['S']}"
        for page in pages
        for item in page["Items"]
        if text in json.dumps(item, default=str)
    ]


def test_a_write_is_followed_by_its_row_in_the_change_log(person):
    (mine,) = person.ask("GET", "/api/lists")["lists"]
    start = person.ask("GET", f"/api/lists/{mine['id']}/changes")["position"]
    todo = person.ask("POST", f"/api/lists/{mine['id']}/todos", {"title": "Sort the attic"})

    def seen():
        answer = person.ask("GET", f"/api/lists/{mine['id']}/changes?since={start}")
        return [each for each in answer["changes"] if each["id"] == todo["id"]]

    assert eventually(seen, within=SECONDS, what="the row in the change log")[0]["version"] == 1


def test_a_deleted_list_leaves_nothing_behind(stack, person):
    kept, gone = person.ask("GET", "/api/lists")["lists"][0], person.ask("POST", "/api/lists", {"name": "Gone"})
    person.ask("POST", f"/api/lists/{kept['id']}/todos", {"title": "Stays"})
    for number in range(3):
        person.ask("POST", f"/api/lists/{gone['id']}/todos", {"title": f"Goes {number}"})
    person.ask("POST", "/api/keys", {"name": "bound", "role": "agent", "list_id": gone["id"]})
    person.ask("DELETE", f"/api/lists/{gone['id']}", if_match="*")
    owner_id = owner_of(stack, kept["id"])
    do_now(stack, PurgeList(owner_id=owner_id, list_id=gone["id"]))

    def left():
        names = [name for name in items_naming(stack, gone["id"]) if "#CHANGES" not in name]
        return None if names else "nothing"

    eventually(left, within=SECONDS, what="the list's items are gone")
    assert [each["title"] for each in person.ask("GET", f"/api/lists/{kept['id']}/todos")["todos"]] == ["Stays"]


def test_the_deletion_of_a_list_puts_its_purge_in_the_queue_with_a_delay(stack, person):
    gone = person.ask("POST", "/api/lists", {"name": "Gone"})
    queue = stack.resource("ChoresQueue")
    sqs = stack.aws.client("sqs")

    def waiting() -> int:
        names = ["ApproximateNumberOfMessagesDelayed"]
        return int(sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=names)["Attributes"][names[0]])

    before = waiting()
    person.ask("DELETE", f"/api/lists/{gone['id']}", if_match="*")
    eventually(lambda: waiting() > before, within=SECONDS, what="the purge waits in the queue")


def test_the_daily_sweep_looks_after_every_shard_of_owners_and_fails_at_none(stack):
    started = stack.aws.client("lambda").invoke(
        FunctionName=stack.resource("SweepFunction"), Payload=json.dumps({"sweep": "daily"})
    )
    assert "FunctionError" not in started, started["Payload"].read()
    sqs = stack.aws.client("sqs")
    failed = stack.resource("FailedChoresQueue")
    names = ["ApproximateNumberOfMessages"]
    queue = stack.resource("ChoresQueue")

    def done():
        both = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        left = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=both)["Attributes"]
        return sum(int(count) for count in left.values()) == 0

    eventually(done, within=SECONDS, what="every chore is done")
    assert sqs.get_queue_attributes(QueueUrl=failed, AttributeNames=names)["Attributes"][names[0]] == "0"


def owner_of(stack, list_id: str) -> str:
    (name,) = [each for each in items_naming(stack, list_id) if each.endswith(f" LIST#{list_id}")]
    return name.partition(" ")[0].removeprefix("OWNER#")


def do_now(stack, chore: Chore) -> None:
    stack.aws.client("sqs").send_message(QueueUrl=stack.resource("ChoresQueue"), MessageBody=written(chore))
