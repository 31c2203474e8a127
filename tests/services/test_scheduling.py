"""The schedule of a todo is equal to the todo, whoever wrote it and however word of it comes."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from followups.domain.dues import Due, DueDate, DueTime
from followups.domain.errors import Unavailable
from followups.services import editing, importing, scheduling, signing_in
from followups.services.reminder_queue import Align, MoveDays
from tests.builders import NOON
from tests.reminders import Bell, a_bell, ring_for


def at(hour: int, minute: int = 0, second: int = 0, day: int = 30) -> Due:
    month = 11 if day == 30 else 12
    return DueTime(at=datetime(2026, month, day, hour, minute, second), time_zone="UTC")


@pytest.fixture
def bell(home) -> Bell:
    return a_bell(home)


def test_what_is_due_later_has_a_schedule_for_its_time(bell):
    todo = bell.written(bell.home.add(due=at(15)))
    assert bell.schedules.at(todo) == datetime(2026, 11, 30, 15, tzinfo=UTC)
    (schedule,) = bell.schedules.kept.values()
    assert schedule.ring == ring_for(todo)
    assert bell.queue.messages == []


def test_completing_re_dating_and_deleting_leave_the_schedule_that_the_todo_has_now(bell):
    todo = bell.written(bell.home.add(due=at(15)))
    moved = bell.home.edit(todo, due=at(16))
    bell.look(todo, moved)
    assert bell.schedules.at(todo) == datetime(2026, 11, 30, 16, tzinfo=UTC)
    done = bell.home.act(editing.complete, moved)
    bell.look(moved, done)
    assert bell.schedules.kept == {}
    opened = bell.home.act(editing.reopen, done)
    bell.look(done, opened)
    assert bell.schedules.at(todo) is not None
    gone = bell.home.act(editing.delete, opened)
    bell.look(opened, gone)
    assert bell.schedules.kept == {}


def test_a_snooze_moves_the_schedule(bell):
    todo = bell.written(bell.home.add(due=at(15)))
    snoozed = bell.home.act(editing.snooze, todo, until=NOON + timedelta(hours=9, milliseconds=1))
    bell.look(todo, snoozed)
    # To the second, and never early.
    assert bell.schedules.at(todo) == NOON + timedelta(hours=9, seconds=1)


@pytest.mark.parametrize("change", [{"title": "Another"}, {"notes": "More"}, {"starred": True}])
def test_a_write_that_changes_nothing_of_when_it_rings_asks_for_nothing(bell, change):
    todo = bell.written(bell.home.add(due=at(15)))
    bell.schedules.calls.clear()
    bell.look(todo, bell.home.edit(todo, **change))
    assert bell.schedules.calls == []


def test_a_todo_without_a_due_asks_for_nothing(bell):
    bell.written(bell.home.add())
    assert bell.schedules.calls == []


def test_word_that_comes_late_twice_and_in_another_order_leaves_the_same_schedule(bell):
    first = bell.home.add(due=at(15))
    second = bell.home.edit(first, due=at(16))
    third = bell.home.edit(second, due=at(17))
    for before, after in ((second, third), (None, first), (first, second), (second, third), (None, first)):
        bell.look(before, after)
        assert bell.schedules.at(first) == datetime(2026, 11, 30, 17, tzinfo=UTC)


def test_a_todo_that_changes_while_its_schedule_is_made_is_looked_at_again(bell):
    todo = bell.home.add(due=at(15))
    put, changes = bell.schedules.put, iter([at(16), at(17)])

    def put_while_it_changes(schedule):
        put(schedule)
        if (due := next(changes, None)) is not None:
            bell.home.edit(todo, due=due)

    bell.schedules.put = put_while_it_changes
    bell.look(None, todo)
    assert bell.schedules.at(todo) == datetime(2026, 11, 30, 17, tzinfo=UTC)


def test_one_that_never_rests_is_put_off_and_not_looked_at_for_ever(bell):
    todo = bell.home.add(due=at(15))
    put, minutes = bell.schedules.put, iter(range(1, 60))

    def put_while_it_changes(schedule):
        put(schedule)
        bell.home.edit(todo, due=at(16, next(minutes)))

    bell.schedules.put = put_while_it_changes
    with pytest.raises(Unavailable):
        bell.look(None, todo)
    assert bell.schedules.calls.count("put") == scheduling.LOOKS


def test_what_is_due_within_a_minute_goes_straight_into_the_queue_for_its_second(bell):
    todo = bell.written(bell.home.add(due=at(12, 0, 45)))
    assert bell.queue.messages == [ring_for(todo)]
    ((ready, _),) = bell.queue.waiting
    assert timedelta(0) <= ready - datetime(2026, 11, 30, 12, 0, 45, tzinfo=UTC) < timedelta(seconds=1)
    assert bell.schedules.kept == {}


def test_what_was_to_come_when_it_was_written_and_is_past_when_word_comes_rings_at_once(bell):
    todo = bell.home.add(due=at(12, 0, 30))
    bell.home.clock.advance(minutes=5)
    bell.look(None, todo)
    assert bell.queue.messages == [ring_for(todo)]


def test_also_where_a_later_write_changed_something_else(bell):
    todo = bell.home.add(due=at(12, 0, 30))
    bell.home.clock.advance(minutes=5)
    starred = bell.home.edit(todo, starred=True)
    bell.look(None, todo)
    bell.look(todo, starred)
    assert bell.queue.messages == [ring_for(todo)]


def test_what_was_past_when_it_was_written_never_rings(bell):
    bell.written(bell.home.add(due=at(11, 59)))
    bell.written(bell.home.add(due=DueDate(date=date(2026, 11, 30))))
    moved = bell.written(bell.home.add(due=at(15)))
    bell.look(moved, bell.home.edit(moved, due=at(9)))
    assert bell.queue.messages == []
    assert bell.schedules.kept == {}


def test_five_hundred_overdue_todos_are_brought_in_without_a_sound(bell):
    for page in range(5):
        rows = [{"title": f"Old {page} {n}", "due": {"date": "2026-11-29"}} for n in range(100)]
        assert importing.bring_in(bell.ports, bell.home.owner, rows).imported == 100
    for each in bell.ports.dated.on_days(bell.home.owner.owner_id, date(2026, 11, 29), None, limit=1000).todos:
        bell.look(None, bell.ports.todos.get(each.todo_id))
    assert bell.queue.messages == []
    assert bell.schedules.kept == {}


def test_one_that_is_about_to_fire_is_left_alone(bell):
    """A schedule fires to the minute: a look in between must not take it away."""
    todo = bell.written(bell.home.add(due=at(12, 5)))
    bell.home.clock.turn_to(datetime(2026, 11, 30, 12, 5, 20, tzinfo=UTC))
    starred = bell.home.edit(todo, starred=True)
    scheduling.align(bell.ports, bell.schedules, bell.queue, starred.id)
    assert bell.schedules.at(todo) is not None


def test_what_is_due_in_years_gets_its_schedule_when_it_is_near(bell):
    todo = bell.written(bell.home.add(due=DueDate(date=date(9999, 12, 31))))
    assert bell.schedules.at(todo) is None


def test_a_todo_that_went_for_good_takes_its_schedule_along(bell):
    todo = bell.written(bell.home.add(due=at(15)))
    bell.ports.removals.todo(todo.id, owner_id=todo.owner_id, list_id=todo.list_id)
    bell.look(todo, None)
    assert bell.schedules.kept == {}


def edit_owner(bell: Bell, **changes: Any) -> None:
    ports, owner_id = bell.ports, bell.home.owner.owner_id
    before = ports.owners.get(owner_id)
    assert before is not None
    signing_in.edit(ports, bell.home.owner.caller, before.version, **changes)
    after = ports.owners.get(owner_id)
    assert after is not None
    old, new = (
        scheduling.SeenOwner(owner_id=owner_id, days=f"{each.day_start} {each.time_zone}", is_deleted=False)
        for each in (before, after)
    )
    scheduling.follow(ports, bell.schedules, bell.queue, old, new)


def test_another_zone_or_day_start_moves_every_open_date_through_the_queue_fifty_at_a_time(bell):
    todos = [bell.written(bell.home.add(due=DueDate(date=date(2026, 12, 2)))) for _ in range(120)]
    timed = bell.written(bell.home.add(due=at(15, day=2)))
    edit_owner(bell, time_zone="Asia/Tokyo", day_start="08:00")
    assert [type(each) for each in bell.queue.messages] == [MoveDays]
    pages = []
    while bell.queue.waiting:
        (message,) = bell.queue.messages
        bell.queue.waiting.clear()
        bell.schedules.calls.clear()
        bell.do(message)
        pages.append(bell.schedules.calls.count("put"))
    assert pages == [50, 50, 20]
    assert {bell.schedules.at(todo) for todo in todos} == {datetime(2026, 12, 1, 23, tzinfo=UTC)}
    assert bell.schedules.at(timed) == datetime(2026, 12, 2, 15, tzinfo=UTC)


def test_preferences_move_nothing(bell):
    owner = bell.ports.owners.get(bell.home.owner.owner_id)
    same = scheduling.SeenOwner(owner_id=owner.id, days="09:00 UTC", is_deleted=False)
    scheduling.follow(bell.ports, bell.schedules, bell.queue, same, same)
    assert bell.queue.messages == []


def test_a_message_names_the_todos_to_look_at(bell):
    todo = bell.home.add(due=at(15))
    bell.do(Align(todo_ids=(todo.id, "00000000-0000-7000-8000-000000000000")))
    assert bell.schedules.at(todo) is not None
