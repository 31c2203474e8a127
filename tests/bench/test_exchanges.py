"""One kept connection to a server."""

import select
import socket
import threading
from contextlib import contextmanager

import pytest

from bench.exchanges import Connection
from bench.outcomes import NotMeasured


@contextmanager
def server(*conversations):
    """Answers each connection with its own list of replies, one for each request, and then hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        for replies in conversations:
            connection, _ = listening.accept()
            with connection:
                for reply in replies:
                    connection.recv(65536)
                    for part in reply:
                        connection.sendall(part)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listening.getsockname()
    finally:
        listening.close()
        thread.join()


OK = [b'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: "7"\r\n\r\nbody']


def test_an_answer_is_read_to_its_end_however_it_comes() -> None:
    whole = OK[0]
    with server([[whole[:20], whole[20:50], whole[50:]]]) as place, Connection(*place) as connection:
        reply = connection.send(connection.request("GET", "/", {}))
    assert (reply.status, reply.body, reply.header("etag"), reply.header("location")) == (200, b"body", '"7"', None)
    assert reply.seconds > 0


def test_a_request_says_how_long_its_body_is() -> None:
    with server([OK]) as place, Connection(*place) as connection:
        request = connection.request("POST", "/mcp", {"accept": "x"}, b"{}")
        connection.send(request)
    host = f"{place[0]}:{place[1]}"
    assert request == f"POST /mcp HTTP/1.1\r\nhost: {host}\r\ncontent-length: 2\r\naccept: x\r\n\r\n{{}}".encode()


def test_a_server_that_hung_up_in_between_is_called_again() -> None:
    with server([OK], [OK]) as place, Connection(*place) as connection:
        request = connection.request("GET", "/", {})
        connection.send(request)
        select.select([connection._socket], [], [], 30)  # its hanging up has arrived
        assert connection.send(request).body == b"body"


def test_a_server_that_hangs_up_instead_of_answering_is_not_measured() -> None:
    with (
        server([[b"HTTP/1.1 200 OK\r\n"]]) as place,
        Connection(*place) as connection,
        pytest.raises(NotMeasured, match="hung up"),
    ):
        connection.send(connection.request("GET", "/", {}))


def test_a_server_that_is_not_there_is_not_measured() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        place = listening.getsockname()
    with pytest.raises(NotMeasured, match="nothing answers"):
        Connection(*place)
