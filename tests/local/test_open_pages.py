"""Sockets on one machine, with a real client against the server's own set-up."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from followups.domain.limits import MESSAGE_BYTES
from followups.services.issuing_tickets import issue
from followups.services.opening_sockets import open_socket
from followups.services.telling_pages import NotSent, SocketGone
from local import open_pages
from local.open_pages import GOING_AWAY, WAITING_BYTES, OpenPages
from tests.builders import an_owner
from tests.local.serving import Serving, heard, serving
from tests.waiting import soon

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def server(ports) -> AsyncIterator[Serving]:
    async with serving(ports) as found:
        yield found


@pytest.fixture
def owner(ports):
    return an_owner(ports)


async def refusal(server, address, **more):
    with pytest.raises(InvalidStatus) as refused:
        async with server.at(address, **more):
            pass
    response = refused.value.response
    return response.status_code, json.loads(response.body)


async def is_forgotten(server, owner):
    async def none_left():
        return not server.socket_ids(owner)

    await soon(none_left, within=10, what="the end of the socket's row")


async def test_what_is_sent_to_a_socket_arrives_in_order(server, owner):
    async with server.opened(owner) as page:
        (socket_id,) = server.socket_ids(owner)
        for number in range(100):
            server.pages.send(socket_id, f'{number} "𝒳"')
        assert [await heard(page) for _ in range(100)] == [f'{number} "𝒳"' for number in range(100)]


async def test_a_ping_is_answered_and_anything_else_is_told_what_is_taken(server, owner):
    async with server.opened(owner) as page:
        for said in ('{"ping": 7}', "hello", b'{"ping": 7}', "", '{"ping": 8}'):
            await page.send(said)
        answers = [json.loads(await heard(page)) for _ in range(5)]
    assert [answer.get("pong") for answer in answers] == [7, None, None, None, 8]
    assert all("pong" in answer or "ping" in answer["error"] for answer in answers)


async def test_a_page_that_says_too_much_is_closed(server, owner):
    async with server.opened(owner) as page:
        await page.send("x" * 5_000)
        with pytest.raises(ConnectionClosed) as closed:
            await heard(page)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    await is_forgotten(server, owner)


async def test_a_used_or_unknown_ticket_opens_nothing(server, owner):
    ticket = issue(server.ports, owner)
    async with server.at(server.address(ticket)):
        for again in (ticket, "0" * 43, ""):
            status, problem = await refusal(server, server.address(again))
            assert (status, problem["code"]) == (401, "unauthorized")
        assert len(server.socket_ids(owner)) == 1


async def test_sockets_open_at_one_path_alone(server, owner):
    ticket = issue(server.ports, owner)
    for path in ("/", "/live/", "/api/me", "/mcp"):
        assert (await refusal(server, server.address(ticket, path)))[0] == 404
    async with server.at(server.address(ticket)):
        pass


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_page_of_another_site_opens_nothing_and_its_ticket_stays_good(server, owner, origin):
    ticket = issue(server.ports, owner)
    status, problem = await refusal(server, server.address(ticket), origin=origin)
    assert (status, problem["code"]) == (403, "not_allowed")
    assert server.socket_ids(owner) == []
    async with server.at(server.address(ticket), origin=f"http://127.0.0.1:{server.port}"):
        assert len(server.socket_ids(owner)) == 1


async def test_a_name_that_somebody_could_bind_to_this_machine_is_refused(server, owner):
    address = server.address(issue(server.ports, owner)).replace("127.0.0.1", "evil.example")
    status, problem = await refusal(server, address, host="127.0.0.1", port=server.port)
    assert (status, "FOLLOW_UPS_ORIGIN" in problem["detail"]) == (403, True)


async def test_a_refusal_leaves_no_word_of_a_mistake_in_the_log(server, caplog):
    with caplog.at_level(logging.WARNING):
        await refusal(server, server.address("0" * 43))
    assert caplog.records == []


async def test_messages_are_not_compressed_whatever_a_client_offers(server, owner):
    async with server.opened(owner, compression="deflate") as page:
        assert page.protocol.extensions == []


async def test_a_socket_that_closes_is_forgotten(server, owner):
    async with server.opened(owner):
        (socket_id,) = server.socket_ids(owner)
    await is_forgotten(server, owner)
    with pytest.raises(SocketGone):
        server.pages.send(socket_id, "a")


async def test_a_client_that_vanishes_is_forgotten(server, owner):
    async with server.opened(owner) as page:
        page.transport.abort()
        await is_forgotten(server, owner)


async def test_a_page_that_does_not_read_is_hung_up_on_and_the_others_hear_all(server, owner):
    message = "x" * MESSAGE_BYTES
    async with server.opened(owner) as deaf:
        (its_id,) = server.socket_ids(owner)
        deaf.transport.pause_reading()
        async with server.opened(an_owner(server.ports, "owner-2")) as other:
            (other_id,) = server.socket_ids(an_owner(server.ports, "owner-2"))
            refused = False
            for _ in range(1_000):
                server.pages.send(other_id, message)
                assert await heard(other) == message
                try:
                    server.pages.send(its_id, message)
                except (NotSent, SocketGone):
                    refused = True
                    break
        assert refused
        await is_forgotten(server, owner)
        deaf.transport.abort()


async def test_what_waits_for_a_page_has_a_bound(server, owner):
    """Nothing leaves between two turns of the loop: all of it waits."""
    async with server.opened(owner):
        (socket_id,) = server.socket_ids(owner)
        for _ in range(WAITING_BYTES // MESSAGE_BYTES):
            server.pages.send(socket_id, "x" * MESSAGE_BYTES)
        for _ in range(3):
            with pytest.raises(NotSent):
                server.pages.send(socket_id, "x")
        await is_forgotten(server, owner)


async def test_when_the_server_stops_every_page_is_told_and_none_is_let_in(server, owner):
    async with server.opened(owner) as one, server.opened(owner) as other:
        late = issue(server.ports, owner)
        await server.pages.close()
        for page in (one, other):
            with pytest.raises(ConnectionClosed) as closed:
                await heard(page)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == GOING_AWAY
        status, problem = await refusal(server, server.address(late))
        assert (status, problem["code"]) == (503, "unavailable")
        assert server.socket_ids(owner) == []


async def test_a_page_that_does_not_read_does_not_keep_the_server_from_stopping(server, owner, monkeypatch):
    monkeypatch.setattr(open_pages, "CLOSING_SECONDS", 0.1)
    async with server.opened(owner) as deaf:
        (socket_id,) = server.socket_ids(owner)
        deaf.transport.pause_reading()
        try:
            for _ in range(1_000):
                server.pages.send(socket_id, "x" * MESSAGE_BYTES)
                await asyncio.sleep(0)
                if server.pages._pages[socket_id]._bytes > MESSAGE_BYTES:
                    break
        except (NotSent, SocketGone, KeyError):
            pytest.fail("it was hung up on before")
        await server.pages.close()
        await is_forgotten(server, owner)
        deaf.transport.abort()


async def test_a_socket_ends_when_it_has_been_told_of_changes_for_long_enough(server, owner, monkeypatch):
    monkeypatch.setattr(open_pages, "SOCKET_SECONDS", 0.05)
    async with server.opened(owner) as page:
        with pytest.raises(ConnectionClosed) as closed:
            await heard(page)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == GOING_AWAY


async def test_at_the_start_the_rows_of_a_former_process_go(ports, owner):
    for name in ("former-1", "former-2"):
        open_socket(ports, issue(ports, owner), socket_id=name)
    OpenPages(ports).forget_former(owner.owner_id)
    assert ports.sockets.of_owner(owner.owner_id, since=ports.clock.now().replace(year=2020), limit=9) == []
