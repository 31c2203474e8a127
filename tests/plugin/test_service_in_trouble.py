"""A service that is down, slow or something else is in nobody's way: the facts of this machine are told without it."""

import socket

import pytest

from tests.plugin.hook_program import HOOKS, KEY, LIST, PYTHON
from tests.plugin.scripted_service import a_service, keeps_silent, says, sends, wire

OPEN = "Open follow-ups in acme/widget: 1."
GOOD = b'{"context": "' + OPEN.encode() + b'"}'
OK = b"HTTP/1.1 200 OK\r\n"

NONSENSE = {
    "HTML": says("<html><body>Sign in to the network</body></html>"),
    "truncated JSON": wire("HTTP/1.1 200 OK\r\n", GOOD[:-6]),
    "less than announced": sends(OK + b"Content-Length: 9000\r\n\r\n" + GOOD[:-2]),
    "an array": says([OPEN]),
    "a number": says("7"),
    "nothing at all": sends(),
    "an empty body": says(""),
    "no HTTP": sends(b"SSH-2.0-OpenSSH_9.2\r\n"),
    "one word": sends(b"HTTP\r\n\r\n"),
    "no status": sends(b"HTTP/1.1 abc OK\r\n\r\n" + GOOD),
    "not UTF-8": wire("HTTP/1.1 200 OK\r\n", b'{"context": "\xff\xfe"}'),
    "nested without end": says("[" * 30_000),
    "a huge answer": sends(OK + b"\r\n" + b" " * 3_000_000 + GOOD),
    "broken chunks": sends(OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + GOOD),
    "TLS": sends(b"\x15\x03\x01\x00\x02\x02\x46"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_an_answer_that_is_none_leaves_the_facts_of_this_machine(what, host, service) -> None:
    service.script = NONSENSE[what]
    told = host.start().context
    assert LIST in told
    assert "Open follow-ups" not in told
    assert service.asked


@pytest.mark.parametrize("status", [204, 302, 400, 409, 418, 429, 500, 502, 503, 504])
def test_a_refusal_for_now_leaves_the_facts_of_this_machine(status, host, service) -> None:
    service.script = says({"context": OPEN}, status, "Whatever")
    told = host.start().context
    assert LIST in told
    assert "Open follow-ups" not in told
    assert "refuses" not in told


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_key_or_list_that_is_refused_is_told_with_the_way_to_mend_it(status, host, service) -> None:
    service.script = says({"code": "unauthorized", "detail": "Made up by whoever answers"}, status, "No")
    told = host.start().context
    assert "/follow-ups:doctor" in told.splitlines()[-1]
    assert "Made up" not in told


def test_a_service_that_is_down_leaves_the_facts_of_this_machine(host) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    host.options["site"] = f"http://127.0.0.1:{port}"
    assert LIST in host.start().context


def test_an_address_that_does_not_answer_to_tls_leaves_the_facts_of_this_machine(host, service) -> None:
    host.options["site"] = host.options["site"].replace("http://", "https://")
    assert LIST in host.start().context
    assert KEY.encode() not in service.raw


def stops_in_the_middle(connection, over) -> None:
    connection.sendall(OK + b"\r\n" + GOOD[:9])
    keeps_silent(connection, over)


SLOW = {
    "never answers": keeps_silent,
    "answers byte by byte": sends(*[bytes([byte]) for byte in OK + b"\r\n" + GOOD], pause=0.1),
    "stops in the middle": stops_in_the_middle,
}


@pytest.mark.parametrize("what", SLOW)
def test_a_slow_service_leaves_the_facts_of_this_machine_in_time(what, host, service) -> None:
    service.script = SLOW[what]
    ran = host.start()
    assert LIST in ran.context
    assert "Open follow-ups" not in ran.context
    assert service.asked


def test_a_service_that_does_not_even_take_the_connection_leaves_the_facts_of_this_machine(host) -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        address = full.getsockname()
        waiting = [socket.socket() for _ in range(4)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(address)
        host.options["site"] = f"http://127.0.0.1:{address[1]}"
        ran = host.start()
        for each in waiting:
            each.close()
    assert LIST in ran.context


def test_a_name_that_is_looked_up_without_end_leaves_the_facts_of_this_machine(host) -> None:
    """The lookup is a call that no alarm interrupts."""
    slow = (
        "import _signal, runpy, socket, sys, time\n"
        "def getaddrinfo(*a, **k):\n"
        "    _signal.pthread_sigmask(_signal.SIG_BLOCK, [_signal.SIGALRM])\n"
        "    time.sleep(8)\n"
        "socket.getaddrinfo = getaddrinfo\n"
        "sys.argv = [sys.argv[1]]\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    command = [PYTHON, "-I", "-S", "-c", slow, str(HOOKS / "session_start.py")]
    host.options["site"] = "http://todo.example"
    ran = host.run("session_start", {**host.event("SessionStart"), "source": "startup"}, command=command)
    assert LIST in ran.context


WAYS = {
    "chunked": sends(
        OK + b"Transfer-Encoding: chunked\r\n\r\n",
        b"5\r\n" + GOOD[:5] + b"\r\n",
        b"%x;a=b\r\n" % (len(GOOD) - 5) + GOOD[5:] + b"\r\n0\r\n\r\n",
    ),
    "without a length": sends(OK + b"\r\n" + GOOD),
    "in pieces": sends(OK, b"Content-Ty", b"pe: x\r\n\r\n", GOOD[:3], GOOD[3:], pause=0.02),
    "HTTP/1.0": sends(b"HTTP/1.0 200 Fine\r\n\r\n" + GOOD),
    "without a reason": sends(b"HTTP/1.1 200\r\n\r\n" + GOOD),
}


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_is_read_however_it_is_cut(way, host, service) -> None:
    service.script = WAYS[way]
    assert OPEN in host.start().context


class TestBehindAProxy:
    @pytest.mark.parametrize("name", ["http_proxy", "HTTP_PROXY"])
    def test_the_proxy_is_asked(self, name, host, service) -> None:
        service.script = says({"context": OPEN})
        host.environment[name] = service.address
        host.options["site"] = "http://todo.example"
        assert OPEN in host.start().context
        assert service.asked[0].path == "http://todo.example/api/agent/hooks/session-start"

    @pytest.mark.parametrize("what", NONSENSE)
    def test_an_answer_that_is_none_leaves_the_facts_of_this_machine(self, what, host, service) -> None:
        host.environment["https_proxy"] = "http://127.0.0.1:9"
        service.script = NONSENSE[what]
        told = host.start().context
        assert LIST in told
        assert "Open follow-ups" not in told

    @pytest.mark.parametrize("status", [301, 302, 303])
    def test_the_key_does_not_follow_to_another_place(self, status, host, service) -> None:
        host.environment["https_proxy"] = "http://127.0.0.1:9"
        with a_service(says({"context": OPEN})) as elsewhere:
            moved = f"HTTP/1.1 {status} Moved\r\nLocation: {elsewhere.address}/api\r\n"
            service.script = wire(moved, b"")
            assert LIST in host.start().context
            assert service.asked
            assert elsewhere.raw == b""

    def test_a_silent_one_leaves_the_facts_of_this_machine(self, host, service) -> None:
        host.environment["https_proxy"] = "http://127.0.0.1:9"
        service.script = keeps_silent
        assert LIST in host.start().context
