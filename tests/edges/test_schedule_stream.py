"""The stream as far as schedules follow from it: what is looked at, and what a record that fails holds up."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from followups.domain import reminders
from followups.domain.dues import DueDate, DueTime
from followups.domain.errors import Unavailable
from followups.domain.todos import Todo
from followups.edges.schedule_stream import READ, looked_at, schedule_handler
from followups.services import signing_in
from followups.services.scheduling import SeenTodo
from followups.storage.todo_items import to_item
from followups.storage.wire import from_wire
from tests.builders import NOON
from tests.lambda_mappings import StreamMapping, record_of
from tests.reminders import Bell, a_bell

TODO = Todo(id="t", list_id="l", owner_id="o", title="Water", order="a", created_at=NOON, updated_at=NOON)
LATER = DueTime(at=datetime(2026, 11, 30, 15), time_zone="UTC")


@pytest.fixture
def bell(home) -> Bell:
    return a_bell(home)


@pytest.fixture
def handle(bell):
    return schedule_handler(bell.ports, bell.schedules, bell.queue, from_wire)


def records(sqlite, after=0):
    return [record_of(change) for change in sqlite.changes_after(after, 1_000)]


@pytest.mark.parametrize(
    "fields",
    [
        {"due": DueDate(date=date(2027, 1, 31))},
        {"due": DueTime(at=datetime(2027, 1, 31, 9, 0, 30), time_zone="Europe/Berlin")},
        {"snoozed_until": datetime(2027, 1, 31, 9, tzinfo=UTC)},
        {"due": DueDate(date=date(2027, 1, 31)), "snoozed_until": datetime(2027, 1, 31, 9, tzinfo=UTC)},
        {},
    ],
    ids=str,
)
def test_an_image_names_the_ring_as_the_todo_does(fields):
    todo = replace(TODO, **fields)
    seen = looked_at({name: value for name, value in to_item(todo).items() if name in READ})
    assert isinstance(seen, SeenTodo)
    assert seen.occurrence == seen.rings == reminders.occurrence(todo)


@pytest.mark.parametrize("closed", [replace(TODO, completed_at=NOON), replace(TODO, deleted_at=NOON)])
def test_what_is_closed_rings_for_nothing(closed):
    seen = looked_at(to_item(replace(closed, due=LATER)))
    assert isinstance(seen, SeenTodo)
    assert (seen.occurrence, seen.rings) == ("2026-11-30T15:00 UTC", "")


@pytest.mark.parametrize("kind", ["list", "change", "sent", "session", None])
def test_nothing_follows_from_other_items(kind):
    assert looked_at({"type": kind, "id": "x"}) is None
    assert looked_at(None) is None


def test_a_write_is_followed_by_its_schedule(bell, handle, sqlite):
    todo = bell.home.add(due=LATER)
    assert handle({"Records": records(sqlite)}, None) == {"batchItemFailures": []}
    assert bell.schedules.at(todo) == datetime(2026, 11, 30, 15, tzinfo=UTC)


def test_the_stream_again_from_the_beginning_changes_nothing(bell, handle, sqlite):
    for hour in (15, 16, 17):
        todo = bell.home.add(due=LATER)
        bell.home.edit(todo, due=DueTime(at=datetime(2026, 11, 30, hour), time_zone="UTC"))
    signing_in.edit(bell.ports, bell.home.owner.caller, None, day_start="08:00")
    handle({"Records": records(sqlite)}, None)
    once = dict(bell.schedules.kept)
    handle({"Records": records(sqlite)}, None)
    assert bell.schedules.kept == once
    assert len(once) == 3


def test_a_record_that_fails_is_named_and_those_behind_it_wait(bell, handle, sqlite):
    first, second = (bell.home.add(due=LATER) for _ in range(2))
    batch = [each for each in records(sqlite) if "TODO#" in str(each["dynamodb"]["Keys"])]
    put = bell.schedules.put

    def refuses(schedule):
        if schedule.ring.todo_id == second.id:
            raise Unavailable
        put(schedule)

    bell.schedules.put = refuses
    failed = {"itemIdentifier": batch[1]["dynamodb"]["SequenceNumber"]}
    assert handle({"Records": batch}, None) == {"batchItemFailures": [failed]}
    bell.schedules.put = put
    assert handle({"Records": batch[1:]}, None) == {"batchItemFailures": []}
    assert bell.schedules.at(first) is not None
    assert bell.schedules.at(second) is not None


def test_a_record_that_nobody_can_read_is_put_aside_and_the_others_are_done(bell, handle, sqlite):
    bell.home.add(due=LATER)
    changes = sqlite.changes_after(0, 1_000)
    broken = replace(changes[-1], new={"PK": "TODO#x", "SK": "TODO", "type": "todo"})
    todo = bell.home.add(due=LATER)
    mapping = StreamMapping(handle)
    mapping.deliver([record_of(each) for each in (broken, *sqlite.changes_after(changes[-1].position, 10))])
    assert len(mapping.aside) == 1
    assert bell.schedules.at(todo) is not None
