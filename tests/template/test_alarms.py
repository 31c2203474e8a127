"""What tells whoever runs it."""

import json
import re

import pytest

from followups.edges.metrics import DIMENSION, METRICS, NAMESPACE
from tests.architecture.sources import ROOT
from tests.template.templates import needs_sam, nested, of_type

pytestmark = needs_sam


def alarms():
    return of_type("AWS::CloudWatch::Alarm", nested("alarms"))


def test_no_alarm_costs_anything():
    """Ten are free, and one over several metrics counts as that many."""
    assert len(alarms()) <= 10
    assert not [name for name, alarm in alarms().items() if "Metrics" in alarm]


NAMES = (
    "FailuresWaiting", "ChoresFailed", "CallsFail", "SocketsFail", "SendingFails", "FollowingLate", "TableThrottles",
    "RemindersFailed", "RemindersDropped",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_an_alarm_is_sent_and_has_its_line_in_the_run_book(name):
    alarm = alarms()[name]
    assert alarm["AlarmActions"] == [{"Ref": "Topic"}]
    assert f"| `{name}` |" in (ROOT / "docs" / "running.md").read_text()


def test_every_alarm_is_looked_at_here():
    named = re.findall(r"^\| `([A-Z][a-z]\w+)` \|", (ROOT / "docs" / "running.md").read_text(), re.MULTILINE)
    assert set(named) == set(alarms()) == set(NAMES)


def test_an_alarm_of_ours_watches_a_metric_that_the_code_counts():
    ours = [alarm for alarm in alarms().values() if alarm["Namespace"] == NAMESPACE]
    assert {alarm["MetricName"] for alarm in ours} == {"SocketsFailed", "RemindersDropped"}
    for alarm in ours:
        assert alarm["MetricName"] in {metric.name for metric in METRICS}
        assert alarm["Dimensions"] == [{"Name": DIMENSION, "Value": {"Ref": "Stack"}}]


def test_the_dashboard_shows_every_metric_of_ours():
    (dashboard,) = of_type("AWS::CloudWatch::Dashboard", nested("alarms")).values()
    body = re.sub(r"\$\{[^}]+\}", "x", dashboard["DashboardBody"]["Fn::Sub"])
    shown = {
        metric[1]
        for widget in json.loads(body)["widgets"]
        for metric in widget["properties"]["metrics"]
        if metric[0] == NAMESPACE
    }
    assert shown == {metric.name for metric in METRICS}
