"""The function behind the stream as Lambda runs it, on DynamoDB's own records."""

import boto3
import pytest

from followups.services import editing, managing_lists, reading_changes, signing_in
from followups.services.chore_messages import read
from followups.services.chores import PurgeAccount, PurgeList
from followups.storage import keys
from followups.storage.definition import table_definition
from tests.builders import FakeClock, a_home, ports_on
from tests.handlers import behind, gateway
from tests.handlers.behind import TABLE

FULL = "x" * 99_995


@pytest.fixture
def place(monkeypatch):
    with behind.place(monkeypatch) as found:
        yield found


@pytest.fixture
def home(place):
    return a_home(ports_on(place.table, FakeClock(place.ports.clock.now())))


@pytest.fixture
def live_sync(place):
    return place.function("live_sync")


def rows(place, home):
    start = "2020-01-01T00:00:00.000Z"
    return [(row.todo_id, row.version, row.deleted) for row in place.ports.changes.since(home.id, start, limit=100)]


def test_every_write_of_a_todo_is_a_row_in_its_lists_log(place, home, live_sync):
    todo = home.follow_up()
    home.act(editing.delete, todo)
    assert live_sync({"Records": place.records()}, None) == {"batchItemFailures": []}
    assert rows(place, home) == [(todo.id, 1, False), (todo.id, 2, True)]
    found = reading_changes.changes(place.ports, home.owner, None, exact=True, limit=10)
    assert found.position > "2026"


def test_its_own_rows_are_no_news_to_it(place, home, live_sync):
    home.follow_up()
    live_sync({"Records": place.records()}, None)
    before = rows(place, home)
    assert live_sync({"Records": place.records()}, None) == {"batchItemFailures": []}
    assert rows(place, home) == before


def test_what_lay_beside_a_todo_goes_with_it(place, home, live_sync):
    todo = home.follow_up(notes=FULL)
    home.complete(todo)
    assert len(place.ports.todos.reports(todo.id, limit=10, after=None)[0]) == 1
    place.table.delete(keys.todo(todo.id))
    live_sync({"Records": place.records()}, None)
    assert place.ports.todos.reports(todo.id, limit=10, after=None) == ([], None)


def test_a_deleted_account_leaves_its_purges_in_the_queue_and_they_are_kept_back(place, home, live_sync):
    signing_in.delete_account(home.ports, home.owner.caller)
    live_sync({"Records": place.records()}, None)
    assert place.messages() == []
    assert place.delayed() == 2


def test_the_purges_name_what_was_deleted(place, home, live_sync, monkeypatch):
    monkeypatch.setattr("followups.services.following.SETTLED_SECONDS", 0)
    signing_in.delete_account(home.ports, home.owner.caller)
    live_sync({"Records": place.records()}, None)
    owner_id = home.owner.owner_id
    assert [read(message["body"]) for message in place.messages()] == [
        PurgeList(owner_id=owner_id, list_id=home.id, version=2),
        PurgeAccount(owner_id=owner_id),
    ]


def test_when_the_queue_is_gone_the_record_is_named_and_what_came_before_is_done(place, home, live_sync):
    todo = home.follow_up()
    managing_lists.delete(home.ports, home.owner, None)
    home.add()
    records = place.records()
    deleting = records[-2]
    assert deleting["dynamodb"]["NewImage"]["type"] == {"S": "list"}
    boto3.client("sqs", region_name=gateway.REGION).delete_queue(QueueUrl=place.queue)
    number = deleting["dynamodb"]["SequenceNumber"]
    assert live_sync({"Records": records}, None) == {"batchItemFailures": [{"itemIdentifier": number}]}
    assert rows(place, home) == [(todo.id, 1, False)]


def test_when_the_table_is_gone_the_first_record_of_a_todo_is_named_and_later_calls_work(place, home, live_sync):
    home.follow_up()
    records = place.records()
    client = boto3.client("dynamodb", region_name=gateway.REGION)
    client.delete_table(TableName=TABLE)
    (failure,) = live_sync({"Records": records}, None)["batchItemFailures"]
    todo = next(each for each in records if each["dynamodb"]["NewImage"].get("type") == {"S": "todo"})
    assert failure == {"itemIdentifier": todo["dynamodb"]["SequenceNumber"]}
    client.create_table(**table_definition(TABLE))
    assert live_sync({"Records": records}, None) == {"batchItemFailures": []}
    assert len(rows(place, home)) == 1
