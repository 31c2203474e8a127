"""The sweep's function: chores from the queue, each on its own, and the event of the clock."""

import io
import json

import pytest

from followups.domain.errors import Unavailable
from followups.edges import logs
from followups.edges.sweep import DAILY, sweep_handler
from followups.services import managing_lists
from followups.services.chores import PurgeList, SweepOwners
from followups.storage import lists
from tests.builders import a_home, on
from tests.chores import FailingChores, KeptChores, Message
from tests.faults import FailingTable
from tests.lambda_mappings import QUEUE_TRIES, QueueMapping


@pytest.fixture
def chores():
    return KeptChores()


@pytest.fixture
def handle(ports, chores):
    return sweep_handler(ports, chores)


def message(body, id="m1"):
    return {"messageId": id, "body": body, "eventSource": "aws:sqs"}


def purge_of(home):
    managing_lists.delete(home.ports, home.owner, None)
    return PurgeList(owner_id=home.owner.owner_id, list_id=home.id)


def is_there(home):
    return home.ports.lists.get(home.owner.owner_id, home.id) is not None


def test_the_clock_starts_a_sweep_over_every_shard(handle, chores):
    assert handle(dict(DAILY), None) == {}
    assert chores.waiting == [(SweepOwners(shard=n), 0) for n in range(16)]


def test_a_start_that_the_queue_does_not_take_fails_so_that_it_is_tried_again(ports, chores):
    with pytest.raises(Unavailable):
        sweep_handler(ports, FailingChores(chores, 0, works=False))(dict(DAILY), None)


@pytest.mark.parametrize("event", [{}, {"sweep": "hourly"}, {"source": "aws.events"}])
def test_another_event_is_told_what_the_function_takes(handle, chores, event):
    with pytest.raises(ValueError, match="takes a batch of its queue or"):
        handle(event, None)
    assert chores.waiting == []


def test_chores_are_done_page_by_page_until_nothing_is_left(home, handle, chores):
    home.capture()
    chores.put([purge_of(home)])
    mapping = QueueMapping(handle, chores)
    pages = 0
    while mapping.work():
        pages += 1
    assert pages > 2
    assert not is_there(home)


def test_a_message_that_fails_is_named_and_the_others_are_done(ports, handle, chores):
    first, second = a_home(ports), a_home(ports, "owner-2")
    chores.put([purge_of(first)])
    chores.messages.append(Message("poison", "{}", 0))
    chores.put([purge_of(second)])
    mapping = QueueMapping(handle, chores)
    while mapping.work():
        pass
    assert mapping.aside == ["{}"]
    assert not is_there(first)
    assert not is_there(second)


def test_a_message_of_a_newer_version_ends_aside_as_it_came(handle, chores):
    body = json.dumps({"chore": "paint_the_shed", "owner_id": "o"})
    chores.messages.append(Message("m", body, 0))
    mapping = QueueMapping(handle, chores)
    calls = 0
    while mapping.work():
        calls += 1
    assert (calls, mapping.aside) == (QUEUE_TRIES, [body])


def test_a_list_that_nobody_can_read_stops_only_its_own_purge(home, sqlite, ports, handle, chores):
    sqlite.put({**lists.to_item(home.owner.list), "version": 2, "created_at": "yesterday"})
    other = a_home(ports, "owner-2")
    chores.put([PurgeList(owner_id=home.owner.owner_id, list_id=home.id), purge_of(other)])
    mapping = QueueMapping(handle, chores)
    while mapping.work():
        pass
    assert len(mapping.aside) == 1
    assert not is_there(other)


def test_a_table_that_does_not_answer_fails_that_message_alone(home, sqlite, chores):
    failing = on(home, FailingTable(sqlite, 0, works=False)).ports
    handle = sweep_handler(failing, chores)
    body = json.dumps({"chore": "purge_account", "owner_id": "nobody"})
    answer = handle({"Records": [message(body, "m1"), message(body, "m2")]}, None)
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m1"}]}


def test_one_line_a_chore_says_what_became_of_it_and_no_message(handle):
    stream = io.StringIO()
    before = (list(logs.LOGGER.handlers), logs.LOGGER.level, logs.LOGGER.propagate)
    logs.configure("INFO", stream)
    try:
        good = json.dumps({"chore": "purge_account", "owner_id": "the-owner"})
        handle({"Records": [message(good), message('{"chore": "x", "owner_id": "the-owner"}', "m2")]}, None)
    finally:
        logs.LOGGER.handlers[:], logs.LOGGER.propagate = before[0], before[2]
        logs.LOGGER.setLevel(before[1])
    done, failed, call = map(json.loads, stream.getvalue().splitlines())
    assert (done["event"], done["chore"], done["outcome"]) == ("sweep", "PurgeAccount", "ok")
    assert (failed["event"], failed["message_id"]) == ("chore failed", "m2")
    assert call["outcome"] == "internal"
    assert "the-owner" not in stream.getvalue()
