"""Every open page of an owner gets every message, nobody else does, and no trouble with one stops another."""

import itertools

import pytest

from followups.domain.limits import SOCKETS_TOLD
from followups.services.telling_pages import NotSent, Told, tell
from tests.builders import an_owner, on
from tests.faults import FailingTable
from tests.lambda_mappings import Crashed
from tests.pages import KeptMessages, a_page


def told_by(ports, gateway, owner, messages=("a", "b"), is_late=lambda: False):
    told = Told()
    tell(ports, gateway, owner.owner_id, lambda: list(messages), told, is_late=is_late)
    return told


@pytest.fixture
def owner(ports):
    return an_owner(ports)


@pytest.fixture
def gateway():
    return KeptMessages()


def test_each_page_of_the_owner_gets_each_message_in_order(ports, owner, gateway):
    pages = [a_page(ports, owner, name) for name in ("p1", "p2")]
    told = told_by(ports, gateway, owner)
    assert (told.reached, told.failed) == (2, 0)
    for page in pages:
        assert [message for name, message in gateway.sent if name == page] == ["a", "b"]


def test_a_page_of_another_owner_hears_nothing(ports, owner, gateway):
    a_page(ports, owner, "ours")
    a_page(ports, an_owner(ports, "owner-2"), "theirs")
    told_by(ports, gateway, owner)
    assert {name for name, _ in gateway.sent} == {"ours"}


def test_without_an_open_page_no_message_is_made(ports, owner, gateway):
    def messages():
        raise AssertionError("nobody hears it")

    told = Told()
    tell(ports, gateway, owner.owner_id, messages, told, is_late=lambda: False)
    assert told == Told()


def test_a_page_that_is_gone_is_forgotten_and_the_others_hear_all(ports, owner, gateway):
    for name in ("p1", "p2", "p3"):
        a_page(ports, owner, name)
    gateway.gone = {"p2"}
    told = told_by(ports, gateway, owner)
    assert (told.reached, told.failed) == (2, 0)
    gateway.gone.clear()
    gateway.sent.clear()
    told_by(ports, gateway, owner)
    assert {name for name, _ in gateway.sent} == {"p1", "p3"}


def test_a_page_that_is_still_opening_is_not_taken_for_gone(ports, owner, gateway):
    a_page(ports, owner, "p1", seconds_ago=1)
    gateway.gone = {"p1"}
    told = told_by(ports, gateway, owner)
    assert (told.reached, told.failed) == (0, 1)
    gateway.gone.clear()
    told_by(ports, gateway, owner)
    assert {name for name, _ in gateway.sent} == {"p1"}


def test_a_page_that_is_found_gone_is_not_forgotten_when_it_has_come_back_under_its_name(ports, owner, gateway):
    a_page(ports, owner, "p1")

    def come_back():
        ports.clock.advance(seconds=1)
        a_page(ports, owner, "p1")

    gateway.gone, gateway.before = {"p1"}, come_back
    told_by(ports, gateway, owner)
    gateway.gone, gateway.before = set(), lambda: None
    told_by(ports, gateway, owner)
    assert [name for name, _ in gateway.sent] == ["p1", "p1"]


def test_a_page_that_cannot_be_told_is_counted_and_the_others_hear_all(ports, owner, gateway):
    for name in ("p1", "p2", "p3"):
        a_page(ports, owner, name)
    gateway.trouble = {"p2": NotSent("LimitExceededException")}
    told = told_by(ports, gateway, owner)
    assert told == Told(reached=2, failed=1, cause="LimitExceededException")
    assert {name for name, _ in gateway.sent} == {"p1", "p3"}


def test_once_it_is_late_nobody_is_waited_for_any_more(ports, owner, gateway):
    for name in ("p1", "p2", "p3"):
        a_page(ports, owner, name)
    told = told_by(ports, gateway, owner, is_late=lambda: len(gateway.sent) >= 3)
    assert told == Told(reached=1, failed=2, cause="there was no time left")
    assert [message for _, message in gateway.sent] == ["a", "b", "a"]


def test_when_the_pages_cannot_be_read_that_is_a_failure_and_no_error(home, sqlite, gateway):
    failing = on(home, FailingTable(sqlite, 0, works=False)).ports
    assert told_by(failing, gateway, home.owner.caller) == Told(failed=1, cause="made to fail")


@pytest.mark.parametrize("works", [False, True])
def test_whatever_the_table_does_meanwhile_the_pages_that_are_there_hear_all(home, sqlite, works):
    owner = home.owner.caller
    for at in itertools.count():
        gateway = KeptMessages(gone={"gone"})
        for name in ("gone", "p1", "p2"):
            a_page(home.ports, owner, name)
        failing = FailingTable(sqlite, at, works=works)
        told = told_by(on(home, failing).ports, gateway, owner)
        assert told.reached == (0 if at == 0 else 2)
        assert told.failed == (1 if failing.failed else 0)
        if not failing.failed:
            break
    assert at == 2
    assert told_by(home.ports, KeptMessages(), owner) == Told(reached=2)


def test_a_crash_in_between_is_not_held_up(ports, owner, gateway):
    a_page(ports, owner, "p1")
    gateway.trouble = {"p1": Crashed()}
    with pytest.raises(Crashed):
        told_by(ports, gateway, owner)


def test_of_very_many_pages_the_ones_opened_last_are_told(ports, owner, gateway):
    for number in range(SOCKETS_TOLD + 5):
        a_page(ports, owner, f"p{number}")
        ports.clock.advance(seconds=1)
    assert told_by(ports, gateway, owner, ["a"]).reached == SOCKETS_TOLD
    assert "p4" not in {name for name, _ in gateway.sent}
