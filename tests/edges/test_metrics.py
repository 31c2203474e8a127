"""Metrics leave in the log lines that calls leave anyway, in the form that CloudWatch reads."""

import io
import json
from dataclasses import replace
from datetime import datetime

import jsonschema
import pytest

from followups.edges import logs, metrics
from followups.storage import keys
from followups.storage.contract import Unavailable
from tests.builders import on
from tests.edges.agent.door import a_door
from tests.edges.web.site import a_site, at
from tests.faults import PassingTable

EMBEDDED = {
    "type": "object",
    "required": ["_aws"],
    "properties": {
        "_aws": {
            "type": "object",
            "required": ["Timestamp", "CloudWatchMetrics"],
            "properties": {
                "Timestamp": {"type": "integer", "minimum": 1_000_000_000_000},
                "CloudWatchMetrics": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "required": ["Namespace", "Dimensions", "Metrics"],
                        "properties": {
                            "Namespace": {"type": "string", "minLength": 1, "maxLength": 1024},
                            "Dimensions": {
                                "type": "array",
                                "minItems": 1,
                                "items": {
                                    "type": "array",
                                    "items": {"type": "string", "minLength": 1, "maxLength": 250},
                                    "maxItems": 30,
                                },
                            },
                            "Metrics": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "required": ["Name"],
                                    "properties": {
                                        "Name": {"type": "string", "minLength": 1, "maxLength": 1024},
                                        "Unit": {"enum": ["Count", "Milliseconds", "Seconds", "Bytes"]},
                                    },
                                },
                            },
                        },
                    },
                },
            },
        }
    },
}
"""What a line has to look like for CloudWatch to find metrics in it."""


def a_log(monkeypatch, stack, level="INFO"):
    stream = io.StringIO()
    monkeypatch.setattr(logs.LOGGER, "handlers", [])
    monkeypatch.setattr(logs.LOGGER, "propagate", logs.LOGGER.propagate)
    before = logs.LOGGER.level
    logs.configure(level, stream, stack=stack)
    monkeypatch.setattr(logs.LOGGER, "level", before)
    logs.LOGGER.setLevel(level)
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.fixture
def lines(monkeypatch):
    """The log where metrics are counted, line by line, as it is when asked for."""
    return a_log(monkeypatch, "todo-test")


def counted(line):
    """What CloudWatch finds in a line, by name; every line has to be one that it reads."""
    if "_aws" not in line:
        return {}
    jsonschema.validate(line, EMBEDDED)
    (directive,) = line["_aws"]["CloudWatchMetrics"]
    assert directive["Namespace"] == "FollowUps"
    assert directive["Dimensions"] == [["stack"]]
    assert line["stack"] == "todo-test"
    return {metric["Name"]: line[metric["Name"]] for metric in directive["Metrics"]}


class Broken(PassingTable):
    """Fails in a way that nobody foresaw."""

    def _call(self, operation, do):
        raise RuntimeError("the disk is on fire")


class Unanswering(PassingTable):
    """Answers so many calls, and then none."""

    def __init__(self, table, after=0):
        super().__init__(table)
        self._left = after

    def _call(self, operation, do):
        self._left -= 1
        if self._left < 0:
            raise Unavailable("made to fail")
        return do()


def test_a_tool_call_is_counted_in_its_own_line(lines, home):
    with a_door(home.ports) as door:
        door.agent(home).add()
    (line,) = lines()
    assert counted(line) == {"ToolCalls": 1}
    assert (line["event"], line["tool"], line["outcome"]) == ("agent request", "add_follow_up", "ok")


def test_a_metric_s_time_is_the_line_s(lines):
    logs.call("x", {"Errors": 1})
    (line,) = lines()
    assert abs(line["_aws"]["Timestamp"] - 1000 * datetime.fromisoformat(line["time"]).timestamp()) <= 1


def test_what_is_refused_on_its_merits_is_no_error(lines, home):
    with a_door(home.ports) as door:
        door.agent(home).read_one("x")
    assert [counted(line) for line in lines()] == [{"ToolCalls": 1}]


@pytest.mark.parametrize(("trouble", "outcome"), [(Unanswering, "unavailable"), (Broken, "internal")])
def test_a_call_that_fails_on_our_side_is_an_error_at_either_door(lines, home, sqlite, trouble, outcome):
    with a_door(home.ports) as door:
        agent = door.agent(home)
    with a_door(on(home, trouble(sqlite)).ports) as failing:
        replace(agent, door=failing).rpc("tools/list")
    with a_site(on(home, trouble(sqlite)).ports) as site:
        site.owner().ask("GET", "/api/me")
    mine = [line for line in lines() if line["event"] in {"agent request", "web"}]
    assert [line["outcome"] for line in mine] == [outcome, outcome]
    assert [counted(line) for line in mine] == [{"Errors": 1}, {"Errors": 1}]


def test_a_tool_that_fails_on_our_side_is_a_call_and_an_error(lines, home, sqlite):
    with a_door(on(home, Unanswering(sqlite, after=2)).ports) as failing:
        failing.ports = home.ports
        failing.agent(home).add()
    assert [counted(line) for line in lines()] == [{"ToolCalls": 1, "Errors": 1}]


def test_a_stale_write_is_a_conflict_and_no_error(lines, home):
    with a_site(home.ports) as site:
        me = site.owner()
        todo = me.add()
        me.ask("PATCH", at(todo), {"title": "n"}, match=7)
    assert [counted(line) for line in lines() if line["status"] == 412] == [{"Conflicts": 1}]


def test_nothing_is_counted_without_a_stack(monkeypatch, home):
    lines = a_log(monkeypatch, "")
    with a_door(home.ports) as door:
        door.agent(home).add()
    (line,) = lines()
    assert line.keys() & {"_aws", "stack", "ToolCalls"} == set()


def test_what_is_counted_is_written_whatever_the_level(monkeypatch):
    lines = a_log(monkeypatch, "todo-test", "ERROR")
    logs.call("web")
    logs.call("web", {"Errors": 1}, outcome="internal")
    assert [counted(line) for line in lines()] == [{"Errors": 1}]


def test_without_a_stack_the_level_alone_decides(monkeypatch):
    lines = a_log(monkeypatch, "", "WARNING")
    logs.call("web", {"Errors": 1})
    assert lines() == []


def test_a_claim_that_lapsed_and_went_to_another_session_is_seen_in_the_images_of_the_write(home, sqlite):
    def images(write):
        before = sqlite.get(keys.todo(todo.id))
        write()
        return before, sqlite.get(keys.todo(todo.id))

    todo = home.follow_up()
    assert not metrics.took_over(*images(lambda: home.claim(todo, "s1")))
    assert not metrics.took_over(*images(lambda: home.claim(todo, "s1")))
    home.clock.advance(hours=1)
    assert metrics.took_over(*images(lambda: home.claim(todo, "s2")))
    assert not metrics.took_over(*images(lambda: home.complete(home.stored(todo))))
    assert not metrics.took_over(None, {"claim_session": "s1"})
    assert not metrics.took_over({"claim_session": "s1"}, None)


def test_several_values_of_one_line_are_one_metric(lines):
    logs.call("live sync", {"FanOutMs": [12, 800]})
    assert [counted(line) for line in lines()] == [{"FanOutMs": [12, 800]}]
    (line,) = lines()
    assert line["_aws"]["CloudWatchMetrics"][0]["Metrics"] == [{"Name": "FanOutMs", "Unit": "Milliseconds"}]


def test_what_no_metric_is_called_cannot_be_counted(lines):
    with pytest.raises(KeyError):
        metrics.embedded("todo-test", {"Toolcalls": 1}, at=0)
    assert lines() == []


def test_there_are_no_more_metrics_than_cost_nothing():
    names = [metric.name for metric in metrics.METRICS]
    assert len(names) == len(set(names)) <= 10
    assert all(metric.meaning.endswith(".") for metric in metrics.METRICS)


def test_a_line_names_the_invocation_that_the_platform_s_lines_name(lines, home):
    class Context:
        aws_request_id = "an-invocation"

    assert logs.invocation_in({"aws.context": Context()}) == "an-invocation"
    assert logs.invocation_in({}) is None
    with a_site(home.ports) as site:
        site.owner().ask("GET", "/api/me")
    assert all("invocation" not in line for line in lines())
