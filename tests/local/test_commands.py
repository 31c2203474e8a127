"""The commands as people type them, against the server as people start it."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

import pytest

from local.server import listening_socket
from local.settings import Settings
from tests.journeys.local_server import ROOT, LocalServer


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *args: object) -> None:
        return None


DIRECTLY = build_opener(ProxyHandler({}), _NoRedirect())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    running = LocalServer(tmp_path_factory.mktemp("local") / "data")
    running.start()
    yield running
    running.stop()


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FOLLOW_UPS_")}
    return subprocess.run(
        [sys.executable, "-m", "local", *words],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def got(address: str, **headers: str) -> tuple[int, dict[str, str], str]:
    try:
        with DIRECTLY.open(Request(address, headers=headers), timeout=30) as answered:
            return answered.status, _lowered(answered.headers), answered.read().decode()
    except HTTPError as refusal:
        return refusal.code, _lowered(refusal.headers), refusal.read().decode()


def _lowered(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def test_connect_answers_programs_with_a_new_key_each_time(server: LocalServer) -> None:
    first, second = server.asked("connect", "--name", "one"), server.asked("connect")
    assert set(first) == {"site", "mcp_url", "list_id", "api_key"}
    assert first["mcp_url"] == f"{server.address}/mcp"
    assert first["list_id"] == second["list_id"]
    assert first["api_key"] != second["api_key"]


def test_connect_tells_people_what_to_paste(server: LocalServer) -> None:
    told = asked("connect", "--data", str(server.data)).stdout
    assert f"claude mcp add --scope user --transport http follow-ups {server.address}/mcp --header" in told
    assert "Authorization: Bearer fu_" in told


def test_connect_can_print_the_key_alone_for_a_shell(server: LocalServer) -> None:
    assert asked("connect", "--key", "--data", str(server.data)).stdout.startswith("fu_")


def test_connect_prints_the_line_that_configures_the_plugin(server: LocalServer) -> None:
    line = asked("connect", "--plugin", "--data", str(server.data)).stdout
    assert line.count("\n") == 1
    values = json.loads(line)
    assert set(values) == {"site", "list_id", "api_key"}
    assert values["site"] == server.address


def test_connect_says_how_the_plugin_of_this_checkout_is_installed(server: LocalServer) -> None:
    told = asked("connect", "--data", str(server.data)).stdout
    assert f"claude plugin marketplace add {ROOT}\n" in told
    assert "claude plugin install follow-ups@follow-ups\n" in told
    assert "| claude plugin configure follow-ups@follow-ups --values-stdin\n" in told


def test_a_login_link_answers_with_the_owners_cookie_once(server: LocalServer) -> None:
    link = server.asked("login")["login_url"]
    status, headers, _ = got(link)
    assert (status, headers["location"]) == (303, "/")
    cookie = headers["set-cookie"].partition(";")[0]
    assert got(f"{server.address}/api/me", Cookie=cookie)[0] == 200
    assert got(link)[0] == 403


def test_whoever_is_not_signed_in_is_told_nothing(server: LocalServer) -> None:
    assert got(f"{server.address}/api/lists")[0] == 401


def test_only_who_reads_the_folder_may_ask_for_keys_and_links(server: LocalServer) -> None:
    for path in ("connect", "login"):
        with pytest.raises(HTTPError) as refused:
            DIRECTLY.open(Request(f"{server.address}/local/admin/{path}", data=b"{}"), timeout=30)
        assert refused.value.code == 401


def test_a_host_that_is_not_ours_is_refused_everywhere(server: LocalServer) -> None:
    for path in ("/", "/api/health", "/mcp", "/.well-known/oauth-protected-resource", "/local/login?token=x"):
        assert got(server.address + path, Host="evil.example")[0] == 403


def test_a_second_server_on_the_folder_names_the_address_of_the_first(server: LocalServer) -> None:
    refused = asked("serve", "--data", str(server.data), "--port", "0")
    assert refused.returncode == 1
    assert server.address in refused.stderr


def test_a_taken_port_is_said_with_what_to_do(server: LocalServer, tmp_path: Path) -> None:
    refused = asked("serve", "--data", str(tmp_path), "--port", server.address.rpartition(":")[2])
    assert refused.returncode == 1
    assert "--port" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_command_without_a_server_says_how_to_start_one(tmp_path: Path) -> None:
    for command in ("connect", "login"):
        refused = asked(command, "--data", str(tmp_path))
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "make run" in refused.stderr


def test_a_server_that_stopped_is_not_found_any_more(tmp_path: Path) -> None:
    server = LocalServer(tmp_path / "data")
    server.start()
    server.stop()
    assert "Traceback" not in server.output.read_text()
    assert "make run" in asked("login", "--data", str(server.data)).stderr


def test_the_log_holds_no_secret(server: LocalServer) -> None:
    connection = server.asked("connect")
    link = server.asked("login")["login_url"]
    cookie = got(link)[1]["set-cookie"].partition(";")[0]
    got(f"{server.address}/api/lists", Cookie=cookie, Authorization=f"Bearer {connection['api_key']}")
    got(f"{server.address}/mcp?key={connection['api_key']}")
    log = (server.data / "server.log").read_text()
    assert log
    for secret in (connection["api_key"], cookie.partition("=")[2], link.partition("token=")[2]):
        assert secret not in log


def test_answers_do_not_wait_for_acknowledgements(tmp_path: Path) -> None:
    """Nagle's algorithm and delayed acknowledgements cost 40 ms on each answer of a connection that is kept."""
    settings = Settings.read({}, data=str(tmp_path), port="0")
    with listening_socket(settings) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_who_signs_out_is_signed_out_everywhere_that_the_cookie_is(server: LocalServer) -> None:
    cookie = got(server.asked("login")["login_url"])[1]["set-cookie"].partition(";")[0]
    with pytest.raises(HTTPError) as answered:
        DIRECTLY.open(
            Request(f"{server.address}/local/logout", data=b"", headers={"Cookie": cookie, "Origin": server.address}),
            timeout=30,
        )
    assert (answered.value.code, answered.value.headers["Location"]) == (303, "/")
    assert got(f"{server.address}/api/me", Cookie=cookie)[0] == 401


def test_keys_are_shown_without_their_secret_and_revoked_by_their_id(server: LocalServer) -> None:
    made = server.asked("connect", "--name", "To be revoked")["api_key"]
    keys = server.asked("keys")["keys"]
    (key,) = [each for each in keys if each["name"] == "To be revoked"]
    assert made not in str(keys)
    assert made.startswith(key["begins"])
    left = server.asked("keys", "--revoke", key["id"])["keys"]
    assert [each["name"] for each in left] == [each["name"] for each in keys if each is not key]
    refused = asked("keys", "--data", str(server.data), "--revoke", key["id"])
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "No key" in refused.stderr


def test_what_lies_in_the_folder_is_its_owners_alone(server: LocalServer) -> None:
    server.asked("login")
    assert {path.name for path in server.data.iterdir() if path.stat().st_mode & 0o077} == set()


def test_a_server_that_is_told_to_end_leaves_nothing_behind(tmp_path: Path) -> None:
    server = LocalServer(tmp_path / "data")
    server.start()
    server.stop()
    assert not (server.data / "server.json").exists()


def test_data_that_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "follow-ups.sqlite3").write_text("not a database " * 1_000)
    refused = asked("serve", "--data", str(tmp_path), "--port", "0")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "--data" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_an_empty_name_of_a_folder_is_refused() -> None:
    refused = asked("login", "--data", "")
    assert refused.returncode == 1
    assert "--data" in refused.stderr
