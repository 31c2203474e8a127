"""The simulated day of reminders finds what would go wrong."""

import pytest

from bench import simulated_reminders
from bench.simulated_reminders import a_day
from followups.services import doing_reminders, scheduling
from followups.services.reminding import Rung
from followups.services.sent_markers import State
from followups.storage.markers import TableSentMarkers

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(autouse=True)
def _a_short_day(monkeypatch):
    monkeypatch.setattr(simulated_reminders, "_OF_A_WORLD", 60)


def test_a_day_loses_nothing_and_shows_nothing_twice():
    seen = a_day(3)
    assert seen.expected > 40
    assert (seen.lost, seen.shown_twice, seen.uncalled) == (0, 0, 0)
    assert len(seen.late_seconds) == seen.expected


def test_the_same_day_comes_out_the_same():
    assert a_day(4) == a_day(4)


def test_messages_that_nobody_works_are_lost_reminders(monkeypatch):
    monkeypatch.setattr(doing_reminders, "do", lambda remind, message: Rung())
    seen = a_day(3)
    assert seen.lost == seen.expected


def test_writes_that_nobody_follows_are_lost_reminders(monkeypatch):
    monkeypatch.setattr(scheduling, "follow", lambda *_: None)
    assert a_day(3).lost > 0


def test_without_markers_reminders_are_shown_twice(monkeypatch):
    monkeypatch.setattr(simulated_reminders, "TWICE", 0.5)
    monkeypatch.setattr(TableSentMarkers, "begin", lambda *_, **__: State.BEGUN)
    assert a_day(3).shown_twice > 0
