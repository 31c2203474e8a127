"""The bill of a month: what is counted, what is added up, and what is free."""

from dataclasses import replace

import pytest

from bench import assumptions as assumed
from bench import prices
from bench.cost import lines
from bench.counted_functions import PUSH, RING
from bench.monthly_bill import ALONE, CROWDED, Charge, OwnersMonth, cents, cents_beyond_free, stack_charges
from bench.outcomes import Verdict
from bench.owner_page import PING_MINUTES
from bench.prices import PRICES
from bench.usual_day import (
    ADDS,
    DEVICES,
    DRAINED,
    DUES,
    EDITS,
    LOOK_IN,
    PAGE_MINUTES,
    PAGES,
    SESSION_START,
    SESSIONS,
    Day,
    counted_day,
)


@pytest.fixture(scope="module")
def day() -> Day:
    return counted_day()


def month(day, traffic=ALONE) -> dict[str, Charge]:
    return {charge.of: charge for charge in OwnersMonth(day, traffic).charges()}


def test_a_session_is_twenty_tool_calls_and_the_owner_makes_thirty_edits(day) -> None:
    tools = sum(use.requests for kind, use in day.agent.items() if "/" not in kind)
    assert tools == SESSIONS * (ADDS + PAGES + 2 * DRAINED) == 20 * 20
    assert sum(day.web[kind].requests for kind in EDITS) == 30


def test_no_kind_of_call_came_to_nothing(day) -> None:
    for kind, use in {**day.agent, **day.web, **day.remind, **day.sweep}.items():
        assert use.read >= use.requests, kind
    for kind, use in {**day.agent, **day.web, **day.socket, **day.remind, **day.sweep}.items():
        assert use.logged > 100 * use.requests, kind
    assert all(day.web[kind].followed == day.web[kind].requests for kind in EDITS), "a change that changed nothing"


@pytest.mark.parametrize(
    ("kind", "writes"), [("add_follow_up", 8), ("drain_next", 6), ("complete_follow_up", 4 + 1), ("reorder", 5)]
)
def test_a_write_costs_what_the_access_patterns_say_and_its_row_in_the_change_log(day, kind, writes) -> None:
    """A completed one with usual notes has grown over 1 kB: 1 unit more. drain_next writes a row too."""
    use = {**day.agent, **day.web}[kind]
    row = 0 if kind == "drain_next" else 1
    assert use.write / use.requests <= writes + row


def test_the_key_s_hour_is_written_once_a_session(day) -> None:
    first = day.web[SESSION_START]
    assert first.write == first.requests == SESSIONS
    assert day.agent["server/discover"].write == day.web[LOOK_IN].write == 0


def test_pages_open_a_socket_each_ping_and_are_told_of_every_change_meanwhile(day) -> None:
    pages, pings = len(PAGE_MINUTES), sum(PAGE_MINUTES) // PING_MINUTES
    assert {kind: use.requests for kind, use in day.socket.items()} == {
        "connect": pages,
        "message": pings,
        "disconnect": pages,
    }
    assert day.socket["message"].messages == 2 * pings, "a ping and its answer"
    assert all(day.web[kind].messages == day.web[kind].requests for kind in EDITS)
    seen = pages + 1
    assert day.agent["add_follow_up"].messages == seen * ADDS, "the first page is there for two sessions"
    assert day.agent["add_follow_up"].message_bytes > 500 * seen * ADDS


def test_a_socket_costs_what_the_access_patterns_say(day) -> None:
    assert day.web["ticket"].write == len(PAGE_MINUTES)
    assert day.socket["connect"].write == 3 * len(PAGE_MINUTES)
    assert day.socket["disconnect"].write == 2 * len(PAGE_MINUTES)
    assert day.socket["message"].read == day.socket["message"].write == 0


def test_each_due_rings_once_on_each_device_with_two_writes_of_its_marker(day) -> None:
    assert day.remind[RING].requests == DUES
    assert day.remind[PUSH].requests == DUES * DEVICES
    assert day.remind[PUSH].write == 2 * day.remind[PUSH].requests
    assert day.growth.markers > 0


def test_only_a_write_that_moves_a_ring_is_looked_at_in_the_table(day) -> None:
    """Four units: the todo and its owner, before and after its schedule is made equal."""
    moved, star = day.web["set a due"], day.web["star"]
    assert moved.looked_at == moved.requests
    assert star.looked_at == star.requests
    assert moved.read / moved.requests - star.read / star.requests == 4


def test_what_a_day_leaves_behind_is_at_least_its_todos(day) -> None:
    added = SESSIONS * ADDS + EDITS["add"]
    assert day.growth.items > added * 1_000
    assert day.growth.rows > added * 500


def test_every_price_is_charged(day) -> None:
    charged = {charge.price for charge in [*OwnersMonth(day, ALONE).charges(), *stack_charges()]}
    assert charged == set(PRICES)


def test_what_is_free_is_free_once_for_all_charges_of_a_price() -> None:
    free = prices.LOGS.free
    charges = [Charge(of=of, price=prices.LOGS, units=free) for of in ("one", "another")]
    assert cents(charges) == pytest.approx(2 * free * 50)
    assert cents_beyond_free(charges) == pytest.approx(free * 50)


def test_nothing_costs_less_than_nothing() -> None:
    assert cents_beyond_free([Charge(of="little", price=prices.QUEUES, units=1)]) == 0


def test_among_many_an_owner_meets_warm_functions_and_shares_what_follows_a_write(day) -> None:
    alone, crowded = month(day), month(day, CROWDED)
    assert crowded["Lambda, cold starts"].units < alone["Lambda, cold starts"].units / 10
    assert crowded["Lambda invocations"].units < alone["Lambda invocations"].units
    assert crowded["DynamoDB writes"].units == alone["DynamoDB writes"].units


def test_the_bill_of_a_stack_with_one_owner_is_judged_and_the_rest_explains_it(day) -> None:
    judged = [line.what for line in lines(day) if line.verdict is not Verdict.SHOWN]
    assert judged == ["both beyond what is always free"]


def test_the_lines_of_an_owner_add_up_to_the_figure(day) -> None:
    shown = {line.what: line for line in lines(day)}
    figure = shown[f"one owner, {SESSIONS} sessions a day"].figure
    assert figure is not None
    assert figure.value == pytest.approx(sum(charge.cents for charge in month(day).values()))


def test_more_sessions_would_be_noticed(day) -> None:
    twice = replace(day, agent={kind: use * 2 for kind, use in day.agent.items()})
    assert month(twice)["HTTP API"].units - month(day)["HTTP API"].units == pytest.approx(
        assumed.DAYS * sum(use.requests for use in day.agent.values())
    )
