"""Log lines are JSON, one to a line."""

import io
import json
import logging

import pytest

from followups.edges import logs


@pytest.fixture
def written():
    before = (list(logs.LOGGER.handlers), logs.LOGGER.level, logs.LOGGER.propagate)
    stream = io.StringIO()
    logs.configure("INFO", stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logs.LOGGER.handlers[:], logs.LOGGER.propagate = before[0], before[2]
    logs.LOGGER.setLevel(before[1])


def test_a_line_holds_its_time_its_level_the_event_and_the_fields_that_are_there(written):
    logs.call("agent request", tool="read_follow_up", owner=None, ms=1.5)
    (line,) = written()
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "INFO", "event": "agent request", "tool": "read_follow_up", "ms": 1.5}


def test_a_text_with_line_breaks_stays_on_its_line(written):
    logs.call("a\nb", tool="c\nd")
    (line,) = written()
    assert (line["event"], line["tool"]) == ("a\nb", "c\nd")


def test_an_unexpected_failure_brings_its_traceback(written):
    try:
        raise KeyError("x")
    except KeyError as failure:
        logs.unexpected("tool failed", failure, request_id="r1")
    (line,) = written()
    assert (line["level"], line["request_id"]) == ("ERROR", "r1")
    assert "KeyError" in line["traceback"]
    assert "test_logs.py" in line["traceback"]


def test_below_its_level_nothing_is_written(written):
    logs.LOGGER.setLevel("WARNING")
    logs.call("agent request")
    assert written() == []


def test_libraries_that_speak_at_every_call_are_quiet(written):
    for name in ("mcp.server.streamable_http", "mangum.http"):
        assert not logging.getLogger(name).isEnabledFor(logging.INFO)
        assert logging.getLogger(name).isEnabledFor(logging.ERROR)
    assert written() == []


def test_an_owner_reads_the_same_in_every_line_and_never_as_itself():
    assert logs.hashed("owner-1") == logs.hashed("owner-1") != logs.hashed("owner-2")
    assert "owner" not in logs.hashed("owner-1")
    assert len(logs.hashed("owner-1")) == 16
