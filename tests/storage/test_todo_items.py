"""A todo comes out of its item as it went in, and its row shows the same of it."""

import dataclasses
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from followups.domain import repeats
from followups.domain.claims import Claim
from followups.domain.dues import DueDate, DueTime
from followups.domain.origins import HandBack, Host, Origin
from followups.domain.repeats import Rolled
from followups.domain.todos import AgentWrite, Todo
from followups.storage.indexes import row_of
from followups.storage.todo_items import ItemRow, from_item, to_item

AT = datetime(2026, 11, 30, 12, 0, 0, 123000, tzinfo=UTC)
DUE = DueTime(at=datetime(2027, 1, 31, 9), time_zone="Europe/Berlin")
ROLLED = Rolled(due="2027-01-28T09:00", to="2027-01-31T09:00", at=AT, skipped=True)
FULL = Todo(
    id="t1",
    list_id="l1",
    owner_id="o1",
    title="t" * 400,
    notes="n" * 400,
    starred=True,
    order="V",
    due=DUE,
    repeat=repeats.repeat("FREQ=WEEKLY;BYDAY=MO,TH", "2027-01-28T09:00", DUE),
    rolled=ROLLED,
    snoozed_until=AT + timedelta(hours=1),
    dated_at=AT - timedelta(days=1),
    completed_at=AT,
    deleted_at=AT,
    origin=Origin(
        repository="acme/widget",
        repository_id="r1",
        session_id="s1",
        host=Host("codex"),
        discovered_from="t0",
        proposed=False,
        handed_back=HandBack(at=AT, reason="Which one?"),
        with_owner=True,
    ),
    claim=Claim(session_id="s1", token="1.x", expires_at=AT),
    claim_number=1,
    last_agent_write=AgentWrite(key_id="k1", tool="complete_follow_up", arguments="a", at=AT),
    reports=2,
    created_at=AT,
    updated_at=AT,
    version=3,
    write_id="w1",
)
BARE = Todo(id="t1", list_id="l1", owner_id="o1", title="t", order="V", created_at=AT, updated_at=AT)
OPEN = replace(FULL, completed_at=None, deleted_at=None)


def test_the_full_one_here_has_every_field() -> None:
    default = {field.name: field.default for field in dataclasses.fields(Todo)}
    left_out = [name for name, value in default.items() if getattr(FULL, name) == value]
    assert left_out == []


@pytest.mark.parametrize("todo", [FULL, BARE, OPEN, replace(FULL, rolled=replace(ROLLED, skipped=False))])
def test_what_goes_in_comes_out(todo: Todo) -> None:
    assert from_item(to_item(todo)) == todo
    assert from_item(to_item(todo)).write_id == todo.write_id


def test_a_row_shows_what_it_repeats_by() -> None:
    row = ItemRow(row_of(to_item(OPEN), "GSI1"))
    assert (row.due, row.repeat) == (OPEN.due, OPEN.repeat)
    assert ItemRow(row_of(to_item(BARE), "GSI1")).repeat is None


def test_a_repeat_takes_little_of_its_item() -> None:
    days = ",".join(
        f"{ordinal}{day}" for ordinal in (1, 2, 3, 4, 5, -1) for day in ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
    )
    due = DueDate(date=date(2027, 1, 31))
    longest = repeats.repeat(f"FREQ=MONTHLY;INTERVAL=999;BYDAY={days}", None, due)
    assert len(to_item(replace(BARE, due=due, repeat=longest))["repeat"]) < 300


def test_one_that_only_a_newer_version_knows_stays_in_the_item_and_breaks_nothing() -> None:
    item = {**to_item(replace(BARE, due=DueDate(date=date(2027, 1, 31)))), "repeat": "FREQ=HOURLY@2027-01-31"}
    assert from_item(item).repeat is None
    assert ItemRow(row_of(item, "GSI1")).repeat is None
