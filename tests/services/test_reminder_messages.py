"""The queue's texts: what is written is read, and what nobody knows is told."""

import json
from datetime import UTC, datetime

import pytest

from followups.services.reminder_messages import UnreadableReminder, read, written
from followups.services.reminder_queue import Align, MoveDays, Ring

RING = Ring(todo_id="t", occurrence="2027-01-31T09:00 Europe/Berlin+2027-01-31T10:00:00.000Z")


@pytest.mark.parametrize(
    "message",
    [
        RING,
        Ring(todo_id="t", occurrence="", device="d", tries=3, not_before=datetime(2027, 1, 31, tzinfo=UTC)),
        Align(todo_ids=("a", "b")),
        MoveDays(owner_id="o"),
        MoveDays(owner_id="o", after={"PK": "p", "GSI3SK": "D#2027-01-31"}),
    ],
    ids=lambda message: type(message).__name__,
)
def test_what_is_written_is_read(message):
    assert read(written(message)) == message


def test_what_a_newer_version_adds_is_passed_over():
    assert read(json.dumps({**json.loads(written(RING)), "colour": "red"})) == RING


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"reminder": "sing", "todo_id": "t"}',
        '{"reminder": "ring", "todo_id": "t"}',
        '{"reminder": "ring", "todo_id": "t", "occurrence": "o", "device": 1}',
        '{"reminder": "ring", "todo_id": "t", "occurrence": "o", "tries": "x"}',
        '{"reminder": "ring", "todo_id": "t", "occurrence": "o", "not_before": "soon"}',
        '{"reminder": "align", "todo_ids": [1]}',
        '{"reminder": "move_days", "owner_id": "o", "after": {"PK": 1}}',
    ],
)
def test_what_is_none_is_told_with_what_to_do(text):
    with pytest.raises(UnreadableReminder, match="Delete it|send it again"):
        read(text)
