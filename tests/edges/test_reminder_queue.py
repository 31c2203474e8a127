"""The reminders' queue: each message by itself, one line for each, and what is counted."""

import io
import json

import pytest

from followups.domain.dues import DueTime
from followups.domain.errors import Unavailable
from followups.edges import logs
from followups.edges.reminder_queue import reminder_handler
from followups.services.pushing import Later, Refused
from followups.services.reminder_messages import written
from tests.builders import NOON
from tests.reminders import ORIGIN, Bell, a_bell, ring_for

DUE = DueTime(at=NOON.replace(hour=13, tzinfo=None), time_zone="UTC")


@pytest.fixture
def bell(home) -> Bell:
    made = a_bell(home)
    made.device("phone")
    return made


@pytest.fixture
def handle(bell):
    return reminder_handler(bell.ports, bell.schedules, bell.queue, bell.services, ORIGIN)


@pytest.fixture
def lines():
    stream = io.StringIO()
    kept, level = logs.LOGGER.handlers[:], logs.LOGGER.level
    logs.configure("INFO", stream, stack="follow-ups")
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logs.LOGGER.handlers[:] = kept
    logs.LOGGER.setLevel(level)
    logs.LOGGER.propagate = True


def messages(*bodies):
    return {"Records": [{"messageId": f"m{at}", "body": body} for at, body in enumerate(bodies)]}


def a_ring(bell, *, hours=1):
    todo = bell.home.add("Secret plans", due=DUE)
    bell.home.clock.advance(hours=hours)
    return written(ring_for(todo))


def test_a_message_that_fails_is_named_and_the_others_are_done(bell, handle):
    first = a_ring(bell, hours=0)
    second = a_ring(bell)
    bell.services.answers["phone"] = [RuntimeError("a mistake of ours")]
    assert handle(messages(first, "nonsense"), None)["batchItemFailures"] == [
        {"itemIdentifier": "m0"},
        {"itemIdentifier": "m1"},
    ]
    bell.services.answers.clear()
    assert handle(messages("nonsense", second), None)["batchItemFailures"] == [{"itemIdentifier": "m0"}]
    assert len(bell.heard) == 2


def test_a_push_is_counted_and_its_line_holds_no_text_of_the_todo(bell, handle, lines):
    handle(messages(a_ring(bell)), None)
    (line,) = lines()
    assert (line["event"], line["message"], line["outcome"], line["sent"]) == ("remind", "Ring", "ok", 1)
    assert line["RemindersSent"] == 1
    assert "RemindersLate" not in line
    assert "Secret" not in json.dumps(line)


def test_one_that_comes_late_is_counted_as_late_too(bell, handle, lines):
    handle(messages(a_ring(bell, hours=3)), None)
    (line,) = lines()
    assert (line["RemindersSent"], line["RemindersLate"]) == (1, 1)


def test_one_that_is_refused_is_counted_as_dropped_and_says_what_was_answered(bell, handle, lines):
    bell.services.answers["phone"] = [Refused(403, "403 BadJwtToken")]
    handle(messages(a_ring(bell)), None)
    (line,) = lines()
    assert (line["RemindersDropped"], line["cause"]) == (1, "403 BadJwtToken")
    assert "RemindersSent" not in line


def test_one_that_is_put_off_counts_nothing_and_says_why(bell, handle, lines):
    bell.services.answers["phone"] = [Later(None, "503")]
    handle(messages(a_ring(bell)), None)
    (line,) = lines()
    assert line["cause"] == "503"
    assert "_aws" not in line


def test_storage_that_does_not_answer_is_an_error_and_the_message_comes_again(bell, handle, lines):
    ring = a_ring(bell)
    bell.services.answers["phone"] = [Unavailable()]
    assert handle(messages(ring), None) == {"batchItemFailures": [{"itemIdentifier": "m0"}]}
    (line,) = lines()
    assert (line["outcome"], line["Errors"]) == ("unavailable", 1)
