"""The function of what is done later as Lambda runs it, on DynamoDB and SQS."""

from typing import Any

import boto3
import pytest

from followups.services import editing, managing_keys, signing_in
from followups.services.chore_messages import written
from followups.services.chores import Chore, PurgeAccount, PurgeList, SweepOwners
from tests.builders import FakeClock, a_home, ports_on
from tests.handlers import behind, gateway

ROUNDS = 60
"""More than any purge here takes."""


@pytest.fixture
def place(monkeypatch):
    # A test waits for no delay: every message is there at once.
    for module in ("following", "purging"):
        monkeypatch.setattr(f"followups.services.{module}.SETTLED_SECONDS", 0)
    monkeypatch.setattr("followups.services.purging.LISTS_SECONDS", 0)
    with behind.place(monkeypatch) as found:
        yield found


@pytest.fixture
def sweep(place):
    return place.function("sweep")


@pytest.fixture
def live_sync(place):
    return place.function("live_sync")


def a_home_at(place, days_ago=0):
    clock = FakeClock(place.ports.clock.now())
    clock.advance(days=-days_ago)
    return a_home(ports_on(place.table, clock))


def settle(place, sweep, live_sync):
    for _ in range(ROUNDS):
        assert live_sync({"Records": place.records()}, None) == {"batchItemFailures": []}
        messages = place.messages()
        if not messages:
            return
        assert sweep({"Records": messages}, None) == {"batchItemFailures": []}
    pytest.fail(f"not settled after {ROUNDS} rounds")


def of_owner(place, owner_id) -> list[dict[str, Any]]:
    found = [item for item in place.items() if item.get("owner_id") == {"S": owner_id}]
    return sorted(found, key=lambda item: (item["PK"]["S"], item["SK"]["S"]))


def types_of(place, owner_id) -> set[str]:
    return {item["type"]["S"] for item in of_owner(place, owner_id)}


def test_a_deleted_account_goes_from_the_first_write_to_the_last_item(place, sweep, live_sync):
    home = a_home_at(place)
    other = a_home(home.ports, "owner-2")
    other.capture("Theirs")
    home.complete(home.claim(home.follow_up(notes="x" * 99_995)))
    home.act(editing.delete, home.add())
    managing_keys.create(home.ports, home.owner.caller, name="Bound", list_id=home.id)
    settle(place, sweep, live_sync)
    theirs = of_owner(place, other.owner.owner_id)
    signing_in.delete_account(home.ports, home.owner.caller)
    settle(place, sweep, live_sync)
    assert types_of(place, home.owner.owner_id) == {"change"}
    assert of_owner(place, other.owner.owner_id) == theirs
    orphans = [item for item in place.items() if "owner_id" not in item]
    assert orphans == []


def test_the_clock_finds_what_was_lost(place, sweep, live_sync):
    home = a_home_at(place, days_ago=2)
    home.capture()
    signing_in.delete_account(home.ports, home.owner.caller)
    place.records()  # and nobody heard of it
    assert sweep({"sweep": "daily"}, None) == {}
    settle(place, sweep, live_sync)
    assert types_of(place, home.owner.owner_id) == set()


def test_without_a_queue_to_go_on_in_the_message_comes_again_and_ends_it(place, sweep):
    home = a_home_at(place)
    home.add()
    signing_in.delete_account(home.ports, home.owner.caller)
    sqs = boto3.client("sqs", region_name=gateway.REGION)
    sqs.delete_queue(QueueUrl=place.queue)
    body = written(PurgeList(owner_id=home.owner.owner_id, list_id=home.id))
    event = {"Records": [{"messageId": "m1", "body": body}, {"messageId": "m2", "body": "no chore"}]}
    failures = [{"itemIdentifier": "m1"}, {"itemIdentifier": "m2"}]
    assert sweep(event, None) == {"batchItemFailures": failures}
    sqs.create_queue(QueueName="chores")
    # The list is empty by now: there is nothing to go on with.
    assert sweep(event, None) == {"batchItemFailures": failures[1:]}
    assert home.ports.lists.get(home.owner.owner_id, home.id) is None


def test_what_is_not_deleted_is_not_touched_whatever_comes_in(place, sweep):
    home = a_home_at(place, days_ago=2)
    home.capture()
    before = place.items()
    owner_id = home.owner.owner_id
    chores: list[Chore] = [
        PurgeAccount(owner_id=owner_id),
        PurgeList(owner_id=owner_id, list_id=home.id),
        *(SweepOwners(shard=n) for n in range(16)),
    ]
    event = {"Records": [{"messageId": str(at), "body": written(chore)} for at, chore in enumerate(chores)]}
    assert sweep(event, None) == {"batchItemFailures": []}
    assert (place.items(), place.messages()) == (before, [])
