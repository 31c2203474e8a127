"""Tickets open sockets: once, soon, and for the owner who asked. Whatever fails, no socket is anybody else's."""

import itertools
from datetime import timedelta

import pytest

from followups.domain.errors import Unauthorized, Unavailable
from followups.domain.limits import SOCKET_SECONDS, TICKET_SECONDS
from followups.services.issuing_tickets import issue
from followups.services.opening_sockets import close_socket, open_socket
from followups.services.sockets import Socket
from followups.storage.contract import Key
from tests.behind import everything
from tests.builders import NOON, an_owner, on, ports_on
from tests.faults import FailingTable, RacedTable
from tests.lambda_mappings import Crashed


@pytest.fixture
def owner(ports):
    return an_owner(ports)


def ids_of(ports, owner):
    found = ports.sockets.of_owner(owner.owner_id, since=NOON - timedelta(days=1), limit=100)
    return [socket.id for socket in found]


def test_a_ticket_opens_a_socket_of_the_owner_who_asked(ports, owner):
    socket = open_socket(ports, issue(ports, owner), socket_id="c1")
    assert socket.owner_id == owner.owner_id
    assert ids_of(ports, owner) == ["c1"]
    assert ids_of(ports, an_owner(ports, "owner-2")) == []


def test_a_socket_is_stored_as_it_was_opened_and_for_two_and_a_half_hours(ports, owner, sqlite):
    socket = open_socket(ports, issue(ports, owner), socket_id="L0SM9cOFvHcCIhw=", connected_at=NOON)
    assert socket == Socket(id="L0SM9cOFvHcCIhw=", owner_id=owner.owner_id, connected_at=NOON)
    assert list(ports.sockets.of_owner(owner.owner_id, since=NOON, limit=1)) == [socket]
    item = sqlite.get(Key("SOCKET#L0SM9cOFvHcCIhw=", "SOCKET"))
    assert item is not None
    assert item["expires"] == int(NOON.timestamp()) + 9_000
    assert item["type"] == "socket"


def test_a_ticket_is_kept_as_a_hash_alone(ports, owner, sqlite):
    ticket = issue(ports, owner)
    assert all(ticket not in place[0] + body for place, body in everything(sqlite).items())


def test_a_ticket_works_once(ports, owner):
    ticket = issue(ports, owner)
    open_socket(ports, ticket, socket_id="c1")
    with pytest.raises(Unauthorized, match="Ask for a new one"):
        open_socket(ports, ticket, socket_id="c2")
    assert ids_of(ports, owner) == ["c1"]


@pytest.mark.parametrize(("seconds", "opens"), [(TICKET_SECONDS - 2, True), (TICKET_SECONDS, False)])
def test_a_ticket_works_for_thirty_seconds(ports, owner, seconds, opens):
    ticket = issue(ports, owner)
    ports.clock.advance(seconds=seconds)
    if opens:
        open_socket(ports, ticket, socket_id="c1")
    else:
        with pytest.raises(Unauthorized):
            open_socket(ports, ticket, socket_id="c1")
    assert ids_of(ports, owner) == (["c1"] if opens else [])


@pytest.mark.parametrize("ticket", [None, "", "x", "0" * 43, "0" * 44, "\ud800" * 43, "TICKET", "0" * 100_000])
def test_what_is_no_ticket_opens_nothing_and_writes_nothing(ports, sqlite, ticket):
    before = everything(sqlite)
    with pytest.raises(Unauthorized):
        open_socket(ports, ticket, socket_id="c1")
    assert everything(sqlite) == before


def test_of_two_that_redeem_a_ticket_at_once_one_wins(home, sqlite, owner):
    ticket = issue(home.ports, owner)
    raced = on(home, RacedTable(sqlite, lambda: open_socket(home.ports, ticket, socket_id="first"))).ports
    with pytest.raises(Unauthorized):
        open_socket(raced, ticket, socket_id="second")
    assert ids_of(home.ports, owner) == ["first"]


def test_a_closed_socket_is_forgotten_and_closing_again_does_no_harm(ports, owner):
    socket = open_socket(ports, issue(ports, owner), socket_id="c1")
    for _ in range(2):
        close_socket(ports, "c1", socket.connected_at)
        assert ids_of(ports, owner) == []


def test_late_word_of_a_closed_socket_leaves_the_one_that_took_its_name(ports, owner):
    """H03: the late close of a socket that was replaced."""
    before = open_socket(ports, issue(ports, owner), socket_id="c1")
    ports.clock.advance(seconds=1)
    open_socket(ports, issue(ports, owner), socket_id="c1")
    close_socket(ports, "c1", before.connected_at)
    assert ids_of(ports, owner) == ["c1"]


def test_a_socket_that_is_another_owner_s_by_now_is_not_removed_for_the_one_it_was(ports, owner):
    socket = open_socket(ports, issue(ports, owner), socket_id="c1", connected_at=NOON)
    other = an_owner(ports, "owner-2")
    open_socket(ports, issue(ports, other), socket_id="c1", connected_at=NOON)
    ports.sockets.remove("c1", connected_by=socket.connected_at, owner_id=owner.owner_id)
    assert ids_of(ports, other) == ["c1"]


def test_the_newest_sockets_come_first_and_those_of_before_not_at_all(ports, owner):
    for number in range(7):
        open_socket(ports, issue(ports, owner), socket_id=f"c{number}", connected_at=NOON + timedelta(seconds=number))
    found = ports.sockets.of_owner(owner.owner_id, since=NOON + timedelta(seconds=2), limit=3)
    assert [socket.id for socket in found] == ["c6", "c5", "c4"]
    found = ports.sockets.of_owner(owner.owner_id, since=NOON + timedelta(seconds=5), limit=100)
    assert [socket.id for socket in found] == ["c6", "c5"]


def test_a_socket_is_over_before_three_hours_are():
    assert 2 * 3_600 < SOCKET_SECONDS < 3 * 3_600


@pytest.mark.parametrize("failure", [None, Crashed])
@pytest.mark.parametrize("works", [False, True])
def test_wherever_opening_fails_a_new_ticket_opens_and_the_old_one_never_opens_twice(home, sqlite, failure, works):
    owner = an_owner(home.ports)
    for at in itertools.count():
        more = {} if failure is None else {"failure": failure}
        failing = FailingTable(sqlite, at, works=works, **more)
        ticket = issue(home.ports, owner)
        try:
            open_socket(on(home, failing).ports, ticket, socket_id=f"broken-{at}")
        except (Unavailable, Crashed):
            assert failing.failed
        if not failing.failed:
            break
        try:
            open_socket(home.ports, ticket, socket_id=f"again-{at}")
        except Unauthorized:
            open_socket(home.ports, issue(home.ports, owner), socket_id=f"new-{at}")
        opened = [name for name in ids_of(home.ports, owner) if name.endswith(f"-{at}")]
        # With the first one stored and its answer lost, nobody is behind that one: it is found gone when it is told.
        assert len([name for name in opened if not name.startswith("broken")]) == 1
    assert at == 3


def test_nothing_of_a_page_s_is_left_behind_for_good(ports, owner, sqlite):
    issue(ports, owner)
    open_socket(ports, issue(ports, owner), socket_id="c1")
    ports.clock.advance(hours=3)
    sqlite.sweep_expired(int(ports.clock.now().timestamp()))
    assert not [place for place in everything(sqlite) if place[0].startswith(("TICKET#", "SOCKET#"))]
    assert ports_on(sqlite).sockets.of_owner(owner.owner_id, since=NOON, limit=9) == []
