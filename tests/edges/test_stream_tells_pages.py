"""The stream's function tells open pages, after the rows are written, and never fails because of them."""

import io
import itertools
import json
from typing import Any

import pytest

from followups.domain.errors import Unavailable
from followups.edges import logs, table_stream
from followups.edges.table_stream import stream_handler
from followups.services import reading_changes
from followups.services.telling_pages import NotSent
from followups.storage import contract
from followups.storage.behind import row_of
from followups.storage.todo_items import to_item
from followups.storage.wire import from_wire
from tests.builders import on
from tests.chores import KeptChores
from tests.faults import CountingTable, FailingTable
from tests.lambda_mappings import Crashed, StreamMapping, number_of, record, record_of
from tests.pages import KeptMessages, a_page


@pytest.fixture
def gateway():
    return KeptMessages()


def a_handler(ports, gateway, decode=from_wire, row=row_of):
    return stream_handler(ports, KeptChores(), decode, gateway, row)


def records_of(todos):
    return [record("INSERT", number, None, to_item(todo)) for number, todo in enumerate(todos)]


def logged(home):
    found = reading_changes.changes(home.ports, home.owner, "2026-11-30T00:00:00.000Z", exact=True, limit=200)
    return [(change.todo_id, change.version, change.deleted) for change in found.changes]


def test_a_page_is_told_once_the_rows_are_there(home, gateway):
    a_page(home.ports, home.owner.caller)
    todos = [home.add() for _ in range(3)]
    rows: list[Any] = []
    gateway.before = lambda: rows.append(logged(home))
    a_handler(home.ports, gateway)({"Records": records_of(todos)}, None)
    assert gateway.changes("page-1") == [(todo.id, 1, False) for todo in todos]
    assert rows == [gateway.changes("page-1")]


def test_the_pages_of_an_owner_are_looked_for_once_a_batch(home, sqlite, gateway):
    todos = [home.add() for _ in range(5)]
    counting = CountingTable(sqlite)
    a_handler(on(home, counting).ports, gateway)({"Records": records_of(todos)}, None)
    assert counting.calls == ["put"] * 5 + ["query"]


def test_without_a_gateway_nobody_is_looked_for(home, sqlite):
    todos = [home.add()]
    counting = CountingTable(sqlite)
    a_handler(on(home, counting).ports, None)({"Records": records_of(todos)}, None)
    assert counting.calls == ["put"]


def test_a_row_is_decoded_only_for_a_page(home, gateway):
    todos = [home.add()]
    decoded: list[Any] = []

    def row(image):
        decoded.append(image)
        return row_of(image)

    handle = a_handler(home.ports, gateway, row=row)
    handle({"Records": records_of(todos)}, None)
    assert decoded == []
    a_page(home.ports, home.owner.caller)
    handle({"Records": records_of(todos)}, None)
    assert len(decoded) == 1


def test_what_a_newer_version_keeps_in_a_shape_of_its_own_is_told_without_a_row(home, gateway):
    a_page(home.ports, home.owner.caller)
    records = records_of([home.add(), home.add()])
    records[0]["dynamodb"]["NewImage"] |= {"later": {"NULL": True}, "notes": {"B": "AA=="}}
    records[1]["dynamodb"]["NewImage"] |= {"starred": {"NULL": True}}
    assert a_handler(home.ports, gateway)({"Records": records}, None) == {"batchItemFailures": []}
    ((untouched, changed),) = [message["changes"] for message in gateway.heard("page-1")]
    assert "todo" in untouched
    assert "todo" not in changed


def test_at_a_failure_pages_are_told_of_what_is_done_and_then_of_the_rest(home, sqlite, gateway):
    a_page(home.ports, home.owner.caller)
    todos = [home.add() for _ in range(3)]
    records = records_of(todos)
    ports = on(home, FailingTable(sqlite, 1, works=False)).ports
    handle = a_handler(ports, gateway)
    assert handle({"Records": records}, None) == {"batchItemFailures": [{"itemIdentifier": number_of(records[1])}]}
    assert gateway.changes("page-1") == [(todos[0].id, 1, False)]
    handle({"Records": records[1:]}, None)
    assert gateway.changes("page-1") == [(todo.id, 1, False) for todo in todos]


def test_a_record_that_nobody_can_read_holds_no_page_up(home, gateway):
    a_page(home.ports, home.owner.caller)
    todos = [home.add() for _ in range(4)]
    records = [record("INSERT", 10 * number, None, to_item(todo)) for number, todo in enumerate(todos)]
    records.insert(2, record("MODIFY", 15, None, {"PK": "TODO#t", "SK": "TODO", "type": "todo", "id": "t"}))
    mapping = StreamMapping(a_handler(home.ports, gateway))
    mapping.deliver(records)
    assert len(mapping.aside) == 1
    assert {todo_id for todo_id, _, _ in gateway.changes("page-1")} == {todo.id for todo in todos}


@pytest.mark.parametrize("trouble", [NotSent("TimeoutError"), Unavailable()])
def test_no_trouble_with_a_page_fails_the_batch(home, gateway, trouble):
    a_page(home.ports, home.owner.caller, "broken")
    a_page(home.ports, home.owner.caller, "whole")
    gateway.trouble = {"broken": trouble}
    todo = home.add()
    assert a_handler(home.ports, gateway)({"Records": records_of([todo])}, None) == {"batchItemFailures": []}
    assert gateway.changes("whole") == [(todo.id, 1, False)]


def test_a_gone_page_is_removed_and_the_batch_is_done(home, gateway):
    a_page(home.ports, home.owner.caller)
    gateway.gone = {"page-1"}
    assert a_handler(home.ports, gateway)({"Records": records_of([home.add()])}, None) == {"batchItemFailures": []}
    assert home.ports.sockets.of_owner(home.owner.owner_id, since=home.clock.now().replace(year=2020), limit=9) == []


def test_slow_pages_do_not_make_a_batch_longer_than_it_may_be(home, gateway, monkeypatch):
    """Each takes three seconds: the first that begins after five is not waited for."""
    seconds = [0.0]

    def pass_time():
        seconds[0] += 3.0

    monkeypatch.setattr(table_stream, "perf_counter", lambda: seconds[0])
    gateway.before = pass_time
    for number in range(10):
        a_page(home.ports, home.owner.caller, f"page-{number}")
    a_handler(home.ports, gateway)({"Records": records_of([home.add()])}, None)
    assert len(gateway.sent) == 2
    assert seconds == [6.0]


@pytest.mark.parametrize("works", [False, True])
@pytest.mark.parametrize("failure", [contract.Unavailable, Crashed])
def test_wherever_the_table_fails_every_page_hears_every_change_or_finds_it_in_the_log(home, sqlite, works, failure):
    for at in itertools.count():
        gateway = KeptMessages(gone={"gone"})
        a_page(home.ports, home.owner.caller, "gone")
        a_page(home.ports, home.owner.caller)
        position = sqlite.last_position()
        todos = [home.add(), home.capture().todo]
        records = [record_of(change) for change in sqlite.changes_after(position, 100)]
        failing = FailingTable(sqlite, at, works=works, failure=failure)
        mapping = StreamMapping(a_handler(on(home, failing).ports, gateway))
        mapping.deliver(records)
        assert mapping.aside == []
        there = {(todo.id, 1, False) for todo in todos}
        assert there <= set(logged(home))
        heard = set(gateway.changes("page-1"))
        # The pages themselves could not be read: then nobody hears of it, and nothing else is lost.
        assert heard == there or (failure is contract.Unavailable and failing.failed and heard < there)
        if not failing.failed:
            break
    assert at == 4


class TestLogs:
    @pytest.fixture
    def lines(self, monkeypatch):
        stream = io.StringIO()
        monkeypatch.setattr(logs.LOGGER, "propagate", logs.LOGGER.propagate)
        monkeypatch.setattr(logs.LOGGER, "handlers", [])
        before = logs.LOGGER.level
        logs.configure("INFO", stream, stack="test")
        yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
        logs.LOGGER.setLevel(before)

    def test_a_line_counts_the_pages_that_were_reached_and_those_that_were_not(self, home, gateway, lines):
        for name in ("page-1", "page-2", "page-3"):
            a_page(home.ports, home.owner.caller, name)
        gateway.trouble = {"page-2": NotSent("ForbiddenException")}
        a_handler(home.ports, gateway)({"Records": records_of([home.add()])}, None)
        (line,) = lines()
        assert (line["SocketsReached"], line["SocketsFailed"], line["cause"]) == (2, 1, "ForbiddenException")
        assert (line["outcome"], "Errors" in line) == ("ok", False)

    def test_where_no_page_is_open_nothing_is_counted(self, home, gateway, lines):
        a_handler(home.ports, gateway)({"Records": records_of([home.add()])}, None)
        (line,) = lines()
        assert line.keys() & {"SocketsReached", "SocketsFailed", "cause"} == set()
