"""A reminder rings on each device once, whatever comes twice, late or in between."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from followups.domain.dues import Due, DueDate, DueTime
from followups.domain.limits import PUSH_BYTES
from followups.domain.push import id_of
from followups.services import access, editing, managing_lists, signing_in
from followups.services.pushing import Delivered, Gone, Later, Refused, TooLarge
from followups.services.reminder_queue import Ring
from tests.builders import NOON, Home
from tests.reminders import Bell, a_bell, ring_for
from tests.services.test_scheduling import edit_owner


class Crashed(BaseException):
    """The process ends here."""


def at(hour: int, minute: int = 0) -> Due:
    return DueTime(at=datetime(2026, 11, 30, hour, minute), time_zone="UTC")


TOMORROW = DueDate(date=date(2026, 12, 1))


@pytest.fixture
def bell(home: Home) -> Bell:
    made = a_bell(home)
    made.device("phone")
    return made


def test_what_is_due_rings_once_at_its_time(bell):
    todo = bell.written(bell.home.add("Water", due=at(15)))
    assert bell.run(hours=2, minutes=59).sent == 0
    assert bell.run(minutes=2).sent == 1
    (payload,) = bell.payloads()
    assert payload.pop("token")
    assert payload == {
        "title": "Water",
        "list": "Follow-ups",
        "todo_id": todo.id,
        "list_id": bell.home.id,
        "url": f"https://todo.example/lists/{bell.home.id}/todos/{todo.id}",
        "tag": f"todo-{todo.id}",
    }
    assert bell.run(days=3).sent == 0


def test_completed_before_its_time_it_does_not_ring(bell):  # B01
    todo = bell.written(bell.home.add(due=at(13)))
    fired = ring_for(todo)
    bell.home.act(editing.complete, todo)
    bell.home.clock.advance(hours=2)
    # Also where the schedule could not be taken away in time.
    assert bell.do(fired).sent == 0
    assert bell.heard == []


@pytest.mark.parametrize("gone", ["deleted", "its list", "its owner"])
def test_what_is_deleted_before_its_time_does_not_ring(bell, gone):
    todo = bell.written(bell.home.add(due=at(13)))
    if gone == "deleted":
        bell.home.act(editing.delete, todo)
    elif gone == "its list":
        managing_lists.create(bell.ports, bell.home.owner.caller, name="Other")
        managing_lists.delete(bell.ports, bell.home.owner, None)
    else:
        signing_in.delete_account(bell.ports, bell.home.owner.caller)
    assert bell.run(hours=2).sent == 0


def test_the_same_event_twice_rings_once(bell):  # B03
    todo = bell.home.add(due=at(13))
    bell.home.clock.advance(hours=1)
    bell.do(ring_for(todo))
    bell.home.clock.advance(seconds=3)
    bell.do(ring_for(todo))
    assert bell.heard == ["phone"]


def test_each_device_rings_and_each_in_a_message_of_its_own(bell):
    bell.device("tablet")
    bell.written(bell.home.add(due=at(13)))
    assert bell.run(hours=2).sent == 2
    assert sorted(bell.heard) == ["phone", "tablet"]


def test_an_endpoint_that_is_gone_is_deleted_and_the_other_devices_ring(bell):  # B05
    bell.device("tablet")
    bell.services.answers["phone"] = [Gone()]
    bell.written(bell.home.add(due=at(13)))
    assert bell.run(hours=30).sent == 1
    assert sorted(bell.heard) == ["phone", "tablet"]
    assert [each.name for each in bell.ports.subscriptions.of_owner(bell.home.owner.owner_id)] == ["tablet"]


def test_an_endpoint_registered_while_the_old_one_answers_gone_stays(bell):  # B07
    bell.services.answers["phone"] = [Gone()]
    bell.services.before_answer = lambda: bell.device("phone", "https://push.example/new") and None
    bell.written(bell.home.add(due=at(13)))
    bell.run(hours=2)
    kept = bell.ports.subscriptions.of_owner(bell.home.owner.owner_id)
    assert [each.id for each in kept] == [id_of("https://push.example/new")]


@pytest.mark.parametrize("cause", ["timeout", "500", "502", "503"])
def test_a_service_in_trouble_is_asked_again_later_and_later_and_keeps_its_subscription(bell, cause):  # B09
    bell.services.answers["phone"] = [Later(None, cause)]
    bell.written(bell.home.add(due=at(13)))
    asked: list[datetime] = []
    bell.services.before_answer = lambda: asked.append(bell.home.clock.now())
    rung = bell.run(hours=60)
    assert (rung.sent, rung.dropped) == (0, 1)
    assert len(bell.ports.subscriptions.of_owner(bell.home.owner.owner_id)) == 1
    pauses = [later - sooner for sooner, later in pairwise(asked)]
    assert timedelta(seconds=15) <= pauses[0] <= timedelta(seconds=62)
    assert max(pauses) > timedelta(hours=1)
    assert 8 < len(asked) <= 30
    assert asked[-1] - asked[0] <= timedelta(hours=24)


def test_it_rings_once_the_service_is_back(bell):
    bell.services.answers["phone"] = [Later(None, "503"), Later(None, "503"), Delivered()]
    bell.written(bell.home.add(due=at(13)))
    rung = bell.run(hours=3)
    assert (rung.sent, rung.late, rung.dropped) == (1, 1, 0)
    assert len(bell.heard) == 3


def test_a_service_that_says_how_long_to_wait_is_not_asked_sooner(bell):
    """Longer than a queue holds anything back."""
    bell.services.answers["phone"] = [Later(3_600, "429"), Delivered()]
    bell.written(bell.home.add(due=at(13)))
    bell.run(hours=1, minutes=59)
    assert len(bell.heard) == 1
    assert bell.run(minutes=5).sent == 1


def test_one_that_asks_to_wait_for_longer_than_the_reminder_is_good_for_is_given_up(bell):
    bell.services.answers["phone"] = [Later(2 * 24 * 3_600, "429")]
    bell.written(bell.home.add(due=at(13)))
    rung = bell.run(hours=60)
    assert (len(bell.heard), rung.dropped) == (1, 1)


def test_where_the_payload_is_too_large_a_fixed_text_goes_once(bell):  # B11
    bell.services.answers["phone"] = [TooLarge()]
    todo = bell.written(bell.home.add("A long story", due=at(13)))
    rung = bell.run(hours=60)
    assert (rung.sent, rung.dropped) == (0, 1)
    long, short = bell.payloads()
    assert long["title"] == "A long story"
    assert short == {"title": "A todo is due", "url": long["url"], "tag": f"todo-{todo.id}"}
    assert len(bell.ports.subscriptions.of_owner(bell.home.owner.owner_id)) == 1


def test_a_service_that_refuses_keeps_its_subscription_and_is_not_asked_again(bell):  # B13
    bell.services.answers["phone"] = [Refused(403, "403")]
    bell.written(bell.home.add(due=at(13)))
    rung = bell.run(hours=60)
    assert (len(bell.heard), rung.dropped) == (1, 1)
    assert len(bell.ports.subscriptions.of_owner(bell.home.owner.owner_id)) == 1


@pytest.mark.parametrize("answer", [Gone(), TooLarge(), Refused(403, "403"), Later(None, "timeout"), Crashed()])
def test_one_devices_failure_is_never_anothers(bell, answer):
    bell.device("tablet")
    bell.services.answers["phone"] = [answer]
    bell.written(bell.home.add(due=at(13)))
    sent = 0
    while True:
        try:
            sent += bell.run(minutes=70).sent
        except Crashed:
            continue
        break
    assert "tablet" in bell.heard


def test_a_crash_before_its_marker_may_push_again_and_the_second_replaces_the_first(bell):
    todo = bell.home.add(due=at(13))
    bell.home.clock.advance(hours=1)
    bell.services.answers["phone"] = [Crashed(), Delivered()]
    with pytest.raises(Crashed):
        bell.do(ring_for(todo))
    # Another try finds the lease, and comes back when it has ended.
    assert bell.do(ring_for(todo)).sent == 0
    assert bell.run(minutes=3).sent == 1
    first, second = (message for _, message in bell.services.pushed)
    assert first.topic == second.topic
    assert json.loads(first.body)["tag"] == json.loads(second.body)["tag"]


def test_fired_for_an_earlier_time_it_gets_its_schedule_for_the_one_now(bell):
    """The owner moved to where the day starts later, and word of it has not come yet."""
    todo = bell.written(bell.home.add(due=TOMORROW))
    old = ring_for(todo)
    signing_in.edit(bell.ports, bell.home.owner.caller, None, time_zone="America/New_York")
    bell.home.clock.turn_to(datetime(2026, 12, 1, 9, tzinfo=UTC))
    assert bell.do(old).sent == 0
    assert bell.schedules.at(todo) == datetime(2026, 12, 1, 14, tzinfo=UTC)
    assert bell.run(hours=5, minutes=1).sent == 1


def test_a_date_that_has_rung_does_not_ring_again_in_another_zone(bell):
    bell.written(bell.home.add(due=TOMORROW))
    assert bell.run(hours=22).sent == 1
    edit_owner(bell, time_zone="America/New_York")
    assert bell.run(hours=20).sent == 0


def test_a_date_whose_day_has_begun_by_the_new_clock_rings_at_once(bell):
    bell.written(bell.home.add(due=TOMORROW))
    bell.home.clock.turn_to(datetime(2026, 12, 1, 8, tzinfo=UTC))
    edit_owner(bell, time_zone="Asia/Tokyo")
    assert bell.run(minutes=1).sent == 1


def test_what_is_re_dated_rings_at_its_new_time_and_not_at_its_old_one(bell):
    todo = bell.written(bell.home.add(due=at(13)))
    bell.do(ring_for(todo))
    bell.look(todo, bell.home.edit(todo, due=at(15)))
    assert bell.run(hours=2).sent == 0
    assert bell.do(ring_for(todo)).sent == 0
    assert bell.run(hours=2).sent == 1


def test_snoozed_it_rings_again_when_the_snooze_ends(bell):
    todo = bell.written(bell.home.add(due=at(13)))
    assert bell.run(hours=1, minutes=1).sent == 1
    snoozed = bell.home.act(editing.snooze, todo, until=NOON + timedelta(hours=2))
    bell.look(todo, snoozed)
    assert bell.run(hours=2).sent == 1


def test_a_follow_up_that_was_handed_back_rings_like_any_todo(bell):
    todo = bell.home.follow_up("Which one?", due="2026-11-30T13:00", time_zone="UTC")
    bell.written(todo)
    bell.home.hand_back(bell.home.claim(todo))
    bell.look(todo, bell.home.stored(todo))
    assert bell.run(hours=2).sent == 1


def test_moved_to_another_list_it_rings_with_that_lists_name(bell):
    todo = bell.written(bell.home.add(due=at(13)))
    other = managing_lists.create(bell.ports, bell.home.owner.caller, name="Garden")
    moved = editing.move(bell.ports, bell.home.owner, bell.home.seen(todo), to_list=other.id)
    bell.look(todo, moved)
    bell.run(hours=2)
    (payload,) = bell.payloads()
    assert (payload["list"], payload["list_id"]) == ("Garden", other.id)


@pytest.mark.parametrize(("todos", "pushes"), [(3, 3), (4, 1), (12, 1)])
def test_more_than_three_dates_at_one_day_start_become_one_push(bell, todos, pushes):
    for _ in range(todos):
        bell.written(bell.home.add(due=TOMORROW))
    assert bell.run(days=2).sent == pushes
    if pushes == 1:
        (payload,) = bell.payloads()
        assert payload == {
            "title": f"{todos} todos due today",
            "count": todos,
            "url": "https://todo.example/",
            "tag": "day-2026-12-01",
        }


def test_that_push_silences_the_single_ones_of_the_day_though_some_were_done_meanwhile(bell):
    todos = [bell.written(bell.home.add(due=TOMORROW)) for _ in range(4)]
    rings = [ring_for(todo) for todo in todos]
    bell.home.clock.turn_to(datetime(2026, 12, 1, 9, tzinfo=UTC))
    assert bell.do(rings[0]).sent == 1
    bell.home.act(editing.complete, todos[0])
    assert [bell.do(ring).sent for ring in rings] == [0, 0, 0, 0]


def test_times_on_that_day_and_dates_of_deleted_lists_do_not_count(bell):
    for _ in range(3):
        bell.written(bell.home.add(due=TOMORROW))
    bell.written(bell.home.add(due=DueTime(at=datetime(2026, 12, 1, 9), time_zone="UTC")))
    other = managing_lists.create(bell.ports, bell.home.owner.caller, name="Other")
    gone = access.reach_list(bell.ports, bell.home.owner.caller, other.id)
    for _ in range(3):
        bell.written(replace(bell.home, owner=gone).add(due=TOMORROW))
    managing_lists.delete(bell.ports, gone, None)
    assert bell.run(days=2).sent == 4


def test_what_is_over_a_day_late_joins_one_summary(bell):
    late = [ring_for(bell.home.add(due=at(13, minute))) for minute in range(5)]
    bell.home.clock.advance(days=3)
    fresh = bell.home.add(due=DueTime(at=datetime(2026, 12, 3, 13), time_zone="UTC"))
    bell.home.clock.advance(hours=2)
    assert sum(bell.do(ring).sent for ring in late) == 1
    assert bell.payloads() == [
        {"title": "6 todos are overdue", "count": 6, "url": "https://todo.example/", "tag": "overdue"}
    ]
    assert bell.do(ring_for(fresh)).sent == 1
    bell.home.clock.advance(days=1)
    assert sum(bell.do(ring).sent for ring in late) == 0


def test_a_title_is_cut_between_characters_and_the_whole_fits(bell):
    family = "👨‍👩‍👧‍👦"
    title = (family * 200)[:1_000]
    bell.written(bell.home.add(title, notes="secret", due=at(13)))
    bell.run(hours=2)
    ((_, message),) = bell.services.pushed
    assert PUSH_BYTES - 50 < len(message.body) <= PUSH_BYTES
    cut = json.loads(message.body)["title"].removesuffix("…")
    assert cut == family * (len(cut) // len(family))
    assert b"secret" not in message.body


@pytest.mark.parametrize("title", ['"' * 1_000, "\\" * 1_000, "ä" * 1_000, "\U0001f512" * 1_000, "x" * 1_000])
def test_any_title_fits(bell, title):
    bell.written(bell.home.add(title, due=at(13)))
    assert bell.run(hours=2).sent == 1


def test_it_arrives_within_a_day_of_its_time_or_not_at_all(bell):
    bell.written(bell.home.add(due=at(13)))
    bell.run(hours=2)
    ((_, message),) = bell.services.pushed
    assert 23 * 3_600 < message.ttl_seconds <= 24 * 3_600


def test_without_a_device_nothing_is_sent_and_nothing_is_kept(bell):
    (phone,) = bell.ports.subscriptions.of_owner(bell.home.owner.owner_id)
    bell.ports.subscriptions.delete(phone)
    bell.written(bell.home.add(due=at(13)))
    assert bell.run(hours=30).sent == 0


def test_a_device_of_another_owner_does_not_ring(bell):
    todo = bell.home.add(due=at(13))
    bell.home.clock.advance(hours=2)
    (phone,) = bell.ports.subscriptions.of_owner(bell.home.owner.owner_id)
    bell.ports.subscriptions.keep(replace(phone, owner_id="00000000-0000-7000-8000-000000000000"))
    assert bell.do(replace(ring_for(todo), device=phone.id)).sent == 0


def test_a_todo_that_is_unknown_is_nothing_to_ring_for(bell):
    assert bell.do(Ring(todo_id="00000000-0000-7000-8000-000000000000", occurrence="2026-11-30")).sent == 0
