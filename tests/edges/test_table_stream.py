"""The stream's function: records in order, partial failures, and nothing decoded that is not looked at."""

import io
import json

import pytest

from followups.domain.errors import Unavailable
from followups.edges import logs
from followups.edges.table_stream import stream_handler
from followups.services import editing, managing_lists, reading_changes
from followups.services.chores import PurgeList
from followups.storage.todo_items import to_item
from followups.storage.wire import from_wire
from tests.builders import on
from tests.chores import FailingChores, KeptChores
from tests.faults import FailingTable
from tests.lambda_mappings import StreamMapping, number_of, record, record_of

REPORT = {"PK": "TODO#t", "SK": "REPORT#000001", "type": "report", "owner_id": "o"}


@pytest.fixture
def chores():
    return KeptChores()


@pytest.fixture
def handle(ports, chores):
    return stream_handler(ports, chores, from_wire)


@pytest.fixture
def lines():
    """What the function logs, one object a line."""
    stream = io.StringIO()
    before = (list(logs.LOGGER.handlers), logs.LOGGER.level, logs.LOGGER.propagate)
    logs.configure("INFO", stream, stack="test")
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logs.LOGGER.handlers[:], logs.LOGGER.propagate = before[0], before[2]
    logs.LOGGER.setLevel(before[1])


def records_of(table, since=0):
    return [record_of(change) for change in table.changes_after(since, 1_000)]


def logged(home):
    found = reading_changes.changes(home.ports, home.owner, "2026-11-30T00:00:00.000Z", exact=True, limit=200)
    return [(change.todo_id, change.version, change.deleted) for change in found.changes]


def broken(number):
    """A todo without what every version writes."""
    return record("MODIFY", number, None, {"PK": "TODO#t", "SK": "TODO", "type": "todo", "id": "t"})


def test_every_write_of_a_todo_leaves_its_row_in_the_order_of_the_writes(home, sqlite, handle):
    todos = [home.capture().todo for _ in range(12)]
    assert handle({"Records": records_of(sqlite)}, None) == {"batchItemFailures": []}
    assert logged(home) == [(todo.id, 1, False) for todo in todos]


def test_rows_written_at_one_moment_stand_in_the_order_of_their_sequence_numbers(home, chores, monkeypatch):
    """Numbers of different length, as a stream's may be."""
    first, second = home.add(), home.add()
    now = home.clock.now()
    monkeypatch.setattr(home.clock, "now", lambda: now)
    records = [record("INSERT", 0, None, to_item(todo)) for todo in (first, second)]
    records[0]["dynamodb"]["SequenceNumber"] = "9" * 21
    records[1]["dynamodb"]["SequenceNumber"] = "1" + "0" * 21
    stream_handler(home.ports, chores, from_wire)({"Records": records}, None)
    assert [todo_id for todo_id, _, _ in logged(home)] == [first.id, second.id]


def test_a_record_of_a_type_that_nothing_follows_from_is_passed(sqlite, handle, chores):
    written = sqlite.last_position()
    unknown = {"PK": "X", "SK": "X", "owner_id": "o"}
    batch = [record("INSERT", 1, None, REPORT), record("REMOVE", 2, REPORT, None), record("INSERT", 3, None, unknown)]
    assert handle({"Records": batch}, None) == {"batchItemFailures": []}
    assert (sqlite.last_position(), chores.waiting) == (written, [])


def test_what_a_newer_version_keeps_in_a_shape_of_its_own_is_not_looked_at(home, handle):
    todo = home.add()
    newer = record("INSERT", 1, None, to_item(todo))
    newer["dynamodb"]["NewImage"] |= {"later": {"NULL": True}, "bytes": {"B": "AA=="}, "price": {"N": "1.5"}}
    assert handle({"Records": [newer]}, None) == {"batchItemFailures": []}
    assert logged(home) == [(todo.id, 1, False)]


def test_at_the_first_failure_it_stops_and_names_that_record(home, handle):
    todos = [home.add() for _ in range(3)]
    records = [record("INSERT", number, None, to_item(todo)) for number, todo in enumerate(todos)]
    records.insert(1, broken(7))
    assert handle({"Records": records}, None) == {"batchItemFailures": [{"itemIdentifier": number_of(records[1])}]}
    assert logged(home) == [(todos[0].id, 1, False)]


def test_a_record_that_nobody_can_read_stops_only_itself(home, handle):
    todos = [home.add() for _ in range(9)]
    records = [record("INSERT", 10 * number, None, to_item(todo)) for number, todo in enumerate(todos)]
    records.insert(4, broken(35))
    mapping = StreamMapping(handle)
    mapping.deliver(records)
    assert mapping.aside == [records[4]]
    assert {todo_id for todo_id, _, _ in logged(home)} == {todo.id for todo in todos}


def test_a_table_that_does_not_answer_fails_the_record_and_the_next_call_goes_on_there(home, sqlite, chores):
    todos = [home.add() for _ in range(3)]
    records = [record("INSERT", number, None, to_item(todo)) for number, todo in enumerate(todos)]
    failing = on(home, FailingTable(sqlite, 1, works=False)).ports
    mapping = StreamMapping(stream_handler(failing, chores, from_wire))
    mapping.deliver(records)
    assert logged(home) == [(todo.id, 1, False) for todo in todos]
    assert (mapping.calls, mapping.aside) == (2, [])


def test_a_queue_that_does_not_answer_fails_the_record(home, sqlite, ports, chores):
    position = sqlite.last_position()
    managing_lists.delete(ports, home.owner, None)
    records = records_of(sqlite, position)
    handle = stream_handler(ports, FailingChores(chores, 0, works=False), from_wire)
    assert handle({"Records": records}, None) == {"batchItemFailures": [{"itemIdentifier": number_of(records[0])}]}
    assert handle({"Records": records}, None) == {"batchItemFailures": []}
    assert chores.waiting == [(PurgeList(owner_id=home.owner.owner_id, list_id=home.id, version=2), 900)]


class TestLogs:
    def test_one_line_a_call_says_how_far_it_came_and_why_no_further(self, home, sqlite, chores, lines):
        todos = [home.add() for _ in range(3)]
        records = [record("INSERT", number, None, to_item(todo)) for number, todo in enumerate(todos)]
        failing = on(home, FailingTable(sqlite, 1, works=False)).ports
        stream_handler(failing, chores, from_wire)({"Records": records}, None)
        (line,) = lines()
        assert (line["event"], line["records"], line["done"]) == ("live_sync", 3, 1)
        assert (line["outcome"], line["cause"], line["Errors"]) == (Unavailable.code, "made to fail", 1)

    def test_what_nobody_expected_leaves_its_traceback(self, handle, lines):
        handle({"Records": [broken(1)]}, None)
        told, call = lines()
        assert (told["event"], told["sequence"]) == ("stream record failed", number_of(broken(1)))
        assert "KeyError" in told["traceback"]
        assert (call["outcome"], call["done"]) == ("internal", 0)

    def test_it_counts_how_long_rows_took_and_claims_that_lapsed(self, home, sqlite, handle, lines):
        todo = home.claim(home.follow_up(), "s1")
        home.clock.advance(minutes=31)
        position = sqlite.last_position()
        home.claim(todo, "s2")
        home.act(editing.edit, home.add(), edit=editing.Edit(starred=True))
        records = records_of(sqlite, position)
        handle({"Records": records}, None)
        (line,) = lines()
        assert line["LapsedClaims"] == 1
        assert len(line["FanOutMs"]) == 3
        assert 31 * 60_000 <= line["FanOutMs"][0] < 32 * 60_000

    def test_a_call_with_nothing_to_count_counts_nothing(self, handle, lines):
        handle({"Records": [record("INSERT", 1, None, REPORT)]}, None)
        (line,) = lines()
        assert "_aws" not in line
